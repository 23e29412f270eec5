/** How a site looks, set up in Chromium by keyboard, and what its readers see of it. */
import { expect, it } from "vitest"
import { executable, settled, setUpSite, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

/** A red square of eight pixels. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGP4z8CAFTEMLQkAKP8/wV79FiAAAAAASUVORK5CYII=",
  "base64"
)

onBothStores("The look of a site", (store: Store) => {
  const { open, world } = startScreens(store)

  it.skipIf(executable === undefined)("is changed by keyboard, and readers see it with the next page", async () => {
    const site = await setUpSite(world(), "Lanterns", "Docs", "Notes")
    const settings = async () => (await world().api.get(`${site.api}/customization`)).body
    const read = async (path = "") => await (await fetch(site.url + path)).text()
    await open(
      `${site.app}/look`,
      async ({ audit, check, page }) => {
        await check("Look")
        if (store === sqlite) await takePicture(page, "look-wide")
        const save = page.getByRole("button", { name: "Save", exact: true })
        await expect.poll(() => save.isDisabled()).toBe(true)
        await expect
          .poll(() => page.getByRole("link", { name: "Open a preview" }).getAttribute("href"))
          .toContain("/preview")

        // name and logo
        await page.getByRole("textbox", { name: "Name on its pages" }).fill("Lantern works")
        await page.getByText("Not saved yet").waitFor()
        const chosen = page.waitForEvent("filechooser")
        await page.getByLabel("Upload: Logo", { exact: true }).press("Enter")
        await (await chosen).setFiles({ name: "logo.png", mimeType: "image/png", buffer: png })
        await page.getByRole("img", { name: "Logo", exact: true }).waitFor()
        await page.getByLabel("Upload: Picture in tabs", { exact: true }).setInputFiles({
          name: "broken.png",
          mimeType: "image/png",
          buffer: Buffer.from("no picture")
        })
        await page.getByRole("alert").waitFor()
        await page.getByRole("textbox", { name: "Emoji in tabs of browsers" }).fill("🏮")
        expect(await page.getByRole("alert").count()).toBe(0)

        // a colour that is hard to read is told, and one that is none is not saved
        const colour = page.getByRole("textbox", { name: "Colour on light pages", exact: true })
        await colour.fill("#ffcc00")
        await page.getByText(/Links in it are hard to read on a light page: the contrast is 1\.\d/).waitFor()
        await audit()
        await colour.fill("#7a1f5c")
        expect(await page.getByText(/hard to read/).count()).toBe(0)
        await page.getByRole("combobox", { name: "Pages are" }).selectOption({ label: "Dark" })

        // a link of the header to a page, one with a menu, and the footer
        await page.getByRole("button", { name: "Add a link to the header" }).press("Enter")
        const link = page.getByRole("dialog", { name: "Add a link" })
        await link.getByRole("textbox", { name: "Title" }).fill("Read me")
        await link.getByRole("combobox", { name: "Leads to" }).selectOption({ label: "A page of the site" })
        await link.getByRole("combobox", { name: "Space of the site" }).selectOption({ label: "Notes" })
        await link.getByRole("combobox", { name: "Page", exact: true }).selectOption({ label: "Notes" })
        await audit()
        await link.getByRole("textbox", { name: "Title" }).press("Enter")
        await settled(page)
        await page.getByRole("button", { name: "Add a link to the header" }).press("Enter")
        await page.getByRole("textbox", { name: "Title" }).fill("More")
        await page.getByRole("combobox", { name: "Leads to" }).selectOption({ label: "Nowhere: it opens a menu" })
        await page.getByRole("textbox", { name: "Title" }).press("Enter")
        await settled(page)
        const act = async (of: string, what: string) => {
          await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).press("Enter")
          await page.getByRole("menuitem", { name: what, exact: true }).press("Enter")
        }
        const below = async (of: string, title: string, address: string) => {
          await act(of, "Add a link below it")
          const dialog = page.getByRole("dialog", { name: "Add a link" })
          await dialog.getByRole("textbox", { name: "Title" }).fill(title)
          await dialog.getByRole("textbox", { name: "Address" }).fill(address)
          await page.keyboard.press("Enter")
          await settled(page)
        }
        await below("More", "Status", "https://status.example.com")
        await below("More", "Shop", "https://shop.example.com")
        await act("Shop", "Move up")
        await settled(page)
        await act("More", "Move up")
        await settled(page)
        const headers = page.getByRole("list", { name: "Links in the header" })
        await expect
          .poll(async () => (await headers.locator(".version-title").allInnerTexts()).join())
          .toBe("More,Shop,Status,Read me")
        await page.getByRole("textbox", { name: "Copyright" }).fill("© Lantern works")
        await page.getByRole("button", { name: "Add a group to the footer" }).press("Enter")
        await page.getByRole("dialog", { name: "Add a group" }).getByRole("textbox", { name: "Title" }).fill("Company")
        await page.keyboard.press("Enter")
        await settled(page)
        await below("Company", "Jobs", "https://jobs.example.com")

        // switches; somebody else changes something meanwhile
        for (const name of [/^Ask whether a page helped/, /^Name who wrote a page/, /^Download pages as PDF/])
          await page.getByRole("checkbox", { name }).press("Space")
        const { updatedAt, ...theirs } = await settings()
        expect(updatedAt, "nothing is saved before it is asked for").toBeUndefined()
        const changed = { ...theirs, privacyPolicy: { url: "https://example.com/p" } }
        await world().api.request("PUT", `${site.api}/customization`, { body: changed })
        await save.press("Enter")
        await told(page, "The look of the site was saved")
        await check("Look")
        if (store === sqlite) await takePicture(page, "look-filled")

        expect(await settings()).toMatchObject({
          title: "Lantern works",
          favicon: { emoji: "🏮" },
          styling: { primaryColor: { light: "#7a1f5c" } },
          themes: { default: "dark" },
          header: {
            links: [
              { title: "More", to: null, links: [{ title: "Shop" }, { title: "Status" }] },
              { title: "Read me", to: { kind: "page", space: site.spaces[1] } }
            ]
          },
          footer: { copyright: "© Lantern works", groups: [{ title: "Company", links: [{ title: "Jobs" }] }] },
          feedback: { enabled: true },
          pdf: { enabled: true },
          git: { showAuthors: true, showEditLink: true },
          privacyPolicy: { url: "https://example.com/p" }
        })
        const html = await read()
        const style = /href="\/sites\/lanterns\/(~look\/[^"]+\.css)"/.exec(html)?.[1]
        expect(await read(style)).toContain("#7a1f5c")
        for (const text of ["https://shop.example.com", "© Lantern works", "https://jobs.example.com"])
          expect(html).toContain(text)

        // what the server does not take is told at its field, and what was written stays
        await act("Read me", "Edit")
        await page.getByRole("combobox", { name: "Leads to" }).selectOption({ label: "An address" })
        await page.getByRole("textbox", { name: "Address" }).fill("https://exa mple.com")
        await page.getByRole("button", { name: "Change" }).press("Enter")
        await expect.poll(() => page.getByRole("dialog").count()).toBe(1)
        await page.getByRole("textbox", { name: "Address" }).fill("https://example.com/\\")
        await page.keyboard.press("Enter")
        await settled(page)
        await save.press("Enter")
        await page.getByText("Nothing was saved: see what is said above.").waitFor()
        await page.getByRole("button", { name: "Discard" }).press("Enter")
        await page.getByText("All of it is saved").waitFor()

        // who goes elsewhere before it is saved is asked first
        await page.getByRole("textbox", { name: "Copyright" }).fill("© Somebody")
        const structure = page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Structure" })
        await structure.press("Enter")
        const leave = page.getByRole("dialog", { name: "Not saved yet" })
        await audit()
        await leave.getByRole("button", { name: "Stay" }).press("Enter")
        await settled(page)
        await expect.poll(() => page.getByRole("textbox", { name: "Copyright" }).inputValue()).toBe("© Somebody")
        await structure.press("Enter")
        await leave.getByRole("button", { name: "Leave without saving" }).press("Enter")
        await check("Structure")
        await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Look" }).press("Enter")
        await check("Look")
        await expect.poll(() => page.getByRole("textbox", { name: "Copyright" }).inputValue()).toBe("© Lantern works")

        // one space otherwise, and as the site again
        await page.getByRole("button", { name: "Set up the pages of Notes" }).press("Enter")
        const notes = page.getByRole("dialog", { name: "Pages of Notes" })
        await notes.getByRole("checkbox", { name: /^Name who wrote a page/ }).press("Space")
        await notes.getByText("Otherwise than on the site").waitFor()
        await audit()
        await notes.getByRole("button", { name: "Save" }).press("Enter")
        await told(page, "The pages of “Notes” were set up")
        const row = page.getByRole("listitem").filter({ hasText: "Notes" }).last()
        await row.getByText("Otherwise").waitFor()
        const siteSpaces = (await world().api.get(`${site.api}/site-spaces`)).body.items
        const own = `${site.api}/site-spaces/${siteSpaces[1].id}/customization`
        expect((await world().api.get(own)).body).toMatchObject({ hasOverrides: true, git: { showAuthors: false } })
        await page.getByRole("button", { name: "Set up the pages of Notes" }).press("Enter")
        await page.getByRole("button", { name: "Let all of it be as on the site" }).press("Enter")
        await told(page, "The pages of “Notes” are as on the site")
        expect((await world().api.get(own)).body).toMatchObject({ hasOverrides: false, git: { showAuthors: true } })
      },
      { ignored: /4(?:00|15)/ }
    )
  })

  it.skipIf(executable === undefined || store !== sqlite)(
    "is for admins of the site, and its screen fits 390 pixels in the dark",
    async () => {
      const site = await setUpSite(world(), "Small", "Docs")
      const look = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const
      await open(
        `${site.app}/look`,
        async ({ check, page }) => {
          await check("Look")
          await takePicture(page, "look-390-dark")
        },
        look
      )
      await open(
        `${site.app}/look`,
        async ({ check, page }) => {
          await check("Look")
          await page.getByText("Admins of the site set it up").waitFor()
          expect(await page.getByRole("textbox").count()).toBe(0)
        },
        { ...look, as: await world().member("create") }
      )
    }
  )
})
