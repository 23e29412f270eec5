/** Stories of redirects that pages and spaces leave behind when they move. */
import { describe, expect } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { History } from "@octavo/core/content/space-content/History"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { AutomaticRedirects } from "@octavo/core/delivery/redirects/AutomaticRedirects"
import { Redirects } from "@octavo/core/delivery/redirects/Redirects"
import { Sections } from "@octavo/core/delivery/sites/Sections"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { Effect } from "effect"
import { as, type Story } from "./harness.ts"
import { insert, newRedirectedSite, plant, remove, set, sources } from "./redirected-site.ts"

export const moveStories = (story: Story) => {
  describe("pages that move", () => {
    story("leave an automatic redirect, which can be deleted", () =>
      Effect.gen(function* () {
        const { admin, edit, guide, leads, list, org, page, pages, site } = yield* newRedirectedSite({
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

    story("bring along what is below them with one redirect", () =>
      Effect.gen(function* () {
        const { edit, guide, leads, list, pages } = yield* newRedirectedSite({ intro: {}, a: { b: { c: {} }, d: {} } })
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

    story("to and fro lead nobody in a circle", () =>
      Effect.gen(function* () {
        const { edit, guide, leads, list, pages } = yield* newRedirectedSite({ intro: {}, a: {}, b: {} })
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

    story("leave none where nothing was left: new, deleted, edited and reordered pages", () =>
      Effect.gen(function* () {
        const { edit, guide, list, pages } = yield* newRedirectedSite({ intro: {}, a: {}, b: {} })
        yield* edit(guide, insert("new"), remove(pages["b"]!), set(pages["a"]!, { at: 0 }), {
          operation: "update_page",
          page: pages["intro"]!,
          title: "Other",
          document: { markdown: "# Other" }
        })
        expect((yield* list()).count).toBe(0)
      })
    )

    story("leave what somebody wrote, and give way to what somebody writes", () =>
      Effect.gen(function* () {
        const { create, edit, external, guide, leads, list, page, pages } = yield* newRedirectedSite({
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

    story("are taken over by a change", () =>
      Effect.gen(function* () {
        const { admin, edit, guide, leads, list, org, pages, site } = yield* newRedirectedSite({
          intro: {},
          a: {},
          b: {}
        })
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

    story("do so by merges and restored revisions too, on every site that shows the space, below its path", () =>
      Effect.gen(function* () {
        const { admin, api, leads, list, org, pages } = yield* newRedirectedSite({ intro: {} }, { start: {}, ref: {} })
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

    story("cost what moved: one redirect for a tree of pages", () =>
      Effect.gen(function* () {
        const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, {}]))
        const { edit, guide, list, pages } = yield* newRedirectedSite({ intro: {}, a: many })
        yield* edit(guide, set(pages["a"]!, { slug: "b" }))
        expect((yield* list()).count).toBe(1)
      })
    )
  })

  describe("spaces that move on their site", () => {
    story("leave one redirect for all of their pages", () =>
      Effect.gen(function* () {
        const { admin, api, create, edit, leads, list, org, page, pages, places, site } = yield* newRedirectedSite(
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
        const asked = ["/api", "/api/reference/deep", "/api/ref/deep", "/api/help.html", "/api/nothing", "/api/start"]
        const found = ["/manual/", "/manual/reference/deep", "/manual/reference/deep", "/manual/reference/deep", null]
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

    story("to the root of the site and of sections, too", () =>
      Effect.gen(function* () {
        const { admin, leads, list, org, places, site } = yield* newRedirectedSite(
          { intro: {} },
          { start: {}, ref: {} }
        )
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
}
