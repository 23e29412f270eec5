/** Every kind of reference to every kind of content: the link report calls it sound where the published page shows it. */
import { commitFiles } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { importOk, main } from "../src/imports.ts"
import { pixel, type Sample, startSample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** What a reference is to be: somewhere to go, bytes to show or to read, a text in its place. */
type Wants = "place" | "file" | "text"

const grid = (column: string, href: string, view = "") =>
  `<table${view}><thead><tr><th>Name</th><th ${column}>Other</th></tr></thead>` +
  `<tbody><tr><td>Row</td><td><a href="${href}">x</a></td></tr></tbody></table>`
const cards = ' data-view="cards"'

const kinds: Readonly<Record<string, readonly [Wants, (href: string) => string]>> = {
  link: ["place", (href) => `[x](${href})`],
  mention: ["place", (href) => `[x](${href} "mention")`],
  button: ["place", (href) => `<a href="${href}" class="button primary">x</a>`],
  "content-ref": ["place", (href) => `{% content-ref url="${href}" %}\n[x](${href})\n{% endcontent-ref %}`],
  embed: ["place", (href) => `{% embed url="${href}" %}`],
  "target of a card": ["place", (href) => grid('data-hidden data-card-target data-type="content-ref"', href, cards)],
  "cell of references": ["place", (href) => grid('data-type="content-ref"', href)],
  "link of a picture": [
    "place",
    (href) => `<figure><a href="${href}"><img src="https://example.org/x.png" alt=""></a></figure>`
  ],
  image: ["file", (href) => `Text ![x](${href}) text`],
  figure: ["file", (href) => `<figure><img src="${href}" alt="x"></figure>`],
  file: ["file", (href) => `{% file src="${href}" %}`],
  "cover of a card": ["file", (href) => grid('data-hidden data-card-cover data-type="files"', href, cards)],
  "cell of files": ["file", (href) => grid('data-type="files"', href)],
  "cover of the page": ["file", (href) => `---\ncover: ${href}\ncoverY: 0\n---\n`],
  openapi: [
    "file",
    (href) => `{% openapi src="${href}" path="/pets" method="get" %}\n[x](https://example.org/)\n{% endopenapi %}`
  ],
  include: ["text", (href) => `{% include "${href}" %}`]
}

const note = "---\ntitle: Note\n---\n\nNoted here.\n"
const api = `openapi: 3.0.0
info: { title: Pets, version: "1" }
paths: { /pets: { get: { summary: List of pets, responses: { "200": { description: Pets } } } } }
`
const content = {
  "README.md": "# Home\n",
  "top.md": "# Top\n",
  "between.md": "# Between\n",
  ".gitbook/assets/p.png": pixel,
  ".gitbook/assets/api.yaml": api,
  ".gitbook/includes/note.md": note,
  ".gitbook/includes/a b.md": note
}
const summary = "* [Home](README.md)\n* [Top](top.md)\n* [Between](between.md)\n"

onBothStores("What is referred to", (store) => {
  let world: World
  let sample: Omit<Sample, "space">
  beforeAll(async () => {
    world = await startWorld(store)
    sample = await startSample(world, { ...content, "SUMMARY.md": summary })
  })
  afterAll(async () => {
    await sample?.git.close()
    await world?.stop()
  })

  it("is sound in the link report where the published page shows it, and only there", async () => {
    const space = await world.space("References")
    const base = `/v1/spaces/${space}/content`
    await importOk(world.api, space, { url: sample.url, ref: main })
    const { body: before } = await world.api.get(base)
    const idOf = (list: ReadonlyArray<any>, path: string): string => list.find(({ git }) => git.path === path).id
    const noteId = idOf(before.reusableContents, ".gitbook/includes/note.md")
    const targets = (kind: string): Readonly<Record<string, readonly [Wants | undefined, string]>> => {
      const file = kind === "openapi" ? ".gitbook/assets/api.yaml" : ".gitbook/assets/p.png"
      return {
        "a page": ["place", "top.md"],
        "a page by its id": ["place", `/pages/${before.pages[1].id}`],
        "a file": ["file", file],
        "a file by its id": ["file", `/files/${idOf(before.files, file)}`],
        "reusable content": ["text", ".gitbook/includes/note.md"],
        "reusable content in codes": ["text", ".gitbook/includes/a%20b.md"],
        "reusable content by its id": ["text", `/reusable-content/${noteId}`],
        "reusable content by its address": ["text", `https://app.gitbook.com/s/${space}/~/reusable/${noteId}/`],
        nothing: [undefined, "gone.md"],
        "no id": [undefined, "/reusable-content/none"]
      }
    }
    const cases = Object.entries(kinds).flatMap(([kind, [wants, write]]) =>
      Object.entries(targets(kind)).map(([target, [is, href]]) => ({
        name: `${kind} of ${target}`,
        kind,
        text: write(href),
        // a page or a file can be gone to, and nothing but a file has bytes
        holds: is !== undefined && (wants === is || (wants === "place" && is === "file"))
      }))
    )
    const pages = cases.map(({ text }, n) => [
      `n${n}.md`,
      text.replace(/^(---\n[\s\S]*?\n---\n)?/, `$1# Case ${n}\n\n`)
    ])
    await commitFiles(
      sample.repository,
      {
        ...content,
        ...Object.fromEntries(pages),
        "SUMMARY.md": summary + pages.map(([path], n) => `* [Case ${n}](${path})\n`).join("")
      },
      "Every kind"
    )
    await importOk(world.api, space, { url: sample.url, ref: main })
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body: site } = await world.api.post(sites, { title: "References", spaces: [space] })
    const url: string = (await world.api.post(`${sites}/${site.id}/publish`)).body.urls.published
    const ids = new Map<string, string>(
      (await world.api.get(base)).body.pages.map(({ id, title }: any) => [title, id] as const)
    )

    const shows = async (n: number, kind: string): Promise<boolean> => {
      const html = await (await fetch(`${url}n${n}`)).text()
      const [, shown = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)!
      // a block of an operation that cannot be read is a link to where it should be
      return (kind === "openapi" ? /List of pets/ : /(?:href|src)="[^"]*(?:\/top"|\/~files\/)|Noted here/).test(shown)
    }
    const reports = async (n: number): Promise<boolean> => {
      const { body } = await world.api.get(`${base}/page/${ids.get(`Case ${n}`)}/links?limit=1000`)
      return body.items.some(({ status }: any) => status === "ok")
    }
    const table: Array<string> = []
    for (const [n, { kind, name }] of cases.entries()) {
      const [page, report] = [await shows(n, kind), await reports(n)]
      table.push(`${name}: ${page ? "shown" : "not shown"}, ${report ? "sound" : "not sound"}`)
    }
    expect(table).toEqual(cases.map(({ holds, name }) => `${name}: ${holds ? "shown, sound" : "not shown, not sound"}`))
  })
})
