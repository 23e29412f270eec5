/**
 * What goes wrong while somebody writes: full disks, servers that are gone for long, clocks that are off, sessions that
 * were ended, pages that are not there any more. Nothing that was typed is lost, the person is told in one line, and when
 * the trouble is over everything goes on by itself.
 */
import { Users } from "@octavo/core/people/users/Users"
import { fillDisk } from "@octavo/storage-postgres/testing"
import { Effect } from "effect"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { injectFault, whyNoFaults } from "../src/faults.ts"
import { type Gate, startGate } from "../src/gate.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { type Database, postgres, type Store, sqlite } from "../src/stores.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { bodyOf, executable, failing, isKept, keeps, says, settings, start, typeAfter } from "../src/writing.ts"
import { isInView } from "../src/writtenPage.ts"

const hour = 60 * 60 * 1000

const described = (title: string, tell: () => void) => describe.skipIf(executable === undefined)(title, tell)

/** A browser whose clock is off by so much, whatever it is asked. */
const clockOffBy = (milliseconds: number) => (window: BrowserContext) =>
  window.addInitScript(`{
    const Right = Date
    globalThis.Date = class extends Right {
      constructor(...given) {
        if (given.length === 0) super(Right.now() + ${milliseconds})
        else super(...given)
      }
      static now() {
        return Right.now() + ${milliseconds}
      }
    }
  }`)

described("A server that is gone for ten minutes", () => {
  let gate: Gate
  const place = start(sqlite, async () => {
    gate = await startGate()
    return { url: gate.origin }
  })
  const { ask, changeRequest, draftsOf, furnished, markdownOf, world, writing } = place
  afterAll(() => gate?.close())
  const through = () => {
    gate.leadTo(world().server.port)
    return { origin: gate.origin, ignored: failing }
  }
  /** The clock of a window can be set forward. */
  const withClock = { before: (window: BrowserContext) => window.clock.install() }

  it("has everything that was typed meanwhile, and what others wrote comes", settings, async () => {
    const { page: id, space } = await furnished()
    const request = await changeRequest(space)
    await writing(
      `${space}/~/changes/${request.number}/start`,
      async ({ page }) => {
        await typeAfter(page, "One two three.", " Before.")
        await says(page, "Saved")
        gate.shut()
        await page.keyboard.type(" At once.")
        await says(page, "Offline: kept in this browser")
        for (let minute = 1; minute <= 10; minute++) {
          await page.clock.runFor("01:00")
          await page.keyboard.type(` m${minute}`)
        }
        await says(page, "Offline: kept in this browser")
        await keeps(page, true)
        await ask(world().admin, "post", `/spaces/${space}/change-requests/${request.id}/content`, {
          changes: [
            {
              operation: "update_page",
              page: id,
              document: { markdown: "One two three. Before.\n\nFour five six. Theirs.\n" }
            }
          ]
        })
        gate.open()
        // nobody does anything: the next try is at most half a minute away
        await page.clock.runFor("00:31")
        await says(page, "Saved")
        await bodyOf(page).getByText("Four five six. Theirs.").waitFor()
        const minutes = Array.from({ length: 10 }, (_, at) => ` m${at + 1}`).join("")
        expect(await markdownOf(space, id, request)).toBe(
          `One two three. Before. At once.${minutes}\n\nFour five six. Theirs.\n`
        )
        // what others write afterwards is heard of again
        await ask(world().admin, "post", `/spaces/${space}/change-requests/${request.id}/content`, {
          changes: [
            {
              operation: "update_page",
              page: id,
              document: { markdown: `One two three. Before. At once.${minutes}\n\nFour five six. Later.\n` }
            }
          ]
        })
        await expect
          .poll(
            async () => {
              await page.clock.runFor(1000)
              return bodyOf(page).getByText("Four five six. Later.").count()
            },
            { timeout: 30_000 }
          )
          .toBe(1)
      },
      { ...through(), ...withClock }
    )
  })

  it("two tabs of one person write on, are closed, and nothing of either is lost", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ page, window }) => {
        const second = await window.newPage()
        await second.goto(page.url())
        await bodyOf(second).getByText("One two three.").waitFor()
        await bodyOf(page).getByText("One two three.").waitFor()
        gate.shut()
        await typeAfter(page, "One two three.", " First.")
        await typeAfter(second, "Four five six.", " Second.")
        await says(page, "Offline: kept in this browser")
        await says(second, "Offline: kept in this browser")
        const address = page.url()
        await page.close()
        await second.close()
        gate.open()
        const again = await window.newPage()
        await again.goto(address)
        await bodyOf(again).getByText("One two three. First.").waitFor()
        await bodyOf(again).getByText("Four five six. Second.").waitFor()
        await keeps(again, false)
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. First.\n\nFour five six. Second.\n")
      },
      through()
    )
  })
})

