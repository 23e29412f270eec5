/** Search, links and backlinks over HTTP, on a space that came from a repository. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { importOk, main } from "../src/imports.ts"
import { makeClientCheck } from "../src/published.ts"
import { importSample, type Sample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const clientProblems = makeClientCheck()

onBothStores("Search and links", (store) => {
  let world: World
  let sample: Sample
  let base: string
  beforeAll(async () => {
    world = await startWorld(store)
    sample = await importSample(world)
    base = `/v1/spaces/${sample.space}`
  })
  afterAll(async () => {
    await sample?.git.close()
    await world?.stop()
  })

  const search = (query: string, more = "") => world.api.get(`${base}/search?query=${encodeURIComponent(query)}${more}`)
  const pageId = async (path: string): Promise<string> => (await world.api.get(`${base}/content/path/${path}`)).body.id

  it("finds what was imported, in the shape that the client knows", async () => {
    const { body, status } = await search("npm start")
    expect(status).toBe(200)
    expect(body).toMatchObject({
      count: 2,
      items: [
        {
          title: "Install",
          path: "guides/start/install",
          rank: 1,
          ancestors: [{ title: "Guides" }, { title: "Start" }],
          sections: [
            {
              body: "npm start",
              highlights: [
                { start: 0, end: 3 },
                { start: 4, end: 9 }
              ]
            }
          ]
        },
        // one of the words
        { title: "Start", rank: 2 }
      ]
    })
    expect(clientProblems("GET", "/v1/spaces/{spaceId}/search", 200, body)).toEqual([])
    const all = await world.api.get(`/v1/orgs/${world.organization}/search?query=install`)
    expect(all.body).toMatchObject({
      count: 1,
      items: [
        { type: "space", id: sample.space, title: "Handbook", pages: [{ title: "Install" }, { title: "Welcome" }] }
      ]
    })
  })

  it("answers any text: matches, nothing, or 400, and never 500 (threats: text abuse, list abuse, query injection)", async () => {
    for (const text of ['"', "'", "a AND", "NEAR(", "title:install", "*", "%", "\\", "';--", "🚀", "x".repeat(512)]) {
      expect([text, (await search(text)).status]).toEqual([text, 200])
    }
    const refused = [
      "query=%00",
      `query=${"x".repeat(513)}`,
      "",
      "query=a&limit=-1",
      "query=a&limit=1001",
      "query=a&limit=1.5",
      "query=a&limit=ten",
      "query=a&page=none"
    ]
    for (const query of refused) {
      const { body, status } = await world.api.get(`${base}/search?${query}`)
      expect([query, status, typeof body.error.message]).toEqual([query, 400, "string"])
      expect((await world.api.get(`/v1/orgs/${world.organization}/search?${query}`)).status).toBe(400)
    }
    for (const query of ["status=none", "limit=1001", "page=none"]) {
      expect([query, (await world.api.get(`${base}/links?${query}`)).status]).toEqual([query, 400])
    }
  })

  it("lists links and backlinks, in the shape that the client knows", async () => {
    const home = await pageId("")
    const install = await pageId("guides/start/install")
    const links = await world.api.get(`${base}/content/page/${home}/links`)
    expect(links.status).toBe(200)
    const kinds = links.body.items.map((item: any) => [item.status, item.targetReference.kind])
    // the picture, and the same as the cover
    expect(kinds.toSorted()).toEqual([
      ["ok", "file"],
      ["ok", "file"],
      ["ok", "page"],
      ["ok", "reusable-content"]
    ])
    expect(links.body.stats).toEqual({ total: 4, broken: { total: 0 } })
    const path = "/v1/spaces/{spaceId}/content/page/{pageId}"
    expect(clientProblems("GET", `${path}/links`, 200, links.body)).toEqual([])
    const backlinks = await world.api.get(`${base}/content/page/${install}/backlinks`)
    expect(backlinks.body.items.map((item: any) => item.page.id)).toEqual([home])
    expect(clientProblems("GET", `${path}/backlinks`, 200, backlinks.body)).toEqual([])
    const { body: files } = await world.api.get(`${base}/content/files`)
    const ofFile = await world.api.get(`${base}/content/files/${files.items[0].id}/backlinks`)
    expect(ofFile.body.items.map((item: any) => item.page.id)).toEqual([home])
    expect(clientProblems("GET", "/v1/spaces/{spaceId}/content/files/{fileId}/backlinks", 200, ofFile.body)).toEqual([])
    const ofSpace = await world.api.get(`${base}/links`)
    expect(clientProblems("GET", "/v1/spaces/{spaceId}/links", 200, ofSpace.body)).toEqual([])
    expect(ofSpace.body.count).toBe(4)
  })

  it("follows edits, merges, restores and imports at once", async () => {
    const space = await world.space("Edited")
    const at = `/v1/spaces/${space}`
    const count = async (query: string) => (await world.api.get(`${at}/search?query=${query}`)).body.count
    const brokenCount = async () => (await world.api.get(`${at}/links?status=broken`)).body.count
    await importOk(world.api, space, { url: sample.url, ref: main })
    expect([await count("npm"), await brokenCount()]).toEqual([1, 0])
    const install = (await world.api.get(`${at}/content/path/guides/start/install`)).body.id
    const imported = (await world.api.get(at)).body.revision

    const edit = (changes: ReadonlyArray<object>) => world.api.post(`${at}/content`, { changes })
    await edit([{ operation: "update_page", page: install, document: { markdown: "# Install\n\nyarn run" } }])
    expect([await count("npm"), await count("yarn")]).toEqual([0, 1])

    const { body: request } = await world.api.post(`${at}/change-requests`, { subject: "Remove" })
    const draft = `${at}/change-requests/${request.id}`
    await world.api.post(`${draft}/content`, { changes: [{ operation: "delete_page", page: install }] })
    expect([await count("yarn"), await brokenCount()]).toEqual([1, 0])
    expect((await world.api.post(`${draft}/merge`)).status).toBe(200)
    expect([await count("yarn"), await brokenCount()]).toEqual([0, 1])

    expect((await world.api.post(`${at}/revisions/${imported}/restore`)).status).toBe(200)
    expect([await count("npm"), await count("yarn"), await brokenCount()]).toEqual([1, 0, 0])

    expect((await world.api.delete(at)).status).toBe(205)
    const found = await world.api.get(`/v1/orgs/${world.organization}/search?query=npm`)
    expect(found.body.items.map((item: any) => item.id)).not.toContain(space)
    expect((await world.api.get(`${at}/search?query=npm`)).status).toBe(404)
  })
})
