/**
 * Two people in one page, and lost lines, stopped servers, closed tabs between: both end with what the server has, and
 * every word that either of them typed is in it. `OCTAVO_TEST_ALL` makes it a thousand edits, `OCTAVO_EDITS` as many as it
 * says, `OCTAVO_SEED` draws others.
 */
import fc from "fast-check"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { type Gate, startGate } from "../src/gate.ts"
import { overhear } from "../src/overheard.ts"
import { onBothStores } from "../src/stores.ts"
import { visit } from "../src/visit.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { type Person, startWorld, type World } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here for two people to write in")

/** How many edits there are on each store. */
const edits = Number(process.env["OCTAVO_EDITS"] ?? (process.env["OCTAVO_TEST_ALL"] === undefined ? 200 : 1000))

/** What is drawn; the same in every run, unless it is asked for otherwise. */
const seed = process.env["OCTAVO_SEED"] === "random" ? Date.now() : Number(process.env["OCTAVO_SEED"] ?? 1)

type Step =
  | {
      readonly does: "type"
      readonly who: 0 | 1
      readonly block: number
      readonly at: number
      readonly splits: boolean
    }
  | { readonly does: "lose line" | "find line" | "reload"; readonly who: 0 | 1 }
  | { readonly does: "stop" | "start" | "wait" }

const who = fc.constantFrom<0 | 1>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      does: fc.constant("type" as const),
      who,
      block: fc.nat(30),
      at: fc.nat(30),
      splits: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0)
    })
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom("lose line" as const, "reload" as const), who }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("find line" as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom("stop" as const, "wait" as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("start" as const) }) }
)

const bodyOf = (page: Page) => page.getByRole("textbox", { name: "Page body" })

/** Puts the caret between two words of a block. */
const caretInto = (page: Page, block: number, at: number): Promise<void> =>
  page.evaluate(`(() => {
    const body = document.querySelector('[role="textbox"][aria-label="Page body"]')
    const blocks = [...body.querySelectorAll("p, h2, li > p")]
    const chosen = blocks[${block} % blocks.length]
    const walker = document.createTreeWalker(chosen, NodeFilter.SHOW_TEXT)
    const places = []
    while (walker.nextNode()) {
      const text = walker.currentNode
      for (let at = 0; at < text.data.length; at++) if (text.data[at] === " ") places.push([text, at])
    }
    body.focus()
    if (places.length > 0) getSelection().collapse(...places[${at} % places.length])
    else {
      getSelection().selectAllChildren(chosen)
      getSelection().collapseToEnd()
    }
  })()`)

/** Lines that say something; blanks around them nobody has to have. */
const linesIn = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const linesOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  const texts = await bodyOf(page).locator("p, h2").allTextContents()
  return linesIn(texts.join("\n"))
}

/** The lines of one that another one does not have, with their numbers. */
const beside = (lines: ReadonlyArray<string>, others: ReadonlyArray<string>): string =>
  lines.flatMap((line, at) => (others.includes(line) ? [] : [`  ${at}: ${line}`])).join("\n")