described("A clock that is an hour off", () => {
  const { draftsOf, furnished, markdownOf, writing } = start(sqlite)
  afterEach(() => void vi.restoreAllMocks())

  it.each([
    ["ahead", hour],
    ["behind", -hour]
  ])("in the browser, %s, is of no consequence", settings, async (_, off) => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ page, window }) => {
        expect(Math.abs(await page.evaluate("Date.now()").then((now) => Number(now) - Date.now() - off))).toBeLessThan(
          60_000
        )
        await typeAfter(page, "One two three.", " Mine.")
        await says(page, "Saved")
        const second = await window.newPage()
        await second.goto(page.url())
        await bodyOf(second).getByText("One two three. Mine.").waitFor()
        await typeAfter(second, "Four five six.", " Too.")
        await bodyOf(page).getByText("Four five six. Too.").waitFor()
        await page.getByRole("button", { name: "History" }).click()
        const entry = page.getByRole("dialog").getByRole("listitem").first()
        await entry.waitFor()
        // never told of as if it were to come
        expect(await entry.textContent()).not.toMatch(/\bin (?:an?|\d+) (?:second|minute|hour)/)
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. Mine.\n\nFour five six. Too.\n")
      },
      { before: clockOffBy(off) }
    )
  })

  it("and set right while somebody types loses no key", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ page }) => {
        await typeAfter(page, "One two three.", " First.")
        await page.clock.setSystemTime(Date.now())
        await page.keyboard.type(" Second.")
        await page.clock.setSystemTime(Date.now() - 2 * hour)
        await page.keyboard.type(" Third.")
        await says(page, "Saved")
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. First. Second. Third.\n\nFour five six.\n")
      },
      { before: (window) => window.clock.install({ time: Date.now() + hour }) }
    )
  })

  it.each([
    ["set back", -hour],
    ["set forward", hour]
  ])("on the server, %s, keeps the draft and the session", settings, async (_, off) => {
    const { page: id, space } = await furnished()
    await writing(`${space}/start`, async ({ page }) => {
      await typeAfter(page, "One two three.", " Before.")
      await says(page, "Saved")
      const now = Date.now
      vi.spyOn(Date, "now").mockImplementation(() => now() + off)
      await page.keyboard.type(" After.")
      await says(page, "Saving")
      await says(page, "Saved")
      await page.reload()
      await bodyOf(page).getByText("One two three. Before. After.").waitFor()
      await typeAfter(page, "Four five six.", " More.")
      await says(page, "Saved")
      const drafts = await draftsOf(space)
      expect(drafts).toHaveLength(1)
      expect(await markdownOf(space, id, drafts[0])).toBe("One two three. Before. After.\n\nFour five six. More.\n")
      await page.getByRole("region", { name: "Draft" }).getByRole("button", { name: "Publish" }).click()
      await says(page, "Your edits were published")
      expect(await markdownOf(space, id)).toBe("One two three. Before. After.\n\nFour five six. More.\n")
    })
  })
})

