/** Stories of sites that are published: where URLs lead, and what their tokens read. */
import { describe, expect } from "@effect/vitest"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { SiteStructures } from "@octavo/core/delivery/sites/SiteStructures"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { Urls } from "@octavo/core/delivery/urls/Urls"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Attempts, as, asOperator, newMember, outcome, publishedAt, type Story } from "./harness.ts"
import { asVisitor, newSite } from "./new-site.ts"

export const publishingStories = (story: Story) =>
  describe("publishing", () => {
    story("needs something to show, and can be done again", () =>
      Effect.gen(function* () {
        const { org, admin, site } = yield* newSite({ published: false })
        const [sites, spaces, siteSpaces, urls] = [yield* Sites, yield* Spaces, yield* SiteSpaces, yield* Urls]
        const publish = sites.publish(org, site.id).pipe(as(admin))
        expect(yield* outcome(publish)).toBe("PreconditionFailed")
        const space = yield* spaces.create(org, { title: "Guide" }).pipe(as(admin))
        const added = yield* siteSpaces.add(org, site.id, { spaceId: space.id, draft: true }).pipe(as(admin))
        expect(yield* outcome(publish)).toBe("PreconditionFailed")
        yield* siteSpaces.update(org, site.id, added.id, { draft: false }).pipe(as(admin))
        const published = yield* publish
        expect(published).toMatchObject({
          published: true,
          urls: { published: `https://octavo.test/sites/${site.basename}/` }
        })
        expect(yield* publish).toEqual(published)
        expect((yield* spaces.get(space.id).pipe(as(admin))).urls.published).toBe(published.urls.published)
        expect(yield* outcome(urls.resolvePublished(published.urls.published!).pipe(asOperator))).toBe("done")
        expect((yield* sites.unpublish(org, site.id).pipe(as(admin))).published).toBe(false)
        expect(yield* outcome(urls.resolvePublished(published.urls.published!).pipe(asOperator))).toBe("NotFound")
      })
    )

    story("a URL leads to its site, site space and page", () =>
      Effect.gen(function* () {
        const { org, admin, site, siteSpaces, spaceIds, url } = yield* newSite({ published: true }, "Guide", "API")
        const [urls, sites] = [yield* Urls, yield* Sites]
        const [guide, api] = [siteSpaces[0]!, siteSpaces[1]!]
        const base = `/sites/${site.basename}/`
        const found = (at: string) => Effect.map(publishedAt(at), ({ apiToken, ...rest }) => rest)
        const root = { organization: org, site: site.id, siteSpace: guide.id, space: spaceIds[0]! }
        expect(yield* found(url)).toEqual({
          ...root,
          pathname: "/",
          basePath: base,
          siteBasePath: base,
          canonicalUrl: `${url}/`,
          complete: false
        })
        expect(yield* found(`${url}/a%20b/c/?x=1#y`)).toEqual({
          ...root,
          pathname: "/a%20b/c",
          basePath: base,
          siteBasePath: base,
          canonicalUrl: `${url}/a%20b/c`,
          complete: true
        })
        expect(yield* found(`${url}/api/start`)).toEqual({
          ...root,
          siteSpace: api.id,
          space: spaceIds[1]!,
          pathname: "/start",
          basePath: `${base}api/`,
          siteBasePath: base,
          canonicalUrl: `${url}/api/start`,
          complete: true
        })
        expect(yield* found(`https://octavo.test/sites/${site.id}/api`)).toMatchObject({
          siteBasePath: `/sites/${site.id}/`,
          canonicalUrl: `${url}/api/`
        })
        yield* sites.update(org, site.id, { proxy: "company.com/docs" }).pipe(as(admin))
        expect(yield* found(`${url}/api/start`)).toMatchObject({ canonicalUrl: "https://company.com/docs/api/start" })
        for (const nothing of [
          "https://octavo.test/",
          "https://elsewhere.test/sites/x",
          "https://octavo.test/sites/none"
        ]) {
          expect(yield* outcome(urls.resolvePublished(nothing).pipe(asOperator))).toBe("NotFound")
        }
        for (const wrong of ["docs", `${url}/..%2fx`, `${url}//x`]) {
          expect(yield* outcome(urls.resolvePublished(wrong).pipe(asOperator))).toBe("Invalid")
        }
      })
    )

    story("a request of a visitor leads to the same, without a token", () =>
      Effect.gen(function* () {
        const { org, admin, site, siteSpaces: made } = yield* newSite({ published: true }, "Guide", "API")
        const [published, sites, siteSpaces] = [yield* PublishedSites, yield* Sites, yield* SiteSpaces]
        const resolve = (path: string, host = "octavo.test") => published.resolve({ host, path })
        const path = `/sites/${site.basename}/api/a%20b`
        expect(yield* resolve(path)).toMatchObject({
          site: { id: site.id },
          siteSpaces: [{ id: made[0]!.id }, { id: made[1]!.id }],
          siteSpace: { id: made[1]!.id },
          rest: ["a b"],
          basePath: `/sites/${site.basename}/api/`
        })
        expect(yield* resolve(path, "other.test")).toBeUndefined()
        expect(yield* outcome(resolve(`/sites/${site.basename}/%2e%2e/x`))).toBe("Invalid")
        for (const patch of [{ draft: true }, { condition: "visitor.claims.beta" }]) {
          yield* siteSpaces.update(org, site.id, made[1]!.id, patch).pipe(as(admin))
          expect(yield* resolve(path)).toMatchObject({ siteSpaces: [{ id: made[0]!.id }], rest: ["api", "a b"] })
          yield* siteSpaces.update(org, site.id, made[1]!.id, { draft: false, condition: null }).pipe(as(admin))
        }
        yield* siteSpaces.update(org, site.id, made[1]!.id, { hidden: true }).pipe(as(admin))
        expect(yield* resolve(path)).toMatchObject({ siteSpace: { id: made[1]!.id, hidden: true } })
        for (const visibility of ["share-link", "visitor-auth"] as const) {
          yield* sites.update(org, site.id, { visibility }).pipe(as(admin))
          expect(yield* resolve(path)).toBeUndefined()
        }
        yield* sites.update(org, site.id, { visibility: "unlisted" }).pipe(as(admin))
        expect(yield* resolve(path)).toBeDefined()
      })
    )

    story("the published profile is complete, and without drafts", () =>
      Effect.gen(function* () {
        const { org, admin, site, siteSpaces: made } = yield* newSite({ published: true }, "Guide", "Draft")
        const [published, siteSpaces] = [yield* PublishedSites, yield* SiteSpaces]
        yield* siteSpaces.update(org, site.id, made[1]!.id, { draft: true }).pipe(as(admin))
        const profile = yield* published.profile(org, site.id).pipe(as(admin))
        expect(profile).toMatchObject({
          object: "published-content-site",
          site: { id: site.id, published: true },
          structure: { type: "siteSpaces", structure: [{ id: made[0]!.id }] },
          customizations: { site: { title: site.title, styling: { theme: "clean" } }, siteSpaces: {} },
          scripts: []
        })
        expect(profile.structure.structure).toHaveLength(1)
        const guest = yield* newMember(org, null)
        expect(yield* outcome(published.profile(org, site.id).pipe(as(guest)))).toBe("NotFound")
      })
    )

    story("the token of a URL is the same for all of an hour, and good until five minutes after it", () =>
      Effect.gen(function* () {
        const { url } = yield* newSite({ published: true }, "Guide")
        const authentication = yield* Authentication
        const { apiToken } = yield* publishedAt(url)
        yield* TestClock.adjust("59 minutes")
        expect((yield* publishedAt(url)).apiToken).toBe(apiToken)
        yield* TestClock.adjust("1 minute")
        expect((yield* publishedAt(url)).apiToken).not.toBe(apiToken)
        yield* TestClock.adjust("4 minutes")
        expect((yield* authentication.authenticate(apiToken)).kind).toBe("site")
        yield* TestClock.adjust("1 minute")
        expect(yield* outcome(authentication.authenticate(apiToken))).toBe("Unauthorized")
      })
    )

    story("the token of a URL reads that site and nothing else, while it is open", () =>
      Effect.gen(function* () {
        const {
          org,
          admin,
          site,
          siteSpaces: made,
          spaceIds,
          url
        } = yield* newSite({ published: true }, "Guide", "Draft")
        const other = yield* newSite({ published: true }, "Other")
        const [sites, spaces, siteSpaces] = [yield* Sites, yield* Spaces, yield* SiteSpaces]
        const [published, organizations] = [yield* PublishedSites, yield* Organizations]
        const structures = yield* SiteStructures
        yield* siteSpaces.update(org, site.id, made[1]!.id, { draft: true }).pipe(as(admin))
        const visitor = yield* asVisitor(url)
        const profile = yield* published.profile(org, site.id).pipe(visitor)
        expect(profile.site).toMatchObject({ siteSpaces: 1, permissions: { edit: false, admin: false } })
        expect(profile.structure).toMatchObject({ structure: [{ id: made[0]!.id }] })
        expect(yield* structures.get(org, site.id).pipe(visitor)).toEqual(profile.structure)
        expect(yield* siteSpaces.list(org, site.id, {}, {}).pipe(visitor)).toMatchObject({ count: 1 })
        expect((yield* spaces.get(spaceIds[0]!).pipe(visitor)).permissions.edit).toBe(false)
        const hidden: Attempts = [
          spaces.get(spaceIds[1]!),
          spaces.get(other.spaceIds[0]!),
          sites.get(other.org, other.site.id),
          sites.get(org, other.site.id),
          published.profile(other.org, other.site.id),
          structures.get(other.org, other.site.id)
        ]
        for (const attempt of hidden) expect(yield* outcome(attempt.pipe(visitor))).toBe("NotFound")
        const readOnly: Attempts = [
          spaces.update(spaceIds[0]!, { title: "Defaced" }),
          spaces.list(org, {}),
          spaces.create(org, {}),
          organizations.update(org, { title: "Defaced" }),
          sites.list(org, {}, {}),
          sites.create(org, {}),
          sites.update(org, site.id, { title: "Defaced" }),
          sites.publish(org, site.id),
          sites.unpublish(org, site.id),
          sites.remove(org, site.id),
          siteSpaces.add(org, site.id, { spaceId: spaceIds[0]! }),
          siteSpaces.update(org, site.id, made[0]!.id, { draft: true }),
          siteSpaces.remove(org, site.id, made[0]!.id)
        ]
        for (const attempt of readOnly) expect(yield* outcome(attempt.pipe(visitor))).toBe("Forbidden")
        const reads: Attempts = [published.profile(org, site.id), structures.get(org, site.id), sites.get(org, site.id)]
        const closed = Effect.forEach(reads, (read) => outcome(read.pipe(visitor)))
        yield* sites.update(org, site.id, { visibility: "visitor-auth" }).pipe(as(admin))
        expect(yield* closed).toEqual(["NotFound", "NotFound", "NotFound"])
        yield* sites.update(org, site.id, { visibility: "public" }).pipe(as(admin))
        expect(yield* closed).toEqual(["done", "done", "done"])
        yield* sites.unpublish(org, site.id).pipe(as(admin))
        expect(yield* closed).toEqual(["NotFound", "NotFound", "NotFound"])
        expect(yield* outcome(published.profile(org, site.id).pipe(asOperator))).toBe("done")
      })
    )
  })
