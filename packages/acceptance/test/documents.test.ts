/** Pages as structured documents, over HTTP: what is read, by every way to it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { corpora, haveCorpora, readCorpus } from "../src/corpora.ts"
import { importOk, main } from "../src/imports.ts"
import { importSample, type Sample, startSample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const doc = (...nodes: ReadonlyArray<object>) => ({ object: "document", data: {}, nodes })

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

    it("are what every read of a page answers that names no format, and Markdown what asks for it", async () => {
      const { body: draft } = await world.api.post(`${base}/change-requests`, { subject: "Formats" })
      const given: Readonly<Record<string, string>> = {
        spaceId: sample.space,
        pageId: home.id,
        pagePath: encodeURIComponent(home.path),
        revisionId: (await get("/content")).id,
        changeRequestId: draft.id
      }
      const { paths } = (await world.api.get("/openapi.json")).body
      const reads = Object.entries<any>(paths).filter(([, { get: read }]) =>
        read?.parameters?.some(({ name }: any) => name === "format.markdown.refs")
      )
      expect(reads.length).toBeGreaterThanOrEqual(6)
      const { document } = await get(`/content/page/${home.id}?format=document`)
      for (const [path, operation] of reads) {
        const format = operation.get.parameters.find(({ name }: any) => name === "format")
        expect(format.description ?? format.schema.description, path).toMatch(/document.*default/)
        const at = path.replace(/\{(\w+)\}/g, (_, name: string) => given[name]!).slice(base.length)
        // twice: the second time it may come from what is kept
        for (const _ of [1, 2]) {
          const plain = await get(at)
          expect([path, plain.document, plain.markdown]).toEqual([path, document, undefined])
          const asked = await get(`${at}?format=markdown`)
          expect([path, asked.document, asked.markdown]).toEqual([
            path,
            undefined,
            expect.stringContaining("# Welcome")
          ])
        }
      }
      const { page } = (await world.api.get(`/v1/urls/content?url=${encodeURIComponent(install.urls.app)}`)).body
      expect([page.document, page.markdown]).toEqual([(await get(`/content/page/${install.id}`)).document, undefined])
    })

    it("are the same by id, by path, in the revision, in a change request and by their name", async () => {
      const { document } = await get(`/content/page/${home.id}?format=document`)
      const { documentId, markdown } = await get(`/content/page/${home.id}?format=markdown`)
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

    it("have reusable content in their Markdown when asked, with its links as they are right there", async () => {
      const files = {
        "SUMMARY.md": "# Table of contents\n\n* [Top](README.md)\n* [Deep](guides/deep/page.md)\n",
        "README.md": '# Top\n\n{% include ".gitbook/includes/outer.md" %}\n\nEnd.\n',
        "guides/deep/page.md":
          '# Deep\n\n* one\n\n  {% include "../../.gitbook/includes/inner.md" %}\n\n{% include "nowhere.md" %}\n',
        ".gitbook/vars.yaml": "version: 1.2.3\n",
        ".gitbook/includes/outer.md":
          '---\ntitle: Outer\n---\n\nOut.\n\n{% include "inner.md" %}\n\n{% include "outer.md" %}\n',
        ".gitbook/includes/inner.md":
          '---\ntitle: Inner\n---\n\nIn <code class="expression">space.vars.version</code>.\n\n[Deep](../../guides/deep/page.md#one), [out](https://example.com/)\n'
      }
      const source = await startSample(world, files, "includes")
      const space = await world.space("Includes")
      await importOk(world.api, space, { url: source.url, ref: main })
      const markdown = async (path: string, query: string) =>
        (await world.api.get(`/v1/spaces/${space}/content/path/${path}?format=markdown&${query}`)).body
          .markdown as string
      const asked = "dereferenced=reusable-contents"
      const { id, path: deep } = (await world.api.get(`/v1/spaces/${space}/content/pages`)).body.pages[1]
      const top = await markdown("", asked)
      expect(top).toBe(
        '# Top\n\nOut.\n\nIn <code class="expression">space.vars.version</code>.\n\n' +
          '[Deep](guides/deep/page.md#one), [out](https://example.com/)\n\n{% include ".gitbook/includes/outer.md" %}\n\nEnd.\n'
      )
      expect(await markdown("", "")).toBe(files["README.md"])
      expect(await markdown(deep, `${asked}&evaluated=true`)).toBe(
        "# Deep\n\n* one\n\n  In 1.2.3.\n\n  [Deep](page.md#one), [out](https://example.com/)\n\n" +
          '{% include "nowhere.md" %}\n'
      )
      expect(await markdown("", `${asked}&format.markdown.refs=stable`)).toContain(`[Deep](/pages/${id}#one)`)
      await source.git.close()
    })

    it("are empty for a page without words", async () => {
      const { document } = await get("/content/path/guides/hidden?format=document")
      expect(document).toEqual({ object: "document", data: {}, nodes: [] })
    })
  })

  describe("of a page in a change request", () => {
    let draft: string
    beforeAll(async () => {
      const { body } = await world.api.post(`${base}/change-requests`, { subject: "Blocks" })
      draft = `/change-requests/${body.number}/content`
    })

    const edit = (...changes: ReadonlyArray<object>) => world.api.post(`${base}${draft}?compat=false`, { changes })
    const update = (page: string, document: unknown) => edit({ operation: "update_page", page, document: { document } })
    const read = async (page: string) => {
      const { document } = await get(`${draft}/page/${page}?format=document`)
      return { document, markdown: (await get(`${draft}/page/${page}?format=markdown`)).markdown as string }
    }
    const paragraph = (text: string) => ({
      object: "block",
      type: "paragraph",
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
    })

    it("change the lines of the block that was edited, and nothing else", async () => {
      const before = await read(home.id)
      const same = await update(home.id, before.document)
      expect(same.status).toBe(200)
      expect((await read(home.id)).markdown).toBe(before.markdown)
      const [images, link, include] = before.document.nodes
      link.nodes[0].nodes[0].leaves[0].text = "Set it up"
      expect((await update(home.id, { ...before.document, nodes: [images, link, include] })).status).toBe(200)
      const after = await read(home.id)
      expect(after.markdown).toBe(before.markdown.replace("[Install]", "[Set it up]"))
    })

    it("make a new page, with links to what is there", async () => {
      const { files } = await get("/content")
      const document = {
        object: "document",
        data: {},
        nodes: [
          { object: "block", type: "heading-1", data: {}, nodes: paragraph("Part").nodes },
          {
            object: "block",
            type: "images",
            data: {},
            isVoid: false,
            nodes: [
              {
                object: "block",
                type: "image",
                data: { ref: { kind: "file", file: files[0].id } },
                isVoid: true,
                fragments: []
              }
            ]
          },
          { object: "block", type: "content-ref", isVoid: true, data: { ref: { kind: "page", page: install.id } } }
        ]
      }
      const { body, status } = await edit({ operation: "insert_page", title: "Made of blocks", document: { document } })
      expect(status).toBe(200)
      const made = await read(body.changes[0].page.id)
      expect(made.markdown).toContain("## Part\n")
      expect(made.markdown).toContain(`/files/${files[0].id}`)
      expect(made.document.nodes.map(({ type }: any) => type)).toEqual(["heading-1", "images", "content-ref"])
      expect(made.document.nodes[2].data.ref).toEqual({ kind: "page", page: install.id })
      expect((await get(`${draft}/page/${body.changes[0].page.id}`)).title).toBe("Made of blocks")
    })

    const wrong: ReadonlyArray<readonly [name: string, document: unknown, path: RegExp]> = [
      ["no document", { object: "block" }, /changes\.0\.document\.document\.object/],
      ["no list of nodes", { object: "document", data: {} }, /document\.nodes: must be a list/],
      ["a block that nobody knows", doc({ object: "block", type: "marquee" }), /nodes\.0\.type: there is no block/],
      ["a wrong field", doc({ object: "block", type: "hint", data: { style: 4 } }), /nodes\.0\.data\.style/],
      [
        "a page that is not there",
        doc({ object: "block", type: "content-ref", data: { ref: { kind: "page", page: "nothing" } } }),
        /nodes\.0\.data\.ref: there is no page "nothing"/
      ],
      ["a part alone", doc({ object: "block", type: "tabs-item", data: {}, nodes: [] }), /nodes\.0\.type/],
      ["a NUL", doc({ object: "block", type: "code", data: { title: "a\0b" }, nodes: [] }), /NUL/],
      [
        "what Markdown cannot hold",
        doc({ object: "block", type: "math", isVoid: true, data: { formula: "a\n$$\nb" } }),
        /nodes\.0: Markdown cannot hold this/
      ]
    ]
    it.each(wrong)("are refused with %s, and nothing is written", async (_, document, path) => {
      const { id } = await get(draft)
      const answer = await update(home.id, document)
      expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(path)])
      expect((await get(draft)).id).toBe(id)
    })

    it("are refused when they nest too deep", async () => {
      let node: any = paragraph("deep")
      for (let depth = 0; depth < 61; depth++) node = { object: "block", type: "blockquote", data: {}, nodes: [node] }
      const { body, status } = await update(home.id, doc(node))
      expect([status, body.error.message]).toEqual([400, expect.stringMatching(/nest/)])
    })

    it("go back block by block", async () => {
      const { document, markdown } = await read(install.id)
      const added = paragraph("Added.")
      const code = JSON.parse(JSON.stringify(document.nodes[0]))
      code.nodes[0].nodes[0].leaves[0].text = "npm run all"
      expect((await update(install.id, { ...document, nodes: [added, code] })).status).toBe(200)
      const changed = await read(install.id)
      expect(changed.markdown).toContain("npm run all")
      const [first, second] = changed.document.nodes
      const revert = (...block: string[]) => edit({ operation: "revert_page", page: install.id, block })
      expect((await revert("nothing")).status).toBe(400)
      expect((await revert(second.key)).status).toBe(200)
      expect((await read(install.id)).markdown).toContain("Added.")
      expect((await read(install.id)).markdown).toContain("npm start")
      expect((await revert(first.key)).status).toBe(200)
      expect((await read(install.id)).markdown).toBe(markdown)
      // one that went comes back by the key that it had
      expect((await update(install.id, { ...document, nodes: [added] })).status).toBe(200)
      expect((await revert(document.nodes[0].key)).status).toBe(200)
      expect((await read(install.id)).document.nodes.map(({ type }: any) => type)).toEqual(["paragraph", "code"])
    })
  })

  describe("of pages of a repository in forms of their own", () => {
    const image = "my image (1).png"
    const texts: Readonly<Record<string, string>> = {
      "links.md":
        "# Links\n\n[a](./forms.md) [b](guide/) [c](guide/README.md#D-e) [d](guide) [e](the-group) [f](/pages/the-group) [g](none) word\n\n" +
        '[forms.md](./forms.md "mention")\n\n[r]\n\n[r]: guide\n',
      "forms.md":
        "# Forms\n\na\\_b *c* __d__ &nbsp; https://x.y/a\\_b?c\\&d&#x20;and word\n\n" +
        `![i](<.gitbook/assets/${image}>) ![i](.gitbook/assets/my%20image%20%281%29.png)\n\n` +
        '{% tabs %}\n{% tab title="a \\_ &amp; b" %}\nx\n{% endtab %}\n{% endtabs %}\n',
      "cards.md": `# Cards\n\n<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>word</td><td><a href=".gitbook/assets/${image}">${image}</a></td></tr></tbody></table>\n`,
      "headings.md": "# Title\n\na\n\n# Second word\n\n## Sub\n\n# Third\n",
      "notes.md": "# Notes\n\n[a](#user-content-fn-1)[^1] b[^2] word\n\n[^1]: *Why*\n\n[^2]:\n",
      "frames.md":
        '# Frames\n\n<div align="left" data-with-frame="true"><img src="https://x.y/a.png" alt=""></div>\n\nword\n',
      "swagger.md":
        '# Swagger\n\n{% swagger method="get" path="/a" summary="S" %}\n{% swagger-description %}\nA *b* word\n{% endswagger-description %}\n\n{% swagger-parameter in="path" name="a" %}\n__c__\n{% endswagger-parameter %}\n{% endswagger %}\n',
      "guide/README.md": "# Guide\n\n[up](../links.md) [home](../) word\n"
    }
    let draft: string
    let pages: ReadonlyArray<any>
    beforeAll(async () => {
      const summary =
        "# Table of contents\n\n* [Links](links.md)\n* [Guide](guide/README.md)\n\n## The group\n\n" +
        Object.keys(texts)
          .filter((path) => !["links.md", "guide/README.md"].includes(path))
          .map((path) => `* [${path}](${path})\n`)
          .join("")
      const source = await startSample(
        world,
        { "SUMMARY.md": summary, ...texts, [`.gitbook/assets/${image}`]: "no picture" },
        "forms"
      )
      const space = await world.space("Forms")
      await importOk(world.api, space, { url: source.url, ref: main })
      await source.git.close()
      const { body } = await world.api.post(`/v1/spaces/${space}/change-requests`, {})
      draft = `/v1/spaces/${space}/change-requests/${body.number}/content`
      const all = (list: ReadonlyArray<any>): ReadonlyArray<any> =>
        list.flatMap((page) => [...(page.type === "document" ? [page] : []), ...all(page.pages ?? [])])
      pages = all((await world.api.get(`${draft}/pages`)).body.pages)
      expect(pages.map(({ git }) => git.path).sort()).toEqual(Object.keys(texts).sort())
    })

    const one = async (path: string, query = "?format=markdown") =>
      (await world.api.get(`${draft}/page/${path}${query}`)).body
    const change = async (...changes: ReadonlyArray<object>) => {
      const { body, status } = await world.api.post(`${draft}?compat=false`, { changes })
      expect([status, body.error]).toEqual([200, undefined])
      return body
    }
    const bare = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (name, inner) => (name === "key" || name === "meta" ? undefined : inner)))
    const say = (node: any): boolean => {
      const leaf = node.leaves?.find(({ text }: any) => text.includes("word"))
      if (leaf !== undefined) leaf.text = leaf.text.replace("word", "other")
      return leaf !== undefined || [...(node.nodes ?? []), ...(node.fragments ?? [])].some(say)
    }

    it("write nothing when they are read and sent back, as documents and as Markdown", async () => {
      for (const { id, git } of pages) {
        const { document } = await one(id, "?format=document")
        const { markdown } = await one(id)
        expect(markdown).toBe(texts[git.path])
        await change({ operation: "update_page", page: id, document: { document } })
        await change({ operation: "update_page", page: id, document: { markdown } })
        expect((await one(id)).markdown).toBe(markdown)
      }
      const bodies = await Promise.all(pages.map(({ id }) => one(id)))
      expect(bodies.map(({ markdown }) => markdown)).toEqual(pages.map(({ git }) => texts[git.path]))
    })

    it("change by the word that is edited", async () => {
      for (const { id, git } of pages) {
        const { document } = await one(id, "?format=document")
        expect(say(document)).toBe(true)
        await change({ operation: "update_page", page: id, document: { document } })
        expect((await one(id)).markdown).toBe(texts[git.path]!.replace("word", "other"))
      }
    })

    it("are taken as new pages, which give them again", async () => {
      // a path that leads nowhere from a file may lead somewhere from a page that has none
      for (const { id, git } of pages.filter(({ git }) => git.path !== "links.md")) {
        const { document } = await one(id, "?format=document")
        const { changes } = await change({ operation: "insert_page", title: "New", document: { document } })
        const made = await one(changes[0].page.id, "?format=document")
        expect([git.path, made.title, bare(made.document)]).toEqual([git.path, "New", bare(document)])
      }
    })

    it("may refer to pages and anchors of other spaces", async () => {
      const link = (ref: object) => ({
        object: "inline",
        type: "link",
        isVoid: false,
        data: { ref },
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "x", marks: [] }] }]
      })
      const refs = [
        { kind: "page", page: home.id, space: sample.space },
        { kind: "anchor", page: home.id, anchor: "a-b", space: sample.space },
        { kind: "space", space: sample.space }
      ]
      const document = doc({ object: "block", type: "paragraph", isVoid: false, data: {}, nodes: refs.map(link) })
      const { changes } = await change({ operation: "insert_page", title: "Elsewhere", document: { document } })
      const made = changes[0].page.id
      const read = (await one(made, "?format=document")).document.nodes[0].nodes
      expect(read.filter(({ type }: any) => type === "link").map(({ data }: any) => data.ref)).toEqual(refs)
      const links = (await world.api.get(draft.replace(/\/content$/, `/content/page/${made}/links`))).body
      expect(links.items.map(({ status, targetReference }: any) => [status, targetReference.kind])).toEqual([
        ["ok", "page"],
        ["ok", "page"],
        ["ok", "space"]
      ])
    })
  })

  describe("of a comment", () => {
    const said = (text: string) =>
      doc({
        object: "block",
        type: "paragraph",
        data: {},
        nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
      })
    const put = (path: string, body: object) => world.api.request("PUT", `${base}${path}`, { body: { body } })
    const texts = (document: any) => document.nodes.map((node: any) => node.nodes[0].leaves[0].text)

    it("are taken as its body, shown when asked for, and Markdown otherwise", async () => {
      const body = {
        document: doc({
          object: "block",
          type: "paragraph",
          data: {},
          nodes: [
            { object: "inline", type: "mention", isVoid: true, data: { ref: { kind: "page", page: install.id } } },
            {
              object: "text",
              leaves: [{ object: "leaf", text: " is right", marks: [{ object: "mark", type: "bold" }] }]
            }
          ]
        })
      }
      const posted = await world.api.post(`${base}/comments`, { body })
      expect([posted.status, posted.body.body]).toEqual([
        200,
        { markdown: expect.stringContaining(`/pages/${install.id}`) }
      ])
      const { id } = posted.body
      const one = await get(`/comments/${id}?format=document`)
      expect(one.body.document.nodes).toMatchObject([
        {
          nodes: [
            { type: "mention", data: { ref: { kind: "page", page: install.id } } },
            { leaves: [{ marks: [{ type: "bold" }] }] }
          ]
        }
      ])
      expect((await get("/comments?format=document")).items[0].body).toEqual(one.body)
      expect((await get("/comments")).items[0].body).toEqual(posted.body.body)

      const answer = await world.api.post(`${base}/comments/${id}/replies`, { body: { document: said("Thanks") } })
      expect(answer.body.body).toEqual({ markdown: "Thanks" })
      const replies = await get(`/comments/${id}/replies?format=document`)
      expect(texts(replies.items[0].body.document)).toEqual(["Thanks"])
      const reply = `/comments/${id}/replies/${answer.body.id}`
      expect(texts((await get(`${reply}?format=document`)).body.document)).toEqual(["Thanks"])
      const edited = await put(reply, { document: said("Many thanks") })
      expect(edited.body.body.markdown).toBe("Many thanks")
      expect((await put(`/comments/${id}`, { document: said("No") })).body.body.markdown).toBe("No")
    })

    it("come with a review", async () => {
      const { body: draft } = await world.api.post(`${base}/change-requests`, { subject: "To review" })
      const path = `${base}/change-requests/${draft.number}`
      await world.api.patch(path, { status: "open" })
      const answer = await world.api.post(`${path}/reviews`, {
        status: "approved",
        comment: { document: said("Fine") }
      })
      expect([answer.status, answer.body.comment?.body]).toEqual([expect.any(Number), { markdown: "Fine" }])
    })

    it("are refused with their place when they cannot be kept, or come with Markdown", async () => {
      const post = (body: object) => world.api.post(`${base}/comments`, { body })
      const wrong = await post({ document: doc({ object: "block", type: "marquee" }) })
      expect([wrong.status, wrong.body.error.message]).toEqual([
        400,
        expect.stringMatching(/body\.document\.nodes\.0\.type/)
      ])
      expect((await post({ document: said("a"), markdown: "a" })).status).toBe(400)
      expect((await post({ document: said("a".repeat(50_001)) })).status).toBe(400)
      expect((await post({ document: said("a".repeat(50_000)) })).status).toBe(200)
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

  it.skipIf(!haveCorpora())(
    "of real pages change nothing where nothing is edited, and one line where one is",
    async () => {
      const { files } = readCorpus(corpora[0]!)
      const help = [...files].flatMap(([path, bytes]) =>
        path.startsWith("help/") ? [[path.slice(5), bytes] as const] : []
      )
      const git = await startSample(world, Object.fromEntries(help), "help")
      const space = await world.space("Help")
      await importOk(world.api, space, { url: git.url, ref: main })
      const draft = `/v1/spaces/${space}/change-requests/${(await world.api.post(`/v1/spaces/${space}/change-requests`, {})).body.number}/content`
      const idsOf = (pages: ReadonlyArray<any>): ReadonlyArray<string> =>
        pages.flatMap((page) => [...(page.type === "document" ? [page.id] : []), ...idsOf(page.pages ?? [])])
      const ids = idsOf((await world.api.get(`${draft}/pages`)).body.pages)
      const textOf = async (id: string): Promise<string> =>
        (await world.api.get(`${draft}/page/${id}?format=markdown`)).body.markdown
      const texts = new Map<string, string>()
      const documents = new Map<string, any>()
      for (const id of ids) {
        texts.set(id, await textOf(id))
        documents.set(id, (await world.api.get(`${draft}/page/${id}?format=document`)).body.document)
      }
      const write = async (): Promise<void> => {
        const changes = ids.map((page) => ({
          operation: "update_page",
          page,
          document: { document: documents.get(page) }
        }))
        const { body, status } = await world.api.post(draft, { changes })
        expect([status, body.error]).toEqual([200, undefined])
      }
      await write()
      for (const id of ids) expect(await textOf(id)).toBe(texts.get(id))
      for (const document of documents.values()) {
        const paragraph = document.nodes.find(
          ({ nodes, type }: any) => type === "paragraph" && nodes[0].leaves?.[0].text
        )
        if (paragraph !== undefined) paragraph.nodes[0].leaves[0].text += "edited "
      }
      await write()
      let edited = 0
      for (const id of ids) {
        const before = texts.get(id)!.split("\n")
        const after = (await textOf(id)).split("\n")
        const gone = before.filter((line) => !after.includes(line))
        expect([id, gone.length <= 1]).toEqual([id, true])
        edited += gone.length
      }
      expect(edited).toBeGreaterThan(5)
    }
  )
})
