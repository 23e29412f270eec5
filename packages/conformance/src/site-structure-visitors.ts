/** Stories of what visitors see of the structure of a site. */
import { describe, expect } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Redirects } from "@octavo/core/delivery/redirects/Redirects"
import { PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Effect } from "effect"
import { type Attempts, as, outcome, publishedAt, type Story } from "./harness.ts"
import { asVisitor } from "./new-site.ts"
import { newSections, outlineOf } from "./sectioned-site.ts"

export const visitorStories = (story: Story) =>
  describe("for visitors", () => {
    story("a URL leads through its section to its site space and page", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, space, url } = yield* newSections("Guide", "API")
        const siteSpaces = yield* SiteSpaces
        const v1 = yield* siteSpaces
          .add(org, site.id, { spaceId: yield* space("V1"), sectionId: ids["API"]! })
          .pipe(as(admin))
        const base = `/sites/${site.basename}/`
        const found = (path: string) => Effect.map(publishedAt(`${url}${path}`), ({ apiToken: _, ...rest }) => rest)
        expect(yield* found("/api/v1/start")).toEqual({
          organization: org,
          site: site.id,
          siteSection: ids["API"],
          siteSpace: v1.id,
          space: v1.space.id,
          pathname: "/start",
          basePath: `${base}api/v1/`,
          siteBasePath: base,
          canonicalUrl: `${url}/api/v1/start`,
          complete: true
        })
        expect(yield* found("/api/start")).toMatchObject({
          siteSection: ids["API"],
          pathname: "/start",
          basePath: `${base}api/`,
          canonicalUrl: `${url}/api/start`
        })
        expect(yield* found("/api")).toMatchObject({ basePath: `${base}api/`, complete: false })
        expect(yield* found("/start")).toMatchObject({ siteSection: ids["Guide"], basePath: base, pathname: "/start" })
      })
    )

    story("drafts, conditions and empty groups are not shown, nor read", () =>
      Effect.gen(function* () {
        const scene = yield* newSections("Guide", "API", "News")
        const { org, admin, site, ids, group, groups, listed, sections, structures, url } = scene
        const [published, spaces] = [yield* PublishedSites, yield* Spaces]
        const inner = yield* group("Outer", {}).pipe(
          Effect.flatMap(({ id }) => group("Inner", { parent: id, sections: [ids["API"]!] }))
        )
        const visitor = yield* asVisitor(url)
        const api = (yield* listed).items.find(({ id }) => id === ids["API"])!.siteSpaces[0]!.space.id
        const seen = Effect.map(structures.get(org, site.id).pipe(visitor), (it) =>
          it.type === "sections" ? outlineOf(it.structure) : []
        )
        const seenGroups = Effect.map(groups.list(org, site.id, {}).pipe(visitor), ({ count }) => count)
        const at = published.resolve({ host: "octavo.test", path: `/sites/${site.basename}/api/x` })
        const shown = ["Guide", "News", { Outer: [{ Inner: ["API"] }] }]
        expect([yield* seen, yield* seenGroups]).toEqual([shown, 2])
        const read = outcome(spaces.get(api).pipe(visitor))
        for (const patch of [{ draft: true }, { condition: "visitor.claims.beta" }]) {
          yield* sections.update(org, site.id, ids["API"]!, patch).pipe(as(admin))
          expect([yield* seen, yield* seenGroups]).toEqual([["Guide", "News"], 0])
          expect((yield* sections.list(org, site.id, {}).pipe(visitor)).count).toBe(2)
          expect(yield* at).toMatchObject({ rest: ["api", "x"], siteSpace: { sectionId: ids["Guide"] } })
          expect(yield* read).toBe("NotFound")
          expect((yield* published.profile(org, site.id).pipe(as(admin))).structure).toMatchObject({
            structure: [{ title: "Guide" }, { title: "News" }]
          })
          yield* sections.update(org, site.id, ids["API"]!, { draft: false, condition: null }).pipe(as(admin))
        }
        expect([yield* seen, yield* read]).toEqual([shown, "done"])
        expect(yield* at).toMatchObject({
          rest: ["x"],
          sections: [{ id: ids["Guide"] }, { id: ids["News"] }, { id: ids["API"] }],
          groups: expect.arrayContaining([expect.objectContaining({ id: inner.id })])
        })
        // the default section does not show: the first of the others stands in at the root
        yield* sections.update(org, site.id, ids["Guide"]!, { draft: true }).pipe(as(admin))
        expect(yield* published.resolve({ host: "octavo.test", path: `/sites/${site.basename}/` })).toMatchObject({
          siteSpace: { sectionId: ids["News"], urlPath: "news" }
        })
        const readOnly: Attempts = [
          sections.update(org, site.id, ids["API"]!, { title: "Defaced" }),
          sections.remove(org, site.id, ids["API"]!),
          groups.remove(org, site.id, inner.id),
          structures.sort(org, site.id, { item: { type: "site-section", id: ids["API"]! }, position: {} })
        ]
        for (const attempt of readOnly) expect(yield* outcome(attempt.pipe(visitor))).toBe("Forbidden")
      })
    )

    story("redirects lead to sections, and follow them", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, sections, spaceIds } = yield* newSections("Guide", "API")
        const redirects = yield* Redirects
        const contents = yield* ChangeRequestContent
        const api = (yield* sections.list(org, site.id, {}).pipe(as(admin))).items[1]!
        for (const space of [spaceIds[0]!, api.siteSpaces[0]!.space.id]) {
          const changes = [{ operation: "insert_page", slug: "start", document: { markdown: "# Start\n" } }] as const
          yield* contents.editSpace(space, { changes }).pipe(as(admin))
        }
        const create = (source: string, siteSectionId: string) =>
          redirects
            .create(org, site.id, { source, destination: { kind: "site-section", siteSectionId } })
            .pipe(as(admin))
        const leads = (source: string) =>
          redirects
            .find(org, site.id, source)
            .pipe(
              as(admin),
              Effect.match({ onFailure: () => null, onSuccess: ({ target }) => target.split("/sites/")[1] })
            )
        yield* create("/reference", api.id)
        yield* create("/home", ids["Guide"]!)
        expect(yield* outcome(create("/nowhere", "nothing"))).toBe("Invalid")
        expect([yield* leads("/reference"), yield* leads("/home")]).toEqual([
          `${site.basename}/api/`,
          `${site.basename}/`
        ])
        yield* sections.update(org, site.id, api.id, { path: "ref" }).pipe(as(admin))
        expect(yield* leads("/reference")).toBe(`${site.basename}/ref/`)
        yield* sections.update(org, site.id, api.id, { draft: true }).pipe(as(admin))
        expect(yield* leads("/reference")).toBeNull()
        yield* sections.remove(org, site.id, api.id).pipe(as(admin))
        expect(yield* leads("/reference")).toBeNull()
      })
    )

    story("a change of the structure is seen at once", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, sections } = yield* newSections("Guide", "API")
        const published = yield* PublishedSites
        const at = published.resolve({ host: "octavo.test", path: `/sites/${site.basename}/api/x` })
        const before = (yield* at)!
        yield* sections.update(org, site.id, ids["API"]!, { path: "ref" }).pipe(as(admin))
        const after = (yield* at)!
        expect([before.rest, after.rest]).toEqual([["x"], ["api", "x"]])
        expect(after.site.updatedAt >= before.site.updatedAt).toBe(true)
      })
    )
  })
