/** Search on a published site, its feeds, and its MCP endpoint, as readers and agents meet them. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

interface Book {
  readonly url: string
  readonly site: string
}

const pages = [
  ["Welcome", "Hello. Everything about **widgets** begins here."],
  ["Install", "## On Linux\n\nUnpack the archive with sprockets.\n\n## On a Mac\n\nDrag it."],
  ["Quarks & <gluons>", "A page with sprockets in its text, too."],
  [
    "Changelog",
    '{% updates %}\n{% update date="2026-02-03" %}\n## Faster\n\nSee [install](/pages/install).\n{% endupdate %}\n{% endupdates %}'
  ]
] as const

const publish = async (world: World, more: object = {}): Promise<Book> => {
  const space = await world.space("Handbook")
  const changes = pages.map(([title, markdown]) => ({ operation: "insert_page", title, document: { markdown } }))
  const written = await world.api.post(`/v1/spaces/${space}/content`, { changes })
  expect(written.status, written.text).toBe(200)
  const sites = `/v1/orgs/${world.organization}/sites`
  const { body } = await world.api.post(sites, { title: "Handbook", spaces: [space] })
  if (Object.keys(more).length > 0) expect((await world.api.patch(`${sites}/${body.id}`, more)).status).toBe(200)
  const published = await world.api.post(`${sites}/${body.id}/publish`)
  return { url: published.body.urls.published, site: `${sites}/${body.id}` }
}

const text = async (url: string) => {
  const answer = await fetch(url)
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

const connect = async (book: Book): Promise<Client> => {
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${book.url}~mcp`)))
  return client
}

const said = (result: Awaited<ReturnType<Client["callTool"]>>): string =>
  result.content.map((part) => (part.type === "text" ? part.text : "")).join("")

onBothStores("Search on a site", (store) => {
  let world: World
  let book: Book

  beforeAll(async () => {
    world = await startWorld(store)
    book = await publish(world)
  })
  afterAll(() => world?.stop())

  it("finds pages and sections, on a page that needs no script", async () => {
    const { body, headers, status } = await text(`${book.url}~search?q=sprock`)
    expect(status).toBe(200)
    expect(headers.get("x-robots-tag")).toBe("noindex")
    expect(body).toContain('<p class="count" role="status">Found: 2</p>')
    expect(body).toContain("<strong>Quarks &amp; &lt;gluons&gt;</strong>")
    expect(body).toContain('install#on-linux"')
    expect(body).toContain("<mark>sprock")
    expect(body).toContain('value="sprock"')
  })

  it("answers the list alone for the script, and follows the content at once", async () => {
    const list = `${book.url}~search?part=list&q=`
    expect((await text(`${list}widgets`)).body).toMatch(/^<p class="count" role="status">Found: 1<\/p>/)
    expect((await text(`${list}nothingness`)).body).toContain("Nothing found for “nothingness”")
    expect((await text(list)).body).toBe("")
  })

  it.each(['<script>alert("x")</script>', `${"long ".repeat(2000)}`, "%00", "a&part=list", "💥"])(
    "takes any query: %.20s",
    async (query) => {
      const { body, status } = await text(`${book.url}~search?q=${encodeURIComponent(query)}`)
      expect(status).toBe(200)
      expect(body).not.toContain("<script>alert")
    }
  )

  it("a page with updates has a feed that readers are told of, another page has none", async () => {
    const feed = await text(`${book.url}changelog/rss.xml`)
    expect(feed.status).toBe(200)
    expect(feed.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8")
    expect(feed.body).toContain("<title>Faster</title>")
    expect(feed.body).toContain("<pubDate>Tue, 03 Feb 2026 00:00:00 GMT</pubDate>")
    const page = (await text(`${book.url}changelog`)).body
    expect(page).toContain('type="application/rss+xml"')
    expect((await text(`${book.url}install`)).body).not.toContain("rss+xml")
    expect((await text(`${book.url}install/rss.xml`)).status).toBe(404)
  })

  it("a missing page offers the search", async () => {
    const { body, status } = await text(`${book.url}gone`)
    expect(status).toBe(404)
    expect(body).toMatch(/<form class="search-form" role="search" action="[^"]*~search">/)
  })

  it("agents list, search and read through the official client", async () => {
    const client = await connect(book)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(["getPage", "listPages", "searchDocumentation"])
    const listed = said(await client.callTool({ name: "listPages", arguments: {} }))
    expect(listed).toContain(`](${book.url}install.md)`)
    const found = said(await client.callTool({ name: "searchDocumentation", arguments: { query: "sprockets" } }))
    expect(found).toContain(`${book.url}install#on-linux`)
    for (const page of [`${book.url}install.md`, "install", "/install", `${book.url}install#on-linux`]) {
      const read = await client.callTool({ name: "getPage", arguments: { page } })
      expect([read.isError ?? false, said(read)], page).toEqual([false, expect.stringContaining("## On Linux")])
    }
    const none = await client.callTool({ name: "getPage", arguments: { page: "https://elsewhere.test/gone" } })
    expect([none.isError, said(none)]).toEqual([true, expect.stringContaining("There is no page")])
    await client.close()
  })

  it("the endpoint takes no other method, no large body, no garbage", async () => {
    const endpoint = `${book.url}~mcp`
    expect((await fetch(endpoint)).status).toBe(405)
    expect((await fetch(endpoint, { method: "DELETE" })).status).toBe(405)
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(endpoint, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body
      })
    expect((await post("{")).status).toBe(400)
    expect((await post("[]")).status).toBe(400)
    expect((await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(70_000) }))).status).toBe(413)
    expect((await fetch(`${book.url}install/~mcp`, { method: "POST" })).status).toBe(404)
  })

  it("is closed where agents are not wanted, and on a site that was taken down", async () => {
    const closed = await publish(world, { agentsContext: "excluded" })
    expect(
      (
        await fetch(`${closed.url}~mcp`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}"
        })
      ).status
    ).toBe(404)
    await world.api.post(`${closed.site}/unpublish`)
    expect((await text(`${closed.url}~search?q=sprockets`)).status).toBe(404)
  })
})

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to search in")

describe.skipIf(executable === undefined)("In Chromium, the search", () => {
  it("opens by a key, finds while somebody types, is moved through by arrows, and remembers", async () => {
    const world = await startWorld(sqlite)
    const browser = await launchChromium(executable!)
    try {
      const book = await publish(world)
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      const problems: Array<string> = []
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()))
      page.on("pageerror", (error) => problems.push(String(error)))
      await page.goto(book.url)
      await page.keyboard.press("/")
      await page.getByRole("searchbox").pressSequentially("sprockets")
      await page.getByText("Found: 2").waitFor()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("ArrowUp")
      const first = page.locator(".finder .found a").first()
      expect(await first.evaluate((node) => node.matches(":focus"))).toBe(true)
      const href = await first.getAttribute("href")
      await page.keyboard.press("Enter")
      await page.waitForURL(new URL(href!, book.url).href)
      expect(await page.locator("dialog").count()).toBe(0)
      // what was opened is offered next time, and Escape closes
      await page.keyboard.press("Control+k")
      await page.getByText("Read recently").waitFor()
      expect(await page.locator(".finder .found a").count()).toBe(1)
      await page.keyboard.press("Escape")
      expect(await page.locator("dialog").count()).toBe(0)

      const plain = await browser.newPage({ javaScriptEnabled: false })
      await plain.goto(book.url)
      await plain.getByRole("link", { name: "Search" }).click()
      await plain.getByRole("searchbox").fill("sprockets")
      await plain.keyboard.press("Enter")
      await plain.getByText("Found: 2").waitFor()
      expect(problems).toEqual([])
    } finally {
      await browser.close()
      await world.stop()
    }
  })
})
