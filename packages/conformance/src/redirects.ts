/** Stories of redirects: written ones, those of pages that moved, and where paths lead. */
import { describe, expect, layer } from "@effect/vitest"
import { Audit } from "@octavo/core/audit/Audit"
import { ChangeRequestContent } from "@octavo/core/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/change-requests/ChangeRequests"
import type { ContentChange } from "@octavo/core/content/changes/input"
import { History } from "@octavo/core/content/History"
import { AutomaticRedirects } from "@octavo/core/redirects/AutomaticRedirects"
import type { NewRedirectInput } from "@octavo/core/redirects/input"
import { RedirectStore } from "@octavo/core/redirects/RedirectStore"
import { Redirects } from "@octavo/core/redirects/Redirects"
import { type Actor, CurrentActor } from "@octavo/core/shared/Actor"
import { visitorView } from "@octavo/core/sites/audience"
import { Sections } from "@octavo/core/sites/Sections"
import { SiteSpaces } from "@octavo/core/sites/SiteSpaces"
import { SiteStore } from "@octavo/core/sites/SiteStore"
import { Sites } from "@octavo/core/sites/Sites"
import { SpaceLifecycle } from "@octavo/core/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { Authentication } from "@octavo/core/users/Authentication"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  publishedAt,
  refusal,
  type StoreUnderTest,
  services
} from "./harness.ts"

/** Pages by slug, each with those below it. */
interface Tree {
  readonly [slug: string]: Tree
}

let worlds = 0

const insert = (slug: string, into?: string): ContentChange => ({
  operation: "insert_page",
  title: slug,
  slug,
  document: { markdown: `# ${slug}\n` },
  ...(into === undefined ? {} : { into })
})
const set = (page: string, fields: { readonly slug?: string; readonly into?: string | null; readonly at?: number }) =>
  ({ operation: "update_page", page, ...fields }) satisfies ContentChange
const remove = (page: string): ContentChange => ({ operation: "delete_page", page })

/** Adds pages to a space; their ids by slug. */
const plant = Effect.fnUntraced(function* (space: string, tree: Tree) {
  const contents = yield* ChangeRequestContent
  const ids: Record<string, string> = {}
  const grow = (pages: Tree, into: string | undefined): Effect.Effect<void, unknown, CurrentActor> =>
    Effect.gen(function* () {
      for (const [slug, below] of Object.entries(pages)) {
        const { changes } = yield* contents.editSpace(space, { changes: [insert(slug, into)] })
        const [made] = changes
        ids[slug] = made?.object === "created_page" ? made.page.id : ""
        yield* grow(below, ids[slug])
      }
    })
  yield* Effect.orDie(grow(tree, undefined))
  return ids
})

/** A published site of two spaces, the first at its root and the second at `/api`. */
const world = Effect.fnUntraced(function* (first: Tree, second: Tree = { start: {} }) {
  const { admin, id: org } = yield* newOrganization()
  const spaces = yield* Spaces
  const sites = yield* Sites
  const siteSpaces = yield* SiteSpaces
  const made = Effect.gen(function* () {
    const guide = yield* spaces.create(org, { title: "Guide" })
    const api = yield* spaces.create(org, { title: "Api" })
    const site = yield* sites.create(org, { title: `Redirected ${++worlds}`, spaces: [guide.id, api.id] })
    const pages = { ...(yield* plant(guide.id, first)), ...(yield* plant(api.id, second)) }
    yield* sites.publish(org, site.id)
    const { items } = yield* siteSpaces.list(org, site.id, {}, {})
    return { admin, org, guide: guide.id, api: api.id, site, pages, places: items.map(({ id }) => id) }
  })
  const world = yield* made.pipe(as(admin))
  const redirects = yield* Redirects
  const root = `https://octavo.test/sites/${world.site.basename}/`
  const create = (source: string, destination: NewRedirectInput["destination"], more: Partial<NewRedirectInput> = {}) =>
    redirects.create(org, world.site.id, { source, destination, ...more }).pipe(as(admin))
  const external = (source: string, url: string, more: Partial<NewRedirectInput> = {}) =>
    create(source, { kind: "external", url }, more)
  return {
    ...world,
    root,
    create,
    external,
    page: (slug: string, place = 0) =>
      ({ kind: "site-page", siteSpaceId: world.places[place]!, pageId: world.pages[slug]! }) as const,
    list: (filter: Parameters<typeof redirects.list>[2] = {}, limit?: number) =>
      redirects.list(org, world.site.id, filter, limit === undefined ? {} : { limit }).pipe(as(admin)),
    /** Where visitors are led, below the root when it is of the site; `null`: nowhere. */
    leads: (source: string) =>
      redirects.find(org, world.site.id, source).pipe(
        as(admin),
        Effect.map(({ target }) => (target.startsWith(root) ? `/${target.slice(root.length)}` : target)),
        Effect.catchTag("NotFound", () => Effect.succeed(null))
      ),
    edit: (space: string, ...changes: ReadonlyArray<ContentChange>) =>
      Effect.flatMap(ChangeRequestContent, (contents) => contents.editSpace(space, { changes })).pipe(as(admin))
  }
})

const sources = ({ items }: { readonly items: ReadonlyArray<{ readonly source: string }> }) =>
  items.map(({ source }) => source)

