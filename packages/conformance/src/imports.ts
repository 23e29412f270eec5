import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { ImportRuns, maxActive } from "@octavo/core/content/imports/ImportRuns"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect } from "effect"
import { as, newMember, newOrganization, refusal, type StoreUnderTest, services, web } from "./harness.ts"
import { untilEnded } from "./import-runs.ts"

let hosts = 0

/** A website of a host of its own; answers its origin. */
const website = (pages: Readonly<Record<string, string>>): string => {
  const origin = `https://site-${hosts++}.test`
  for (const [path, text] of Object.entries(pages)) {
    web.set(origin + path, {
      bytes: utf8.encode(text),
      contentType: path.endsWith(".txt") ? "text/plain" : "text/html"
    })
  }
  return origin
}

const page = (title: string, body: string, head = "") =>
  `<html><head><title>${title} | Docs</title>${head}</head><body><nav><a href="/docs/hidden">Nav</a></nav><main><h1>${title}</h1>${body}</main><footer>Foot</footer></body></html>`

const docs = {
  "/docs/": page("Welcome", `<p>Read <a href="guide/">the guide</a> or <a href="/other/x">elsewhere</a>.</p>`),
  "/docs/guide/": page("Guide", `<p>See <a href="../guide/start.html#first">start</a>.</p><ul><li>One</li></ul>`),
  "/docs/guide/start.html": page(
    "Start",
    `<h2 id="first">First</h2><pre><code class="language-js">let a</code></pre><script>alert(1)</script>`
  ),
  "/docs/hidden": page("Hidden", "<p>x</p>", '<meta name="robots" content="noindex">'),
  "/other/x": page("Other", "")
}

const newScene = Effect.fnUntraced(function* () {
  const { admin, id } = yield* newOrganization()
  const space = yield* (yield* Spaces).create(id, {}).pipe(as(admin))
  const imports = yield* ImportRuns
  const start = (url: string, target: object = {}) =>
    imports.start(id, { source: { type: "website", url }, target: { space: space.id, ...target } }).pipe(as(admin))
  const ended = (run: string) => untilEnded(id, admin, run)
  const content = yield* SpaceContent
  const texts = Effect.gen(function* () {
    const { tree } = yield* content.open(space.id)
    const found: Array<readonly [string, string | null, string]> = []
    const walk = (parent: string | null, above: string | null): Effect.Effect<void, unknown> =>
      Effect.gen(function* () {
        for (const one of yield* tree.children(parent)) {
          found.push([one.title, above, one.body === undefined ? "" : (yield* tree.body(one.body)).text])
          yield* walk(one.id, one.title)
        }
      })
    yield* walk(null, null)
    return found
  }).pipe(as(admin))
  return { id, admin, space: space.id, imports, start, ended, texts }
})

