/** Diagrams of a server's pages: where readers are let in one by one, and where a change is looked at before it is merged. */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { sessionOf } from "../src/review.ts"
import { sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to draw diagrams in")

const markdown = "# Lamps\n\n```mermaid\nflowchart LR\n  accTitle: How a lamp is lit\n  A --> B\n```\n"

describe.skipIf(executable === undefined)("Diagrams of a server's pages", { timeout: 120_000 }, () => {
  let world: World
  let browser: Browser
  let space: string
  beforeAll(async () => {
    world = await startWorld(sqlite)
    browser = await launchChromium(executable!)
    space = await world.space("Lamps")
    const changes = [{ operation: "insert_page", slug: "lamps", document: { markdown } }]
    const written = await world.api.post(`/v1/spaces/${space}/content`, { changes })
    expect(written.status, written.text).toBe(200)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const open = async (url: string, look: (page: Page) => Promise<void>, cookie?: string): Promise<void> => {
    const context: BrowserContext = await browser.newContext()
    try {
      if (cookie !== undefined) {
        const [name = "", value = ""] = cookie.split("=")
        await context.addCookies([{ name, value, url: `${world.origin}/app` }])
      }
      const page = await context.newPage()
      const problems: Array<string> = []
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text())
      })
      await page.goto(url)
      await look(page)
      expect(problems).toEqual([])
    } finally {
      await context.close()
    }
  }

  it("are drawn for whoever was given a link, by files that are nobody's secret", async () => {
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body: site } = await world.api.post(sites, { title: "Lamps", visibility: "share-link", spaces: [space] })
    await world.api.post(`${sites}/${site.id}/publish`)
    const { body: link } = await world.api.post(`${sites}/${site.id}/share-links`, { name: "Friends" })
    let frame = ""
    await open(link.urls.published, async (page) => {
      await page.getByRole("img", { name: "How a lamp is lit" }).waitFor({ timeout: 60_000 })
      frame = page
        .frames()
        .find((one) => one.url().endsWith("/frame.html"))!
        .url()
    })
    // they say nothing of the site: the same is there where no site is
    const own = await fetch(frame)
    const elsewhere = await fetch(`${world.origin}/nothing/here${frame.slice(frame.indexOf("/_octavo/"))}`)
    expect([own.status, elsewhere.status]).toEqual([200, 200])
    expect(await elsewhere.text()).toBe(await own.text())
    const script = await fetch(frame.replace("frame.html", "core.js"), { headers: { "accept-encoding": "br" } })
    expect(script.headers.get("content-encoding")).toBe("br")
    expect((await fetch(frame.replace("frame.html", "other.js"))).status).not.toBe(200)
  })

  it("are drawn in a change request", async () => {
    const { body: request } = await world.api.post(`/v1/spaces/${space}/change-requests`, { subject: "More lamps" })
    const changes = [
      { operation: "insert_page", slug: "more", document: { markdown: markdown.replace("lit", "filled") } }
    ]
    const written = await world.api.post(`/v1/spaces/${space}/change-requests/${request.id}/content`, { changes })
    expect(written.status, written.text).toBe(200)
    const url = `${world.origin}/app/s/${space}/~/changes/${request.number}/more?view=page`
    const cookie = await sessionOf(world, world.admin)
    await open(
      url,
      (page) => page.getByRole("img", { name: "How a lamp is filled" }).waitFor({ timeout: 60_000 }),
      cookie
    )
  })
})
