/** Stories of docs sites, their spaces, and the URLs under which they are read. */
import { describe, expect, layer } from "@effect/vitest"
import { Organizations } from "@octavo/core/organizations/Organizations"
import { CurrentActor } from "@octavo/core/shared/Actor"
import type { Role } from "@octavo/core/shared/roles"
import { PublishedSites } from "@octavo/core/sites/PublishedSites"
import { SiteSpaces } from "@octavo/core/sites/SiteSpaces"
import { SiteStructures } from "@octavo/core/sites/SiteStructures"
import { Sites } from "@octavo/core/sites/Sites"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { Urls } from "@octavo/core/urls/Urls"
import { Authentication } from "@octavo/core/users/Authentication"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  type Attempts,
  as,
  asOperator,
  newMember,
  newOrganization,
  newUser,
  outcome,
  publishedAt,
  type StoreUnderTest,
  type Story,
  services
} from "./harness.ts"

const titles = (page: { readonly items: ReadonlyArray<{ readonly title: string }> }) =>
  page.items.map(({ title }) => title)

/** An organization with an admin and spaces of the given titles. */
const world = (...spaceTitles: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { id, admin } = yield* newOrganization()
    const spaces = yield* Spaces
    const made = yield* Effect.forEach(spaceTitles, (title) => spaces.create(id, { title }).pipe(as(admin)))
    return { org: id, admin, spaceIds: made.map((space) => space.id) }
  })

let sites = 0
/** A title that no other site of the run has. */
const unique = (word: string) => `${word} ${++sites}`

/** A site of an organization of its own, published or not. */
export const newSite = (options: { readonly published: boolean }, ...spaceTitles: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const made = yield* world(...spaceTitles)
    const service = yield* Sites
    const site = yield* service
      .create(made.org, { title: unique("Manual"), spaces: made.spaceIds })
      .pipe(as(made.admin))
    if (options.published) yield* service.publish(made.org, site.id).pipe(as(made.admin))
    const siteSpaces = yield* SiteSpaces
    const { items } = yield* siteSpaces.list(made.org, site.id, {}, {}).pipe(as(made.admin))
    return { ...made, site, siteSpaces: items, url: `https://octavo.test/sites/${site.basename}` }
  })

/** The caller that the token of a published URL stands for. */
export const asVisitor = (url: string) =>
  Effect.gen(function* () {
    const authentication = yield* Authentication
    const { apiToken } = yield* publishedAt(url)
    return Effect.provideService(CurrentActor, yield* authentication.authenticate(apiToken))
  })

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
        const { org, admin } = yield* world()
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
        const { org, admin, spaceIds } = yield* world("Guide", "API", "Guide")
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
        const { org, admin, spaceIds } = yield* world("Mine")
        const other = yield* world("Theirs")
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
        const { org, admin } = yield* world()
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
        const { org, admin, spaceIds } = yield* world("One")
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