/** Imports of websites: in the background, whole or not at all. */
export const importsSuite = (under: StoreUnderTest) =>
  describe(`imports on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("a website becomes pages, below each other as their addresses are, with links between them", () =>
        Effect.gen(function* () {
          const { ended, start, texts } = yield* newScene()
          const origin = website(docs)
          const begun = yield* start(`${origin}/docs/`)
          expect(begun).toMatchObject({ object: "import-run", status: "pending", pages: [] })
          const run = yield* ended(begun.id)
          expect([run.status, run.reason]).toEqual(["completed", undefined])
          expect(run.pages.map((one) => one.sourceURL)).toEqual([
            `${origin}/docs/`,
            `${origin}/docs/hidden`,
            `${origin}/docs/guide/`,
            `${origin}/docs/guide/start.html`
          ])
          const found = yield* texts
          expect(found.map(([title, above]) => [title, above])).toEqual([
            ["Welcome", null],
            ["Hidden", "Welcome"],
            ["Guide", "Welcome"],
            ["Start", "Guide"]
          ])
          const text = (title: string) => found.find((one) => one[0] === title)![2]
          expect(text("Welcome")).toContain(`[the guide](/pages/${run.pages[2]!.id})`)
          expect(text("Welcome")).toContain(`[elsewhere](${origin}/other/x)`)
          expect(text("Guide")).toContain(`/pages/${run.pages[3]!.id}#first`)
          expect(text("Start")).toContain("```js\nlet a\n```")
          for (const [, , markdown] of found) expect(markdown).not.toMatch(/alert|Foot|Nav/)
        })
      )

      it.effect("goes below a page, and into a draft", () =>
        Effect.gen(function* () {
          const { admin, ended, space, start, texts } = yield* newScene()
          const origin = website({ "/a": page("A", "<p>a</p>"), "/b": page("B", "<p>b</p>") })
          const first = yield* Effect.flatMap(start(`${origin}/a`), ({ id }) => ended(id))
          yield* Effect.flatMap(start(`${origin}/b`, { page: first.pages[0]!.id }), ({ id }) => ended(id))
          expect((yield* texts).map(([title, above]) => [title, above])).toEqual([
            ["A", null],
            ["B", "A"]
          ])
          const requests = yield* ChangeRequests
          const draft = yield* requests.create(space, { subject: "Import" }).pipe(as(admin))
          const run = yield* Effect.flatMap(start(`${origin}/b`, { changeRequest: "1" }), ({ id }) => ended(id))
          expect([run.status, run.target.changeRequest]).toEqual(["completed", draft.id])
          expect((yield* texts).length).toBe(2)
          expect((yield* requests.get(space, draft.id).pipe(as(admin))).revision).not.toBe(draft.revision)
        })
      )

      it.effect("what can't be read fails with words, and writes nothing", () =>
        Effect.gen(function* () {
          const { ended, start, texts } = yield* newScene()
          const forbidden = website({ ...docs, "/robots.txt": "User-agent: *\nDisallow: /docs" })
          for (const [url, words] of [
            ["http://127.0.0.1:1/", /private network/],
            [`${forbidden}/docs/`, /robots/],
            [`${forbidden}/robots.txt`, /no HTML page/]
          ] as const) {
            const run = yield* Effect.flatMap(start(url), ({ id }) => ended(id))
            expect(run.status).toBe("failed")
            expect(run.reason).toMatch(words)
          }
          expect(yield* texts).toEqual([])
        })
      )

      it.effect("is cancelled before it ends, once; there are not more than a few at a time", () =>
        Effect.gen(function* () {
          const { admin, id, imports, start, texts } = yield* newScene()
          const origin = website(docs)
          const run = yield* start(`${origin}/docs/`)
          expect((yield* imports.cancel(id, run.id).pipe(as(admin))).status).toBe("cancelled")
          expect(yield* refusal(imports.cancel(id, run.id).pipe(as(admin)))).toBe("Invalid")
          for (let i = 0; i < maxActive; i++) yield* start(`${origin}/docs/`)
          expect(yield* refusal(start(`${origin}/docs/`))).toBe("Invalid")
          const listed = (filter: object) =>
            Effect.map(imports.list(id, filter, {}).pipe(as(admin)), ({ count }) => count)
          expect([
            yield* listed({}),
            yield* listed({ status: "active" }),
            yield* listed({ status: "cancelled" })
          ]).toEqual([maxActive + 1, maxActive, 1])
          expect([yield* listed({ space: "other" }), yield* listed({ changeRequest: "x" })]).toEqual([0, 0])
          for (const one of (yield* imports.list(id, { status: "active" }, {}).pipe(as(admin))).items) {
            yield* imports.cancel(id, one.id).pipe(as(admin))
          }
          expect(yield* texts).toEqual([])
        })
      )

      it.effect("who may do what; what is another organization's is not there", () =>
        Effect.gen(function* () {
          const { admin, id, imports, space, start } = yield* newScene()
          const run = yield* start("https://nothing.test/")
          const other = yield* newOrganization()
          const ok = "nothing refused it"
          const input = { source: { type: "website" as const, url: "https://nothing.test/" }, target: { space } }
          for (const [caller, view, edit] of [
            [other.admin, "NotFound", "NotFound"],
            [yield* newMember(id, null), "Forbidden", "Forbidden"],
            [yield* newMember(id, "read"), ok, "Forbidden"],
            [yield* newMember(id, "edit"), ok, ok],
            [admin, ok, ok]
          ] as const) {
            for (const [expected, attempt] of [
              [view, refusal(imports.list(id, {}, {}))],
              [view, refusal(imports.get(id, run.id))],
              [edit, refusal(imports.start(id, input))]
            ] as const) {
              expect(yield* attempt.pipe(as(caller)), caller).toBe(expected)
            }
          }
          expect(yield* refusal(imports.start(other.id, input)).pipe(as(other.admin))).toBe("Invalid")
          expect(yield* refusal(imports.get(other.id, run.id)).pipe(as(other.admin))).toBe("NotFound")
          for (const target of [{ page: "none" }, { changeRequest: "99" }]) {
            expect(yield* refusal(start("https://nothing.test/", target))).toBe("Invalid")
          }
          expect(yield* refusal(imports.cancel(id, run.id)).pipe(as(yield* newMember(id, "read")))).toBe("Forbidden")
        })
      )
    })
  })
