/** What admins of an organization have in Chromium: the audit log. */
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { executable, settled, startScreens } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

const narrow = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const

onBothStores("Screens for admins", (store: Store) => {
  const { open, world } = startScreens(store)
  const place = (part: string) => `/app/o/${world().organization}/${part}`
  /** Goes there from the home of the organization, as who has no mouse. */
  const goTo = (page: Page, name: string) =>
    page.getByRole("navigation", { name: "Organization" }).getByRole("link", { name }).press("Enter")

  it.skipIf(executable === undefined)("the audit log is looked through, read, handed on and exported", async () => {
    const writer = await world().member("admin")
    const space = await world().space("Handbook")
    for (let at = 0; at < 60; at++) {
      const { status, text } = await writer.client.patch(`/v1/spaces/${space}`, { title: `Draft ${at}` })
      expect(status, text).toBe(200)
    }
    await world().api.patch(`/v1/spaces/${space}`, { title: "Guide", emoji: "1f4d8" })
    await open(`/app/o/${world().organization}`, async ({ audit, check, page }) => {
      await check("Acme")
      await goTo(page, "Audit log")
      await check("Audit log")
      const events = page.getByRole("list", { name: "Events" }).getByRole("listitem")
      await events.nth(49).waitFor()
      if (store === sqlite) await takePicture(page, "audit-wide")
      const all = Number.parseInt((await page.getByText(/^\d+ events$/).textContent())!, 10)
      expect(all).toBeGreaterThan(62)
      await page.getByRole("button", { name: "Show more" }).press("Enter")
      await expect.poll(() => events.count()).toBe(Math.min(all, 100))

      // by action, by who did it, and by day; the address says it, and what was looked for stays
      const action = page.getByRole("combobox", { name: "What was done" })
      await action.selectOption("Space settings changed")
      await page.getByText("61 events").waitFor()
      const person = page.getByRole("combobox", { name: "Who did it" })
      await person.fill(writer.email)
      await page.locator(`datalist option[value$="${writer.email}"]`).waitFor({ state: "attached" })
      await person.fill((await page.locator("datalist option").first().getAttribute("value"))!)
      await page.getByText("60 events").waitFor()
      await check("Audit log")
      const shared = new URL(page.url())
      expect(Object.fromEntries(shared.searchParams)).toEqual({ person: writer.id, action: "space.update" })
      const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
      await page.getByLabel("From").fill(tomorrow)
      await page.getByText("Nothing like this was done").waitFor()
      await page.getByRole("button", { name: "Show everything" }).press("Enter")
      await page.getByText(`${all} events`).waitFor()
      expect(await page.getByLabel("From").inputValue()).toBe("")
      await page.goto(shared.href)
      await page.getByText("60 events").waitFor()
      expect(await action.inputValue()).toBe("space.update")
      await page.getByRole("button", { name: /^Remove admin/ }).press("Enter")
      await page.getByText("61 events").waitFor()

      // one event, with what it changed
      await events
        .first()
        .getByRole("button", { name: /^Space settings changed Space Guide Admin 1/ })
        .press("Enter")
      const event = page.getByRole("dialog", { name: "Space settings changed" })
      await event.getByRole("deletion").filter({ hasText: "Draft 59" }).waitFor()
      await event.getByRole("insertion").filter({ hasText: "Guide" }).waitFor()
      expect(await event.getByRole("link", { name: "Guide" }).getAttribute("href")).toBe(`/app/s/${space}`)
      await event.getByText(/^(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/).waitFor()
      await audit()
      if (store === sqlite) await takePicture(page, "audit-event")
      const handed = page.url()
      await event.getByRole("button", { name: "All about Guide" }).press("Enter")
      await settled(page)
      await page.getByText("62 events").waitFor()
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ object: space })
      await page.getByRole("list", { name: "Looked for" }).getByText("Guide").waitFor()

      // what is shown is what is exported
      const saved = async (format: string) => {
        const downloading = page.waitForEvent("download")
        await page.getByRole("button", { name: "Export" }).press("Enter")
        await page.getByRole("menuitem", { name: format }).press("Enter")
        const download = await downloading
        await page
          .getByRole("status")
          .getByText(`62 events of the audit log are in ${download.suggestedFilename()}`)
          .waitFor()
        await settled(page)
        return await readFile((await download.path())!, "utf8")
      }
      const lines = (await saved("Table (CSV)")).trimEnd().split("\r\n")
      expect(lines.length).toBe(63)
      expect(lines[1]).toMatch(/"Admin 1",.*"space.update","Space settings changed","Space","Guide"/)
      expect(lines[62]).toMatch(/"space.create","Space created","Space","Handbook"/)
      const { count, items } = JSON.parse(await saved("Data (JSON)"))
      expect([count, items.length, items[61].target.label]).toEqual([62, 62, "Handbook"])
      await page.goto(handed)
      await event.getByText("Draft 59").waitFor()
      await page.keyboard.press("Escape")
      await settled(page)
    })
    if (store !== sqlite) return
    await open(
      place(`audit?person=${world().admin.id}`),
      async ({ audit, check, page }) => {
        await page.getByRole("list", { name: "Looked for" }).getByText("Admin 1").waitFor()
        const events = page.getByRole("list", { name: "Events" }).getByRole("listitem")
        await events.first().waitFor()
        await check("Audit log")
        await takePicture(page, "audit-390-dark")
        await events.filter({ hasText: "Space Guide" }).getByRole("button").press("Enter")
        await page.getByRole("dialog").getByText("All about Guide").waitFor()
        await audit()
        await takePicture(page, "audit-event-390-dark")
      },
      narrow
    )
    await open(
      place("audit"),
      async ({ check, page }) => {
        await check("Audit log")
        await page.getByText("Admins of the organization set it up").waitFor()
        expect(await page.getByRole("main").getByRole("button").count()).toBe(0)
        const side = page.getByRole("navigation", { name: "Organization" })
        await side.getByRole("link", { name: "People" }).waitFor()
        expect(await side.getByRole("link", { name: "Audit log" }).count()).toBe(0)
      },
      { as: await world().member("create") }
    )
  })
})