const siteSpaceStories = (story: Story) =>
  describe("spaces on a site", () => {
    story("are added last, under a free path, once", () =>
      Effect.gen(function* () {
        const { org, admin, site, spaceIds } = yield* newSite({ published: false })
        const [spaces, siteSpaces] = [yield* Spaces, yield* SiteSpaces]
        expect(spaceIds).toEqual([])
        const space = yield* spaces.create(org, { title: "Guide" }).pipe(as(admin))
        const twin = yield* spaces.create(org, { title: "Guide" }).pipe(as(admin))
        const add = (input: Parameters<typeof siteSpaces.add>[2]) => siteSpaces.add(org, site.id, input).pipe(as(admin))
        expect(yield* add({ spaceId: space.id })).toMatchObject({ path: "guide", title: "Guide", default: true })
        expect(yield* add({ spaceId: twin.id, title: "Guide", draft: true })).toMatchObject({
          path: "guide-2",
          default: false,
          draft: true
        })
        expect(yield* outcome(add({ spaceId: space.id }))).toBe("Conflict")
        expect(yield* outcome(add({ spaceId: twin.id, template: { id: "blank" } }))).toBe("Invalid")
        expect(yield* outcome(add({ spaceId: "nothing" }))).toBe("Invalid")
        // refused as a whole: no space is left over
        const before = (yield* spaces.list(org, {}).pipe(as(admin))).count
        expect(yield* outcome(add({ spaceId: null, sectionId: "none" }))).toBe("Invalid")
        expect((yield* spaces.list(org, {}).pipe(as(admin))).count).toBe(before)
        const third = yield* spaces.create(org, { title: "Third" }).pipe(as(admin))
        expect(yield* outcome(add({ spaceId: third.id, sectionId: "none" }))).toBe("Invalid")
        const list = (filter: { readonly default?: boolean }, params: { page?: string; limit?: number } = {}) =>
          siteSpaces.list(org, site.id, filter, params).pipe(as(admin))
        const first = yield* list({}, { limit: 1 })
        const second = yield* list({}, { limit: 1, page: first.next!.page })
        expect([first.count, second.count, second.next]).toEqual([2, 2, undefined])
        expect([first, second].flatMap((page) => page.items.map((it) => it.path))).toEqual(["guide", "guide-2"])
        expect((yield* list({ default: true })).items.map((it) => it.path)).toEqual(["guide"])
        expect(yield* list({ default: false })).toMatchObject({ count: 1, items: [{ path: "guide-2" }] })
        expect(yield* outcome(list({ default: true }, { page: first.next!.page }))).toBe("Invalid")
      })
    )

    story("added many at once keep distinct paths and one default", () =>
      Effect.gen(function* () {
        const { org, admin, site } = yield* newSite({ published: false })
        const [spaces, siteSpaces] = [yield* Spaces, yield* SiteSpaces]
        const made = yield* Effect.forEach(Array(10), () => spaces.create(org, { title: "Same" }).pipe(as(admin)))
        yield* Effect.forEach(made, ({ id }) => siteSpaces.add(org, site.id, { spaceId: id }).pipe(as(admin)), {
          concurrency: "unbounded"
        })
        const { items: structure } = yield* siteSpaces.list(org, site.id, {}, {}).pipe(as(admin))
        expect(new Set(structure.map((it) => it.path)).size).toBe(10)
        expect(structure.filter((it) => it.default).length).toBe(1)
      })
    )

    story("change", () =>
      Effect.gen(function* () {
        const { org, admin, site, siteSpaces: made, spaceIds } = yield* newSite({ published: true }, "A", "B")
        const [spaces, siteSpaces] = [yield* Spaces, yield* SiteSpaces]
        const third = yield* spaces.create(org, { title: "C" }).pipe(as(admin))
        const [a, b] = [made[0]!, made[1]!]
        const update = (input: Parameters<typeof siteSpaces.update>[3]) =>
          siteSpaces.update(org, site.id, b.id, input).pipe(as(admin))
        expect(
          yield* update({ path: "v2.0", condition: "visitor.claims.beta", hidden: true, spaceId: third.id })
        ).toMatchObject({
          path: "v2.0",
          condition: "visitor.claims.beta",
          hidden: true,
          space: { id: third.id },
          urls: { published: `https://octavo.test/sites/${site.basename}/v2.0/` }
        })
        expect(yield* update({ condition: null })).not.toHaveProperty("condition")
        expect((yield* update({ draft: true })).urls).toEqual({})
        expect(yield* outcome(update({ path: a.path }))).toBe("Conflict")
        expect(yield* outcome(update({ spaceId: spaceIds[0]! }))).toBe("Conflict")
        expect(yield* outcome(update({ spaceId: third.id, path: "v2.0" }))).toBe("done")
      })
    )

    story("leave, and the next one is the default", () =>
      Effect.gen(function* () {
        const { org, admin, site, siteSpaces: made } = yield* newSite({ published: false }, "A", "B", "C", "D")
        const [sites, siteSpaces] = [yield* Sites, yield* SiteSpaces]
        const remove = (id: string) => siteSpaces.remove(org, site.id, id).pipe(as(admin))
        const theDefault = Effect.map(
          siteSpaces.list(org, site.id, { default: true }, {}).pipe(as(admin)),
          ({ items }) => items.map((it) => it.path)
        )
        const [a, b, c, d] = made.map((it) => it.id) as [string, string, string, string]
        yield* sites.update(org, site.id, { defaultSiteSpace: b }).pipe(as(admin))
        yield* siteSpaces.update(org, site.id, c, { draft: true }).pipe(as(admin))
        expect(yield* remove(b)).toBe(true)
        expect(yield* remove(b)).toBe(false)
        expect(yield* theDefault).toEqual(["d"])
        yield* remove(d)
        expect(yield* theDefault).toEqual(["a"])
        yield* remove(a)
        expect(yield* theDefault).toEqual(["c"])
        yield* remove(c)
        expect(yield* theDefault).toEqual([])
        expect((yield* sites.get(org, site.id).pipe(as(admin))).siteSpaces).toBe(0)
      })
    )
  })

const publishingStories = (story: Story) =>
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
