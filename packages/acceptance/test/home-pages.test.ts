/** The page that is chosen for the root of a site space, wherever a reader or a program meets it. */
import { readPdf } from "@octavo/pdf/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { attribute, elementsOf, visitPage, visitSite } from "../src/browser.ts"
import { rawRequest } from "../src/client.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Links as they are written. */
const hrefsOf = (document: Parameters<typeof elementsOf>[0]) =>
  elementsOf(document, ({ tagName }) => tagName === "a").flatMap((one) => attribute(one, "href") ?? [])

onBothStores("Home pages of site spaces", (store) => {
  let world: World
  let site: string
  let siteSpace: string
  let space: string
  let url: string
  const ids: Record<string, string> = {}

  const text = async (path: string): Promise<string> => (await fetch(url + path)).text()
  const get = (path: string) => rawRequest(world.origin, new URL(url).pathname + path)
  const choose = async (pageId: string | null) => {
    const { status, body } = await world.api.patch(`${site}/site-spaces/${siteSpace}`, { pageId })
    expect([status, body.pageId ?? null]).toEqual([200, pageId])
  }
  const write = async (...changes: ReadonlyArray<object>) => {
    const { body, status } = await world.api.post(`/v1/spaces/${space}/content`, { changes })
    expect(status).toBe(200)
    return body.changes
  }
  const insert = async (slug: string, markdown: string, into?: string) => {
    const [{ page }] = await write({
      operation: "insert_page",
      slug,
      document: { markdown },
      ...(into === undefined ? {} : { into })
    })
    ids[slug] = page.id
  }

  beforeAll(async () => {
    world = await startWorld(store)
    space = await world.space("Manual")
    await insert("intro", "# Intro\n")
    await insert("guide", "# Guide\n\nThe way.\n")
    await insert(
      "start",
      '# Start\n\nHome words.\n\n{% updates %}\n{% update date="2026-01-02" %}\n## News\n{% endupdate %}\n{% endupdates %}\n',
      ids["guide"]
    )
    await insert("index", "# Index\n\nNot the root. Back to [the start](/pages/guide/start).\n")
    const markdown = "# Intro\n\nFirst, then [the start](/pages/guide/start).\n"
    await write({ operation: "update_page", page: ids["intro"], document: { markdown } })
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await world.api.post(sites, { title: "Manual", spaces: [space] })
    site = `${sites}/${body.id}`
    url = (await world.api.post(`${site}/publish`)).body.urls.published
    siteSpace = (await world.api.get(`${site}/site-spaces`)).body.items[0].id
    const settings = (await world.api.get(`${site}/customization`)).body
    const { status, text } = await world.api.request("PUT", `${site}/customization`, {
      body: {
        ...settings,
        pageActions: { items: ["markdown", "pdf"] },
        header: {
          preset: "default",
          links: [{ title: "Start here", to: { kind: "page", page: ids["start"], space }, links: [] }]
        }
      }
    })
    expect([status, text]).toEqual([200, text])
  })
  afterAll(() => world?.stop())

  it("are at the root, and the first page has an address of its own", async () => {
    expect((await visitPage(url)).heading).toBe("Intro")
    await choose(ids["start"]!)
    expect((await visitPage(url)).heading).toBe("Start")
    const moved = await get("guide/start")
    expect([moved.status, moved.headers["location"]]).toEqual([307, new URL(url).pathname])
    expect((await visitPage(`${url}intro`)).heading).toBe("Intro")
    expect((await visitPage(`${url}index`)).heading).toBe("Index")
    const { document } = await visitPage(url)
    const canonical = elementsOf(document, (one) => attribute(one, "rel") === "canonical")[0]!
    expect(attribute(canonical, "href")).toBe(url)
    const links = new Set([...(await visitSite(url, hrefsOf)).pages.values()].flatMap(({ found }) => found))
    expect([...links].filter((href) => /guide\/start(#|$)/.test(href))).toEqual([])
    expect(links).toContain(`${new URL(url).pathname}intro`)
  })

  it("are at the root for programs", async () => {
    await choose(ids["start"]!)
    expect(await text("sitemap.xml")).toContain(`<loc>${url}</loc>`)
    expect(await text("sitemap.xml")).toContain(`<loc>${url}intro</loc>`)
    expect(await text("sitemap.xml")).not.toContain("guide/start")
    expect(await text("llms.txt")).toContain(`[Start](${url}guide/start.md)`)
    expect(await text("llms.txt")).toContain(`[Index](${url}index.md)`)
    expect(await text("guide/start.md")).toContain("Home words.")
    expect(await text("index.md")).toContain("Not the root.")
    expect(await text("intro.md")).toContain(`[the start](${url}guide/start.md)`)
    expect(await text("rss.xml")).toMatch(/<title>News<\/title>/)
    expect(await text("~search?q=Home%20words")).toMatch(new RegExp(`href="${new URL(url).pathname}"`))
    const printed = await readPdf((await get("guide/start.pdf")).body)
    expect(printed.text).toContain("Home words.")
    expect((await readPdf((await get("intro.pdf")).body)).sheets.flatMap(({ links }) => links)).toContainEqual({ url })
    const asked = await world.api.get(`/v1/urls/content?url=${encodeURIComponent(url)}`)
    expect(asked.body.page.id).toBe(ids["start"])
    const resolved = await world.api.post("/v1/urls/published", { url })
    expect(resolved.body).toMatchObject({ pathname: "/guide/start", canonicalUrl: url })
  })

  it("are at the root of previews, while what is previewed has them", async () => {
    await choose(ids["start"]!)
    const requests = `/v1/spaces/${space}/change-requests`
    const draft = (await world.api.post(requests, { subject: "Next" })).body
    const edit = async (change: object) =>
      expect((await world.api.post(`${requests}/${draft.id}/content`, { changes: [change] })).status).toBe(200)
    const resolved = async (path: string) => {
      const { body, status } = await world.api.post("/v1/urls/published", { url: `${url}~/${path}` })
      expect([path, status]).toEqual([path, 200])
      return [body.pathname, body.canonicalUrl, body.complete]
    }
    const previews = [`changes/${draft.number}`, `changes/${draft.id}/`, `revisions/${draft.revision}`]
    for (const path of previews) expect(await resolved(path)).toEqual(["/guide/start", url, false])
    // the one address of the page in the draft
    expect(await resolved(`changes/${draft.number}/guide/start`)).toEqual(["/guide/start", url, true])
    expect(await resolved(`changes/${draft.number}/intro`)).toEqual(["/intro", `${url}intro`, true])
    await edit({ operation: "update_page", page: ids["start"], slug: "begin" })
    expect(await resolved(`changes/${draft.number}`)).toEqual(["/guide/begin", url, false])
    expect(await resolved(`revisions/${draft.revision}`)).toEqual(["/guide/start", url, false])
    await edit({ operation: "delete_page", page: ids["start"] })
    expect(await resolved(`changes/${draft.number}`)).toEqual(["/", url, true])
    await choose(null)
    expect(await resolved(`revisions/${draft.revision}`)).toEqual(["/", url, true])
  })

  it("fall back to the first page while they are gone, or hidden from whom the site is shown to", async () => {
    await choose(ids["start"]!)
    await write({
      operation: "update_page",
      page: ids["start"],
      document: { markdown: "---\nif: visitor.claims.x\n---\n\n# Start\n" }
    })
    const led = await get("")
    expect([led.status, led.headers["location"]]).toEqual([307, `${new URL(url).pathname}intro`])
    expect(await text("sitemap.xml")).toContain(`<loc>${url}intro</loc>`)
    await write({ operation: "delete_page", page: ids["start"] })
    expect((await visitPage(url)).heading).toBe("Intro")
    expect((await get("")).status).toBe(200)
    expect((await get("intro")).headers["location"]).toBe(new URL(url).pathname)
    await choose(null)
    expect((await visitPage(url)).heading).toBe("Intro")
  })

  it("are refused with what to change, and nothing is written", async () => {
    const refused: ReadonlyArray<readonly [string, string, object]> = [
      ["PATCH", `site-spaces/${siteSpace}`, { pageId: "nothing" }],
      ["PATCH", `site-spaces/${siteSpace}`, { pageId: "" }],
      ["PATCH", `site-spaces/${siteSpace}`, { pageId: "x".repeat(129) }],
      ["POST", "site-spaces", { spaceId: null, pageId: ids["intro"] }],
      ["POST", "sections", { spaceId: null, pageId: ids["intro"] }],
      ["POST", "sections", { spaceId: space, template: { id: "blank" } }]
    ]
    const before = (await world.api.get(`${site}/structure`)).text
    for (const [method, path, body] of refused) {
      const answer = await world.api.request(method, `${site}/${path}`, { body })
      expect([body, answer.status]).toEqual([body, 400])
      expect(answer.body.error.message).toMatch(/pageId|template/)
    }
    expect((await world.api.get(`${site}/structure`)).text).toBe(before)
  })
})
