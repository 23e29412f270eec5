/**
 * The tree of a space's pages in Chromium, as it is edited: pages made, called otherwise, moved by key, by mouse and by
 * touch, copied, hidden, deleted and brought back. What is seen is held against what the API says.
 */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import { type Visit, type VisitOptions, visit } from "../src/visit.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { startWorld, type World } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to edit the tree in")

/** Waits for a value: machines of tests are busy. */
const eventually = <A>(read: () => A | Promise<A>) => expect.poll(read)

interface Listed {
  readonly id: string
  readonly title: string
  readonly hidden?: boolean
  readonly href?: string
  readonly pages?: ReadonlyArray<Listed>
}

/** A tree in a line: `Guides(Start) Reference`. */
const line = (pages: ReadonlyArray<Listed>): string =>
  pages.map(({ pages = [], title }) => (pages.length === 0 ? title : `${title}(${line(pages)})`)).join(" ")

onBothStores("In the tree of pages", (store: Store) => {
  const isSqlite = store === sqlite
  let world: World
  let browser: Browser
  beforeAll(async () => {
    if (executable === undefined) return
    world = await startWorld(store, { webApplication: await builtWebApplication() })
    browser = await launchChromium(executable)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  /** A space with a small tree, and the draft of whoever edits it as the API has it. */
  const furnished = async () => {
    const space = await world.space("Handbook")
    const page = (title: string, more: object = {}) => ({
      operation: "insert_page",
      title,
      document: { markdown: `Text of ${title}.\n` },
      ...more
    })
    const { body } = await world.api.post(`/v1/spaces/${space}/content`, {
      changes: [
        page("Guides", { ref: "guides" }),
        page("Start", { into: "guides", ref: "start" }),
        page("Deep", { into: "start" }),
        page("Second", { into: "guides" }),
        page("Reference"),
        page("Changes")
      ]
    })
    const live = async (): Promise<ReadonlyArray<Listed>> =>
      (await world.api.get(`/v1/spaces/${space}/content/pages`)).body.pages
    const draft = async (): Promise<ReadonlyArray<Listed>> => {
      const { items } = (await world.api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body
      expect(items).toHaveLength(1)
      return (await world.api.get(`/v1/spaces/${space}/change-requests/${items[0].id}/content/pages`)).body.pages
    }
    /** Waits until the draft is this tree. */
    const becomes = (wanted: string) => eventually(async () => line(await draft())).toBe(wanted)
    return {
      space,
      live,
      draft,
      becomes,
      ids: body.changes.map((change: any) => change.page.id) as ReadonlyArray<string>
    }
  }

  const open = (path: string, look: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
    visit({ world, browser, path, ...options }, look)

  const tree = (page: Page) => page.getByRole("tree", { name: "Pages" })
  const item = (page: Page, title: string) => tree(page).getByRole("treeitem", { name: title, exact: true })
  const said = (page: Page, words: string | RegExp) => page.getByRole("status").getByText(words).first().waitFor()
  const titles = (page: Page) =>
    tree(page)
      .getByRole("treeitem")
      .evaluateAll((rows) => rows.map((row) => row.ariaLabel))
  const choose = async (page: Page, title: string, action: string) => {
    await item(page, title).hover()
    await page.getByRole("button", { name: `Actions for ${title}`, exact: true }).click()
    await page.getByRole("menuitem", { name: action, exact: true }).click()
  }
  const picture = async (page: Page, name: string) => {
    if (isSqlite) await takePicture(page, name)
  }

  it.skipIf(executable === undefined)("everything is done by keyboard alone, and taken back", async () => {
    const { becomes, live, space } = await furnished()
    const before = line(await live())
    await open(
      `/app/s/${space}/guides`,
      async ({ audit, check, page }) => {
        await check("Guides")
        await item(page, "Guides").focus()
        // in place, and at once
        await page.keyboard.press("F2")
        const box = page.getByRole("textbox", { name: "Rename" })
        await box.waitFor()
        await audit()
        await page.keyboard.type("Handbooks")
        await page.keyboard.press("Enter")
        await item(page, "Handbooks").waitFor()
        await said(page, "Renamed to Handbooks")
        await becomes("Handbooks(Start(Deep) Second) Reference Changes")
        // Escape leaves what was there
        await page.keyboard.press("F2")
        await page.keyboard.type("Nothing")
        await page.keyboard.press("Escape")
        await item(page, "Handbooks").waitFor()
        // the row has the focus again
        await eventually(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Handbooks")

        await page.keyboard.press("Alt+ArrowDown")
        await said(page, "Moved Handbooks: 2 of 3 at the top")
        await page.keyboard.press("Alt+ArrowRight")
        await said(page, "Moved Handbooks: 1 of 1 in Reference")
        await becomes("Reference(Handbooks(Start(Deep) Second)) Changes")
        await page.keyboard.press("Alt+ArrowLeft")
        await said(page, "Moved Handbooks: 2 of 3 at the top")
        await page.keyboard.press("Alt+ArrowUp")
        await said(page, "Moved Handbooks: 1 of 3 at the top")
        await becomes("Handbooks(Start(Deep) Second) Reference Changes")
        await page.keyboard.press("Alt+ArrowUp")
        await said(page, /Handbooks stays/)

        // the menu, by its key, and by the button that Tab leads to
        await page.keyboard.press("Shift+F10")
        await page.getByRole("menu", { name: "Actions for Handbooks" }).waitFor()
        await audit()
        await page.keyboard.press("Escape")
        await page.getByRole("menu").waitFor({ state: "detached" })
        await item(page, "Handbooks").focus()
        await page.keyboard.press("Tab")
        await expect
          .poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')"))
          .toBe("Actions for Handbooks")
        await page.keyboard.press("Enter")
        for (const name of ["Rename", "Add page inside", "Duplicate", "Move", "Hide", "Copy link", "Delete"])
          await page.getByRole("menuitem", { name, exact: true }).waitFor()
        // the menu gets the focus soon after it is seen
        await page.locator("[role=menu]:focus-within").waitFor()
        await page.keyboard.press("Escape")
        await page.getByRole("menu").waitFor({ state: "detached" })

        // the page that is looked at: one goes to its neighbour, and back
        await item(page, "Handbooks").focus()
        await page.keyboard.press("Delete")
        await said(page, "Deleted Handbooks")
        await check("Reference")
        await becomes("Reference Changes")
        await item(page, "Reference").focus()
        await page.keyboard.press("Control+z")
        await said(page, "Handbooks is back")
        await becomes("Handbooks(Start(Deep) Second) Reference Changes")
        await check("Handbooks")
        await item(page, "Handbooks").focus()
        // four moves and a title
        for (let n = 0; n < 5; n++) await page.keyboard.press("Control+z")
        await item(page, "Guides").waitFor()
        await becomes(before)
        await said(page, "It is called Guides again")
        await page.keyboard.press("Control+z")
        await said(page, "There is nothing to undo in the tree")
        // a page that moves on and on may be asked for where it has just been
      },
      { ignored: /404/ }
    )
    // nothing is published by it
    expect(line(await live())).toBe(before)
  })

  if (!isSqlite) return

  it.skipIf(executable === undefined)("pages are made at once, beside what is looked at and inside", async () => {
    const { becomes, space } = await furnished()
    await open(`/app/s/${space}/guides/start`, async ({ check, page }) => {
      await check("Start")
      await page.getByRole("button", { name: "New page", exact: true }).click()
      await item(page, "Untitled").waitFor()
      await becomes("Guides(Start(Deep) Untitled Second) Reference Changes")
      await eventually(() => new URL(page.url()).pathname).toBe(`/app/s/${space}/guides/untitled`)
      const title = page.getByRole("textbox", { name: "Page title" })
      await eventually(() => title.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.getByRole("button", { name: "New page", exact: true }).click()
      await item(page, "Untitled 2").waitFor()
      // it is gone to as well, and its title gets the focus, before somebody goes back to the tree
      await eventually(() => new URL(page.url()).pathname).toBe(`/app/s/${space}/guides/untitled-2`)
      await eventually(() => title.evaluate((element) => element === document.activeElement)).toBe(true)
      // its first title is its address as well
      await item(page, "Untitled 2").focus()
      await page.keyboard.press("F2")
      await page.keyboard.type("Tides")
      await page.keyboard.press("Enter")
      await eventually(() => new URL(page.url()).pathname).toBe(`/app/s/${space}/guides/tides`)
      await choose(page, "Reference", "Add page inside")
      await becomes("Guides(Start(Deep) Untitled Tides Second) Reference(Untitled) Changes")
      await eventually(() => new URL(page.url()).pathname).toBe(`/app/s/${space}/reference/untitled`)
    })
  })

  it.skipIf(executable === undefined)(
    "pages are copied with all below them, hidden, linked and deleted by the menu",
    async () => {
      const { becomes, draft, space } = await furnished()
      await open(
        `/app/s/${space}/reference`,
        async ({ audit, check, page }) => {
          await check("Reference")
          await choose(page, "Guides", "Duplicate")
          await said(page, "Made Guides (copy)")
          await becomes("Guides(Start(Deep) Second) Guides (copy)(Start(Deep) Second) Reference Changes")
          await choose(page, "Changes", "Hide")
          await said(page, /Changes is hidden/)
          await eventually(async () => (await draft()).at(-1)?.hidden).toBe(true)
          await expect.poll(() => item(page, "Changes").getAttribute("aria-description")).toBe("Hidden")
          await audit()
          await picture(page, "menu-done")
          await choose(page, "Changes", "Show")
          await eventually(async () => (await draft()).at(-1)?.hidden).toBe(undefined)
          await choose(page, "Changes", "Copy link")
          await said(page, "The link was copied")
          await expect
            .poll(() => page.evaluate("navigator.clipboard.readText()"))
            .toBe(`${world.origin}/app/s/${space}/changes`)
          await choose(page, "Guides (copy)", "Delete")
          await said(page, "Deleted Guides (copy)")
          await becomes("Guides(Start(Deep) Second) Reference Changes")
          await audit()
          await picture(page, "deleted")
          await page.getByRole("status").getByRole("button", { name: "Undo" }).click()
          await said(page, "Guides (copy) is back")
          await becomes("Guides(Start(Deep) Second) Guides (copy)(Start(Deep) Second) Reference Changes")
        },
        { permissions: ["clipboard-read", "clipboard-write"] }
      )
    }
  )

  it.skipIf(executable === undefined)("a page is moved by a dialog that is searched", async () => {
    const { becomes, space } = await furnished()
    await open(`/app/s/${space}/guides/start/deep`, async ({ audit, check, page }) => {
      await check("Deep")
      await choose(page, "Deep", "Move")
      const dialog = page.getByRole("dialog", { name: "Move Deep" })
      await dialog.getByRole("option", { name: /^Top level/ }).waitFor()
      expect(await dialog.getByRole("option", { name: /^Deep/ }).count()).toBe(0)
      await audit()
      await picture(page, "move")
      await dialog.getByRole("combobox", { name: "Move into" }).fill("refer")
      await dialog.getByRole("option", { name: /^Reference/ }).waitFor()
      await page.keyboard.press("Enter")
      await said(page, "Moved Deep: 1 of 1 in Reference")
      await becomes("Guides(Start Second) Reference(Deep) Changes")
      // the page that is looked at has another address, and is still looked at
      await eventually(() => new URL(page.url()).pathname).toBe(`/app/s/${space}/reference/deep`)
      await check("Deep")
      await expect.poll(() => item(page, "Deep").getAttribute("aria-current")).toBe("page")
    })
  })

  it.skipIf(executable === undefined)("groups and links are made beside pages, a group called in place", async () => {
    const { becomes, draft, space } = await furnished()
    await open(`/app/s/${space}/guides/start`, async ({ audit, check, page }) => {
      await check("Start")
      const add = async (what: string) => {
        await page.getByRole("button", { name: "More to add" }).click()
        await page.getByRole("menuitem", { name: what, exact: true }).click()
      }
      await add("Group")
      const box = page.getByRole("textbox", { name: "Rename" })
      await box.waitFor()
      await page.keyboard.type("Operations")
      await page.keyboard.press("Enter")
      // after the part of the tree that one is in
      await becomes("Guides(Start(Deep) Second) Operations Reference Changes")
      await choose(page, "Operations", "Add page inside")
      await becomes("Guides(Start(Deep) Second) Operations(Untitled) Reference Changes")
      await add("Link")
      const dialog = page.getByRole("dialog", { name: "New link" })
      await dialog.getByRole("textbox", { name: "Title" }).fill("Status")
      await dialog.getByRole("textbox", { name: "Address" }).fill("status.example.com")
      await audit()
      await page.keyboard.press("Enter")
      await said(page, "Made the link Status")
      await becomes("Guides(Start(Deep) Second) Operations(Untitled Status) Reference Changes")
      await choose(page, "Operations", "Duplicate")
      await said(page, "Made Operations (copy)")
      await becomes(
        "Guides(Start(Deep) Second) Operations(Untitled Status) Operations (copy)(Untitled Status) Reference Changes"
      )
      expect((await draft())[2]!.pages![1]!.href).toBe("https://status.example.com/")
      await audit()
      await picture(page, "groups")
    })
  })

  /** The middle of a row, or another part of it. */
  const at = async (page: Page, title: string, part = 0.5) => {
    const box = await item(page, title).boundingBox()
    return { x: box!.x + 60, y: box!.y + box!.height * part }
  }

  it.skipIf(executable === undefined)(
    "pages are dragged with a mouse: beside others, into them, out of them, and not at all",
    async () => {
      const { becomes, space } = await furnished()
      await open(`/app/s/${space}/guides`, async ({ check, page }) => {
        await check("Guides")
        const drag = async (from: string, to: string, part: number, shiftX = 0, name?: string) => {
          const [start, end] = [await at(page, from), await at(page, to, part)]
          await page.mouse.move(start.x, start.y)
          await page.mouse.down()
          await page.mouse.move(start.x + 8, start.y + 8)
          await page.mouse.move(end.x + shiftX, end.y, { steps: 4 })
          if (name !== undefined) await picture(page, name)
        }
        await drag("Changes", "Guides", 0.1, 0, "drag-line")
        await page.mouse.up()
        await becomes("Changes Guides(Start(Deep) Second) Reference")
        // the click at its end does not go anywhere
        await check("Guides")
        await drag("Changes", "Second", 0.5, 0, "drag-into")
        await page.mouse.up()
        await said(page, "Moved Changes: 1 of 1 in Second")
        await becomes("Guides(Start(Deep) Second(Changes)) Reference")
        // under the last of some siblings, further out
        await drag("Reference", "Changes", 0.9, 30)
        await page.mouse.up()
        await becomes("Guides(Start(Deep) Second(Changes Reference))")
        await drag("Reference", "Guides", 0.5)
        await page.keyboard.press("Escape")
        await page.mouse.up()
        await drag("Guides", "Second", 0.5)
        await page.mouse.up()
        await becomes("Guides(Start(Deep) Second(Changes Reference))")
        await check("Guides")
      })
    }
  )

  it.skipIf(executable === undefined)(
    "at 390 pixels a finger that stays on a page drags it, and the menu is there",
    async () => {
      const { becomes, space } = await furnished()
      await open(
        `/app/s/${space}/guides`,
        async ({ check, page, window }) => {
          await check("Guides")
          await page.getByRole("button", { name: "All pages" }).click()
          await check("Guides")
          await picture(page, "narrow-dark")
          const touch = await window.newCDPSession(page)
          const [start, end] = [await at(page, "Changes"), await at(page, "Guides", 0.1)]
          const send = (type: "touchStart" | "touchMove" | "touchEnd", point?: { x: number; y: number }) =>
            touch.send("Input.dispatchTouchEvent", { type, touchPoints: point === undefined ? [] : [point] })
          await send("touchStart", start)
          await page.locator(".tree-held").waitFor()
          await send("touchMove", { x: start.x, y: start.y - 20 })
          await send("touchMove", end)
          await picture(page, "narrow-drag")
          await send("touchEnd")
          await becomes("Changes Guides(Start(Deep) Second) Reference")
          await check("Guides")
          await page.getByRole("button", { name: "Actions for Reference" }).tap()
          await page.getByRole("menuitem", { name: "Delete" }).waitFor()
          await picture(page, "narrow-menu")
          await page.getByRole("menuitem", { name: "Delete" }).tap()
          await becomes("Changes Guides(Start(Deep) Second)")
          await picture(page, "narrow-deleted")
          await page.getByRole("status").getByRole("button", { name: "Undo" }).tap()
          await becomes("Changes Guides(Start(Deep) Second) Reference")
        },
        { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" }
      )
    }
  )

  it.skipIf(executable === undefined)("who may only read sees no controls, and keys do nothing", async () => {
    const { space } = await furnished()
    const reader = await world.member("read")
    await open(
      `/app/s/${space}/guides`,
      async ({ check, page }) => {
        await check("Guides")
        await expect
          .poll(() => page.getByRole("button", { name: /^(?:Actions for|New page|More to add)/ }).count())
          .toBe(0)
        await item(page, "Guides").focus()
        for (const key of ["F2", "Delete", "Alt+ArrowDown", "Shift+F10"]) await page.keyboard.press(key)
        expect(await page.getByRole("textbox", { name: "Rename" }).count()).toBe(0)
        expect(await page.getByRole("menu").count()).toBe(0)
        expect(await titles(page)).toEqual(["Guides", "Start", "Second", "Reference", "Changes"])
      },
      { as: reader }
    )
  })

  it.skipIf(executable === undefined)(
    "a page that somebody else deleted meanwhile is told of, and the tree is what the server has",
    async () => {
      const { draft, ids, space } = await furnished()
      await open(
        `/app/s/${space}/guides`,
        async ({ check, page }) => {
          await check("Guides")
          // nobody tells of it in time, and what the tree reads anew comes after the renaming
          const renamed = Promise.withResolvers<void>()
          await page.route(/\/events/, (route) => route.abort())
          await page.route(/change-requests\/[^/]+\/content\/pages/, async (route) => {
            await renamed.promise
            await route.continue()
          })
          await page.reload()
          await check("Guides")
          await item(page, "Reference").focus()
          await page.keyboard.press("Alt+ArrowDown")
          await said(page, /Moved Reference/)
          await eventually(async () => line(await draft())).toBe("Guides(Start(Deep) Second) Changes Reference")
          const { items } = (await world.api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body
          const changes = [{ operation: "delete_page", page: ids[5] }]
          await world.api.post(`/v1/spaces/${space}/change-requests/${items[0].id}/content`, { changes })
          await item(page, "Changes").focus()
          await page.keyboard.press("F2")
          await page.keyboard.type("Gone")
          await page.keyboard.press("Enter")
          renamed.resolve()
          await said(page, /That was not done/)
          await item(page, "Changes").waitFor({ state: "detached" })
          await item(page, "Gone").waitFor({ state: "detached" })
        },
        { ignored: /400|404|ERR_FAILED/ }
      )
    }
  )
})