described("What was taken away while somebody writes", () => {
  const place = start(sqlite)
  const { ask, draftsOf, furnished, markdownOf, world, writing } = place

  it("a session that was ended: signing in again in another tab is all there is to do", settings, async () => {
    const { page: id, space } = await furnished()
    const { admin } = world()
    const made = await world().operate(
      Effect.flatMap(Users, (users) => users.createToken(admin.id, { label: "for this session" }))
    )
    await writing(
      `${space}/start`,
      async ({ audit, page, window }) => {
        await typeAfter(page, "One two three.", " First.")
        await says(page, "Saved")
        await world().operate(Effect.flatMap(Users, (users) => users.revokeToken(admin.id, made.id)))
        await page.keyboard.type(" Second.")
        await says(page, "Kept in this browser: you are signed out")
        await page.keyboard.type(" Third.")
        await keeps(page, true)
        await audit()
        const other = await window.newPage()
        await other.goto(page.url())
        await other.getByLabel("API token").fill(admin.token)
        await other.getByRole("button", { name: "Sign in", exact: true }).click()
        // whichever of the two takes up what was kept
        for (const tab of [page, other]) await bodyOf(tab).getByText("One two three. First. Second. Third.").waitFor()
        await keeps(page, false)
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. First. Second. Third.\n\nFour five six.\n")
      },
      { ignored: failing, as: { ...admin, token: made.token } }
    )
  })

  const addPage = (space: string) =>
    ask(world().admin, "post", `/spaces/${space}/content`, {
      changes: [{ operation: "insert_page", title: "Other", document: { markdown: "Other.\n" } }]
    })
  const deletePage = (space: string, page: string) =>
    ask(world().admin, "post", `/spaces/${space}/content`, { changes: [{ operation: "delete_page", page }] })
  const withoutEvents = (window: BrowserContext) => window.route("**/events*", (route) => route.abort())

  it("a live page, before the first key: the words become a new page", settings, async () => {
    const { page: id, space } = await furnished()
    await addPage(space)
    await writing(
      `${space}/start`,
      async ({ page }) => {
        await bodyOf(page).getByText("One two three.").waitFor()
        await deletePage(space, id)
        await typeAfter(page, "One two three.", " Kept.")
        await says(page, "Kept in this browser: somebody deleted this page")
        await page.getByRole("button", { name: "Keep as a new page" }).click()
        await says(page, "What you wrote is a new page")
        await bodyOf(page).getByText("One two three. Kept.").waitFor()
        await keeps(page, false)
      },
      { ignored: failing, before: withoutEvents }
    )
  })

  it("a live page that is in a draft: the draft keeps it, and publishing asks", settings, async () => {
    const { page: id, space } = await furnished()
    await addPage(space)
    await writing(
      `${space}/start`,
      async ({ page }) => {
        await typeAfter(page, "One two three.", " Kept.")
        await says(page, "Saved")
        await deletePage(space, id)
        await page.keyboard.type(" More.")
        await says(page, "Saved")
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. Kept. More.\n\nFour five six.\n")
      },
      { ignored: failing }
    )
  })

  it("the right to edit: what was written can be copied, and goes on when the right is back", settings, async () => {
    const { page: id, space } = await furnished()
    const member = await world().member("edit")
    const put = (role: "edit" | "read") =>
      ask(world().admin, "patch", `/orgs/${world().organization}/members/${member.id}`, { role })
    await writing(
      `${space}/start`,
      async ({ audit, page }) => {
        await typeAfter(page, "One two three.", " First.")
        await says(page, "Saved")
        await put("read")
        await page.keyboard.type(" Second.")
        await says(page, "Kept in this browser: you may not edit here any more")
        await audit()
        await keeps(page, true)
        await put("edit")
        // somebody comes back to the window
        await page.evaluate(() => globalThis.dispatchEvent(new Event("focus")))
        await says(page, "Saved")
        await keeps(page, false)
        const [draft] = (await ask(member, "get", `/spaces/${space}/change-requests?status=draft`)).items
        expect(await markdownOf(space, id, draft)).toBe("One two three. First. Second.\n\nFour five six.\n")
      },
      { ignored: failing, as: member }
    )
  })
})

