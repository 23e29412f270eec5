/** Stories of the spaces on a site. */
import { describe, expect } from "@effect/vitest"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { Effect } from "effect"
import { as, outcome, type Story } from "./harness.ts"
import { newSite } from "./new-site.ts"

export const siteSpaceStories = (story: Story) =>
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
        expect((yield* update({ title: "Second" })).title).toBe("Second")
        // a change of something else leaves it, and without one of its own it is called as its space is
        expect((yield* update({ hidden: false })).title).toBe("Second")
        expect((yield* update({ title: null })).title).toBe("C")
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
