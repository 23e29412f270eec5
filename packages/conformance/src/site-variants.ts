/** Stories of site spaces as variants of a section. */
import { describe, expect } from "@effect/vitest"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, newMember, outcome, type Story } from "./harness.ts"
import { newSections } from "./sectioned-site.ts"
import { purgeDue } from "./written-space.ts"

export const variantStories = (story: Story) =>
  describe("site spaces in sections", () => {
    story("are variants of their section, with paths of their own", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, space, spaceIds } = yield* newSections("Guide", "API")
        const siteSpaces = yield* SiteSpaces
        const url = `https://octavo.test/sites/${site.basename}/`
        const add = (input: Parameters<typeof siteSpaces.add>[2]) => siteSpaces.add(org, site.id, input).pipe(as(admin))
        const [v1, old] = [yield* space("V1"), yield* space("V1")]
        expect(yield* add({ spaceId: v1, sectionId: ids["API"]! })).toMatchObject({
          section: ids["API"],
          path: "v1",
          default: false,
          urls: { published: `${url}api/v1/` }
        })
        expect(yield* add({ spaceId: old, sectionId: null })).toMatchObject({
          section: ids["Guide"],
          path: "v1",
          urls: { published: `${url}v1/` }
        })
        expect(yield* add({ spaceId: yield* space("API") })).toMatchObject({ section: ids["Guide"], path: "api-2" })
        expect(yield* outcome(add({ spaceId: v1, sectionId: ids["API"]! }))).toBe("Conflict")
        expect(yield* outcome(add({ spaceId: v1, sectionId: "nothing" }))).toBe("Invalid")
        // another section may show the same space
        expect(yield* add({ spaceId: v1 })).toMatchObject({ section: ids["Guide"], path: "v1-2" })
        const { items, count } = yield* siteSpaces.list(org, site.id, {}, {}).pipe(as(admin))
        expect([count, items.map(({ path, section }) => [section, path])]).toEqual([
          6,
          [
            [ids["Guide"], "guide"],
            [ids["Guide"], "v1"],
            [ids["Guide"], "api-2"],
            [ids["Guide"], "v1-2"],
            [ids["API"], "api"],
            [ids["API"], "v1"]
          ]
        ])
        const guide = items[0]!
        expect(guide.space.id).toBe(spaceIds[0])
        // the default one leaves: the next one is at the section's root
        expect(yield* siteSpaces.remove(org, site.id, guide.id).pipe(as(admin))).toBe(true)
        expect(yield* siteSpaces.remove(org, site.id, items[4]!.id).pipe(as(admin))).toBe(true)
        const left = yield* siteSpaces.list(org, site.id, { default: true }, {}).pipe(as(admin))
        expect(left.items.map((one) => [one.id, one.urls.published])).toEqual([
          [items[1]!.id, url],
          [items[5]!.id, `${url}api/`]
        ])
      })
    )

    story("are copied with their content, and the copy comes behind them", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, listed, space } = yield* newSections("Guide", "API")
        const [siteSpaces, spaces] = [yield* SiteSpaces, yield* Spaces]
        yield* siteSpaces.add(org, site.id, { spaceId: yield* space("V1"), sectionId: ids["API"]! }).pipe(as(admin))
        const [source] = (yield* listed).items[1]!.siteSpaces
        const duplicate = (id: string, input?: { readonly draft?: boolean }) =>
          siteSpaces.duplicate(org, site.id, id, input).pipe(as(admin))
        const copy = yield* duplicate(source!.id)
        expect(copy).toMatchObject({ section: ids["API"], default: false, draft: false })
        expect(copy.title).toBe(copy.space.title)
        expect(copy.space.id).not.toBe(source!.space.id)
        const revisionOf = (id: string) => Effect.map(spaces.get(id), ({ revision }) => revision).pipe(as(admin))
        expect(yield* revisionOf(copy.space.id)).not.toBe(yield* revisionOf(source!.space.id))
        const again = yield* duplicate(source!.id, { draft: true })
        expect(again).toMatchObject({ draft: true, urls: {} })
        expect(again.path).not.toBe(copy.path)
        expect((yield* listed).items[1]!.siteSpaces.map(({ id }) => id).slice(0, 3)).toEqual([
          source!.id,
          again.id,
          copy.id
        ])
        expect(yield* outcome(duplicate("nothing"))).toBe("NotFound")
        const reader = yield* newMember(org, "read")
        const before = yield* spaces.list(org, {}).pipe(as(admin))
        expect(yield* outcome(siteSpaces.duplicate(org, site.id, source!.id).pipe(as(reader)))).toBe("Forbidden")
        expect(yield* spaces.list(org, {}).pipe(as(admin))).toEqual(before)
      })
    )

    story("move among each other", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, listed, space } = yield* newSections("Guide", "API")
        const siteSpaces = yield* SiteSpaces
        const variants: Array<string> = []
        for (const title of ["V2", "V1"]) {
          const added = siteSpaces.add(org, site.id, { spaceId: yield* space(title), sectionId: ids["API"]! })
          variants.push((yield* added.pipe(as(admin))).id)
        }
        const move = (id: string, before?: string) =>
          siteSpaces
            .move(
              org,
              site.id,
              id,
              ifDefined(before, (other) => ({
                position: { before: { type: "site-space" as const, siteSpace: other } }
              }))
            )
            .pipe(as(admin))
        const order = Effect.map(listed, ({ items }) => items[1]!.siteSpaces.map(({ title }) => title))
        const [guide] = (yield* listed).items[0]!.siteSpaces
        expect(yield* move(variants[1]!, variants[0]!)).toMatchObject({ id: variants[1], section: ids["API"] })
        expect(yield* order).toEqual(["API", "V1", "V2"])
        yield* move(variants[1]!)
        expect(yield* order).toEqual(["API", "V2", "V1"])
        expect(yield* outcome(move(variants[0]!, guide!.id))).toBe("Invalid")
        expect(yield* outcome(move("nothing"))).toBe("NotFound")
      })
    )

    story("a section whose default space is purged goes on with the next", () =>
      Effect.gen(function* () {
        const { org, admin, ids, listed, site, space } = yield* newSections("Guide", "API")
        const [siteSpaces, lifecycle] = [yield* SiteSpaces, yield* SpaceLifecycle]
        yield* siteSpaces.add(org, site.id, { spaceId: yield* space("V1"), sectionId: ids["API"]! }).pipe(as(admin))
        const gone = (yield* listed).items[1]!.siteSpaces[0]!.space.id
        yield* lifecycle.remove(gone).pipe(as(admin))
        yield* TestClock.adjust("7 days")
        yield* purgeDue
        expect((yield* listed).items[1]!.siteSpaces).toMatchObject([{ title: "V1", default: true }])
      })
    )
  })
