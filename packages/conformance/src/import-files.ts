import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { ImportRuns } from "@octavo/core/content/imports/ImportRuns"
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceSites } from "@octavo/core/content/spaces/SpaceSites"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Uploads } from "@octavo/core/content/uploads/Uploads"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import type { ZipWriterAddDataOptions } from "@zip.js/zip.js"
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"
import { Effect, Stream } from "effect"
import { as, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"
import { untilEnded } from "./import-runs.ts"

type Content = string | Uint8Array
type Files = ReadonlyArray<readonly [path: string, content: Content, options?: ZipWriterAddDataOptions]>

const zipOf = async (files: Files): Promise<Uint8Array> => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, keepOrder: true })
  for (const [path, content, options] of files) {
    const bytes = typeof content === "string" ? utf8.encode(content) : content
    await writer.add(path, new Uint8ArrayReader(bytes), { extendedTimestamp: false, ...options })
  }
  return writer.close()
}

/** The same archive with other bytes where it says these; as long. */
const patched = (bytes: Uint8Array, from: string, to: string): Uint8Array =>
  Uint8Array.from(Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll(from, to), "latin1"))

const png = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64"
  )
)

const book: Files = [
  [
    "book/SUMMARY.md",
    "# Table\n\n* [Home](README.md)\n\n## Guides\n\n* [Start](guide/start.md)\n  * [Deep](guide/deep.md)\n"
  ],
  [
    "book/README.md",
    '---\ndescription: About\n---\n\n# Home\n\nSee [start](guide/start.md#now) and {% include ".gitbook/includes/note.md" %}\n'
  ],
  ["book/guide/start.md", "# Start\n\n![A](../.gitbook/assets/a.png) [up](../) [deep](deep.md) [no](none.md)\n"],
  ["book/guide/deep.md", "# Deep\n"],
  ["book/.gitbook/assets/a.png", png],
  ["book/.gitbook/includes/note.md", "# Note\n\nRead [deep](../../guide/deep.md).\n"],
  ["book/.gitbook/vars.yaml", "product: Acme\n"]
]

const newScene = Effect.fnUntraced(function* () {
  const { admin, id } = yield* newOrganization()
  const space = yield* (yield* Spaces).create(id, {}).pipe(as(admin))
  const imports = yield* ImportRuns
  const uploads = yield* Uploads
  const content = yield* SpaceContent
  const upload = Effect.fnUntraced(function* (name: string, bytes: Content, type = "application/zip") {
    const data = typeof bytes === "string" ? utf8.encode(bytes) : bytes
    const file = { name, type, size: data.length }
    const { key, url } = yield* uploads.create(id, { file, kind: "import_file" }).pipe(as(admin))
    yield* uploads.receive(url.slice(url.lastIndexOf("/") + 1), {}, Stream.make(data))
    return key
  })
  const start = (files: ReadonlyArray<string>, target: object = {}, rest: object = {}) =>
    imports
      .start(id, { source: { type: "file", files }, target: { space: space.id, ...target }, ...rest })
      .pipe(as(admin))
  const ended = (run: string) => untilEnded(id, admin, run)
  const bring = (files: ReadonlyArray<string>, target: object = {}) =>
    Effect.flatMap(start(files, target), (run) => ended(run.id))
  const bringZip = (files: Files, target: object = {}) =>
    Effect.gen(function* () {
      return yield* bring([yield* upload("docs.zip", yield* Effect.promise(() => zipOf(files)))], target)
    })
  const tree = Effect.map(content.open(space.id), (opened) => opened.tree).pipe(as(admin))
  const pages = Effect.gen(function* () {
    const all: Array<{ id: string; title: string; slug: string; type: string; above: string | null; text: string }> = []
    const opened = yield* tree
    const walk = (nodes: ReadonlyArray<PageNode>, above: string | null): Effect.Effect<void, unknown> =>
      Effect.gen(function* () {
        for (const { page, pages } of nodes) {
          const text = page.body === undefined ? "" : (yield* opened.body(page.body)).text
          all.push({ id: page.id, title: page.title, slug: page.slug, type: page.type, above, text })
          yield* walk(pages, page.title)
        }
      })
    yield* walk(yield* opened.pages(), null)
    return all
  })
  const outline = Effect.map(pages, (all) =>
    all.map(({ above, title }) => (above === null ? title : `${above} > ${title}`))
  )
  return { id, admin, space: space.id, imports, uploads, upload, start, ended, bring, bringZip, tree, pages, outline }
})

