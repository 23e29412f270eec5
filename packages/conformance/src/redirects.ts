/** Stories of redirects that somebody writes, one by one and in batches. */
import { describe, expect, layer } from "@effect/vitest"
import type { NewRedirectInput } from "@octavo/core/delivery/redirects/input"
import { RedirectStore } from "@octavo/core/delivery/redirects/RedirectStore"
import { Redirects } from "@octavo/core/delivery/redirects/Redirects"
import { visitorView } from "@octavo/core/delivery/site-records/audience"
import { SiteStore } from "@octavo/core/delivery/site-records/SiteStore"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { type Actor, CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, newMember, publishedAt, refusal, type StoreUnderTest, type Story, services } from "./harness.ts"
import { followingStories } from "./redirect-following.ts"
import { moveStories } from "./redirect-moves.ts"
import { newRedirectedSite, set, sources } from "./redirected-site.ts"

export const redirectsSuite = (under: StoreUnderTest) =>
  describe(`redirects on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      writingStories(story)
      followingStories(story)
      moveStories(story)
    })
  })

const writingStories = (story: Story) => {
  describe("writing", () => {
    story("a redirect is live, temporary and nobody's automatism unless it is said", () =>
      Effect.gen(function* () {
        const { create, list, page, pages, places } = yield* newRedirectedSite({ intro: {}, install: {} })
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

    story("of one source there is one, however it is encoded, and one draft beside it", () =>
      Effect.gen(function* () {
        const { external } = yield* newRedirectedSite({ intro: {} })
        yield* external("/a-b", "https://example.com/1")
        for (const same of ["/a-b", "/a%2Db", "/%61-b", "/%61%2d%62"]) {
          expect(yield* refusal(external(same, "https://example.com/2")), same).toBe("Conflict")
        }
        yield* external("/A-b", "https://example.com/3")
        yield* external("/a-b", "https://example.com/4", { draft: true })
        expect(yield* refusal(external("/a%2db", "https://example.com/5", { draft: true }))).toBe("Conflict")
      })
    )

    story(
      "a destination is a place of the same site that the caller may see (threats: foreign ids in bodies, one of two ids checked)",
      () =>
        Effect.gen(function* () {
          const here = yield* newRedirectedSite({ intro: {} })
          const there = yield* newRedirectedSite({ secret: {} })
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

    story("a path becomes the page that is there when it is written", () =>
      Effect.gen(function* () {
        const { create, edit, guide, leads, page, pages } = yield* newRedirectedSite({
          intro: {},
          setup: { linux: {} }
        })
        const made = yield* create("/old", { kind: "path", spaceId: guide, path: "/setup/linux" })
        expect(made.destination).toEqual(page("linux"))
        expect((yield* create("/root", { kind: "path", spaceId: guide, path: "" })).destination).toEqual(page("intro"))
        yield* edit(guide, set(pages["linux"]!, { slug: "debian" }))
        expect(yield* leads("/old")).toBe("/setup/debian")
      })
    )

    story("a change keeps what it does not name, and a source that is taken stays", () =>
      Effect.gen(function* () {
        const { admin, external, leads, list, org, page, site } = yield* newRedirectedSite({ intro: {}, install: {} })
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

    story("it is deleted once, and of another site never", () =>
      Effect.gen(function* () {
        const { admin, external, org, site, leads } = yield* newRedirectedSite({ intro: {} })
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

    story("drafts lead nowhere until they are published", () =>
      Effect.gen(function* () {
        const { admin, external, leads, list, org, site } = yield* newRedirectedSite({ intro: {} })
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

    story("lists come in each order, page by page, and are searched by what is in the source", () =>
      Effect.gen(function* () {
        const { admin, external, list, org, site } = yield* newRedirectedSite({ intro: {} })
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
            .list(org, site.id, { orderBy: "source" }, { limit: 2, ...defined({ page }) })
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

    story("at the same time, one of a source is written, and moves and batches wait for each other", () =>
      Effect.gen(function* () {
        const { admin, edit, external, guide, leads, list, org, pages, site } = yield* newRedirectedSite({
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

    story("what is written is in the trail", () =>
      Effect.gen(function* () {
        const { admin, external, org, site } = yield* newRedirectedSite({ intro: {} })
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

    story("who may create writes them, members list them, visitors only ask where a path leads", () =>
      Effect.gen(function* () {
        const { create, external, org, page, root, site } = yield* newRedirectedSite(
          { intro: {} },
          { start: {}, secret: {} }
        )
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
        expect(yield* outcomes(visitor)).toEqual(["Forbidden", done, ...Array.from({ length: 4 }, () => "Forbidden")])
        expect(yield* outcomes(person(guest))).toEqual(Array.from({ length: 6 }, () => "NotFound"))
        expect(yield* outcomes(person(reader))).toEqual([done, done, ...Array.from({ length: 4 }, () => "Forbidden")])
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
    story("write, publish and delete in order; what fails is said and stops nothing", () =>
      Effect.gen(function* () {
        const { admin, external, leads, list, org, site } = yield* newRedirectedSite({ intro: {} })
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
}
