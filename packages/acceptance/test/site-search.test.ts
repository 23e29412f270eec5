/** Search on a published site, its feeds, and its MCP endpoint, as readers and agents meet them. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { rawRequest } from "../src/client.ts"
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
    const nothing = (await text(`${list}nothingness`)).body
    expect(nothing).toContain("Nothing found for “nothingness”")
    expect(nothing).not.toContain("Did you mean")
    const root = new URL(book.url).pathname
    expect(nothing).toContain(
      `<div class="instead"><h2>Pages to go on with</h2><ul><li><a href="${root}"><strong>Welcome</strong></a></li>`
    )
    expect((await text(`${list}welcmoo`)).body).toContain(
      `<p class="meant">Did you mean: <a href="${root}~search?q=welcome">welcome</a></p>`
    )
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
    const atom = await text(`${book.url}changelog/atom.xml`)
    expect([atom.status, atom.headers.get("content-type")]).toEqual([200, "application/atom+xml; charset=utf-8"])
    expect(atom.body).toContain(`<link rel="self" type="application/atom+xml" href="${book.url}changelog/atom.xml"/>`)
    expect(atom.body).toContain("<title>Faster</title><updated>2026-02-03T00:00:00.000Z</updated>")
    for (const name of ["rss", "atom"]) {
      const href = `${new URL(book.url).pathname}changelog/${name}.xml`
      expect(page).toContain(`<link rel="alternate" type="application/${name}+xml" href="${href}"`)
      expect((await text(`${book.url}install`)).body).not.toContain(`${name}+xml`)
      expect((await text(`${book.url}install/${name}.xml`)).status).toBe(404)
    }
  })

  it("goes on past fifty results of a part, by links without script, and takes any number for a page", async () => {
    const space = await world.space("Parts")
    for (let first = 0; first < 120; first += 40) {
      const changes = Array.from({ length: 40 }, (_, n) => ({
        operation: "insert_page",
        title: `Cog ${first + n}`,
        document: { markdown: first + n === 0 ? "Of sprockets." : "Text." }
      }))
      const written = await world.api.post(`/v1/spaces/${space}/content`, { changes })
      expect(written.status, written.text).toBe(200)
    }
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body: made } = await world.api.post(sites, { title: "Parts", spaces: [space] })
    const { body: published } = await world.api.post(`${sites}/${made.id}/publish`)
    const root = published.urls.published
    const path = new URL(root).pathname
    const read = async (more: string) => {
      const { body, status } = await text(`${root}~search?q=cog${more}`)
      expect(status, more).toBe(200)
      const main = body.slice(body.indexOf("<main"))
      return {
        titles: [...main.matchAll(/<strong>(Cog \d+)<\/strong>/g)].map(([, title]) => title),
        count: /Found: (\d+)/.exec(main)?.[1],
        at: /aria-current="page">([^<]*)</.exec(main)?.[1],
        links: [...main.matchAll(/<a href="([^"]*)" rel="(prev|next)">/g)].map(([, href, rel]) => [rel, href]),
        title: /<title>([^<]*)</.exec(body)?.[1]
      }
    }
    const next = (n: number) => ["next", `${path}~search?q=cog&amp;page=${n}`]
    const first = await read("")
    expect([first.titles.length, first.count, first.at, first.links]).toEqual([50, "120", "1 / 3", [next(2)]])
    const second = await read("&page=2")
    expect([second.titles.length, second.count, second.at, second.links]).toEqual([
      50,
      "120",
      "2 / 3",
      [["prev", `${path}~search?q=cog`], next(3)]
    ])
    expect(second.title).toContain("cog · 2 / 3 · Search")
    const last = await read("&page=3")
    expect([last.titles.length, last.at, last.links]).toEqual([
      20,
      "3 / 3",
      [["prev", `${path}~search?q=cog&amp;page=2`]]
    ])
    expect(new Set([...first.titles, ...second.titles, ...last.titles]).size).toBe(120)
    for (const none of ["0", "-1", "1.5", "x", "", "%2500", "9999999999", "2e0", "<b>"])
      expect(await read(`&page=${none}`), none).toEqual(first)
    for (const beyond of ["4", "20", "99999"]) expect(await read(`&page=${beyond}`), beyond).toEqual(last)
    // where all is on one page, there is nothing to go to; neither is there in the list of the dialog
    expect((await text(`${root}~search?q=sprockets`)).body).not.toContain('class="pager"')
    const list = (await text(`${root}~search?part=list&q=cog&page=2`)).body
    expect([list.match(/<li><a/g)!.length, list.includes("pager")]).toEqual([10, false])
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
    for (const host of ["a b", "[", "a@b:1:2", "localhost:99999"]) {
      const { origin, pathname } = new URL(endpoint)
      expect((await rawRequest(origin, pathname, { method: "POST", headers: { host } })).status, host).toBe(404)
    }
  })

  it("tells a person who opens it what it is, and nothing where there is none", async () => {
    const open = async (url: string) => {
      const answer = await fetch(url, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } })
      return [answer.status, answer.headers.get("content-type"), /<h1>(.*)<\/h1>/.exec(await answer.text())?.[1]]
    }
    expect(await open(`${book.url}~mcp`)).toEqual([405, "text/html; charset=utf-8", "An address for assistants"])
    expect(await open(`${book.url}none/~mcp`)).toEqual([404, "text/html; charset=utf-8", "Nothing is published here"])
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

const counted = async (world: World, book: Book, query: object) => {
  const { body } = await world.api.post(`${book.site}/insights/events/aggregate`, { range: "last24Hours", ...query })
  return body.columns.map(({ values }: { readonly values: unknown }) => values)
}

onBothStores("What pages tell of their readers", (store) => {
  let world: World
  let book: Book
  beforeAll(async () => {
    world = await startWorld(store)
    book = await publish(world)
  })
  afterAll(() => world?.stop())

  const tell = (body: unknown, at = book.url) =>
    fetch(`${at}~insights`, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": "de-CH,de;q=0.9" },
      body: JSON.stringify(body)
    })
  const event = () => ({
    type: "page_view",
    path: `${new URL(book.url).pathname}install`,
    search: "?utm_source=mail",
    session: "s",
    visitor: "v",
    referrer: ""
  })

  it("is noted with the page that it is about, and counted a little later", async () => {
    expect((await tell(event())).status).toBe(204)
    expect((await tell({ ...event(), type: "search_type_query", query: "teapot", results: 0 })).status).toBe(204)
    const columns = [{ column: "eventType" }, { column: "visitorLanguage" }, { column: "utmSource" }]
    await expect
      .poll(() => counted(world, book, { groupBy: columns, order: { by: columns[0], direction: "asc" } }), {
        timeout: 60_000,
        interval: 500
      })
      .toEqual([
        ["page_view", "search_type_query"],
        ["de-CH", "de-CH"],
        ["mail", "mail"],
        [1, 1]
      ])
    const without = {
      groupBy: [{ column: "eventSearchQuery" }],
      where: [{ column: "eventSearchResults", values: [0] }]
    }
    expect(await counted(world, book, without)).toEqual([["teapot"], [1]])
    const pages = await counted(world, book, { groupBy: [{ column: "page" }] })
    expect(pages[0]).toEqual([{ page: expect.any(String), space: expect.any(String) }])
  })

  it("takes no garbage, no event of elsewhere, and nothing of a site that is down", async () => {
    const bodies = [null, [], "x", {}, { ...event(), type: "some" }, { ...event(), query: "x".repeat(513) }]
    for (const body of [...bodies, { ...event(), path: "/sites/other/" }, { ...event(), session: "" }])
      expect((await tell(body)).status, JSON.stringify(body)?.slice(0, 80)).toBe(400)
    expect((await tell(event(), `${book.url}install/`)).status).toBe(404)
    const down = await publish(world)
    await world.api.post(`${down.site}/unpublish`)
    expect((await tell(event(), down.url)).status).toBe(404)
  })
})

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

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
      await page.locator("dialog").waitFor({ state: "detached" })
      // what was opened is offered next time, and Escape closes
      await page.keyboard.press("Control+k")
      await page.getByRole("heading", { name: "Read recently" }).waitFor()
      const offered = () => page.locator(".finder .found a").allTextContents()
      const opened = (await offered())[1]!
      expect(await offered()).toEqual(["sprockets", opened])
      await page.evaluate(axeSource)
      expect(await page.evaluate("axe.run('dialog').then(({ violations }) => violations.map(({ id }) => id))")).toEqual(
        []
      )
      // a query is looked for where the reader is, by keys alone, and by its address elsewhere
      await expect
        .poll(() => page.getByRole("link", { name: "sprockets", exact: true }).getAttribute("href"))
        .toMatch(/~search\?q=sprockets$/)
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await page.getByText("Found: 2").waitFor()
      // each is removed by itself, by its button or a key, and all at once
      await page.getByRole("searchbox").fill("")
      await page.getByRole("button", { name: "Remove: sprockets" }).press("Space")
      await expect.poll(offered).toEqual([opened])
      expect(await page.locator(".finder .found a").evaluate((node) => node.matches(":focus"))).toBe(true)
      await page.keyboard.press("Delete")
      await expect.poll(offered).toEqual([])
      expect(await page.evaluate("Object.keys(localStorage).filter((name) => /recent|searches/.test(name))")).toEqual(
        []
      )
      for (const query of ["widgets", "sprockets"]) {
        await page.getByRole("searchbox").fill(query)
        await page.getByText(query === "widgets" ? "Found: 1" : "Found: 2").waitFor()
        await page.locator(".finder .found a").first().click()
        await page.locator("dialog").waitFor({ state: "detached" })
        await page.keyboard.press("Control+k")
      }
      expect((await offered()).slice(0, 2)).toEqual(["sprockets", "widgets"])
      await page.getByRole("button", { name: "Clear all" }).click()
      await expect.poll(offered).toEqual([])
      expect(await page.getByRole("searchbox").evaluate((node) => node.matches(":focus"))).toBe(true)
      // where nothing is found, Enter looks for what may be meant, and not for anything else
      await page.getByRole("searchbox").fill("welcmoo")
      await page.getByRole("link", { name: "welcome", exact: true }).waitFor()
      await page.keyboard.press("Enter")
      await page.locator(".finder").getByText("Found: 1").waitFor()
      await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("welcome")
      await page.getByRole("button", { name: "Esc Close" }).click()
      await page.locator("dialog").waitFor({ state: "detached" })

      // where the browser keeps nothing, nothing is offered, and the rest works
      const forgetful = await (await browser.newContext()).newPage()
      await forgetful.addInitScript(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', 'SecurityError') } })"
      )
      forgetful.on("pageerror", (error) => problems.push(String(error)))
      await forgetful.goto(book.url)
      for (const _ of [1, 2]) {
        await forgetful.keyboard.press("Control+k")
        expect(await forgetful.locator(".finder .found").innerHTML()).toBe("")
        await forgetful.getByRole("searchbox").fill("sprockets")
        await forgetful.getByText("Found: 2").waitFor()
        await forgetful.locator(".finder .found a").first().click()
        await forgetful.locator("dialog").waitFor({ state: "detached" })
      }

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

  it("and pages tell the site what readers do and think, but not of those who ask for that", async () => {
    const world = await startWorld(sqlite)
    const browser = await launchChromium(executable!)
    try {
      const book = await publish(world)
      const { body: looks } = await world.api.get(`${book.site}/customization`)
      const dressed = await world.api.request("PUT", `${book.site}/customization`, {
        body: { ...looks, feedback: { enabled: true } }
      })
      expect(dressed.status, dressed.text).toBe(200)
      const told: Array<string> = []
      const page = await browser.newPage()
      page.on("request", (request) => {
        if (request.url().endsWith("~insights")) told.push(JSON.parse(request.postData()!).type)
      })
      await page.goto(book.url)
      await page.getByRole("link", { name: "Install" }).first().click()
      await page.waitForURL(`${book.url}install`)
      await page.getByRole("button", { name: "Partly" }).click()
      await page.getByLabel("What could be better?").fill("More pictures")
      await page.getByRole("button", { name: "Send" }).click()
      await page.getByText("Thank you.").waitFor()
      expect(told).toEqual(["page_view", "page_view", "page_post_feedback", "page_post_feedback_comment"])
      const query = {
        groupBy: [{ column: "eventPageFeedbackComment" }],
        where: [{ column: "eventType", values: ["page_post_feedback_comment"] }]
      }
      await expect
        .poll(() => counted(world, book, query), { timeout: 60_000, interval: 500 })
        .toEqual([["More pictures"], [1]])

      const context = await browser.newContext()
      await context.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })")
      const quiet = await context.newPage()
      const heard: Array<string> = []
      quiet.on("request", (request) => heard.push(request.url()))
      await quiet.goto(`${book.url}install`)
      await quiet.waitForLoadState("networkidle")
      expect(heard.filter((url) => url.endsWith("~insights"))).toEqual([])
    } finally {
      await browser.close()
      await world.stop()
    }
  })
})