/** Imports of uploaded files: archives, Markdown and HTML, by people who may mean harm (threats: path traversal, indirection in repositories, bombs in repositories, hostile content). */
export const importFilesSuite = (under: StoreUnderTest) =>
  describe(`imports of files on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("an archive becomes pages, files and reusable contents in one revision, beside what is there", () =>
        Effect.gen(function* () {
          const { admin, bringZip, outline, pages, space, tree } = yield* newScene()
          const revisions = yield* RevisionStore
          const current = Effect.map(
            Effect.flatMap(SpaceContent, (all) => all.open(space)),
            ({ revision }) => revision.id
          ).pipe(as(admin))
          yield* bringZip([["start.md", "# Start\n\nMine\n"]])
          const before = yield* current
          const run = yield* bringZip(book)
          expect([run.status, run.reason, run.warnings]).toEqual(["completed", undefined, undefined])
          expect((yield* revisions.get(space, yield* current))?.parents).toEqual([before])
          expect(yield* outline).toEqual(["Start", "Home", "Guides", "Guides > Start", "Start > Deep"])
          const all = yield* pages
          const page = (title: string, n = 0) => all.filter((one) => one.title === title)[n]!
          const opened = yield* tree
          const [file] = yield* opened.files(undefined, 10)
          const [note] = yield* opened.reusableContents()
          expect([file!.name, file!.contentType, file!.git, note!.title]).toEqual([
            "a.png",
            "image/png",
            undefined,
            "Note"
          ])
          expect(page("Home").text).toBe(
            `---\ndescription: About\n---\n\n# Home\n\nSee [start](/pages/${page("Start", 1).id}#now) and {% include "/reusable-content/${note!.id}" %}\n`
          )
          expect(page("Start", 1).text).toBe(
            `# Start\n\n![A](/files/${file!.id}) [up](/pages/${page("Home").id}) [deep](/pages/${page("Deep").id}) [no](none.md)\n`
          )
          expect((yield* opened.body(note!.body)).text).toContain(`/pages/${page("Deep").id}`)
          expect(yield* opened.variables()).toEqual({ product: "Acme" })
          expect(run.pages.map(({ id, type }) => [id, type])).toEqual([
            [page("Home").id, "page"],
            [page("Guides").id, "folder"],
            [page("Start", 1).id, "page"],
            [page("Deep").id, "page"]
          ])
          // again: nothing of the first time changes, and nothing is in its way
          const again = yield* bringZip(book)
          expect(again.status).toBe("completed")
          const slugs = (yield* pages).filter(({ above }) => above === null).map(({ slug }) => slug)
          expect(slugs).toEqual([...new Set(slugs)])
          expect((yield* pages).slice(0, all.length)).toEqual(all)
        })
      )

      it.effect("goes below a page, into a draft: groups are pages there", () =>
        Effect.gen(function* () {
          const { admin, bringZip, outline, pages, space } = yield* newScene()
          yield* bringZip([["top.md", "# Top\n"]])
          const [top] = yield* pages
          const requests = yield* ChangeRequests
          const draft = yield* requests.create(space, { subject: "Import" }).pipe(as(admin))
          const into = yield* bringZip(book, { page: top!.id, changeRequest: draft.id })
          expect([into.status, into.reason]).toEqual(["completed", undefined])
          expect(yield* outline).toEqual(["Top"])
          const run = yield* bringZip(book, { page: top!.id })
          expect([run.status, run.reason]).toEqual(["completed", undefined])
          expect(yield* outline).toEqual(["Top", "Top > Home", "Top > Guides", "Guides > Start", "Start > Deep"])
          expect((yield* pages)[2]!.type).toBe("document")
          // of the draft, not of the space
          const gone = yield* bringZip(book, { page: into.pages[0]!.id, changeRequest: draft.id })
          expect(gone.status).toBe("completed")
        })
      )

      it.effect("several files are one tree; HTML is Markdown, whatever the encoding", () =>
        Effect.gen(function* () {
          const { bring, outline, pages, upload } = yield* newScene()
          const html = `<html><head><title>x</title><meta name="description" content="Of HTML"></head><body><nav>nav</nav><main><h1>Web</h1><p>To <a href="sub/other.html#a">other</a>, <a href="/index.html">home</a>, <a href="https://x.test/y.html">out</a></p><img src="a.png" alt="A"></main></body></html>`
          const site: Files = [
            ["index.html", "<main><h1>Index</h1></main>"],
            ["page.html", html],
            ["a.png", png],
            ["sub/other.html", "<p>No heading</p>"]
          ]
          const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from("# Größe\n\nÄ\n", "utf16le")])
          const latin = Uint8Array.from(Buffer.from("# Caf\u00e9\n", "latin1"))
          const run = yield* bring([
            yield* upload("My site.zip", yield* Effect.promise(() => zipOf(site))),
            yield* upload("..\\evil/b.md", utf16, "text/markdown"),
            yield* upload("notes.txt", latin, "text/plain"),
            yield* upload("notes.md", "# Second\n\n[first](notes.md)\n", "text/markdown"),
            yield* upload("one.html", "<h1>One</h1><p>a *b*", "text/html")
          ])
          expect([run.status, run.reason, run.warnings]).toEqual(["completed", undefined, undefined])
          expect(yield* outline).toEqual(["Index", "Web", "Sub", "Sub > other", "Größe", "Second", "Café", "One"])
          const all = yield* pages
          const page = (title: string) => all.find((one) => one.title === title)!
          expect(page("Web").text).toMatch(/^---\ndescription: "Of HTML"\n---\n\n# Web\n/)
          expect(page("Web").text).toContain(
            `To [other](/pages/${page("other").id}#a), [home](/pages/${page("Index").id}), [out](https://x.test/y.html)`
          )
          expect(page("Web").text).toMatch(/!\[A\]\(\/files\/\w+\)/)
          expect(page("Web").text).not.toContain("nav")
          expect(page("One").text).toContain("a \\*b\\*")
        })
      )

      it.effect("names of other systems are read; what could lead elsewhere is left out, and named", () =>
        Effect.gen(function* () {
          const { bringZip, outline } = yield* newScene()
          const run = yield* bringZip([
            ["docs\\windows.md", "# Windows\n"],
            ["docs/\u00fcber.md", "# \u00dcber\n"],
            ["docs/Case.md", "# One\n"],
            ["docs/case.md", "# Two\n"],
            ["__MACOSX/docs/._x.md", "x"],
            ["docs/.git/config", "x"],
            ["../up.md", "# Up\n"],
            ["/root.md", "# Root\n"],
            ["docs/../../up.md", "# Up\n"],
            ["docs/a\u0000b.md", "# Nul\n"],
            ["docs/link.md", "/etc/passwd", { unixMode: 0o120777 }],
            ["docs/.GIT /config", "x"]
          ])
          expect([run.status, run.reason]).toEqual(["completed", undefined])
          expect(run.warnings?.map(({ message, path }) => [path, message])).toEqual([
            ['"../up.md"', "left out: bad-path"],
            ['"/root.md"', "left out: bad-path"],
            ['"docs/../../up.md"', "left out: bad-path"],
            ['"docs/a\\u0000b.md"', "left out: bad-path"],
            ['"docs/link.md"', "left out: symlink"],
            ['"docs/.GIT /config"', "left out: bad-path"]
          ])
          expect(yield* outline).toEqual(["One", "Two", "\u00dcber", "Windows"])
        })
      )

      it.effect("what can't be taken fails with words, and writes nothing", () =>
        Effect.gen(function* () {
          const { bring, outline, upload } = yield* newScene()
          const page: Files = [["a.md", "# A\n"]]
          const zip = yield* Effect.promise(() => zipOf(page))
          const stored = yield* Effect.promise(() => zipOf([["a.md", "# Hello\n", { level: 0 }]]))
          const cases: ReadonlyArray<readonly [string, Uint8Array, RegExp]> = [
            [
              "no archive",
              utf8.encode("no archive at all, but long enough"),
              /docs.zip" cannot be read as a zip archive/
            ],
            ["cut off", zip.slice(0, zip.length - 30), /cannot be read as a zip archive/],
            ["no pages", yield* Effect.promise(() => zipOf([["a.png", png]])), /no Markdown or HTML/],
            ["empty", yield* Effect.promise(() => zipOf([])), /no Markdown or HTML/],
            [
              "encrypted",
              yield* Effect.promise(() => zipOf([["a.md", "# A", { password: "x" }]])),
              /"a.md" in "docs.zip" is encrypted/
            ],
            ["other bytes than were packed", patched(stored, "# Hello", "# Jello"), /"a.md" cannot be read/],
            ["a bomb", yield* Effect.promise(bomb), /more than 100 times its size/],
            ["too many files", yield* Effect.promise(crowd), /more than 10000 files/],
            [
              "nested deep",
              yield* Effect.promise(() => zipOf([["b.html", `<h1>A</h1>${"<div>".repeat(5_000)}x`]])),
              /"b\.html" is nested too deep/
            ],
            ["a page of 11 MB", yield* Effect.promise(longPage), /a\.md" was left out: it has 11,000,\d+ bytes/]
          ]
          for (const [name, bytes, words] of cases) {
            const run = yield* bring([yield* upload("docs.zip", bytes)])
            expect([name, run.status], run.reason).toEqual([name, "failed"])
            expect(run.reason).toMatch(words)
            expect(run.pages).toEqual([])
          }
          expect(yield* outline).toEqual([])
        })
      )

      it.effect("hostile texts are imported, with a word on what could not be read", () =>
        Effect.gen(function* () {
          const { bringZip, outline } = yield* newScene()
          const deep = Array.from({ length: 3_000 }, (_, i) => `${" ".repeat(Math.min(i, 300))}* x`).join("\n")
          const run = yield* bringZip([
            ["a.md", `# Deep\n\n${deep}\n`],
            ["c.md", "---\na: &a [*a, *a]\nb: [\n---\n\n# Header\n"],
            ["d.md", "# Nul \0 sign\n"],
            [".gitbook.yaml", "root: ../../etc\nstructure:\n  summary: /etc/passwd\n"]
          ])
          expect([run.status, run.reason]).toEqual(["completed", undefined])
          expect(yield* outline).toEqual(["Deep", "Header", "Nul \uFFFD sign"])
          expect(run.warnings?.map(({ path }) => path)).toEqual([".gitbook.yaml", "c.md"])
        })
      )

      it.effect("is refused at once: keys that are none, sites of others, a model that is not there", () =>
        Effect.gen(function* () {
          const { admin, ended, id, space, start, upload, uploads } = yield* newScene()
          const other = yield* newScene()
          const foreign = yield* other.upload("a.zip", "x")
          const key = yield* upload("a.md", "# A\n", "text/markdown")
          const picture = {
            file: { name: "a.png", type: "image/png", size: png.length },
            kind: "organization_file" as const
          }
          const logo = yield* uploads.create(id, picture).pipe(as(admin))
          yield* uploads.receive(logo.url.slice(logo.url.lastIndexOf("/") + 1), {}, Stream.make(png))
          const waiting = yield* uploads
            .create(id, { file: { name: "a.md", type: "text/markdown", size: 9 }, kind: "import_file" })
            .pipe(as(admin))
          for (const one of ["uploads/none", "none", foreign, logo.key, waiting.key]) {
            expect(yield* refusal(start([key, one])), one).toBe("Invalid")
          }
          const sites = yield* Sites
          const theirs = yield* sites.create(other.id, { title: "Theirs" }).pipe(as(other.admin))
          for (const rest of [{ site: theirs.id }, { site: "none" }, { enhance: true }]) {
            expect(yield* refusal(start([key], {}, rest)), JSON.stringify(rest)).toBe("Invalid")
          }
          // of the only site that the space is on, or of the one that is named
          expect((yield* start([key])).site).toBeUndefined()
          const named = yield* sites.create(id, { title: "Named" }).pipe(as(admin))
          expect((yield* start([key], {}, { site: named.id })).site).toBe(named.id)
          const one = yield* sites.create(id, { title: "One", spaces: [space] }).pipe(as(admin))
          const run = yield* start([key], {}, { enhance: false })
          expect(run.site).toBe(one.id)
          // of the sites that the caller sees
          const spaceSites = yield* SpaceSites
          expect(yield* spaceSites.list(space).pipe(as(admin))).toEqual([one.id])
          expect(yield* refusal(spaceSites.list(space)).pipe(as(other.admin))).toBe("NotFound")
          expect((yield* ended(run.id)).status).toBe("completed")
        })
      )
    })
  })

/** Made once for all stores. */
const once = (make: () => Promise<Uint8Array>) => {
  let made: Promise<Uint8Array> | undefined
  return () => (made ??= make())
}
const bomb = once(() =>
  zipOf([
    ["a.md", "# A\n"],
    ["b.bin", new Uint8Array(25_000_000)]
  ])
)
const crowd = once(() => zipOf(Array.from({ length: 10_001 }, (_, i) => [`${i}.md`, "", { level: 0 }])))
const longPage = once(() => {
  const text = new Uint8Array(11_000_000)
  for (let i = 0; i < text.length; i++) text[i] = 97 + ((i * 48271) % 17)
  return zipOf([["a.md", text, { level: 0 }]])
})
