/** PDFs of what a site shows, and what else readers can do with a page: as the settings say, for whom the site is for. */
import { createHmac } from "node:crypto"
import { readPdf } from "@octavo/pdf/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rawRequest } from "../src/client.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const pages: ReadonlyArray<readonly [slug: string, markdown: string]> = [
  [
    "home",
    "# Home\n\nFor everybody. See [staff](/pages/staff).\n\n{% if visitor.claims.staff %}\nStaffwords.\n\n{% else %}\nOtherwords.\n\n{% endif %}\n"
  ],
  ["staff", "---\nif: visitor.claims.staff\n---\n\n# Staff\n\nInternal.\n"],
  ["last", "# Last\n\nThe end.\n"]
]

/** The words of a PDF. */
const read = async (bytes: Uint8Array): Promise<string> =>
  (await readPdf(bytes)).sheets.map(({ text }) => text).join("\n")

onBothStores("PDFs of a site", (store) => {
  let world: World
  let site: string
  let root: string
  let settings: Record<string, unknown>
  let jwt: string

  const get = (path: string, cookie?: string) =>
    rawRequest(world.origin, root + path, { headers: cookie === undefined ? {} : { cookie } })
  const put = async (change: object) => {
    const { status } = await world.api.request("PUT", `${site}/customization`, { body: { ...settings, ...change } })
    expect(status).toBe(200)
  }

  beforeAll(async () => {
    world = await startWorld(store)
    const space = await world.space("Manual")
    const changes = pages.map(([slug, markdown]) => ({ operation: "insert_page", slug, document: { markdown } }))
    expect((await world.api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await world.api.post(sites, { title: "Manual", spaces: [space] })
    site = `${sites}/${body.id}`
    root = new URL((await world.api.post(`${site}/publish`)).body.urls.published).pathname
    await world.api.patch(site, { adaptiveContent: { enabled: true } })
    settings = (await world.api.get(`${site}/customization`)).body
    const { privateKey } = (await world.api.get(`${site}/publishing/auth`)).body
    const head = [
      { alg: "HS256", typ: "JWT" },
      { staff: true, exp: Math.floor(Date.now() / 1000) + 600 }
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".")
    jwt = `gitbook-visitor-token=${head}.${createHmac("sha256", privateKey).update(head).digest("base64url")}`
  })
  afterAll(() => world.stop())

  it("are not there until the settings offer them", async () => {
    for (const path of ["home.pdf", "last.pdf", "~pdf/pages.pdf"]) expect((await get(path)).status).toBe(404)
    expect((await get("")).body.toString()).not.toContain(".pdf")
  })

  it.each([
    ["the switch of older clients", { pdf: { enabled: true } }],
    ["an item of the page actions", { pageActions: { items: ["pdf"] } }]
  ])("are offered by %s, of a page and of all", async (_, change) => {
    await put(change)
    const { body } = await get("last")
    expect(body.toString()).toContain(`href="${root}last.pdf"`)
    expect(body.toString()).toContain(`href="${root}~pdf/pages.pdf"`)
    const one = await get("last.pdf")
    expect([one.status, one.headers["content-type"]]).toEqual([200, "application/pdf"])
    expect(one.headers["cache-control"]).toBe("private, no-store")
    expect(one.headers["x-robots-tag"]).toBe("noindex")
    const text = await read(one.body)
    expect(text).toContain("The end.")
    expect(text).not.toContain("For everybody")
    for (const path of ["nothing.pdf", "~pdf/other.pdf", ".pdf"]) expect((await get(path)).status, path).toBe(404)
    const asked = await rawRequest(world.origin, `${root}last.pdf`, { method: "HEAD" })
    expect([asked.status, asked.body.length]).toEqual([200, 0])
  })

  it("have what the visitor is shown, and nothing else", async () => {
    const nobody = await read((await get("~pdf/pages.pdf")).body)
    expect(nobody).toMatch(/For everybody.*Otherwords.*The end/s)
    expect(nobody).not.toMatch(/Staffwords|Internal|Staff\b/)
    const staff = await read((await get("~pdf/pages.pdf", jwt)).body)
    expect(staff).toMatch(/For everybody.*Staffwords.*Internal.*The end/s)
    expect(staff).not.toContain("Otherwords")
    expect((await get("staff.pdf")).status).toBe(404)
    expect(await read((await get("staff.pdf", jwt)).body)).toContain("Internal.")
    // and not after it was somebody else's
    expect(await read((await get("home.pdf")).body)).not.toContain("Staffwords")
  })

  it("stand behind the same door as pages", async () => {
    await world.api.patch(site, { visibility: "visitor-auth" })
    expect((await get("last.pdf")).status).toBe(403)
    expect((await get("last.pdf", jwt)).status).toBe(200)
    await world.api.patch(site, { visibility: "share-link" })
    expect((await get("~pdf/pages.pdf")).status).toBe(404)
    await world.api.patch(site, { visibility: "public" })
  })

  describe("of several spaces", () => {
    let second: string

    beforeAll(async () => {
      const space = await world.space("Reference")
      const { body } = await world.api.get(`${site}/site-spaces`)
      const manual = body.items[0].space.id
      const insert = (slug: string, markdown: string) => ({ operation: "insert_page", slug, document: { markdown } })
      const changes = [
        insert("calls", `# Calls\n\nBack to [the end](https://app.gitbook.com/s/${manual}/last).\n`),
        insert(
          "far",
          `# Far\n\n[There](https://app.gitbook.com/s/${manual}/last#a) or [away](https://app.gitbook.com/s/none/x).\n`
        ),
        insert("keys", "---\nif: visitor.claims.staff\n---\n\n# Keys\n\nSecretkey.\n")
      ]
      expect((await world.api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
      const made = await world.api.post(`${site}/sections`, { spaceId: space, title: "The API" })
      second = made.body.siteSpaces[0].id
      await put({ pageActions: { items: ["pdf"] } })
    })

    it("hold all that this visitor is shown, by section, with links between them", async () => {
      expect((await get("last")).body.toString()).toContain(`href="${root}~pdf/site.pdf"`)
      const { status, body, headers } = await get("~pdf/site.pdf")
      expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
        200,
        "application/pdf",
        "private, no-store"
      ])
      const pdf = await readPdf(body)
      expect(pdf.title).toBe("Manual")
      expect(pdf.outline.map(({ items, title }) => [title, items.map((one) => one.title)])).toEqual([
        ["Manual", ["Home", "Last"]],
        ["The API", ["Calls", "Far"]]
      ])
      expect(pdf.text).toContain("Otherwords.")
      expect(pdf.text).not.toMatch(/Staffwords|Internal|Secretkey|Keys/)
      const calls = pdf.sheets.find(({ text }) => text.includes("Back to"))!
      expect(pdf.sheets[calls.links[0]!.sheet! - 1]!.text).toContain("The end.")
      const staff = (await readPdf((await get("~pdf/site.pdf", jwt)).body)).text
      expect(staff).toMatch(/Staffwords.*Internal.*Secretkey/s)
      for (const path of ["the-api/~pdf/site.pdf", "~pdf/site.pdf.pdf"]) expect((await get(path)).status).toBe(404)
    })

    it("lead to where the site shows what is not printed", async () => {
      const { body } = await get("the-api/far.pdf")
      const url = (await world.api.get(site)).body.urls.published
      expect((await readPdf(body)).sheets.flatMap(({ links }) => links)).toEqual([
        { url: `${url}last#a` },
        { url: "https://app.gitbook.com/s/none/x" }
      ])
    })

    it("leave out what hangs on conditions, drafts and what is hidden", async () => {
      const patch = (change: object) => world.api.patch(`${site}/site-spaces/${second}`, change)
      await patch({ condition: "visitor.claims.staff" })
      // one space is left for everybody else
      expect((await get("~pdf/site.pdf")).status).toBe(404)
      expect((await readPdf((await get("~pdf/site.pdf", jwt)).body)).text).toContain("Secretkey.")
      await patch({ condition: null, draft: true })
      expect((await get("~pdf/site.pdf", jwt)).status).toBe(404)
      await patch({ draft: false, hidden: true })
      expect((await get("~pdf/site.pdf")).status).toBe(404)
      await patch({ hidden: false })
    })

    it("stand behind the same door, and are there when PDFs are offered", async () => {
      await world.api.patch(site, { visibility: "visitor-auth" })
      expect((await get("~pdf/site.pdf")).status).toBe(403)
      expect((await get("~pdf/site.pdf", jwt)).status).toBe(200)
      await world.api.patch(site, { visibility: "public" })
      await put({ pageActions: { items: [] } })
      expect((await get("~pdf/site.pdf")).status).toBe(404)
    })
  })

  describe("page actions", () => {
    const actions = async (cookie?: string) =>
      /<details class="switcher actions">.*?<\/details>/s.exec((await get("last", cookie)).body.toString())?.[0] ?? ""

    it("are drawn in the order of the settings", async () => {
      await put({ pageActions: { items: ["mcp", "external-ai", "markdown", "assistant", "git", "pdf"] } })
      const drawn = await actions()
      const places = [
        "/~mcp</code>",
        "https://chatgpt.com/?q=",
        "https://claude.ai/new?q=",
        "data-copy-page",
        "last.pdf",
        "data-share"
      ]
      const at = places.map((place) => drawn.indexOf(place))
      expect(at).toEqual(at.toSorted((a, b) => a - b))
      expect(at[0]).toBeGreaterThan(0)
      const question = decodeURIComponent(/chatgpt\.com\/\?q=([^"]*)/.exec(drawn)![1]!)
      expect(question).toContain(`${world.origin}${root}last.md`)
      await put({ pageActions: { items: [] } })
      expect(await actions()).toBe("")
    })

    it("offer nothing that the site does not give", async () => {
      await put({ pageActions: { items: ["mcp", "external-ai", "markdown", "pdf"] } })
      await world.api.patch(site, { visibility: "visitor-auth" })
      const closed = await actions(jwt)
      expect(closed).toContain("last.pdf")
      expect(closed).not.toMatch(/chatgpt|data-share/)
      await world.api.patch(site, { visibility: "public", agentsContext: "excluded" })
      const quiet = await actions()
      expect(quiet).toContain("last.pdf")
      expect(quiet).not.toMatch(/~mcp|chatgpt|last\.md/)
      await world.api.patch(site, { agentsContext: "included" })
    })
  })
})
