/** The redirects of a site, written in Chromium by keyboard, and followed by its readers. */
import { expect, it } from "vitest"
import { executable, setUpSite, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

onBothStores("The redirects of a site", (store: Store) => {
  const { open, world } = startScreens(store)

  it.skipIf(executable === undefined)("are added, changed, tried and deleted by keyboard", async () => {
    const site = await setUpSite(world(), "Lanterns", "Docs", "Notes")
    const leads = async (path: string) => {
      const { headers, status } = await fetch(site.url + path, { redirect: "manual" })
      return [status, headers.get("location")]
    }
    await open(
      `${site.app}/redirects`,
      async ({ audit, check, page }) => {
        await check("Redirects")
        await page.getByText("Nothing is redirected yet").waitFor()
        const rows = page.getByRole("list", { name: "Followed" }).getByRole("listitem")
        const add = async () => {
          await page.getByRole("button", { name: "Add a redirect" }).press("Enter")
          return page.getByRole("dialog", { name: "Add a redirect" })
        }
        const act = async (of: string, what: string) => {
          await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).press("Enter")
          await page.getByRole("menuitem", { name: what }).press("Enter")
        }
        // what is no source is told at the field
        const first = await add()
        const from = first.getByRole("textbox", { name: "From" })
        await from.fill("/old//")
        await first.getByRole("combobox", { name: "Space of the site" }).selectOption({ label: "Notes" })
        await first.getByRole("combobox", { name: "Page", exact: true }).selectOption({ label: "Notes" })
        await from.press("Enter")
        await first.getByRole("alert").waitFor()
        await expect.poll(() => first.getByRole("alert").textContent()).toBe("Must not end with a slash.")
        await audit()
        await from.fill("/old/notes.html")
        await from.press("Enter")
        await told(page, "/old/notes.html is redirected")
        await expect
          .poll(() => rows.allInnerTexts())
          .toEqual([expect.stringMatching(/^\/old\/notes\.html[\s\S]*Notes in Notes/)])
        expect(await leads("old/notes.html")).toEqual([307, expect.stringMatching(/\/notes\/$/)])

        // one elsewhere, for good and with all below it; a source has one redirect
        const second = await add()
        await second.getByRole("combobox", { name: "Leads to" }).selectOption({ label: "An address elsewhere" })
        await second.getByRole("textbox", { name: "Address" }).fill("https://shop.example.com/all")
        await second.getByRole("textbox", { name: "From" }).fill("/old/notes.html")
        await page.keyboard.press("Enter")
        await second.getByText("There is a redirect from /old/notes.html already").waitFor()
        await second.getByRole("textbox", { name: "From" }).fill("/shop")
        await second.getByRole("checkbox", { name: /^Lead along what is below it/ }).press("Space")
        await second.getByRole("checkbox", { name: /^For good/ }).press("Space")
        await second.getByRole("button", { name: "Add" }).press("Enter")
        await told(page, "/shop is redirected")
        await check("Redirects")
        if (store === sqlite) await takePicture(page, "redirects-wide")
        expect(await leads("shop/a/b")).toEqual([308, "https://shop.example.com/all/a/b"])

        // tried, by a path and by the whole address
        const address = page.getByRole("textbox", { name: "Address of the site" })
        await address.fill("/shop/lamps")
        await address.press("Enter")
        await page.getByRole("link", { name: "https://shop.example.com/all/lamps" }).waitFor()
        await address.fill(`${site.url}old/notes.html`)
        await address.press("Enter")
        await page.getByText("/old/notes.html leads to").waitFor()
        await address.fill("nowhere")
        await address.press("Enter")
        await page.getByText("/nowhere is not redirected: a page is there, or nothing.").waitFor()

        // found, made a draft, and deleted
        const find = page.getByRole("searchbox", { name: "Find by the old address" })
        await find.fill("notes")
        await expect.poll(() => rows.count()).toBe(1)
        await find.fill("lamps")
        await page.getByText("No redirect has “lamps” in its old address").waitFor()
        await find.fill("")
        await expect.poll(() => rows.count()).toBe(2)
        await act("/shop", "Edit")
        const edit = page.getByRole("dialog", { name: "Edit /shop" })
        await edit.getByRole("checkbox", { name: /^Draft/ }).press("Space")
        await edit.getByRole("button", { name: "Save" }).press("Enter")
        await told(page, "/shop waits as a draft")
        await expect.poll(() => rows.count()).toBe(1)
        expect((await leads("shop/a/b"))[0]).toBe(404)
        await page.getByRole("radio", { name: "Drafts" }).check({ force: true })
        await page.getByRole("list", { name: "Drafts" }).getByText("/shop", { exact: true }).waitFor()
        await page.getByRole("radio", { name: "Followed" }).check({ force: true })
        await act("/old/notes.html", "Delete")
        await told(page, "The redirect from /old/notes.html was deleted")
        await page.getByText("Nothing is redirected yet").waitFor()
        expect((await leads("old/notes.html"))[0]).toBe(404)
        await page.getByRole("button", { name: "Undo" }).press("Enter")
        await told(page, "The redirect from /old/notes.html is back")
        expect((await leads("old/notes.html"))[0]).toBe(307)
      },
      { ignored: /40[049]/ }
    )
  })

  it.skipIf(executable === undefined || store !== sqlite)(
    "are read by members who may not write them, more than a hundred too, at 390 pixels in the dark",
    async () => {
      const site = await setUpSite(world(), "Many", "Docs")
      const redirects = Array.from({ length: 120 }, (_, at) => ({
        source: `/old/${String(at).padStart(3, "0")}`,
        destination: { kind: "external", url: `https://example.com/${at}` }
      }))
      expect((await world().api.request("PUT", `${site.api}/redirects`, { body: { redirects } })).status).toBe(200)
      await open(
        `${site.app}/redirects`,
        async ({ check, page }) => {
          await check("Redirects")
          const rows = page.getByRole("list", { name: "Followed" }).getByRole("listitem")
          await expect.poll(() => rows.count()).toBe(100)
          await takePicture(page, "redirects-390-dark")
          await page.getByRole("button", { name: "Show more" }).press("Enter")
          await expect.poll(() => rows.count()).toBe(120)
          expect(await page.getByRole("button", { name: /^(?:Actions|Add)/ }).count()).toBe(0)
        },
        { viewport: { width: 390, height: 844 }, colorScheme: "dark", as: await world().member("read") }
      )
    }
  )
})
