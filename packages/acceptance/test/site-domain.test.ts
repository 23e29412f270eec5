/** Where a site is read, set up in Chromium by keyboard: its name here, a name of one's domain, a path of another host. */
import { startDns, type TestDns } from "@octavo/outbound/testing"
import { afterAll, expect, it } from "vitest"
import { rawRequest } from "../src/client.ts"
import { executable, setUpSite, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

onBothStores("The domain of a site", (store: Store) => {
  let dns: TestDns
  const { open, world } = startScreens(store, async () => {
    dns = await startDns()
    dns.zone.set("octavo.example.com", { addresses: ["192.0.2.1"] })
    return { dnsServers: dns.server, hostnameTarget: "octavo.example.com" }
  })
  afterAll(async () => {
    await dns?.close()
  })

  it.skipIf(executable === undefined)("is set up by keyboard, and the site is served there", async () => {
    const site = await setUpSite(world(), "Lanterns", "Docs")
    await setUpSite(world(), "Taken", "Other")
    await open(
      `${site.app}/domain`,
      async ({ audit, check, page }) => {
        await check("Domain")
        // the name on this server
        const name = page.getByRole("textbox", { name: "Name of the site in it" })
        await expect.poll(() => name.inputValue()).toBe("lanterns")
        await name.fill("taken")
        await name.press("Enter")
        await page.getByText("The basename taken is taken.").waitFor()
        await name.fill("lamps")
        await name.press("Enter")
        await told(page, "The site is called lamps in its address")
        expect((await fetch(`${world().origin}/sites/lamps/`)).status).toBe(200)
        expect((await fetch(site.url)).status).toBe(404)

        // a name of a domain: claimed, missing its records, proven, given up
        const hostname = page.getByRole("textbox", { name: "Name", exact: true })
        await hostname.fill("example")
        await hostname.press("Enter")
        await page.getByRole("alert").waitFor()
        await expect.poll(() => hostname.getAttribute("aria-invalid")).toBe("true")
        await hostname.fill("Docs.Acme.com")
        await hostname.press("Enter")
        await told(page, "docs.acme.com is claimed: its records are next")
        await page.getByText("Not checked yet").waitFor()
        const records = page.getByRole("region", { name: "DNS records" })
        const [proof, address] = await records.getByRole("row").locator("code:last-child").allTextContents()
        expect([proof, address]).toEqual(["_octavo.docs.acme.com", expect.stringContaining(".octavo.example.com")])
        await check("Domain")
        await page.getByRole("button", { name: "Check now" }).press("Enter")
        await page.getByRole("alert").getByText("_octavo.docs.acme.com").waitFor()
        await page.getByText("A record is missing").waitFor()
        if (store === sqlite) await takePicture(page, "domain-wide")
        dns.zone.set("_octavo.docs.acme.com", { aliases: [address!] })
        dns.zone.set("docs.acme.com", { addresses: ["192.0.2.1"] })
        await page.getByRole("button", { name: "Check now" }).press("Enter")
        await told(page, "The records are right")
        await page.getByText("The site is served there").waitFor()
        await page.getByText("It is read at docs.acme.com").waitFor()
        const served = async () =>
          (await rawRequest(world().origin, "/", { headers: { host: "docs.acme.com" } })).status
        expect(await served()).toBe(200)
        await page.getByRole("button", { name: "Give the name up" }).press("Enter")
        const giving = page.getByRole("dialog", { name: "Give docs.acme.com up" })
        await audit()
        await giving.getByRole("button", { name: "Give it up" }).press("Enter")
        await told(page, "docs.acme.com was given up")
        await page.getByRole("textbox", { name: "Name", exact: true }).waitFor()
        expect(await served()).not.toBe(200)

        // below a path of another host
        const proxy = page.getByRole("textbox", { name: "Host and path" })
        await proxy.fill("company.com")
        await proxy.press("Enter")
        await page.getByRole("alert").waitFor()
        await proxy.fill("company.com/docs")
        await proxy.press("Enter")
        await told(page, "The site is below company.com/docs")
        const target = (await world().api.get(site.api)).body.proxy.target
        await page.getByText(target).waitFor()
        await proxy.fill("")
        await proxy.press("Enter")
        await told(page, "The site is below no other host")
        await check("Domain")
      },
      { ignored: /40[09]/ }
    )
  })

  it.skipIf(executable === undefined || store !== sqlite)(
    "is for admins of the site, and fits 390 pixels in the dark",
    async () => {
      const site = await setUpSite(world(), "Small", "Docs")
      expect((await world().api.patch(site.api, { hostname: "handbook-of-everything.acme.com" })).status).toBe(200)
      const look = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const
      await open(
        `${site.app}/domain`,
        async ({ check, page }) => {
          await check("Domain")
          await page.getByRole("region", { name: "DNS records" }).waitFor()
          await check("Domain")
          await takePicture(page, "domain-390-dark")
        },
        look
      )
      await open(
        `${site.app}/domain`,
        async ({ check, page }) => {
          await check("Domain")
          await page.getByText("Admins of the site set it up").waitFor()
          expect(await page.getByRole("textbox").count()).toBe(0)
        },
        { ...look, as: await world().member("create") }
      )
    }
  )
})
