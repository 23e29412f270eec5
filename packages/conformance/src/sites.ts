/** Stories of sites: making, listing and changing them. */
import { describe, expect, layer } from "@effect/vitest"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { SiteStructures } from "@octavo/core/delivery/sites/SiteStructures"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { Urls } from "@octavo/core/delivery/urls/Urls"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Effect } from "effect"
import {
  type Attempts,
  as,
  asOperator,
  newMember,
  newUser,
  outcome,
  type StoreUnderTest,
  type Story,
  services
} from "./harness.ts"
import { newSite, newSpaces, unique } from "./new-site.ts"
import { publishingStories } from "./site-publishing.ts"
import { siteSpaceStories } from "./site-spaces.ts"

const titles = (page: { readonly items: ReadonlyArray<{ readonly title: string }> }) =>
  page.items.map(({ title }) => title)

export const sitesSuite = (under: StoreUnderTest) =>
  describe(`sites on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      siteStories(story)
      siteSpaceStories(story)
      publishingStories(story)
    })
  })

const siteStories = (story: Story) => {
  describe("creating", () => {
    story("an empty body makes an unpublished, public, basic site without spaces", () =>
      Effect.gen(function* () {
        const { org, admin } = yield* newSpaces()
        const service = yield* Sites
        const site = yield* service.create(org, {}).pipe(as(admin))
        expect(site).toMatchObject({
          object: "site",
          title: "Untitled site",
          type: "basic",
          appliedType: "basic",
          visibility: "public",
          published: false,
          siteSpaces: 0,
          adaptiveContent: { enabled: false },
          agentsContext: "included",
          defaultLevel: "inherit",
          features: [],
          urls: {
            location: `https://octavo.test/v1/orgs/${org}/sites/${site.id}`,
            app: `https://octavo.test/app/o/${org}/sites/${site.id}`
          }
        })
        expect(site.urls).not.toHaveProperty("published")
        expect(site).not.toHaveProperty("ads")
        expect(yield* service.get(org, site.id).pipe(as(admin))).toEqual(site)
      })
    )

    story("spaces become site spaces in order, the first at the root, and give the title", () =>
      Effect.gen(function* () {
        const { org, admin, spaceIds } = yield* newSpaces("Guide", "API", "Guide")
        const service = yield* Sites
        const siteSpaces = yield* SiteSpaces
        const site = yield* service.create(org, { spaces: [...spaceIds, spaceIds[0]!] }).pipe(as(admin))
        expect(site).toMatchObject({ title: "Guide", siteSpaces: 3 })
        const { items: structure } = yield* siteSpaces.list(org, site.id, {}, {}).pipe(as(admin))
        const whole = yield* SiteStructures.use((it) => it.get(org, site.id)).pipe(as(admin))
        expect(whole).toEqual({ type: "siteSpaces", structure })
        expect(structure.map((it) => [it.path, it.title, it.default, it.draft, it.hidden, it.space.id])).toEqual([
          ["guide", "Guide", true, false, false, spaceIds[0]],
          ["api", "API", false, false, false, spaceIds[1]],
          ["guide-2", "Guide", false, false, false, spaceIds[2]]
        ])
        expect(structure[0]?.space.permissions.admin).toBe(true)
      })
    )

    story("spaces of others, and ids of nothing, look alike, and nothing is stored", () =>
      Effect.gen(function* () {
        const { org, admin, spaceIds } = yield* newSpaces("Mine")
        const other = yield* newSpaces("Theirs")
        const service = yield* Sites
        const refused = (id: string) =>
          Effect.flip(service.create(org, { title: "Stolen", spaces: [spaceIds[0]!, id] }).pipe(as(admin)))
        const [foreign, nothing] = [yield* refused(other.spaceIds[0]!), yield* refused("nothing")]
        expect(foreign).toMatchObject({ _tag: "Invalid", details: [{ path: "spaces.1" }] })
        expect(foreign).toEqual(nothing)
        expect(yield* service.list(org, {}, {}).pipe(as(admin))).toEqual({ count: 0, items: [] })
      })
    )

    story("twenty at once with one title get twenty basenames", () =>
      Effect.gen(function* () {
        const { org, admin } = yield* newSpaces()
        const service = yield* Sites
        const title = unique("Rush")
        const made = yield* Effect.forEach(Array(20), () => service.create(org, { title }).pipe(as(admin)), {
          concurrency: "unbounded"
        })
        expect(new Set(made.map((site) => site.basename)).size).toBe(20)
        expect(made.every((site) => /^rush-\d+(-[a-z0-9]+)?$/.test(site.basename ?? ""))).toBe(true)
      })
    )
  })

  describe("listing", () => {
    story("filters combine, count says how many match, cursors walk all and are bound to the filters", () =>
      Effect.gen(function* () {
        const { org, admin, spaceIds } = yield* newSpaces("One")
        const service = yield* Sites
        const create = (title: string, type: "basic" | "premium" | "ultimate", spaces: ReadonlyArray<string> = []) =>
          service.create(org, { title, type, spaces }).pipe(as(admin))
        const first = yield* create("Alpha docs", "basic", spaceIds)
        yield* create("beta DOCS", "premium")
        yield* create("Gamma 100%_", "ultimate", spaceIds)
        yield* create("Ärger", "basic")
        yield* service.publish(org, first.id).pipe(as(admin))
        const list = (filter: Parameters<typeof service.list>[1], params: Parameters<typeof service.list>[2] = {}) =>
          service.list(org, filter, params).pipe(as(admin))
        const found = (filter: Parameters<typeof service.list>[1]) => Effect.map(list(filter), titles)

        expect(yield* found({})).toEqual(["Alpha docs", "beta DOCS", "Gamma 100%_", "Ärger"])
        expect(yield* found({ title: "dOcS" })).toEqual(["Alpha docs", "beta DOCS"])
        expect(yield* found({ title: "%_" })).toEqual(["Gamma 100%_"])
        expect(yield* found({ title: "_" })).toEqual(["Gamma 100%_"])
        expect(yield* found({ title: "äRG" })).toEqual(["Ärger"])
        expect(yield* found({ title: "' OR 1=1 --" })).toEqual([])
        expect(yield* found({ published: true })).toEqual(["Alpha docs"])
        expect(yield* found({ published: false, type: ["premium", "ultimate"] })).toEqual(["beta DOCS", "Gamma 100%_"])
        expect(yield* found({ space: spaceIds[0] })).toEqual(["Alpha docs", "Gamma 100%_"])
        expect(yield* found({ space: spaceIds[0], title: "gamma" })).toEqual(["Gamma 100%_"])
        expect(yield* found({ space: "nothing" })).toEqual([])
        expect(yield* list({ title: "docs" }, { limit: 0 })).toEqual({ count: 2, items: [] })

        const page = yield* list({ type: ["basic", "premium"] }, { limit: 2 })
        expect([page.count, titles(page)]).toEqual([3, ["Alpha docs", "beta DOCS"]])
        const next = page.next!.page
        expect(yield* list({ type: ["premium", "basic"] }, { limit: 2, page: next })).toMatchObject({
          count: 3,
          items: [{ title: "Ärger" }]
        })
        expect(yield* outcome(list({ type: ["basic"] }, { page: next }))).toBe("Invalid")
        expect(yield* outcome(list({}, { page: next }))).toBe("Invalid")
        expect(yield* outcome(list({}, { limit: 1001 }))).toBe("Invalid")
      })
    )
  })

  describe("who may", () => {
    // create, read, change settings, add a space, publish, delete
    const table: ReadonlyArray<readonly [Role | null, ReadonlyArray<string>]> = [
      [null, ["Forbidden", "NotFound", "NotFound", "NotFound", "NotFound", "NotFound"]],
      ["read", ["Forbidden", "done", "Forbidden", "Forbidden", "Forbidden", "Forbidden"]],
      ["review", ["Forbidden", "done", "Forbidden", "Forbidden", "Forbidden", "Forbidden"]],
      ["create", ["done", "done", "Forbidden", "done", "Forbidden", "Forbidden"]],
      ["admin", ["done", "done", "done", "done", "done", "done"]]
    ]
    for (const [role, expected] of table) {
      story(role ?? "a guest", () =>
        Effect.gen(function* () {
          const { org, admin, site } = yield* newSite({ published: false }, "A")
          const spaces = yield* Spaces
          const service = yield* Sites
          const siteSpaces = yield* SiteSpaces
          const other = yield* spaces.create(org, { title: "B" }).pipe(as(admin))
          const caller = as(yield* newMember(org, role))
          const attempts = [
            outcome(service.create(org, {}).pipe(caller)),
            outcome(service.get(org, site.id).pipe(caller)),
            outcome(service.update(org, site.id, { title: "Changed" }).pipe(caller)),
            outcome(siteSpaces.add(org, site.id, { spaceId: other.id }).pipe(caller)),
            outcome(service.publish(org, site.id).pipe(caller)),
            outcome(service.remove(org, site.id).pipe(caller))
          ]
          expect(yield* Effect.all(attempts)).toEqual(expected)
        })
      )
    }

    story("a default level on the site counts for members and not for guests", () =>
      Effect.gen(function* () {
        const { org, admin, site } = yield* newSite({ published: false }, "A")
        const service = yield* Sites
        const [member, guest] = [yield* newMember(org, "read"), yield* newMember(org, null)]
        const shown = yield* service.update(org, site.id, { defaultLevel: "admin" }).pipe(as(admin))
        expect(shown.defaultLevel).toBe("admin")
        expect((yield* service.publish(org, site.id).pipe(as(member))).permissions.admin).toBe(true)
        expect((yield* service.list(org, {}, {}).pipe(as(member))).items[0]?.permissions.admin).toBe(true)
        expect(yield* outcome(service.get(org, site.id).pipe(as(guest)))).toBe("NotFound")
        expect(yield* service.list(org, {}, {}).pipe(as(guest))).toEqual({ count: 0, items: [] })
        yield* service.update(org, site.id, { defaultLevel: "inherit" }).pipe(as(admin))
        expect(yield* outcome(service.unpublish(org, site.id).pipe(as(member)))).toBe("Forbidden")
      })
    )

    story("ids of another organization or site are absent everywhere", () =>
      Effect.gen(function* () {
        const mine = yield* newSite({ published: true }, "Mine")
        const theirs = yield* newSite({ published: true }, "Theirs", "More")
        const service = yield* Sites
        const siteSpaces = yield* SiteSpaces
        const published = yield* PublishedSites
        const structures = yield* SiteStructures
        const foreign = theirs.siteSpaces[1]!.id
        const attempts: Attempts = [
          service.get(mine.org, theirs.site.id),
          service.update(mine.org, theirs.site.id, { title: "Taken over" }),
          service.remove(mine.org, theirs.site.id),
          service.publish(mine.org, theirs.site.id),
          service.unpublish(mine.org, theirs.site.id),
          service.get(theirs.org, theirs.site.id),
          service.list(theirs.org, {}, {}),
          service.create(theirs.org, {}),
          published.profile(mine.org, theirs.site.id),
          structures.get(mine.org, theirs.site.id),
          siteSpaces.list(mine.org, theirs.site.id, {}, {}),
          siteSpaces.update(mine.org, mine.site.id, foreign, { hidden: true }),
          siteSpaces.update(mine.org, theirs.site.id, foreign, { hidden: true })
        ]
        for (const attempt of attempts) expect(yield* outcome(attempt.pipe(as(mine.admin)))).toBe("NotFound")
        expect(yield* siteSpaces.remove(mine.org, mine.site.id, foreign).pipe(as(mine.admin))).toBe(false)
        const bodies: Attempts = [
          siteSpaces.add(mine.org, mine.site.id, { spaceId: theirs.spaceIds[0]! }),
          siteSpaces.update(mine.org, mine.site.id, mine.siteSpaces[0]!.id, { spaceId: theirs.spaceIds[0]! }),
          service.update(mine.org, mine.site.id, { defaultSiteSpace: foreign })
        ]
        for (const attempt of bodies) expect(yield* outcome(attempt.pipe(as(mine.admin)))).toBe("Invalid")
        const stranger = yield* newUser()
        expect(yield* outcome(service.get(mine.org, mine.site.id).pipe(as(stranger.id)))).toBe("NotFound")
        const untouched = yield* siteSpaces.list(theirs.org, theirs.site.id, {}, {}).pipe(as(theirs.admin))
        expect(untouched.items).toEqual(theirs.siteSpaces)
      })
    )

    story("a token with other scopes may not", () =>
      Effect.gen(function* () {
        const { org, admin, site } = yield* newSite({ published: false }, "A")
        const service = yield* Sites
        expect(yield* outcome(service.get(org, site.id).pipe(as(admin, new Set())))).toBe("Forbidden")
      })
    )
  })

  describe("changing", () => {
    story("each field, and none that is not to be set", () =>
      Effect.gen(function* () {
        const { org, admin, site, siteSpaces } = yield* newSite({ published: false }, "A", "B")
        const service = yield* Sites
        const basename = `changed-${site.basename}`
        const smuggled = { id: "x", organization: "x", published: true, customHostname: "evil.docs.org", siteSpaces: 9 }
        const changed = yield* service
          .update(org, site.id, {
            title: "Changed",
            description: "All that changed",
            visibility: "unlisted",
            basename,
            adaptiveContent: { enabled: true },
            agentsContext: "excluded",
            proxy: "company.com/docs",
            defaultSiteSpace: siteSpaces[1]!.id,
            ...smuggled
          })
          .pipe(as(admin))
        expect(changed).toEqual({
          ...site,
          title: "Changed",
          description: "All that changed",
          visibility: "unlisted",
          basename,
          adaptiveContent: { enabled: true },
          agentsContext: "excluded",
          proxy: { origin: "company.com/docs", target: `https://octavo.test/sites/${site.id}/` }
        })
        const service2 = yield* SiteSpaces
        const { items: structure } = yield* service2.list(org, site.id, {}, {}).pipe(as(admin))
        expect(structure.map((it) => it.default)).toEqual([false, true])
        const unset = yield* service.update(org, site.id, { proxy: null }).pipe(as(admin))
        expect(unset).not.toHaveProperty("proxy")
        expect(unset.description).toBe("All that changed")
        expect(yield* service.update(org, site.id, { description: null }).pipe(as(admin))).not.toHaveProperty(
          "description"
        )
        const described = yield* service.create(org, { description: "From the beginning" }).pipe(as(admin))
        expect(described.description).toBe("From the beginning")
      })
    )

    story("refuses a taken basename, sections, and unknown default spaces, and then changes nothing", () =>
      Effect.gen(function* () {
        const { org, admin, site } = yield* newSite({ published: false }, "A")
        const other = yield* newSite({ published: false }, "A")
        const service = yield* Sites
        const update = (input: Parameters<typeof service.update>[2]) =>
          outcome(service.update(org, site.id, { title: "Half", ...input }).pipe(as(admin)))
        expect(yield* update({ basename: other.site.basename! })).toBe("Conflict")
        expect(yield* update({ basename: "xn--a" })).toBe("Invalid")
        expect(yield* update({ defaultSiteSpace: "nothing" })).toBe("Invalid")
        expect(yield* update({ defaultSiteSection: "nothing" })).toBe("Invalid")
        expect(yield* service.get(org, site.id).pipe(as(admin))).toEqual(site)
        expect(yield* update({ basename: site.basename! })).toBe("done")
      })
    )

    story("deleting takes the site and leaves its spaces", () =>
      Effect.gen(function* () {
        const { org, admin, site, spaceIds, url } = yield* newSite({ published: true }, "A")
        const [service, spaces, urls, organizations] = [yield* Sites, yield* Spaces, yield* Urls, yield* Organizations]
        yield* organizations.update(org, { defaultContent: { type: "site", site: site.id } }).pipe(as(admin))
        expect(yield* outcome(urls.resolvePublished(url).pipe(asOperator))).toBe("done")
        expect(yield* service.remove(org, site.id).pipe(as(admin))).toBe(true)
        expect(yield* outcome(service.remove(org, site.id).pipe(as(admin)))).toBe("NotFound")
        expect(yield* outcome(service.get(org, site.id).pipe(as(admin)))).toBe("NotFound")
        expect(yield* outcome(urls.resolvePublished(url).pipe(asOperator))).toBe("NotFound")
        expect(yield* outcome(spaces.get(spaceIds[0]!).pipe(as(admin)))).toBe("done")
        expect(yield* organizations.get(org).pipe(as(admin))).not.toHaveProperty("defaultContent")
      })
    )
  })
}
