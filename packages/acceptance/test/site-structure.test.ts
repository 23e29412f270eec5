/** What a site is made up of, set up in Chromium by keyboard: spaces, sections, groups and links, and their order. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { executable, setUpSite, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

onBothStores("The structure of a site", (store: Store) => {
  const { open, world } = startScreens(store)
  const picture = (page: Page, name: string) => (store === sqlite ? takePicture(page, name) : Promise.resolve())
  /** What stands in a list, line by line. */
  const rows = async (page: Page, list = "Structure") =>
    (
      await page.getByRole("list", { name: list, exact: true }).locator(":scope > li > .structure-row").allInnerTexts()
    ).map((text) => text.split(/\s*\n\s*/).join(" "))
  const add = async (page: Page, what: string) => {
    await page.getByRole("button", { name: "Add", exact: true }).press("Enter")
    await page.getByRole("menuitem", { name: what, exact: true }).press("Enter")
    return page.getByRole("dialog")
  }
  const act = async (page: Page, of: string, action: string) => {
    await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).press("Enter")
    await page.getByRole("menuitem", { name: action, exact: true }).press("Enter")
  }

  it.skipIf(executable === undefined)("is set up by keyboard, and readers find it so", async () => {
    const site = await setUpSite(world(), "Lanterns", "Docs")
    const guide = await world().space("Guide")
    await open(
      `${site.app}/structure`,
      async ({ audit, check, page }) => {
        await check("Structure")
        await expect.poll(() => page.getByRole("link", { name: "Structure" }).getAttribute("aria-current")).toBe("true")
        expect(await rows(page)).toEqual(["Space Docs /"])

        // a space that is there, and a new one
        const space = await add(page, "Space")
        await space.getByRole("combobox", { name: "Space" }).selectOption(guide)
        await audit()
        await space.getByRole("textbox", { name: "Title" }).press("Enter")
        await told(page, "“Guide” is on the site")
        const fresh = await add(page, "Space")
        await fresh.getByRole("textbox", { name: "Title" }).fill("Glossary")
        await page.keyboard.press("Enter")
        await told(page, "“Glossary” is on the site")
        expect(await rows(page)).toEqual(["Space Docs First /", "Space Guide /guide/", "Space Glossary /glossary/"])
        await page.getByRole("treeitem", { name: "Glossary" }).waitFor()

        // a path that another one has, and one that is none: told at the field, and what was typed stays
        await act(page, "space Glossary", "Edit")
        const edit = page.getByRole("dialog", { name: "Edit Glossary" })
        const path = edit.getByRole("textbox", { name: "Path" })
        await path.fill("guide")
        await path.press("Enter")
        await edit.getByRole("alert").waitFor()
        await expect.poll(() => edit.getByRole("alert").textContent()).toContain("guide")
        await expect.poll(() => path.getAttribute("aria-invalid")).toBe("true")
        await expect.poll(() => path.inputValue()).toBe("guide")
        await audit()
        await picture(page, "structure-refused")
        await path.fill("words")
        await edit.getByRole("checkbox", { name: /^Hidden/ }).press("Space")
        await edit.getByRole("button", { name: "Save" }).press("Enter")
        await told(page, "“Glossary” was changed")
        expect((await rows(page))[2]).toBe("Space Glossary Hidden /words/")

        // order, by a key and by the menu; the button keeps the focus
        await page.getByRole("button", { name: "Actions for space Glossary" }).press("Alt+ArrowUp")
        await told(page, "“Glossary” was moved up")
        await expect
          .poll(() => rows(page))
          .toEqual(["Space Docs First /", "Space Glossary Hidden /words/", "Space Guide /guide/"])
        await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("Actions for space Glossary")
        await act(page, "space Glossary", "Move down")
        await told(page, "“Glossary” was moved down")
        await act(page, "space Guide", "Let readers come to it first")
        await told(page, "Readers come to “Guide” first")
        await expect
          .poll(() => rows(page))
          .toEqual(["Space Docs /docs/", "Space Guide First /", "Space Glossary Hidden /words/"])
        await act(page, "space Docs", "Let readers come to it first")
        await told(page, "Readers come to “Docs” first")

        // sections: what was there is the first one
        const section = await add(page, "Section")
        await section.getByText("What the site shows now becomes its first section").waitFor()
        await section.getByRole("textbox", { name: "Title" }).fill("API")
        await section.getByRole("textbox", { name: "Icon" }).fill("code")
        await audit()
        await page.keyboard.press("Enter")
        await told(page, "The section “API” was added")
        const first = (await rows(page))[0]!
        expect(first).toMatch(/^Section .* First \/$/)
        expect((await rows(page))[1]).toBe("Section API /api/")
        expect(await rows(page, "Spaces of API")).toEqual(["Space API"])

        // a link, and a group that takes both in
        const link = await add(page, "Link that leads elsewhere")
        await link.getByRole("textbox", { name: "Title" }).fill("Blog")
        await link.getByRole("textbox", { name: "Address" }).fill("ftp://example.com/blog")
        await page.keyboard.press("Enter")
        await link.getByRole("alert").waitFor()
        await expect
          .poll(() => link.getByRole("textbox", { name: "Address" }).getAttribute("aria-invalid"))
          .toBe("true")
        await link.getByRole("textbox", { name: "Address" }).fill("https://example.com/blog")
        await page.keyboard.press("Enter")
        await told(page, "The link “Blog” was added")
        const group = await add(page, "Group of sections")
        await group.getByRole("textbox", { name: "Title" }).fill("For programs")
        await page.keyboard.press("Enter")
        await told(page, "The group “For programs” was added")
        await page.getByText("Nothing stands in it yet").waitFor()
        await act(page, "section API", "Edit")
        const api = page.getByRole("dialog", { name: "Edit API" })
        await api.getByRole("textbox", { name: "Description" }).fill("All operations")
        await api.getByRole("combobox", { name: "Group" }).selectOption({ label: "For programs" })
        await audit()
        await picture(page, "structure-section")
        await api.getByRole("button", { name: "Save" }).press("Enter")
        await told(page, "The section “API” was changed")
        expect(await rows(page, "In For programs")).toEqual(["Section API /api/"])
        expect((await rows(page)).slice(1)).toEqual(["Link Blog https://example.com/blog", "Group For programs"])
        await act(page, "group For programs", "Move up")
        await told(page, "“For programs” was moved up")
        await check("Structure")
        await picture(page, "structure-wide")

        const html = await (await fetch(site.url)).text()
        expect(html).toContain("For programs")
        expect(html).toContain("https://example.com/blog")
        expect((await fetch(`${site.url}api/`)).status).toBe(200)

        // a space more in a section, and all of it away again
        await act(page, "section API", "Add a space to it")
        const second = page.getByRole("dialog", { name: "Add a space" })
        await second.getByRole("textbox", { name: "Title" }).fill("API 2")
        await page.keyboard.press("Enter")
        await told(page, "“API 2” is on the site")
        expect(await rows(page, "Spaces of API")).toEqual(["Space API First /api/", "Space API 2 /api/api-2/"])
        await act(page, "space API 2", "Take off the site")
        const take = page.getByRole("dialog", { name: "Take API 2 off the site" })
        await audit()
        await take.getByRole("button", { name: "Take off the site" }).press("Enter")
        await told(page, "“API 2” is no longer on the site")
        for (const [of, title, stays] of [
          ["group For programs", "For programs", "What stands in it stays, in its place."],
          ["section API", "API", "Its space leaves the site, and stay with all their pages."],
          ["link Blog", "Blog", "Readers are not shown it any more."]
        ] as const) {
          await act(page, of, "Delete")
          const dialog = page.getByRole("dialog", { name: `Delete ${title}` })
          await dialog.getByText(stays).waitFor()
          await dialog.getByRole("button", { name: "Delete" }).press("Enter")
          await told(page, `“${title}” was deleted`)
        }
        expect((await rows(page)).length).toBe(1)
        expect((await fetch(`${site.url}api/`)).status).toBe(404)
        expect((await fetch(site.url)).status).toBe(200)
      },
      { ignored: /40[09]/ }
    )
  })

  it.skipIf(executable === undefined || store !== sqlite)(
    "of an empty site is begun from its screen, at 390 pixels in the dark",
    async () => {
      const site = await setUpSite(world(), "Empty")
      await open(
        `${site.app}/structure`,
        async ({ check, page }) => {
          await check("Structure")
          await page.getByText("This site shows nothing yet").waitFor()
          await picture(page, "structure-empty-390-dark")
          await page.getByRole("button", { name: /^Begin with sections/ }).press("Enter")
          await told(page, "The site has sections for documentation, an API and a changelog")
          await page.getByRole("list", { name: "Structure", exact: true }).waitFor()
          expect((await rows(page)).length).toBe(3)
          await check("Structure")
          await picture(page, "structure-390-dark")
        },
        { viewport: { width: 390, height: 844 }, colorScheme: "dark" }
      )
    }
  )

  it.skipIf(executable === undefined || store !== sqlite)(
    "is read by members who may not change it, and is nobody's business elsewhere",
    async () => {
      const site = await setUpSite(world(), "Read", "Manual")
      await open(
        `${site.app}/structure`,
        async ({ check, page }) => {
          await check("Structure")
          expect(await rows(page)).toEqual(["Space Manual /"])
          expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
        },
        { as: await world().member("read") }
      )
      const more = await world().space("More")
      await world().api.post(`${site.api}/site-spaces`, { spaceId: more })
      // who may edit sites sets up their structure, and not what takes an admin
      await open(
        `${site.app}/structure`,
        async ({ page }) => {
          const parts = page.getByRole("navigation", { name: "Site" })
          await parts.getByRole("link", { name: "Structure" }).waitFor()
          expect(await parts.getByRole("link", { name: "Settings" }).count()).toBe(0)
          await page.getByRole("button", { name: "Actions for space More" }).press("Enter")
          await page.getByRole("menuitem", { name: "Move up" }).waitFor()
          expect(await page.getByRole("menuitem", { name: "Let readers come to it first" }).count()).toBe(0)
          await page.keyboard.press("Escape")
          await act(page, "space Manual", "Edit")
          await page.getByRole("textbox", { name: "Title" }).fill("Handbook")
          await page.keyboard.press("Enter")
          await told(page, "“Handbook” was changed")
        },
        { as: await world().member("create") }
      )
    }
  )
})