export const redirectsSuite = (under: StoreUnderTest) =>
  describe(`redirects on ${under.name}`, () => {
    layer(services(under))((it) => {
      describe("writing", () => {
        it.effect("a redirect is live, temporary and nobody's automatism unless it is said", () =>
          Effect.gen(function* () {
            const { create, list, page, pages, places } = yield* world({ intro: {}, install: {} })
            const made = yield* create("/old", page("install"))
            expect(made).toEqual({
              object: "site-redirect",
              id: expect.stringMatching(/^[a-zA-Z0-9_-]+$/),
              source: "/old",
              destination: { kind: "site-page", siteSpaceId: places[0], pageId: pages["install"] },
              draft: false,
              captureWildcard: false,
              permanent: false,
              automatic: false,
              createdAt: expect.any(String),
              updatedAt: made.createdAt
            })
            expect((yield* list()).items).toEqual([made])
          })
        )

        it.effect("of one source there is one, however it is encoded, and one draft beside it", () =>
          Effect.gen(function* () {
            const { external } = yield* world({ intro: {} })
            yield* external("/a-b", "https://example.com/1")
            for (const same of ["/a-b", "/a%2Db", "/%61-b", "/%61%2d%62"]) {
              expect(yield* refusal(external(same, "https://example.com/2")), same).toBe("Conflict")
            }
            yield* external("/A-b", "https://example.com/3")
            yield* external("/a-b", "https://example.com/4", { draft: true })
            expect(yield* refusal(external("/a%2db", "https://example.com/5", { draft: true }))).toBe("Conflict")
          })
        )

        it.effect("a destination is a place of the same site that the caller may see (threats 2 and 3)", () =>
          Effect.gen(function* () {
            const here = yield* world({ intro: {} })
            const there = yield* world({ secret: {} })
            const wrong: ReadonlyArray<NewRedirectInput["destination"]> = [
              { kind: "site-space", siteSpaceId: there.places[0]! },
              { kind: "site-space", siteSpaceId: "nothing" },
              there.page("secret"),
              { ...here.page("intro"), pageId: there.pages["secret"]! },
              { ...here.page("intro"), pageId: here.pages["start"]! },
              { ...here.page("intro"), siteSpaceId: there.places[0]! },
              { kind: "site-section", siteSectionId: "nothing" },
              { kind: "path", spaceId: there.guide, path: "secret" },
              { kind: "path", spaceId: here.guide, path: "secret" },
              { kind: "path", spaceId: here.guide, path: "%" }
            ]
            for (const destination of wrong) {
              expect(yield* refusal(here.create("/old", destination)), JSON.stringify(destination)).toBe("Invalid")
            }
            expect((yield* here.list()).count).toBe(0)
          })
        )

        it.effect("a path becomes the page that is there when it is written", () =>
          Effect.gen(function* () {
            const { create, edit, guide, leads, page, pages } = yield* world({ intro: {}, setup: { linux: {} } })
            const made = yield* create("/old", { kind: "path", spaceId: guide, path: "/setup/linux" })
            expect(made.destination).toEqual(page("linux"))
            expect((yield* create("/root", { kind: "path", spaceId: guide, path: "" })).destination).toEqual(
              page("intro")
            )
            yield* edit(guide, set(pages["linux"]!, { slug: "debian" }))
            expect(yield* leads("/old")).toBe("/setup/debian")
          })
        )

        it.effect("a change keeps what it does not name, and a source that is taken stays", () =>
          Effect.gen(function* () {
            const { admin, external, leads, list, org, page, site } = yield* world({ intro: {}, install: {} })
            const redirects = yield* Redirects
            const { id } = yield* external("/a", "https://example.com/a", { captureWildcard: true })
            yield* external("/b", "https://example.com/b")
            const update = (input: Parameters<typeof redirects.update>[3]) =>
              redirects.update(org, site.id, id, input).pipe(as(admin))
            yield* TestClock.adjust(1000)
            const changed = yield* update({ source: "/c", permanent: true })
            expect(changed).toMatchObject({ source: "/c", permanent: true, captureWildcard: true, id })
            expect(changed.updatedAt > changed.createdAt).toBe(true)
            expect((yield* list({ orderBy: "updatedAt" })).items.at(-1)).toEqual(changed)
            expect(yield* leads("/a")).toBeNull()
            expect(yield* leads("/c")).toBe("https://example.com/a")
            expect(yield* refusal(update({ source: "/b" }))).toBe("Conflict")
            expect((yield* update({ destination: page("install") })).destination.kind).toBe("site-page")
            expect(yield* leads("/c")).toBe("/install")
            expect(yield* refusal(redirects.update(org, site.id, "nothing", {}).pipe(as(admin)))).toBe("NotFound")
          })
        )

        it.effect("it is deleted once, and of another site never", () =>
          Effect.gen(function* () {
            const { admin, external, org, site, leads } = yield* world({ intro: {} })
            const other = yield* (yield* Sites).create(org, { title: "Other" }).pipe(as(admin))
            const redirects = yield* Redirects
            const { id } = yield* external("/a", "https://example.com/")
            expect(yield* redirects.remove(org, other.id, id).pipe(as(admin))).toBe(false)
            expect(yield* leads("/a")).toBe("https://example.com/")
            expect(yield* redirects.remove(org, site.id, id).pipe(as(admin))).toBe(true)
            expect(yield* redirects.remove(org, site.id, id).pipe(as(admin))).toBe(false)
            expect(yield* leads("/a")).toBeNull()
          })
        )

        it.effect("drafts lead nowhere until they are published", () =>
          Effect.gen(function* () {
            const { admin, external, leads, list, org, site } = yield* world({ intro: {} })
            const redirects = yield* Redirects
            const { id } = yield* external("/a", "https://example.com/new", { draft: true })
            expect(yield* leads("/a")).toBeNull()
            expect([(yield* list()).count, (yield* list({ draft: true })).count]).toEqual([0, 1])
            const live = yield* external("/a", "https://example.com/old")
            const publish = redirects.update(org, site.id, id, { draft: false }).pipe(as(admin))
            expect(yield* refusal(publish)).toBe("Conflict")
            yield* redirects.remove(org, site.id, live.id).pipe(as(admin))
            yield* publish
            expect(yield* leads("/a")).toBe("https://example.com/new")
          })
        )

        it.effect("lists come in each order, page by page, and are searched by what is in the source", () =>
          Effect.gen(function* () {
            const { admin, external, list, org, site } = yield* world({ intro: {} })
            const redirects = yield* Redirects
            for (const source of ["/c", "/a_b", "/Guide/Old", "/a%20b", "/b", "/caf%C3%A9"]) {
              yield* TestClock.adjust(1000)
              yield* external(source, "https://example.com/")
            }
            expect(sources(yield* list())).toEqual(["/c", "/a_b", "/Guide/Old", "/a%20b", "/b", "/caf%C3%A9"])
            const bySource = ["/Guide/Old", "/a%20b", "/a_b", "/b", "/c", "/caf%C3%A9"]
            expect(sources(yield* list({ orderBy: "source" }))).toEqual(bySource)
            const found: Array<string> = []
            let page: string | undefined
            do {
              const part = yield* redirects
                .list(org, site.id, { orderBy: "source" }, { limit: 2, ...(page === undefined ? {} : { page }) })
                .pipe(as(admin))
              expect(part.count).toBe(6)
              found.push(...sources(part))
              page = part.next?.page
            } while (page !== undefined)
            expect(found).toEqual(bySource)
            for (const [search, expected] of [
              ["guide", ["/Guide/Old"]],
              ["OLD", ["/Guide/Old"]],
              ["_", ["/a_b"]],
              ["%", ["/a%20b", "/caf%C3%A9"]],
              ["a b", ["/a%20b"]],
              ["é", ["/caf%C3%A9"]],
              ["nothing", []]
            ] as const) {
              expect(sources(yield* list({ search })), search).toEqual(expected)
            }
          })
        )

        it.effect("at the same time, one of a source is written, and moves and batches wait for each other", () =>
          Effect.gen(function* () {
            const { admin, edit, external, guide, leads, list, org, pages, site } = yield* world({
              intro: {},
              a: {},
              b: {}
            })
            const redirects = yield* Redirects
            const tries = yield* Effect.all(
              Array.from({ length: 8 }, (_, i) => refusal(external("/one", `https://example.com/${i}`))),
              { concurrency: "unbounded" }
            )
            expect(tries.filter((it) => it === "nothing refused it")).toHaveLength(1)
            expect(tries.filter((it) => it === "Conflict")).toHaveLength(7)
            const destination = { kind: "external", url: "https://example.com/" } as const
            const batch = { redirects: ["/b", "/a", "/b1", "/a1"].map((source) => ({ source, destination })) }
            for (const [from, to] of [
              ["", "1"],
              ["1", "2"],
              ["2", ""]
            ]) {
              const moves = ["a", "b"].map((slug) => set(pages[slug]!, { slug: slug + to }))
              yield* Effect.all([edit(guide, ...moves), redirects.write(org, site.id, batch).pipe(as(admin))], {
                concurrency: "unbounded"
              })
              expect(yield* leads(`/a${to}`), `${from} to ${to}`).toBeNull()
            }
            // what somebody wrote won, whoever came first
            const written = (yield* list()).items.filter(({ source }) => source.length < 4)
            expect(
              written
                .filter(({ automatic }) => automatic)
                .map(({ source }) => source)
                .sort()
            ).toEqual(["/a2", "/b2"])
            expect(
              written
                .filter(({ automatic }) => !automatic)
                .map(({ source }) => source)
                .sort()
            ).toEqual(["/a", "/a1", "/b", "/b1"])
          })
        )

        it.effect("what is written is in the trail", () =>
          Effect.gen(function* () {
            const { admin, external, org, site } = yield* world({ intro: {} })
            const redirects = yield* Redirects
            const { id } = yield* external("/a", "https://example.com/")
            yield* redirects.update(org, site.id, id, { permanent: true }).pipe(as(admin))
            yield* redirects.update(org, site.id, id, { permanent: true }).pipe(as(admin))
            yield* redirects.remove(org, site.id, id).pipe(as(admin))
            yield* redirects
              .write(org, site.id, {
                redirects: [{ source: "/b", destination: { kind: "external", url: "https://b.test" } }]
              })
              .pipe(as(admin))
            const trail = yield* (yield* Audit).list(org, { target: site.id }, {}).pipe(as(admin))
            const events = trail.items.map(({ action }) => action).filter((it) => it.startsWith("redirect"))
            expect(events).toEqual(["redirect.batch", "redirect.delete", "redirect.update", "redirect.create"])
          })
        )

        it.effect("who may create writes them, members list them, visitors only ask where a path leads", () =>
          Effect.gen(function* () {
            const { create, external, org, page, root, site } = yield* world({ intro: {} }, { start: {}, secret: {} })
            const redirects = yield* Redirects
            const { id } = yield* external("/a", "https://example.com/")
            yield* create("/hidden", page("secret", 1))
            const { apiToken } = yield* publishedAt(root)
            const visitor = yield* (yield* Authentication).authenticate(apiToken)
            const writer = yield* newMember(org, "create")
            const reader = yield* newMember(org, "review")
            const guest = yield* newMember(org, null)
            const destination = { kind: "external", url: "https://example.com/" } as const
            const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, CurrentActor>> = [
              redirects.list(org, site.id, {}, {}),
              redirects.find(org, site.id, "/a"),
              redirects.create(org, site.id, { source: "/new", destination }),
              redirects.update(org, site.id, id, { permanent: true }),
              redirects.write(org, site.id, { redirects: [{ source: "/new", destination }] }),
              redirects.remove(org, site.id, id)
            ]
            const outcomes = (who: Actor) =>
              Effect.forEach(attempts, (attempt) => refusal(attempt).pipe(Effect.provideService(CurrentActor, who)))
            const person = (userId: string): Actor => ({ kind: "user", userId, tokenId: null, scopes: null })
            const done = "nothing refused it"
            expect(yield* outcomes(visitor)).toEqual([
              "Forbidden",
              done,
              ...Array.from({ length: 4 }, () => "Forbidden")
            ])
            expect(yield* outcomes(person(guest))).toEqual(Array.from({ length: 6 }, () => "NotFound"))
            expect(yield* outcomes(person(reader))).toEqual([
              done,
              done,
              ...Array.from({ length: 4 }, () => "Forbidden")
            ])
            expect(yield* outcomes(person(writer))).toEqual(Array.from({ length: 6 }, () => done))
            // who sees none of the site's spaces learns of no page on them, and neither does a source tell
            const record = (yield* (yield* SiteStore).get(org, site.id, visitorView))!
            const view = { spaces: { all: false, grantedTo: guest }, shownOnly: false } as const
            const filter = { draft: false, orderBy: "createdAt" } as const
            const listed = yield* (yield* RedirectStore).list(record, view, filter, { after: undefined, limit: 10 })
            expect([listed.count, listed.items.map(({ source }) => source)]).toEqual([1, ["/new"]])
          })
        )
      })

      describe("batches", () => {
        it.effect("write, publish and delete in order; what fails is said and stops nothing", () =>
          Effect.gen(function* () {
            const { admin, external, leads, list, org, site } = yield* world({ intro: {} })
            const redirects = yield* Redirects
            const to = (url: string) => ({ kind: "external", url }) as const
            yield* external("/kept", "https://example.com/kept")
            yield* external("/gone", "https://example.com/gone")
            yield* external("/next", "https://example.com/next", { draft: true })
            yield* external("/next", "https://example.com/before")
            const { results } = yield* redirects
              .write(org, site.id, {
                redirects: [
                  { source: "/new", destination: to("https://example.com/new"), permanent: true },
                  { source: "/kept", destination: to("https://example.com/changed") },
                  { source: "/bad", destination: { kind: "site-space", siteSpaceId: "nothing" } },
                  { source: "/gone", destination: null },
                  { source: "/gone", destination: null },
                  { source: "/next", intent: "publish" },
                  { source: "/next", intent: "publish" },
                  { source: "/loop", destination: to(`https://octavo.test/sites/${site.id}/loop`) },
                  { source: "/later", intent: "draft", destination: to("https://example.com/later") }
                ]
              })
              .pipe(as(admin))
            expect(results.map(({ draft, source, status }) => [status, source, draft])).toEqual([
              ["created", "/new", false],
              ["updated", "/kept", false],
              ["error", "/bad", false],
              ["deleted", "/gone", false],
              ["error", "/gone", false],
              ["published", "/next", false],
              ["error", "/next", true],
              ["error", "/loop", false],
              ["created", "/later", true]
            ])
            expect(results[2]).toMatchObject({ error: expect.stringContaining("destination.siteSpaceId") })
            expect(sources(yield* list({ orderBy: "source" }))).toEqual(["/kept", "/new", "/next"])
            expect(yield* leads("/kept")).toBe("https://example.com/changed")
            expect(yield* leads("/next")).toBe("https://example.com/next")
            const ids = results.flatMap((result) => ("id" in result ? [result.id] : []))
            const there = [...(yield* list()).items, ...(yield* list({ draft: true })).items].map(({ id }) => id)
            expect(there.sort()).toEqual(ids.sort())
          })
        )
      })

      describe("following", () => {
        it.effect("every kind of destination is an absolute address", () =>
          Effect.gen(function* () {
            const { create, external, leads, page, places } = yield* world(
              { intro: {}, a: { b: {} } },
              { start: {}, ref: {} }
            )
            yield* create("/1", page("b"))
            yield* create("/2", page("intro"))
            yield* create("/3", page("ref", 1))
            yield* create("/4", { kind: "site-space", siteSpaceId: places[0]! })
            yield* create("/5", { kind: "site-space", siteSpaceId: places[1]! })
            yield* external("/6", "https://Example.com/é?q=ä#x")
            const found = yield* Effect.forEach(["/1", "/2", "/3", "/4", "/5", "/6", "/7"], leads)
            expect(found).toEqual([
              "/a/b",
              "/",
              "/api/ref",
              "/",
              "/api/",
              "https://example.com/%C3%A9?q=%C3%A4#x",
              null
            ])
          })
        )

        it.effect("a path is found however it is written, and only what can be a path", () =>
          Effect.gen(function* () {
            const { external, leads } = yield* world({ intro: {} })
            yield* external("/caf%c3%a9/a%20b", "https://example.com/")
            for (const path of ["/caf%C3%A9/a%20b", "/café/a b", "café/a%20b/", "/%63af%c3%a9/a%20b?x=1#y"]) {
              expect(yield* leads(path), path).toBe("https://example.com/")
            }
            for (const path of [
              "",
              "/",
              "/café",
              "/café/a b/c",
              "//café/a b",
              "/café//a b",
              "/CAFÉ/a b",
              "/%",
              "/%00",
              "/.."
            ]) {
              expect(yield* leads(path), path).toBeNull()
            }
          })
        )

        it.effect("sources with dots lead nowhere, and nothing leads out of the site by them (threat 19)", () =>
          Effect.gen(function* () {
            const { create, external, leads, page } = yield* world({ intro: {}, a: {} })
            yield* create("/%2e%2e", page("a"))
            yield* create("/x/../y", page("a"))
            yield* external("/w", "https://example.com/base", { captureWildcard: true })
            for (const path of ["/%2e%2e", "/..", "/x/../y", "/y", "/w/../../evil", "/w/%2e%2e/evil"]) {
              expect(yield* leads(path), path).toBeNull()
            }
            expect(yield* leads("/w/a%2Fb/..%5c/c%3Fd")).toBe("https://example.com/base/a%2Fb/..%5C/c%3Fd")
          })
        )

        it.effect("a page goes before a redirect, also on the way (threat 19)", () =>
          Effect.gen(function* () {
            const { create, edit, external, guide, leads, page, pages } = yield* world({ intro: {}, a: {}, b: {} })
            yield* external("/a", "https://example.com/")
            yield* external("/intro", "https://example.com/")
            yield* external("/api", "https://example.com/")
            expect(yield* Effect.forEach(["/a", "/intro", "/api", "/"], leads)).toEqual([null, null, null, null])
            yield* create("/c", page("b"))
            yield* external("/d", "https://octavo.test/sites/unknown/a")
            yield* edit(guide, remove(pages["a"]!))
            expect(yield* leads("/a")).toBe("https://example.com/")
          })
        )

        it.effect("chains are followed to their end, and end (threat 19)", () =>
          Effect.gen(function* () {
            const { admin, create, external, leads, org, page, root, site } = yield* world({ intro: {}, end: {} })
            const redirects = yield* Redirects
            yield* create("/3", page("end"))
            yield* external("/2", `${root}3?from=2#there`)
            yield* external("/1", `https://octavo.test/sites/${site.id}/2`)
            expect(yield* leads("/1")).toBe("/end?from=2#there")
            expect(yield* refusal(external("/self", `${root}self`))).toBe("Invalid")
            expect(yield* refusal(external("/self", `${root}%73elf/`))).toBe("Invalid")
            yield* external("/a", `${root}b`)
            expect(yield* refusal(external("/b", `${root}a`))).toBe("Invalid")
            expect(yield* leads("/b")).toBeNull()
            // written as a draft, and published: the same
            const draft = yield* external("/b", `${root}a`, { draft: true })
            const publish = redirects.update(org, site.id, draft.id, { draft: false }).pipe(as(admin))
            expect(yield* refusal(publish)).toBe("Invalid")
            // ever longer ones end, too
            yield* external("/w/x", "https://example.com/")
            expect(yield* refusal(external("/w", `${root}w/w`, { captureWildcard: true }))).toBe("Invalid")
            expect(yield* Effect.forEach(["/a", "/b", "/w", "/w/y"], leads)).toEqual([null, null, null, null])
            expect(yield* refusal(external("/far", `https://octavo.test/elsewhere`))).toBe("nothing refused it")
          })
        )

        it.effect("what is below comes along where that is wanted, the nearest source first", () =>
          Effect.gen(function* () {
            const { create, external, leads, page, places } = yield* world({ intro: {}, a: { b: { c: {} } } })
            yield* create("/old", page("a"), { captureWildcard: true })
            yield* create("/exact", page("a"))
            yield* external("/docs", "https://example.com/v1/?q=1", { captureWildcard: true })
            yield* external("/docs/api", "https://example.com/api", { captureWildcard: true })
            yield* create("/space", { kind: "site-space", siteSpaceId: places[0]! }, { captureWildcard: true })
            const asked = {
              "/old": "/a",
              "/old/b": "/a/b",
              "/old/b/c": "/a/b/c",
              "/old/b/d": null,
              "/exact/b": null,
              "/docs": "https://example.com/v1/?q=1",
              "/docs/x/y z": "https://example.com/v1/x/y%20z?q=1",
              "/docs/api/x": "https://example.com/api/x",
              "/docs/%2F%2Fevil.test": "https://example.com/v1/%2F%2Fevil.test?q=1",
              "/docs/@evil.test": "https://example.com/v1/%40evil.test?q=1",
              "/space/a/b": "/a/b",
              "/space": "/"
            }
            for (const [path, target] of Object.entries(asked)) expect(yield* leads(path), path).toBe(target)
          })
        )

        it.effect("targets are where the site is: behind a proxy, under a changed basename", () =>
          Effect.gen(function* () {
            const { admin, create, external, org, page, site } = yield* world({ intro: {}, a: {} })
            const sites = yield* Sites
            const redirects = yield* Redirects
            yield* create("/old", page("a"))
            yield* external("/older", "https://company.test/docs/old")
            const target = (source: string) =>
              Effect.map(redirects.find(org, site.id, source), (found) => found.target).pipe(as(admin))
            expect(yield* target("/older")).toBe("https://company.test/docs/old")
            yield* sites.update(org, site.id, { proxy: "company.test/docs" }).pipe(as(admin))
            expect(yield* Effect.forEach(["/old", "/older"], target)).toEqual([
              "https://company.test/docs/a",
              "https://company.test/docs/a"
            ])
            const basename = `renamed-${site.id.toLowerCase().slice(-8)}`
            yield* sites.update(org, site.id, { proxy: null, basename }).pipe(as(admin))
            expect(yield* target("/old")).toBe(`https://octavo.test/sites/${basename}/a`)
          })
        )

        it.effect("sections are places, too: as destinations, and of the pages in them", () =>
          Effect.gen(function* () {
            const { admin, api, create, edit, leads, list, org, pages, site } = yield* world(
              { intro: {} },
              { start: {}, ref: {} }
            )
            const sections = yield* Sections
            const other = yield* world({ intro: {} })
            const more = yield* (yield* Spaces).create(org, { title: "More" }).pipe(as(admin))
            const { tips, more: front } = yield* plant(more.id, { more: {}, tips: {} }).pipe(as(admin))
            const section = yield* sections.add(org, site.id, { spaceId: more.id, title: "Cooking" }).pipe(as(admin))
            const to = (siteSectionId: string) => ({ kind: "site-section", siteSectionId }) as const
            const unrelated = yield* (yield* Spaces).create(other.org, {}).pipe(as(other.admin))
            const foreign = yield* sections
              .add(other.org, other.site.id, { spaceId: unrelated.id, title: "Foreign" })
              .pipe(as(other.admin))
            expect(yield* refusal(create("/bad", to(foreign.id)))).toBe("Invalid")
            const [first] = (yield* sections.list(org, site.id, {}).pipe(as(admin))).items
            yield* create("/1", to(section.id))
            yield* create("/2", to(first!.id))
            yield* create("/3", to(section.id), { captureWildcard: true })
            const asked = ["/1", "/2", "/3/tips", "/3/nothing", "/cooking/old"]
            expect(yield* Effect.forEach(asked, leads)).toEqual(["/cooking/", "/", "/cooking/tips", null, null])
            yield* edit(more.id, set(tips!, { slug: "hints" }))
            yield* edit(api, set(pages["ref"]!, { slug: "reference" }))
            expect(yield* Effect.forEach(["/cooking/tips", "/api/ref", "/3/tips"], leads)).toEqual([
              "/cooking/hints",
              "/api/reference",
              "/cooking/hints"
            ])
            const update = (input: Parameters<typeof sections.update>[3]) =>
              sections.update(org, site.id, section.id, input).pipe(as(admin))
            yield* update({ path: "kitchen" })
            expect(yield* leads("/1")).toBe("/kitchen/")
            yield* update({ draft: true })
            expect(yield* leads("/1")).toBeNull()
            yield* update({ draft: false })
            yield* edit(more.id, remove(front!))
            expect(yield* leads("/1")).toBe("/kitchen/")
            yield* sections.remove(org, site.id, section.id).pipe(as(admin))
            expect(yield* Effect.forEach(["/1", "/2", "/3"], leads)).toEqual([null, "/", null])
            expect((yield* list({ search: "/1" })).items).toMatchObject([{ destination: to(section.id) }])
          })
        )

        it.effect("nobody is led to what the site does not show, or shows no more", () =>
          Effect.gen(function* () {
            const { admin, api, create, edit, guide, leads, list, org, page, pages, places, site } = yield* world({
              intro: {},
              a: {}
            })
            const siteSpaces = yield* SiteSpaces
            const lifecycle = yield* SpaceLifecycle
            yield* create("/page", page("a"))
            yield* create("/start", page("start", 1))
            yield* edit(guide, remove(pages["a"]!))
            expect(yield* leads("/page")).toBeNull()
            const update = (input: { readonly draft: boolean }) =>
              siteSpaces.update(org, site.id, places[1]!, input).pipe(as(admin))
            yield* update({ draft: true })
            expect(yield* leads("/start")).toBeNull()
            yield* update({ draft: false })
            expect(yield* leads("/start")).toBe("/api/")
            yield* lifecycle.remove(api).pipe(as(admin))
            expect(yield* leads("/start")).toBeNull()
            yield* lifecycle.restore(api).pipe(as(admin))
            expect(yield* leads("/start")).toBe("/api/")
            yield* siteSpaces.remove(org, site.id, places[1]!).pipe(as(admin))
            expect(yield* leads("/start")).toBeNull()
            // still there to be changed
            expect(sources(yield* list())).toEqual(["/page", "/start"])
          })
        )
      })

      describe("pages that move", () => {
        it.effect("leave an automatic redirect, which can be deleted", () =>
          Effect.gen(function* () {
            const { admin, edit, guide, leads, list, org, page, pages, site } = yield* world({
              intro: {},
              a: {},
              b: {}
            })
            const redirects = yield* Redirects
            yield* edit(guide, set(pages["a"]!, { slug: "alpha" }))
            const [made] = (yield* list()).items
            expect(made).toMatchObject({
              source: "/a",
              destination: page("a"),
              automatic: true,
              captureWildcard: true,
              permanent: false,
              draft: false
            })
            expect(yield* leads("/a")).toBe("/alpha")
            yield* edit(guide, set(pages["a"]!, { into: pages["b"]! }))
            expect(sources(yield* list({ orderBy: "source" }))).toEqual(["/a", "/alpha"])
            expect(yield* Effect.forEach(["/a", "/alpha"], leads)).toEqual(["/b/alpha", "/b/alpha"])
            expect(yield* redirects.remove(org, site.id, made!.id).pipe(as(admin))).toBe(true)
            expect(yield* Effect.forEach(["/a", "/alpha"], leads)).toEqual([null, "/b/alpha"])
          })
        )

        it.effect("bring along what is below them with one redirect", () =>
          Effect.gen(function* () {
            const { edit, guide, leads, list, pages } = yield* world({ intro: {}, a: { b: { c: {} }, d: {} } })
            yield* edit(guide, set(pages["a"]!, { slug: "x" }))
            expect(sources(yield* list())).toEqual(["/a"])
            expect(yield* leads("/a/b/c")).toBe("/x/b/c")
            yield* edit(guide, set(pages["b"]!, { slug: "y" }))
            yield* edit(guide, set(pages["c"]!, { into: null }))
            expect(sources(yield* list({ orderBy: "source" }))).toEqual(["/a", "/x/b", "/x/y/c"])
            expect(yield* Effect.forEach(["/a/b/c", "/a/b", "/x/b/c", "/a/d", "/a/nothing"], leads)).toEqual([
              "/c",
              "/x/y",
              "/c",
              "/x/d",
              null
            ])
          })
        )

        it.effect("to and fro lead nobody in a circle", () =>
          Effect.gen(function* () {
            const { edit, guide, leads, list, pages } = yield* world({ intro: {}, a: {}, b: {} })
            yield* edit(guide, set(pages["a"]!, { slug: "x" }))
            yield* edit(guide, set(pages["a"]!, { slug: "a" }))
            expect(sources(yield* list())).toEqual(["/x"])
            expect(yield* Effect.forEach(["/a", "/x"], leads)).toEqual([null, "/a"])
            // two change places
            yield* edit(guide, set(pages["a"]!, { slug: "tmp" }))
            yield* edit(guide, set(pages["b"]!, { slug: "a" }))
            yield* edit(guide, set(pages["a"]!, { slug: "b" }))
            expect(yield* Effect.forEach(["/a", "/b", "/x", "/tmp"], leads)).toEqual([null, null, "/b", "/b"])
          })
        )

        it.effect("leave none where nothing was left: new, deleted, edited and reordered pages", () =>
          Effect.gen(function* () {
            const { edit, guide, list, pages } = yield* world({ intro: {}, a: {}, b: {} })
            yield* edit(guide, insert("new"), remove(pages["b"]!), set(pages["a"]!, { at: 0 }), {
              operation: "update_page",
              page: pages["intro"]!,
              title: "Other",
              document: { markdown: "# Other" }
            })
            expect((yield* list()).count).toBe(0)
          })
        )

        it.effect("leave what somebody wrote, and give way to what somebody writes", () =>
          Effect.gen(function* () {
            const { create, edit, external, guide, leads, list, page, pages } = yield* world({
              intro: {},
              a: {},
              b: {},
              c: {}
            })
            yield* external("/a", "https://example.com/")
            yield* create("/c", page("intro"))
            const moves = { a: "x", b: "y", c: "z" }
            yield* edit(guide, ...Object.entries(moves).map(([from, slug]) => set(pages[from]!, { slug })))
            expect(yield* Effect.forEach(["/a", "/b", "/c"], leads)).toEqual(["https://example.com/", "/y", "/"])
            yield* create("/b", page("a"))
            expect((yield* list({ search: "/b" })).items).toMatchObject([{ automatic: false, destination: page("a") }])
            expect(yield* leads("/b")).toBe("/x")
          })
        )

        it.effect("are taken over by a change", () =>
          Effect.gen(function* () {
            const { admin, edit, guide, leads, list, org, pages, site } = yield* world({ intro: {}, a: {}, b: {} })
            yield* edit(guide, set(pages["a"]!, { slug: "x" }))
            const [made] = (yield* list()).items
            const redirects = yield* Redirects
            const changed = yield* redirects.update(org, site.id, made!.id, { permanent: true }).pipe(as(admin))
            expect(changed).toMatchObject({ automatic: false, permanent: true })
            yield* edit(guide, set(pages["a"]!, { slug: "a" }), set(pages["b"]!, { slug: "c" }))
            yield* edit(guide, set(pages["a"]!, { slug: "z" }))
            expect(yield* leads("/a")).toBe("/z")
            expect((yield* list({ search: "/a" })).items).toMatchObject([{ id: made!.id, automatic: false }])
          })
        )

        it.effect(
          "do so by merges and restored revisions too, on every site that shows the space, below its path",
          () =>
            Effect.gen(function* () {
              const { admin, api, leads, list, org, pages } = yield* world({ intro: {} }, { start: {}, ref: {} })
              const sites = yield* Sites
              const other = yield* sites.create(org, { title: "Other", spaces: [api] }).pipe(as(admin))
              const requests = yield* ChangeRequests
              const contents = yield* ChangeRequestContent
              const { id } = yield* requests.create(api, {}).pipe(as(admin))
              yield* contents.edit(api, id, { changes: [set(pages["ref"]!, { slug: "reference" })] }).pipe(as(admin))
              expect((yield* list()).count).toBe(0)
              yield* requests.merge(api, id).pipe(as(admin))
              expect(sources(yield* list())).toEqual(["/api/ref"])
              expect(yield* leads("/api/ref")).toBe("/api/reference")
              const redirects = yield* Redirects
              const elsewhere = yield* redirects.list(org, other.id, {}, {}).pipe(as(admin))
              expect(sources(elsewhere)).toEqual(["/ref"])
              const history = yield* History
              const { items } = yield* history.list(api, {}).pipe(as(admin))
              yield* history.restore(api, items[1]!.id).pipe(as(admin))
              expect(yield* Effect.forEach(["/api/ref", "/api/reference"], leads)).toEqual([null, "/api/ref"])
            })
        )

        it.effect("cost what moved: one redirect for a tree of pages", () =>
          Effect.gen(function* () {
            const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, {}]))
            const { edit, guide, list, pages } = yield* world({ intro: {}, a: many })
            yield* edit(guide, set(pages["a"]!, { slug: "b" }))
            expect((yield* list()).count).toBe(1)
          })
        )
      })

      describe("spaces that move on their site", () => {
        it.effect("leave one redirect for all of their pages", () =>
          Effect.gen(function* () {
            const { admin, api, create, edit, leads, list, org, page, pages, places, site } = yield* world(
              { intro: {} },
              { start: {}, ref: { deep: {} } }
            )
            const siteSpaces = yield* SiteSpaces
            yield* (yield* AutomaticRedirects).replace(api, [{ source: "help.html", pageId: pages["deep"]! }])
            const move = (path: string) => siteSpaces.update(org, site.id, places[1]!, { path }).pipe(as(admin))
            yield* edit(api, set(pages["ref"]!, { slug: "reference" }))
            yield* move("manual")
            expect((yield* list({ search: "/api" })).items).toMatchObject([
              { source: "/api/ref", automatic: true },
              { source: "/api", automatic: true, destination: { kind: "site-space", siteSpaceId: places[1] } }
            ])
            const asked = [
              "/api",
              "/api/reference/deep",
              "/api/ref/deep",
              "/api/help.html",
              "/api/nothing",
              "/api/start"
            ]
            const found = [
              "/manual/",
              "/manual/reference/deep",
              "/manual/reference/deep",
              "/manual/reference/deep",
              null
            ]
            expect(yield* Effect.forEach(asked, leads)).toEqual([...found, "/manual/start"])
            yield* create("/api/nothing", page("intro"))
            yield* move("api")
            expect(yield* Effect.forEach(["/manual/reference", "/api", "/api/nothing"], leads)).toEqual([
              "/api/reference",
              null,
              "/"
            ])
            expect(sources(yield* list({ orderBy: "source" }))).toEqual(["/api/nothing", "/api/ref", "/manual"])
            // off the site, what was automatic is of no use
            yield* siteSpaces.remove(org, site.id, places[1]!).pipe(as(admin))
            expect(sources(yield* list())).toEqual(["/api/nothing"])
          })
        )

        it.effect("to the root of the site and of sections, too", () =>
          Effect.gen(function* () {
            const { admin, leads, list, org, places, site } = yield* world({ intro: {} }, { start: {}, ref: {} })
            const sites = yield* Sites
            const sections = yield* Sections
            const swap = (defaultSiteSpace: string) => sites.update(org, site.id, { defaultSiteSpace }).pipe(as(admin))
            yield* swap(places[1]!)
            expect(yield* leads("/api/ref")).toBe("/ref")
            yield* swap(places[0]!)
            expect(sources(yield* list())).toEqual(["/guide"])
            expect(yield* Effect.forEach(["/guide/intro", "/api/ref"], leads)).toEqual(["/intro", null])
            const more = yield* (yield* Spaces).create(org, { title: "More" }).pipe(as(admin))
            yield* plant(more.id, { more: {}, tips: {} }).pipe(as(admin))
            const section = yield* sections.add(org, site.id, { spaceId: more.id, title: "Cooking" }).pipe(as(admin))
            expect((yield* list()).count).toBe(1)
            yield* sections.update(org, site.id, section.id, { path: "kitchen" }).pipe(as(admin))
            expect(yield* leads("/cooking/tips")).toBe("/kitchen/tips")
            yield* sites.update(org, site.id, { defaultSiteSection: section.id }).pipe(as(admin))
            expect(yield* Effect.forEach(["/cooking/tips", "/kitchen/tips"], leads)).toEqual(["/tips", "/tips"])
          })
        )
      })

      describe("settings of a repository", () => {
        it.effect("lead below wherever the space is, behind written redirects and before what comes along", () =>
          Effect.gen(function* () {
            const { api, edit, external, leads, list, pages } = yield* world({ intro: {} }, { start: {}, a: { b: {} } })
            const automatic = yield* AutomaticRedirects
            const replace = (redirects: Parameters<typeof automatic.replace>[1]) => automatic.replace(api, redirects)
            yield* replace([
              { source: "help/old page.html", pageId: pages["b"]! },
              { source: "twice", pageId: pages["b"]! },
              { source: "written", pageId: pages["b"]! },
              { source: "a", pageId: pages["b"]! },
              { source: "gone", pageId: "nothing" },
              { source: "..", pageId: pages["b"]! },
              { source: "twice", pageId: pages["start"]! }
            ])
            yield* external("/api/written", "https://example.com/")
            const asked = ["/api/help/old%20page.html", "/api/twice", "/api/written", "/api/a", "/api/gone", "/twice"]
            expect(yield* Effect.forEach(asked, leads)).toEqual([
              "/api/a/b",
              "/api/",
              "https://example.com/",
              null,
              null,
              null
            ])
            expect((yield* list()).count).toBe(1)
            yield* edit(api, set(pages["a"]!, { slug: "x" }))
            expect(yield* Effect.forEach(["/api/a/b", "/api/twice"], leads)).toEqual(["/api/x/b", "/api/"])
            yield* replace([{ source: "a/b", pageId: pages["start"]! }])
            expect(yield* Effect.forEach(["/api/a/b", "/api/twice", "/api/a"], leads)).toEqual([
              "/api/",
              null,
              "/api/x"
            ])
            // a copy of the space takes them along, and has its own
            const copy = yield* (yield* SpaceLifecycle).duplicate(api).pipe(asOperator)
            yield* replace([])
            expect(yield* leads("/api/a/b")).toBe("/api/x/b")
            const copied = yield* (yield* RedirectStore).allOfSpace(copy.id)
            expect(copied.map(({ pageId, source }) => [source, pageId])).toEqual([["/a/b", pages["start"]]])
          })
        )
      })
    })
  })
