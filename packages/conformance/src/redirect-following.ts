/** Stories of where paths lead: by redirects, and by the settings of a repository. */
import { describe, expect } from "@effect/vitest"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { AutomaticRedirects } from "@octavo/core/delivery/redirects/AutomaticRedirects"
import { RedirectStore } from "@octavo/core/delivery/redirects/RedirectStore"
import { Redirects } from "@octavo/core/delivery/redirects/Redirects"
import { Sections } from "@octavo/core/delivery/sites/Sections"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { Effect } from "effect"
import { as, asOperator, refusal, type Story } from "./harness.ts"
import { newRedirectedSite, plant, remove, set, sources } from "./redirected-site.ts"

export const followingStories = (story: Story) => {
  describe("following", () => {
    story("every kind of destination is an absolute address", () =>
      Effect.gen(function* () {
        const { create, external, leads, page, places } = yield* newRedirectedSite(
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
        expect(found).toEqual(["/a/b", "/", "/api/ref", "/", "/api/", "https://example.com/%C3%A9?q=%C3%A4#x", null])
      })
    )

    story("a path is found however it is written, and only what can be a path", () =>
      Effect.gen(function* () {
        const { external, leads } = yield* newRedirectedSite({ intro: {} })
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

    story("sources with dots lead nowhere, and nothing leads out of the site by them (threat: redirect loops)", () =>
      Effect.gen(function* () {
        const { create, external, leads, page } = yield* newRedirectedSite({ intro: {}, a: {} })
        yield* create("/%2e%2e", page("a"))
        yield* create("/x/../y", page("a"))
        yield* external("/w", "https://example.com/base", { captureWildcard: true })
        for (const path of ["/%2e%2e", "/..", "/x/../y", "/y", "/w/../../evil", "/w/%2e%2e/evil"]) {
          expect(yield* leads(path), path).toBeNull()
        }
        expect(yield* leads("/w/a%2Fb/..%5c/c%3Fd")).toBe("https://example.com/base/a%2Fb/..%5C/c%3Fd")
      })
    )

    story("a page goes before a redirect, also on the way (threat: redirect loops)", () =>
      Effect.gen(function* () {
        const { create, edit, external, guide, leads, page, pages } = yield* newRedirectedSite({
          intro: {},
          a: {},
          b: {}
        })
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

    story("chains are followed to their end, and end (threat: redirect loops)", () =>
      Effect.gen(function* () {
        const { admin, create, external, leads, org, page, root, site } = yield* newRedirectedSite({
          intro: {},
          end: {}
        })
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

    story("what is below comes along where that is wanted, the nearest source first", () =>
      Effect.gen(function* () {
        const { create, external, leads, page, places } = yield* newRedirectedSite({ intro: {}, a: { b: { c: {} } } })
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

    story("targets are where the site is: behind a proxy, under a changed basename", () =>
      Effect.gen(function* () {
        const { admin, create, external, org, page, site } = yield* newRedirectedSite({ intro: {}, a: {} })
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

    story("sections are places, too: as destinations, and of the pages in them", () =>
      Effect.gen(function* () {
        const { admin, api, create, edit, leads, list, org, pages, site } = yield* newRedirectedSite(
          { intro: {} },
          { start: {}, ref: {} }
        )
        const sections = yield* Sections
        const other = yield* newRedirectedSite({ intro: {} })
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

    story("nobody is led to what the site does not show, or shows no more", () =>
      Effect.gen(function* () {
        const { admin, api, create, edit, guide, leads, list, org, page, pages, places, site } =
          yield* newRedirectedSite({
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

  describe("settings of a repository", () => {
    story("lead below wherever the space is, behind written redirects and before what comes along", () =>
      Effect.gen(function* () {
        const { api, edit, external, leads, list, pages } = yield* newRedirectedSite(
          { intro: {} },
          { start: {}, a: { b: {} } }
        )
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
        expect(yield* Effect.forEach(["/api/a/b", "/api/twice", "/api/a"], leads)).toEqual(["/api/", null, "/api/x"])
        // a copy of the space takes them along, and has its own
        const copy = yield* (yield* SpaceLifecycle).duplicate(api).pipe(asOperator)
        yield* replace([])
        expect(yield* leads("/api/a/b")).toBe("/api/x/b")
        const copied = yield* (yield* RedirectStore).allOfSpace(copy.id)
        expect(copied.map(({ pageId, source }) => [source, pageId])).toEqual([["/a/b", pages["start"]]])
      })
    )
  })
}