described("A block that Markdown cannot hold", () => {
  const { draftsOf, furnished, markdownOf, writing } = start(sqlite)

  /** Blocks as another version of the editor may have copied them. */
  const pasteBlocks = (page: Page, content: ReadonlyArray<object>) =>
    page.evaluate(
      (json) => {
        const data = new DataTransfer()
        data.setData("application/x-octavo-blocks", json)
        const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
        document.activeElement!.dispatchEvent(event)
      },
      JSON.stringify({ content, openStart: 0, openEnd: 0 })
    )

  it("is written in a form that is near to it", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(`${space}/start`, async ({ page }) => {
      await typeAfter(page, "One two three.", " More.")
      await page.keyboard.press("Enter")
      const line = { type: "code_line", content: [{ type: "text", text: "x" }] }
      const data = { syntax: " c sharp", title: "a %} b" }
      await pasteBlocks(page, [{ type: "code_block", attrs: { data }, content: [line] }])
      await says(page, "Saved")
      const [draft] = await draftsOf(space)
      expect(await markdownOf(space, id, draft)).toBe(
        'One two three. More.\n\n{% code title="a % } b" %}\n```c sharp\nx\n```\n{% endcode %}\n\nFour five six.\n'
      )
    })
  })

  it("is named where there is none; a button leads to it, and the next key tries again", settings, async () => {
    const far = "Between.\n\n".repeat(60)
    const { page: id, space } = await furnished(`One two three.\n\n${far}Four five six.\n`)
    await writing(
      `${space}/start`,
      async ({ audit, page }) => {
        await typeAfter(page, "Four five six.", " More.")
        await page.keyboard.press("Enter")
        const caption = { type: "paragraph", content: [{ type: "text", text: "A video without an address" }] }
        await pasteBlocks(page, [
          {
            type: "hint",
            attrs: { data: { style: "info" } },
            content: [
              { type: "paragraph", content: [{ type: "text", text: "Look:" }] },
              { type: "embed", attrs: { data: {} }, content: [{ type: "caption", content: [caption] }] }
            ]
          }
        ])
        await says(page, "Kept in this browser: a block cannot be saved as it is")
        const trouble = page.getByRole("region", { name: "The server does not take this" })
        await trouble
          .getByText(
            /^What you wrote is kept in this browser\. Embed “A video without an address” cannot be saved as it is/
          )
          .waitFor()
        await audit()
        await keeps(page, true)
        await page.evaluate("scrollTo(0, 0)")
        await trouble.getByRole("button", { name: "Go to the block" }).click()
        const block = bodyOf(page).getByText("A video without an address")
        await expect.poll(() => isInView(block)).toBe(true)
        await page.keyboard.press("Delete")
        await says(page, "Saved")
        await trouble.waitFor({ state: "detached" })
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe(
          `One two three.\n\n${far}Four five six. More.\n\n{% hint style="info" %}\nLook:\n{% endhint %}\n`
        )
      },
      { ignored: failing }
    )
  })
})

const why = await whyNoFaults()
if (why !== undefined) console.warn(`SKIPPED: no full disk of SQLite while somebody writes: ${why}`)

/** Takes the room for what is written. @returns what gives it back */
const fillUp = (store: Store, { database, server }: { readonly database: Database; readonly server: ServerProcess }) =>
  store === sqlite
    ? injectFault([server.child.pid!], "pwrite64", "ENOSPC")
    : Effect.runPromise(Effect.map(fillDisk(database.url), (heal) => () => Effect.runPromise(heal)))

const stores = [sqlite, postgres].filter((store) => store === postgres || why === undefined)
describe.skipIf(executable === undefined).each(stores)("A full disk, on $name", (store) => {
  const { draftsOf, furnished, markdownOf, world, writing } = start(store, async () => ({ worker: false }))
  let server: ServerProcess
  beforeAll(async () => {
    server = await startChild(world().database, { OCTAVO_TEST_APPLICATION: await builtWebApplication() })
  }, 120_000)
  afterAll(() => server?.kill())

  it("is told of in words; what was typed meanwhile is saved when there is room", { timeout: 120_000 }, async () => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ audit, page }) => {
        await typeAfter(page, "One two three.", " Before.")
        await says(page, "Saved")
        const heal = await fillUp(store, { database: world().database, server })
        try {
          await page.keyboard.type(" During.")
          await says(page, /^Kept in this browser until the server can save again \(.*disk of the store is full/)
          await page.keyboard.type(" And on.")
          await audit()
          await keeps(page, true)
          expect(await isKept(page)).toBe(true)
        } finally {
          await heal()
        }
        await page
          .getByRole("status")
          .filter({ hasText: /^Saved$/ })
          .waitFor({ timeout: 45_000 })
        await keeps(page, false)
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("One two three. Before. During. And on.\n\nFour five six.\n")
      },
      { origin: server.origin, ignored: failing }
    )
  })
})
