/** Who may read a site, set up in Chromium by keyboard: share links, and signing in elsewhere. */
import { createHmac } from "node:crypto"
import { expect, it } from "vitest"
import { executable, setUpSite, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

/** A token of a visitor, as somebody's server signs it. */
const tokenOf = (key: string): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ exp: Math.floor(Date.now() / 1000) + 600 })}`
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`
}

onBothStores("The audience of a site", (store: Store) => {
  const { open, world } = startScreens(store)

  it.skipIf(executable === undefined)("is chosen by keyboard, with links to share and a key to sign with", async () => {
    const site = await setUpSite(world(), "Lanterns", "Docs")
    const status = async (url: string) => (await fetch(url, { redirect: "manual" })).status
    await open(
      `${site.app}/audience`,
      async ({ audit, check, page }) => {
        await check("Audience")
        const readers = page.getByRole("radiogroup", { name: "Who may read it" })
        const choose = async (from: RegExp, key: string) => {
          await readers.getByRole("radio", { name: from }).focus()
          await page.keyboard.press(key)
          await page.getByRole("button", { name: "Save who may read it" }).press("Enter")
        }
        await choose(/^Everybody/, "ArrowDown")
        await told(page, "Who may read it: whoever has its address")
        expect((await fetch(site.url)).headers.get("x-robots-tag")).toContain("noindex")
        await choose(/^Whoever has its address/, "ArrowDown")
        await told(page, "Who may read it: who comes with a share link")
        expect(await status(site.url)).toBe(404)

        // a share link: made, copied, turned off and on, deleted
        const name = page.getByRole("textbox", { name: "Name of a new link" })
        await name.fill("Customers")
        await name.press("Enter")
        await told(page, "The share link “Customers” was made")
        await expect.poll(() => name.inputValue()).toBe("")
        await page.getByRole("button", { name: "Copy Customers" }).press("Enter")
        await told(page, "The link “Customers” was copied")
        const link = await page.evaluate<string>("navigator.clipboard.readText()")
        expect(link.startsWith(world().origin)).toBe(true)
        expect((await fetch(link)).status).toBe(200)
        const act = async (what: string) => {
          await page.getByRole("button", { name: "Actions for Customers" }).press("Enter")
          await page.getByRole("menuitem", { name: what }).press("Enter")
        }
        await act("Turn off")
        await told(page, "The share link “Customers” was turned off")
        await page.getByRole("list", { name: "Share links" }).getByText("Off", { exact: true }).waitFor()
        expect((await fetch(link)).status).toBe(404)
        await check("Audience")
        if (store === sqlite) await takePicture(page, "audience-wide")
        await act("Turn on")
        await told(page, "The share link “Customers” was turned on")
        expect((await fetch(link)).status).toBe(200)
        await act("Delete")
        const deleting = page.getByRole("dialog", { name: "Delete Customers" })
        await audit()
        await deleting.getByRole("button", { name: "Delete" }).press("Enter")
        await told(page, "The share link “Customers” was deleted")
        expect((await fetch(link)).status).toBe(404)

        // signing in elsewhere: the address is checked, the key lets its tokens in, another one does not
        await choose(/^Who comes with a share link/, "ArrowDown")
        await told(page, "Who may read it: who signed in at your own server")
        const signIn = page.getByRole("textbox", { name: "Readers sign in at" })
        await signIn.fill("https://me:secret@example.com/login")
        await signIn.press("Enter")
        await page.getByText("Must not hold a user name or password.").waitFor()
        await signIn.fill("https://example.com/login")
        await signIn.press("Enter")
        await told(page, "Where readers sign in was saved")
        const led = await fetch(`${site.url}docs`, { redirect: "manual" })
        expect(led.headers.get("location")).toMatch(/^https:\/\/example\.com\/login\?location=/)
        const letsIn = async (key: string) => {
          const answer = await fetch(`${site.url}?jwt_token=${tokenOf(key)}`, { redirect: "manual" })
          return answer.headers.get("location")?.startsWith("https://example.com/") !== true
        }
        await page.getByRole("button", { name: "Show the key" }).press("Enter")
        const key = (await page.locator("code").textContent())!
        expect(await letsIn(key)).toBe(true)
        await page.getByRole("button", { name: "Make another key" }).press("Enter")
        const another = page.getByRole("dialog", { name: "Make another key" })
        await audit()
        await another.getByRole("button", { name: "Make another key" }).press("Enter")
        await told(page, "The site has another signing key")
        await page.getByRole("button", { name: "Copy the key" }).press("Enter")
        await told(page, "The signing key was copied")
        const next = await page.evaluate<string>("navigator.clipboard.readText()")
        expect(next).not.toBe(key)
        expect([await letsIn(key), await letsIn(next)]).toEqual([false, true])
      },
      { ignored: /400/, permissions: ["clipboard-read", "clipboard-write"] }
    )
  })

  it.skipIf(executable === undefined || store !== sqlite)(
    "is for admins of the site, whose keys nobody else is shown, at 390 pixels in the dark",
    async () => {
      const site = await setUpSite(world(), "Small", "Docs")
      await world().api.post(`${site.api}/share-links`, { name: "A link whose name is nearly fifty letters long" })
      await world().api.post(`${site.api}/share-links`, { name: "Customers and partners in the whole world" })
      const look = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const
      await open(
        `${site.app}/audience`,
        async ({ check, page }) => {
          await check("Audience")
          await page.getByRole("button", { name: "Show the key" }).waitFor()
          await page.getByText("Customers and partners").waitFor()
          await check("Audience")
          await takePicture(page, "audience-390-dark")
          // the part that is looked at is in sight, of more than fit beside each other
          const tabs = page.getByRole("navigation", { name: "Site" })
          await tabs.getByRole("link", { name: "Settings" }).press("Enter")
          await check("Settings")
          const edge = async () => (await tabs.getByRole("link", { name: "Settings" }).boundingBox())!
          await expect.poll(async () => (await edge()).x + (await edge()).width).toBeLessThanOrEqual(390)
        },
        look
      )
      await open(
        `${site.app}/audience`,
        async ({ check, page }) => {
          await check("Audience")
          await page.getByText("Admins of the site set it up").waitFor()
          expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
        },
        { ...look, as: await world().member("create") }
      )
    }
  )
})
