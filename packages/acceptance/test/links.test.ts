/** One table of what can be written as a link: the link report, the published page and documents read it alike. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { attribute, elementsOf, hasClass, textOf, visitPage } from "../src/browser.ts"
import { importOk, main } from "../src/imports.ts"
import { type Sample, startSample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const tree = "https://github.com/acme/docs/tree/main"

const files = {
  ".gitbook.yaml": "root: ./docs/\n",
  LICENSE: "Free.\n",
  "docs/SUMMARY.md":
    "* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Start](guide/start.md)\n* [Top](top.md)\n* [Written](written.md)\n",
  "docs/guide/README.md": "# Guide\n",
  "docs/guide/start.md": "# Start\n\n## Part\n",
  "docs/top.md": "# Top\n",
  "docs/CONTRIBUTING.md": "# Contributing\n",
  "docs/notes/deep.md": "# Unlisted\n",
  "docs/bare/file.txt": "Text.\n",
  "docs/examples/x.cs": "class X {}\n",
  "docs/.gitbook/assets/a b.txt": "Asset.\n",
  "docs/.gitbook/includes/note.md": "---\ntitle: Note\n---\n\nNoted.\n"
}

/** What a link leads to, by name: a page, a file, another site, or nothing. */
const forms: Readonly<Record<string, string>> = {
  "top.md": "page Top",
  "./top.md": "page Top",
  "top.md#a": "page Top#a",
  "top.md/": "page Top",
  "top.md/#a": "page Top#a",
  "guide/": "page Guide",
  "guide/#a": "page Guide#a",
  "guide/README.md": "page Guide",
  "guide/start.md#part": "page Start#part",
  "guide/start.md/#part": "page Start#part",
  "./": "page Home",
  ".": "page Home",
  "../docs/top.md": "page Top",
  "top.md?q=1": "page Top",
  "guide/start.md?only=1": "page Start",
  "top.md?q=1&b=%20#a": "page Top#a",
  "guide/?q": "page Guide",
  "guide/start.md/?q=1#part": "page Start#part",
  "CONTRIBUTING.md": "file CONTRIBUTING.md",
  "examples/x.cs?raw=true": "file x.cs",
  "notes/deep.md": "file deep.md",
  "../LICENSE": "file LICENSE",
  "examples/x.cs": "file x.cs",
  ".gitbook/assets/a%20b.txt": "file a b.txt",
  // what GitBook does not resolve
  guide: "nothing",
  "guide/start": "nothing",
  "TOP.md": "nothing",
  "bare/": "nothing",
  bare: "nothing",
  "gone/": "nothing",
  "gone.md": "nothing",
  "gone.md#a": "nothing",
  "gone.png": "nothing",
  "gone2.md?q=1": "nothing",
  "gone3.md?q=1#a": "nothing",
  "lost.png?raw=true": "nothing",
  "../../other/x.md": "nothing",
  "broken-reference": "nothing",
  "/broken/pages/abc123": "nothing",
  "/broken/spaces/s1/pages/abc123": "nothing",
  "/broken/files/f1": "nothing",
  "/broken/openapi/petstore": "nothing",
  "/broken/pages/abc124?q=1#a": "nothing",
  "/pages/nobody?q=1": "nothing",
  "/pages/none": "nothing",
  "/files/none": "nothing",
  "https://example.org/": "elsewhere",
  "/root/x": "elsewhere"
}
const hrefs = Object.keys(forms)
/** Without those that name a page by its slugs: text that is sent may say so. */
const sent = hrefs.filter((href) => !["guide", "guide/start"].includes(href))
const queryOf = (href: string): string | undefined => /\?[^#]*/.exec(href)?.[0]
const linksTo = (list: ReadonlyArray<string>) => list.map((href, n) => `[link ${n}](${href})`).join("\n\n")

onBothStores("What links lead to", (store) => {
  let world: World
  let sample: Omit<Sample, "space">
  let space: string
  let base: string
  let home: any
  let written: any
  let titles: ReadonlyMap<string, string>
  let names: ReadonlyMap<string, string>
  const text = `# Written\n\n${linksTo(sent)}\n`

  beforeAll(async () => {
    world = await startWorld(store)
    sample = await startSample(world, {
      ...files,
      "docs/README.md": `# Home\n\n${linksTo(hrefs)}\n`,
      "docs/written.md": text
    })
    space = await world.space("Links")
    base = `/v1/spaces/${space}`
    await importOk(world.api, space, { url: sample.url, ref: main, repoTreeURL: tree })
    const { body } = await world.api.get(`${base}/content`)
    home = body.pages[0]
    written = body.pages.at(-1)
    const walk = (pages: ReadonlyArray<any>): ReadonlyArray<[string, string]> =>
      pages.flatMap((page) => [[page.id, page.title] as [string, string], ...walk(page.pages ?? [])])
    titles = new Map(walk(body.pages))
    names = new Map(body.files.map(({ id, name }: any) => [id, name]))
  })
  afterAll(async () => {
    await sample?.git.close()
    await world?.stop()
  })

  const hash = (anchor: string | undefined) => (anchor === undefined ? "" : `#${anchor}`)

  it("is one and the same in the link report, on the published page, in documents and in stable Markdown", async () => {
    const report = new Map<string, string>()
    const { body: links } = await world.api.get(`${base}/content/page/${home.id}/links?limit=1000`)
    const usages: ReadonlyArray<any> = links.items
    for (const { status, targetReference } of usages) {
      const { kind } = targetReference
      const anchor = hash(targetReference.internalLocation?.anchor)
      const to =
        status === "broken"
          ? `nothing ${targetReference.url}`
          : kind === "page"
            ? `page ${targetReference.page.title}${anchor}`
            : `${kind} ${targetReference[kind].name}`
      report.set(to, to)
    }

    const sites = `/v1/orgs/${world.organization}/sites`
    const { body: site } = await world.api.post(sites, { title: "Links", spaces: [space] })
    const url: string = (await world.api.post(`${sites}/${site.id}/publish`)).body.urls.published
    const { document } = await visitPage(url)
    const pathOf: Readonly<Record<string, string>> = { "": "Home", guide: "Guide", "guide/start": "Start", top: "Top" }
    const onPage = (n: number): string => {
      const [found] = elementsOf(
        document,
        (one) => (one.tagName === "a" || hasClass(one, "broken")) && textOf(one).split(" (")[0] === `link ${n}`
      )
      if (found === undefined || hasClass(found, "broken")) return "nothing"
      const to = new URL(attribute(found, "href")!, url).href
      if (to.startsWith(`${tree}/`)) return `file ${decodeURIComponent(to).split("/").at(-1)}`
      if (!to.startsWith(url)) return "elsewhere"
      const [path = "", anchor] = to.slice(url.length).split("#")
      return path.startsWith("~files/")
        ? `file ${decodeURIComponent(path.split("/").at(-1)!)}`
        : `page ${pathOf[path]}${hash(anchor)}`
    }

    const { document: rich } = (await world.api.get(`${base}/content/page/${home.id}`)).body
    const inDocument = (n: number): string => {
      const { ref } = rich.nodes[n].nodes.find(({ type }: any) => type === "link").data
      if (ref.broken === true) return ref.kind === "url" ? "an address" : "nothing"
      switch (ref.kind) {
        case "page":
          return `page ${titles.get(ref.page)}`
        case "anchor":
          return `page ${titles.get(ref.page)}#${ref.anchor}`
        case "file":
          return `file ${names.get(ref.file)}`
        default:
          return ref.url === hrefs[n] ? "elsewhere" : "another address"
      }
    }

    const stable: string = (
      await world.api.get(`${base}/content/page/${home.id}?format=markdown&format.markdown.refs=stable`)
    ).body.markdown
    const inMarkdown = (n: number): string => {
      const href = new RegExp(`\\[link ${n}\\]\\((.*)\\)`).exec(stable)![1]!
      const [, kind, id = "", query, anchor] = /^\/(pages|files)\/(\w+)(\?[^#]*)?(?:#(.*))?$/.exec(href) ?? []
      if (titles.has(id) || names.has(id)) expect(query, href).toBe(queryOf(hrefs[n]!))
      if (kind === "pages" && titles.has(id)) return `page ${titles.get(id)}${hash(anchor)}`
      if (kind === "files" && names.has(id)) return `file ${names.get(id)}`
      return href === hrefs[n] ? "as written" : href
    }

    const table = hrefs.map((href, n) => ({
      href,
      report: report.get(forms[href]!) ?? (report.has(`nothing ${href}`) ? "nothing" : "elsewhere"),
      page: onPage(n),
      document: inDocument(n),
      markdown: inMarkdown(n)
    }))
    expect(table).toEqual(
      hrefs.map((href) => {
        const to = forms[href]!
        const leads = to !== "nothing" && to !== "elsewhere"
        return { href, report: to, page: to, document: to, markdown: leads ? to : "as written" }
      })
    )
  })

  it("is written back as it is, and where a block is edited stays what it says", async () => {
    const { body: draft } = await world.api.post(`${base}/change-requests`, { subject: "Links" })
    const at = `${base}/change-requests/${draft.number}/content`
    const write = async (document: unknown) => {
      const change = { operation: "update_page", page: written.id, document: { document } }
      const answer = await world.api.post(`${at}?compat=false`, { changes: [change] })
      expect([answer.status, answer.text]).toEqual([200, answer.text])
      return (await world.api.get(`${at}/page/${written.id}?format=markdown`)).body.markdown as string
    }
    const said = (words: string) => ({ object: "text", leaves: [{ object: "leaf", text: words, marks: [] }] })
    const { document } = (await world.api.get(`${at}/page/${written.id}`)).body
    expect(await write(document)).toBe(text)
    // a client may hand back no field that it does not know
    const known = JSON.parse(JSON.stringify(document).replaceAll(/,"(?:broken":true|query":"[^"]*")/g, ""))
    expect(JSON.stringify(known)).not.toContain("only=1")
    expect(await write(known)).toBe(text)
    // every block is edited: what its link led to, or did not, is what it says still
    const edited = structuredClone(document)
    for (const node of edited.nodes) node.nodes.push(said(" too"))
    const after = await write(edited)
    const again = (await world.api.get(`${at}/page/${written.id}`)).body.document
    const refs = (from: any) =>
      from.nodes.map(({ nodes }: any) => nodes.find(({ type }: any) => type === "link").data.ref)
    expect(refs(again)).toEqual(refs(document))
    for (const [n, href] of sent.entries()) {
      if (forms[href] === "nothing" || queryOf(href) !== undefined)
        expect(after).toContain(`[link ${n}](${href}) too\n`)
    }
    for (const node of known.nodes) node.nodes.push(said(" too"))
    expect(await write(known)).toContain("](guide/start.md?only=1) too\n")
    // the same words without what says that they lead nowhere: a client may not know it
    const plain = JSON.parse(JSON.stringify(document).replaceAll(',"broken":true', ""))
    for (const node of plain.nodes) node.nodes.push(said(" also"))
    expect(await write(plain)).toContain(" also\n")
    // as a page of its own it can only name what is missing
    const made = await world.api.post(`${at}?compat=false`, {
      changes: [{ operation: "insert_page", title: "Copy", document: { document } }]
    })
    expect([made.status, made.text]).toEqual([200, made.text])
    const copy = (await world.api.get(`${at}/page/${made.body.changes[0].page.id}`)).body.document
    expect(refs(copy)).toEqual(refs(document))
  })

  it("is a file of the repository that no page shows, and goes on being one", async () => {
    const { files: before } = (await world.api.get(`${base}/content`)).body
    await importOk(world.api, space, { url: sample.url, ref: main, repoTreeURL: tree, force: true })
    const { files: after } = (await world.api.get(`${base}/content`)).body
    expect(after.map(({ id }: any) => id)).toEqual(before.map(({ id }: any) => id))
    expect(after.map(({ git }: any) => git.path).toSorted()).toEqual([
      "LICENSE",
      "docs/.gitbook/assets/a b.txt",
      "docs/CONTRIBUTING.md",
      "docs/examples/x.cs",
      "docs/notes/deep.md"
    ])
  })
})
