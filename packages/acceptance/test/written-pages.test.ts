/** What belongs to a page that is written in the web application: its head, options, Markdown, history, and its draft. */
import { describe, expect, it } from "vitest"
import { sqlite } from "../src/stores.ts"
import { bodyOf, executable, says, settings, start, typeAfter } from "../src/writing.ts"

describe.skipIf(executable === undefined)("What belongs to a page that is written", () => {
  const { ask, draftsOf, furnished, markdownOf, world, writing } = start(sqlite)

  it("who opens a page, reads it and goes has written nothing", settings, async () => {
    const { space } = await furnished()
    await writing(`${space}/start`, async ({ page }) => {
      await bodyOf(page).getByText("One two three.").click()
      await page.keyboard.press("End")
      await page.keyboard.press("Escape")
      await page.waitForTimeout(1500)
      await page.getByRole("link", { name: "Changes" }).click()
      await page.getByRole("heading", { level: 1, name: "Change requests" }).waitFor()
      expect(await draftsOf(space)).toEqual([])
    })
  })

  it("a draft takes up what was published since", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(`${space}/start`, async ({ page }) => {
      await typeAfter(page, "One two three.", " Mine.")
      await says(page, "Saved")
      await ask(world().admin, "post", `/spaces/${space}/content`, {
        changes: [
          { operation: "update_page", page: id, document: { markdown: "One two three.\n\nFour, five, six.\n" } }
        ]
      })
      const bar = page.getByRole("region", { name: "Draft" })
      await bar.getByRole("button", { name: "Update from live content" }).click()
      await bodyOf(page).getByText("Four, five, six.").waitFor()
      await bodyOf(page).getByText("One two three. Mine.").waitFor()
      await bar.getByRole("button", { name: "Publish" }).click()
      await says(page, "Your edits were published")
      expect(await markdownOf(space, id)).toBe("One two three. Mine.\n\nFour, five, six.\n")
    })
  })

  it("Markdown and blocks are one page, and switching saves first", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(`${space}/start`, async ({ audit, page }) => {
      await typeAfter(page, "One two three.", " **Bold.**")
      const toggle = page.getByRole("button", { name: "Markdown" })
      await toggle.click()
      const source = page.getByRole("textbox", { name: "Markdown source" })
      await source.waitFor()
      await source.getByText("Four five six.").waitFor()
      await source.click()
      await page.keyboard.press("Control+End")
      await page.keyboard.type("\n- an item")
      await audit()
      await toggle.click()
      await bodyOf(page).getByRole("listitem").getByText("an item").waitFor()
      const [draft] = await draftsOf(space)
      expect(await markdownOf(space, id, draft)).toMatch(/\n- an item$/)
    })
  })

  it("a new page is called by the title that it is given", settings, async () => {
    const space = await world().space("Handbook")
    await ask(world().admin, "post", `/spaces/${space}/content`, {
      changes: [
        { operation: "insert_page", title: "First steps", document: { markdown: "Here.\n" } },
        { operation: "insert_page", title: "Untitled", document: { markdown: "" } }
      ]
    })
    const late = /content\/path\/untitled/
    const options = { ignored: /404/ }
    await writing(
      `${space}/untitled`,
      async ({ page, window }) => {
        await bodyOf(page).waitFor()
        // the old address is asked for once more when the draft is made, and leads nowhere when that is answered
        await window.route(late, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 1500))
          await route.continue()
        })
        const title = page.getByRole("textbox", { name: "Page title" })
        await title.fill("First steps")
        await title.press("Enter")
        await page.keyboard.type("Words.")
        await page.waitForURL(/\/first-steps-2$/)
        await says(page, "Saved")
        await bodyOf(page).getByText("Words.").waitFor()
        await page.getByRole("treeitem", { name: "First steps" }).nth(1).waitFor()
      },
      options
    )
  })

  it("options of a page are written", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(`${space}/start`, async ({ audit, page }) => {
      await bodyOf(page).waitFor()
      await page.getByRole("textbox", { name: "Page description" }).fill("How it begins")
      await page.getByRole("button", { name: "Page options" }).click()
      const dialog = page.getByRole("dialog", { name: "Page options" })
      await dialog.getByRole("textbox", { name: "Emoji" }).fill("📘")
      await dialog.getByRole("textbox", { name: "Tags" }).fill("Beta, api")
      await dialog.getByText("Hidden").click()
      await dialog.getByText("Wide").click()
      await dialog.getByText("Outline").click()
      await audit()
      await dialog.getByRole("button", { name: "Done" }).click()
      await says(page, "Saved")
      const [draft] = await draftsOf(space)
      const shown = await ask(world().admin, "get", `/spaces/${space}/change-requests/${draft!.id}/content/page/${id}`)
      expect(shown).toMatchObject({ emoji: "📘", description: "How it begins", hidden: true })
      expect(shown.layout).toMatchObject({ width: "wide", outline: false, title: true })
      expect(shown.tags.map((one: { tag: { tag: string } }) => one.tag.tag)).toEqual(["beta", "api"])
    })
  })

  it("the history of a page leads back to each of its versions", settings, async () => {
    const { page: id, space } = await furnished()
    await ask(world().admin, "post", `/spaces/${space}/content`, {
      changes: [{ operation: "update_page", page: id, document: { markdown: "All is new.\n" } }]
    })
    await writing(`${space}/start`, async ({ audit, page }) => {
      await bodyOf(page).getByText("All is new.").waitFor()
      await page.getByRole("button", { name: "History" }).click()
      const list = page.getByRole("list", { name: "Revisions" })
      await list.getByText("Edited: text").waitFor()
      await audit()
      await list.getByRole("listitem").filter({ hasText: "Created" }).getByRole("button").click()
      await bodyOf(page).getByText("One two three.").waitFor()
      const [draft] = await draftsOf(space)
      expect(await markdownOf(space, id, draft)).toBe("One two three.\n\nFour five six.\n")
    })
  })

  it("a draft is thrown away, comes back, and becomes a change request", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(`${space}/start`, async ({ audit, page }) => {
      await typeAfter(page, "One two three.", " Mine.")
      await says(page, "Saved")
      const bar = page.getByRole("region", { name: "Draft" })
      await bar.getByRole("button", { name: "Discard" }).click()
      await bodyOf(page).getByText("Mine.").waitFor({ state: "detached" })
      await bar.getByRole("button", { name: "Undo" }).click()
      await bodyOf(page).getByText("One two three. Mine.").waitFor()
      await bar.getByRole("button", { name: "Make a change request" }).click()
      const dialog = page.getByRole("dialog", { name: "Make a change request" })
      await dialog.getByRole("textbox", { name: "Subject" }).fill("Say mine")
      await dialog.getByRole("textbox", { name: "Description" }).fill("Because.\n\nIt is.")
      await audit()
      await dialog.getByRole("button", { name: "Make a change request" }).click()
      await page.getByRole("heading", { level: 1, name: /Say mine/ }).waitFor()
      const { items } = await ask(world().admin, "get", `/spaces/${space}/change-requests?status=open`)
      expect(items).toMatchObject([{ subject: "Say mine", status: "open" }])
      expect(await markdownOf(space, id, items[0])).toContain("Mine.")
    })
  })

  it("who may only read sees the live page, with nothing to write in", settings, async () => {
    const { space } = await furnished()
    const reader = await world().member("read")
    await writing(
      `${space}/start`,
      async ({ check, page }) => {
        await page.getByText("One two three.").waitFor()
        await check("Start")
        expect(await page.getByRole("textbox", { name: /^Page / }).count()).toBe(0)
      },
      { as: reader }
    )
  })

  it("by keyboard alone, on a window of 390 pixels, in the dark", settings, async () => {
    const { page: id, space } = await furnished()
    await writing(
      `${space}/start`,
      async ({ check, page }) => {
        await bodyOf(page).waitFor()
        const title = page.getByRole("textbox", { name: "Page title" })
        for (let key = 0; key < 40 && !(await title.evaluate((one) => one === document.activeElement)); key++)
          await page.keyboard.press("Tab")
        await page.keyboard.press("End")
        await page.keyboard.type(" here")
        await page.keyboard.press("Enter")
        await page.keyboard.press("ControlOrMeta+Home")
        await page.keyboard.type("Typed. ")
        await says(page, "Saved")
        await check("Start here")
        const [draft] = await draftsOf(space)
        expect(await markdownOf(space, id, draft)).toBe("Typed. One two three.\n\nFour five six.\n")
      },
      { viewport: { width: 390, height: 844 }, colorScheme: "dark" }
    )
  })
})
