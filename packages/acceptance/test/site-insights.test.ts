/** What readers of a site did, looked at in Chromium, and mended where they were led nowhere. */
import { expect, it } from "vitest"
import { executable, setUpSite, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

onBothStores("The insights of a site", (store: Store) => {
  const { open, world } = startScreens(store)

  it.skipIf(executable === undefined)("say what was read, searched for, rated and not found", async () => {
    const site = await setUpSite(world(), "Lighthouse", "Docs")
    const [space] = site.spaces
    const { pages } = (await world().api.get(`/v1/spaces/${space}/content/pages`)).body
    const event = (visitor: number, type: string, more: object = {}, path = "", page: string | null = pages[0].id) => ({
      type,
      session: {
        visitorId: `visitor-${visitor}`,
        sessionId: `session-${visitor}`,
        userAgent: "Mozilla/5.0",
        language: "en",
        referrer: visitor === 1 ? "https://news.example/story" : site.url
      },
      location: { url: site.url + path, space, page },
      ...more
    })
    const events = [
      ...[1, 1, 1, 2, 3].map((visitor) => event(visitor, "page_view")),
      event(2, "page_view", {}, "old/manual.html", null),
      event(2, "page_view", {}, "old/manual.html", null),
      event(2, "page_view", {}, "~search", null),
      event(1, "search_type_query", { query: "docs", results: 3 }),
      event(3, "search_type_query", { query: "frobnicate", results: 0 }),
      event(3, "search_type_query", { query: "frobnicate", results: 0 }),
      event(1, "page_post_feedback", { feedback: { rating: "good" } }),
      event(2, "page_post_feedback", { feedback: { rating: "bad" } }),
      event(2, "page_post_feedback_comment", { feedback: { rating: "bad", comment: "Where is the <b>rest</b>?" } })
    ]
    expect((await world().api.post(`${site.api}/insights/events`, { events })).status).toBe(204)
    await open(`${site.app}/insights`, async ({ check, page }) => {
      await check("Insights")
      const rows = (name: string) => page.getByRole("list", { name, exact: true }).getByRole("listitem")
      const texts = async (name: string) => (await rows(name).allInnerTexts()).map((text) => text.replace(/\s+/g, " "))
      await rows("Pages read most").filter({ hasText: "Docs" }).waitFor()
      await expect.poll(() => page.getByRole("definition").allInnerTexts()).toEqual(["8", "3", "3"])
      expect(await texts("Pages read most")).toEqual(["Docs 5"])
      expect(await texts("Came from")).toEqual(["news.example 3"])
      expect(await texts("Searched for")).toEqual(["frobnicate 2", "docs 1"])
      expect(await texts("Searched for in vain")).toEqual(["frobnicate 2"])
      expect(await texts("Addresses without a page")).toEqual(["/old/manual.html Redirect 2"])
      expect(await texts("Rated by readers")).toEqual(["Docs 1 good, 1 bad"])
      expect(await texts("What readers wrote")).toEqual([expect.stringMatching(/^Where is the <b>rest<\/b>\? Docs, /)])
      // the bars, and what they say
      await page.getByRole("img", { name: "Views each day: 8 views at most" }).waitFor()
      const summary = page.getByText("As a table")
      await summary.focus()
      await page.keyboard.press("Enter")
      const table = page.getByRole("table")
      await expect.poll(() => table.getByRole("row").count()).toBe(32)
      await expect.poll(() => table.getByRole("row").last().textContent()).toMatch(/^\d+ [A-Z][a-z]{2}8$/)
      await page.keyboard.press("Enter")
      if (store === sqlite) await takePicture(page, "insights-wide")
      // another range, by the arrows
      const range = page.getByRole("radio", { name: "30 days" })
      await range.focus()
      await page.keyboard.press("ArrowLeft")
      await page.keyboard.press("ArrowLeft")
      await page.getByRole("img", { name: "Views each hour: 8 views at most" }).waitFor()

      // what leads nowhere is redirected where it is seen
      await page.getByRole("button", { name: "Redirect /old/manual.html" }).press("Enter")
      const dialog = page.getByRole("dialog", { name: "Add a redirect" })
      await expect.poll(() => dialog.getByRole("textbox", { name: "From" }).inputValue()).toBe("/old/manual.html")
      await dialog.getByRole("button", { name: "Add" }).press("Enter")
      await told(page, "/old/manual.html is redirected")
      expect((await fetch(`${site.url}old/manual.html`, { redirect: "manual" })).status).toBe(307)
    })
  })

  it.skipIf(executable === undefined || store !== sqlite)(
    "are for whoever reads the site, and say where there are none, at 390 pixels in the dark",
    async () => {
      const quiet = await setUpSite(world(), "Quiet", "Docs")
      const look = {
        viewport: { width: 390, height: 844 },
        colorScheme: "dark",
        as: await world().member("read")
      } as const
      await open(
        `${quiet.app}/insights`,
        async ({ check, page }) => {
          await check("Insights")
          await page.getByText("Nobody was counted in the last 30 days").waitFor()
          await page.getByRole("radio", { name: "Year" }).check({ force: true })
          await page.getByText("Nobody was counted in the last year").waitFor()
        },
        look
      )
      const views = Array.from({ length: 120 }, (_, at) => ({
        type: "page_view",
        session: { visitorId: `v${at % 40}`, sessionId: `s${at}`, userAgent: "", language: null, referrer: null },
        location: { url: `${quiet.url}old/a-long-address-that-nobody-will-ever-type-again-${at % 12}`, page: null }
      }))
      expect((await world().api.post(`${quiet.api}/insights/events`, { events: views })).status).toBe(204)
      await open(
        `${quiet.app}/insights`,
        async ({ check, page }) => {
          await check("Insights")
          const list = page.getByRole("list", { name: "Addresses without a page" })
          await expect.poll(() => list.getByRole("listitem").count()).toBe(10)
          // readers of the site don't change it
          expect(await page.getByRole("button", { name: /^Redirect/ }).count()).toBe(0)
          await takePicture(page, "insights-390-dark")
        },
        look
      )
    }
  )
})
