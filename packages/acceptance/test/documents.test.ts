/** Pages as structured documents, over HTTP: what is read, by every way to it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { importSample, type Sample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Structured documents", (store) => {
  let world: World
  let sample: Sample
  let home: any
  let install: any
  let base: string
  beforeAll(async () => {
    world = await startWorld(store)
    sample = await importSample(world)
    base = `/v1/spaces/${sample.space}`
    const { pages } = (await world.api.get(`${base}/content/pages`)).body
    home = pages[0]
    install = pages[1].pages[0].pages[0]
  })
  afterAll(() => world.stop())

  const get = async (path: string): Promise<any> => {
    const { body, status } = await world.api.get(`${base}${path}`)
    expect([path, status]).toEqual([path, 200])
    return body
  }

  describe("of a page", () => {
    it("stand in place of its Markdown, with references to what is in the space", async () => {
      const page = await get(`/content/page/${home.id}?format=document`)
      expect(page.markdown).toBeUndefined()
      const { files } = await get("/content")
      const reusable = (await get("/content")).reusableContents[0]
      expect(page.document.nodes).toMatchObject([
        {
          type: "images",
          nodes: [{ type: "image", data: { ref: { kind: "file", file: files[0].id }, alt: "A dot" } }]
        },
        {
          type: "paragraph",
          nodes: [{ type: "link", data: { ref: { kind: "page", page: install.id } }, nodes: [{ object: "text" }] }]
        },
        { type: "reusable-content", data: { ref: { kind: "reusable-content", reusableContent: reusable.id } } }
      ])
    })

    it("are the same by id, by path, in the revision, in a change request and by their name", async () => {
      const { document } = await get(`/content/page/${home.id}?format=document`)
      const { documentId, markdown } = await get(`/content/page/${home.id}`)
      expect(markdown).toContain("# Welcome")
      expect(await get(`/documents/${documentId}`)).toEqual(document)
      expect((await get(`/content/path/${home.path}?format=document`)).document).toEqual(document)
      const { id: revision } = await get("/content")
      expect((await get(`/revisions/${revision}/page/${home.id}?format=document`)).document).toEqual(document)
      expect(await get(`/revisions/${revision}/page/${home.id}/document`)).toEqual(document)
      const { body: draft } = await world.api.post(`${base}/change-requests`, { subject: "Words" })
      const inDraft = await get(`/change-requests/${draft.number}/content/page/${home.id}?format=document`)
      expect(inDraft.document).toEqual(document)
      for (const name of ["x", "5-x", `999-${revision}${home.id}`, `${revision.length}-${revision}nothing`]) {
        expect((await world.api.get(`${base}/documents/${name}`)).status, name).toBe(404)
      }
    })

    it("have expressions replaced and reusable content put in place when asked", async () => {
      const path = "/content/path/guides/start?format=document"
      expect(JSON.stringify((await get(path)).document)).toContain('"expression":"space.vars.version"')
      const evaluated = (await get(`${path}&evaluated=deterministic-only`)).document
      expect(evaluated.nodes[0].nodes).toMatchObject([{ leaves: [{ text: "Version 1.2.3." }] }])
      const whole = (await get(`/content/page/${home.id}?format=document&dereferenced=reusable-contents`)).document
      expect(whole.nodes[2]).toMatchObject({ type: "paragraph", nodes: [{ leaves: [{ text: "Take note." }] }] })
      const keys = whole.nodes.map(({ key }: any) => key)
      expect(new Set(keys).size).toBe(3)
    })

    it("are empty for a page without words", async () => {
      const { document } = await get("/content/path/guides/hidden?format=document")
      expect(document).toEqual({ object: "document", data: {}, nodes: [] })
    })
  })

  it("of reusable content are read by its id", async () => {
    const { id: revision, reusableContents } = await get("/content")
    const document = await get(`/revisions/${revision}/reusable-contents/${reusableContents[0].id}/document`)
    expect(document.nodes).toMatchObject([{ type: "paragraph", nodes: [{ leaves: [{ text: "Take note." }] }] }])
  })

  it("leave Markdown with links by id when those are asked for", async () => {
    const { markdown } = await get(`/content/page/${home.id}?format=markdown&format.markdown.refs=stable`)
    const { files, reusableContents } = await get("/content")
    expect(markdown).toContain(`[Install](/pages/${install.id})`)
    expect(markdown).toContain(`![A dot](/files/${files[0].id})`)
    expect(markdown).toContain(`/reusable-content/${reusableContents[0].id}`)
  })
})
