/**
 * What makes the application quick, counted and not timed: how often one waits for the server before a page is there, and
 * how much of a long page is gone through when a word of it is written.
 */
import type { Page, Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { sqlite } from "../src/stores.ts"
import { bodyOf, executable, says, settings, start } from "../src/writing.ts"
import { selectionSeen } from "../src/writtenPage.ts"

const blocks = 1500

const pageOf = (blocks: number): string =>
  Array.from({ length: blocks }, (_, at) =>
    at % 10 === 0
      ? `## Part ${at}`
      : at % 7 === 0
        ? `* Item ${at}\n* Another **one**`
        : `Paragraph ${at} with [a link](https://example.com/${at}) and \`code\`, and words that go on to the end of the line.`
  ).join("\n\n")

describe.skipIf(executable === undefined)("What makes the application quick", () => {
  const { furnished, writing } = start(sqlite)

  it("a page is there when what it loads was answered, and then what it asks for", settings, async () => {
    const { space } = await furnished()
    await writing(`${space}/start`, async ({ page, window }) => {
      const opened = await window.newPage()
      const held: Array<Route> = []
      await opened.route("**/*", (route) => {
        if (route.request().isNavigationRequest()) return route.continue()
        held.push(route)
      })
      await opened.goto(page.url(), { waitUntil: "commit" })
      const isShown = opened.locator("#Application").getByRole("heading", { level: 1, name: "Start" })
      const rounds: Array<string> = []
      while (rounds.length < 4 && !(await isShown.isVisible())) {
        await expect.poll(() => held.length).toBeGreaterThan(0)
        // whatever goes out without an answer to what is held
        await opened.waitForTimeout(2000)
        const asked = held.splice(0)
        rounds.push(asked.map((route) => new URL(route.request().url()).pathname).join("\n"))
        await Promise.all(asked.map((route) => route.continue()))
        await opened.waitForTimeout(2000)
      }
      expect(rounds.length, rounds.join("\n\n")).toBe(2)
      await opened.close()
    })
  })

  it("a key draws nothing of the application, and what is drawn looks at no text of the page", settings, async () => {
    const { space } = await furnished(pageOf(blocks))
    await writing(`${space}/start`, async ({ page, window }) => {
      await window.addInitScript(countWork)
      await page.reload()
      await bodyOf(page)
        .getByText(`Paragraph ${blocks / 2 + 1} `)
        .click()
      await page.keyboard.type("First words. ")
      await says(page, /^Saved$/)
      await page.waitForTimeout(1000)
      await counted(page)
      await page.keyboard.type("abcde fghi abcde fghi", { delay: 20 })
      await selectionSeen(page)
      expect((await counted(page)).drawings).toBeLessThan(15)
      await says(page, /^Saved$/)
      const { drawings, looks } = await counted(page)
      expect(drawings).toBeGreaterThan(0)
      // the editor goes through its blocks once or twice, when their keys are others; their texts are eight times as many
      expect(looks).toBeLessThan(6 * blocks)
    })
  })
})

/** Runs before the application: counts how often React draws, and how often somebody goes from an element to another one. */
const countWork = `
  window.work = { drawings: 0, looks: 0 }
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    checkDCE: () => {},
    onCommitFiberRoot: () => void window.work.drawings++,
    onPostCommitFiberRoot: () => {},
    onCommitFiberUnmount: () => {}
  }
  for (const name of ["firstChild", "nextSibling", "parentNode"]) {
    const { get, ...rest } = Object.getOwnPropertyDescriptor(Node.prototype, name)
    Object.defineProperty(Node.prototype, name, { ...rest, get() {
      window.work.looks++
      return get.call(this)
    } })
  }`

/** What was counted since the last time. */
const counted = (page: Page) =>
  page.evaluate<{ readonly drawings: number; readonly looks: number }>(
    "(() => { const found = window.work; window.work = { drawings: 0, looks: 0 }; return found })()"
  )