describe.skipIf(executable === undefined)("Two writers", () => {
  onBothStores("in one page", (store) => {
    let gate: Gate
    let world: World
    let browser: Browser
    let other: Person

    beforeAll(async () => {
      gate = await startGate()
      world = await startWorld(store, { webApplication: await builtWebApplication(), url: gate.origin })
      gate.leadTo(world.server.port)
      browser = await launchChromium(executable!)
      other = await world.member("edit")
    }, 240_000)
    afterAll(async () => {
      await browser?.close()
      await world?.stop()
      await gate?.close()
    })

    it("end with the same page, and with every word", async () => {
      const [steps] = fc.sample(fc.array(step, { minLength: edits, maxLength: edits, size: "max" }), {
        numRuns: 1,
        seed
      })
      const space = await world.space("Shared")
      const markdown = Array.from({ length: 8 }, (_, at) => `Paragraph ${at} has some words to begin with.`).join(
        "\n\n"
      )
      const made = await world.api.post(`/v1/spaces/${space}/change-requests`, { subject: "Together" })
      const content = `/v1/spaces/${space}/change-requests/${made.body.number}/content`
      const changes = [{ operation: "insert_page", title: "Shared", document: { markdown } }]
      const written = await world.api.post(`${content}?compat=false`, { changes })
      const page = written.body.changes[0].page.id as string
      const path = `/app/s/${space}/~/changes/${made.body.number}/shared`
      const there: Pick<World, "origin" | "admin"> = { origin: gate.origin, admin: world.admin }
      const heard: Array<ReadonlyArray<string>> = []
      const open = (as: Person, look: (page: Page, window: BrowserContext) => Promise<void>) =>
        visit({ world: there, browser, path, as, ignored: /Failed to load|ERR_|net::|fetch/ }, async (one) => {
          heard.push(await overhear(one.window))
          await one.page.reload()
          await look(one.page, one.window)
        })
      const typed: Array<string> = []

      await open(world.admin, (first, firstWindow) =>
        open(other, async (second, secondWindow) => {
          const pages = [first, second] as const
          const windows = [firstWindow, secondWindow] as const
          const isOffline = [false, false]
          let isStopped = false
          for (const tab of pages) await bodyOf(tab).waitFor()
          for (const one of steps!) {
            switch (one.does) {
              case "type": {
                const tab = pages[one.who]
                const word = `w${typed.length}${one.who === 0 ? "a" : "b"}`
                await caretInto(tab, one.block, one.at)
                await tab.keyboard.type(` ${word}`)
                typed.push(word)
                if (one.splits) await tab.keyboard.press("Enter")
                break
              }
              case "lose line":
              case "find line":
                isOffline[one.who] = one.does === "lose line"
                await windows[one.who].setOffline(isOffline[one.who]!)
                break
              case "reload":
                // a page that cannot be loaded is none to write in
                if (isOffline[one.who] || isStopped) break
                // the last key may be lost with its window, but for those that it had time to keep
                await pages[one.who].waitForTimeout(400)
                await pages[one.who].reload()
                await bodyOf(pages[one.who]).waitFor()
                break
              case "stop":
                isStopped = true
                gate.shut()
                break
              case "start":
                isStopped = false
                gate.open()
                break
              case "wait":
                await pages[0].waitForTimeout(1_500)
            }
          }
          gate.open()
          for (const window of windows) await window.setOffline(false)
          for (const tab of pages) {
            await tab.bringToFront()
            const saved = tab.getByRole("status").filter({ hasText: /^Saved$/ })
            const settle = tab.getByRole("region", { name: "Conflicts" }).getByRole("button", { name: "Settle" })
            // what both changed otherwise is asked for, and both is what is offered first
            while (
              (await Promise.race([saved.waitFor().then(() => "saved"), settle.waitFor().then(() => "asked")])) ===
              "asked"
            )
              await settle.click()
          }
          /** The lines that each has. */
          const now = async () => {
            const { body } = await world.api.get(`${content}/page/${page}?format=markdown`)
            const [one, other] = await Promise.all([linesOf(first), linesOf(second)])
            return { server: linesIn(body.markdown), one, other }
          }
          const isEqual = async () => {
            const { one, other, server } = await now()
            return [one, other].every((lines) => lines.join("\n") === server.join("\n"))
          }
          await expect
            .poll(isEqual, { timeout: 60_000, interval: 500 })
            .toBe(true)
            .catch(async () => {
              const { one, other, server } = await now()
              const story = [
                `OCTAVO_SEED=${seed} OCTAVO_EDITS=${edits}: the windows do not end with what the server has`
              ]
              for (const [at, lines] of [one, other].entries()) {
                story.push(`Window ${at} says: ${(await pages[at]!.getByRole("status").allTextContents()).join(" | ")}`)
                story.push("It has, and the server has not:", beside(lines, server))
                story.push("The server has, and it has not:", beside(server, lines))
                story.push("It asked, and was told:", ...heard[at]!.slice(-50))
              }
              throw new Error(story.join("\n"))
            })
          const { server } = await now()
          const isThere = (word: string) => server.some((line) => line.split(/[^\w]+/).includes(word))
          const missing = typed
            .filter((word) => !isThere(word))
            .map((word) => ({ word, lines: server.filter((line) => line.includes(word)) }))
          expect(missing, `OCTAVO_SEED=${seed}`).toEqual([])
        })
      )
    }, 600_000)
  })
})
