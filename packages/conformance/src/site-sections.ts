/** Stories of the sections of a site. */
import { describe, expect } from "@effect/vitest"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sections } from "@octavo/core/delivery/sites/Sections"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { SiteStructures } from "@octavo/core/delivery/sites/SiteStructures"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Effect } from "effect"
import { as, outcome, type Story } from "./harness.ts"
import { newSite } from "./new-site.ts"
import { newSections } from "./sectioned-site.ts"

export const sectionStories = (story: Story) => {
  describe("sections", () => {
    story("the first one added makes what the site showed the default section", () =>
      Effect.gen(function* () {
        const { org, admin, site, siteSpaces: made } = yield* newSite({ published: true }, "Guide", "Guide v1")
        const [spaces, sections, structures] = [yield* Spaces, yield* Sections, yield* SiteStructures]
        const api = yield* spaces.create(org, { title: "API" }).pipe(as(admin))
        const added = yield* sections.add(org, site.id, { spaceId: api.id, icon: "code" }).pipe(as(admin))
        const url = `https://octavo.test/sites/${site.basename}/`
        expect(added).toMatchObject({
          object: "site-section",
          title: "API",
          path: "api",
          default: false,
          draft: false,
          icon: "code",
          siteSpaces: [{ path: "api", section: added.id, default: true, space: { id: api.id } }],
          urls: { published: `${url}api/` }
        })
        expect(added.siteSpaces[0]!.urls.published).toBe(`${url}api/`)
        const { count, items } = yield* sections.list(org, site.id, {}).pipe(as(admin))
        expect(count).toBe(2)
        expect(items[0]).toMatchObject({
          title: "Guide",
          path: "guide",
          default: true,
          siteSpaces: [
            { id: made[0]!.id, path: "guide", default: true, urls: { published: url } },
            { id: made[1]!.id, path: "guide-v1", default: false, urls: { published: `${url}guide-v1/` } }
          ],
          urls: { published: url }
        })
        expect(items[1]).toEqual(added)
        expect(yield* structures.get(org, site.id).pipe(as(admin))).toEqual({ type: "sections", structure: items })
        expect((yield* spaces.get(api.id).pipe(as(admin))).urls.published).toBe(`${url}api/`)
        expect((yield* Sites.use((it) => it.get(org, site.id)).pipe(as(admin))).siteSpaces).toBe(3)
      })
    )

    story("the first one of an empty site is the default; titles and icons may be null", () =>
      Effect.gen(function* () {
        const { org, admin, site } = yield* newSite({ published: false })
        const [spaces, sections] = [yield* Spaces, yield* Sections]
        const space = yield* spaces.create(org, { title: "X" }).pipe(as(admin))
        const made = yield* sections.add(org, site.id, { spaceId: space.id, title: null, icon: null }).pipe(as(admin))
        expect(made).toMatchObject({ title: "Untitled section", path: "untitled-section", default: true, urls: {} })
        expect(made).not.toHaveProperty("icon")
        const twin = yield* sections.add(org, site.id, { spaceId: space.id, draft: true }).pipe(as(admin))
        expect(twin).toMatchObject({ path: "untitled-section-2", default: false, draft: true })
      })
    )

    story("are listed as a reader meets them, page by page", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, group, sections } = yield* newSections("A1", "B1", "C1", "D1")
        yield* group("G", { sections: [ids["B1"]!] })
        const list = (params: { readonly page?: string; readonly limit?: number }) =>
          sections.list(org, site.id, params).pipe(as(admin))
        const titles: Array<string> = []
        let page: string | undefined
        do {
          const answer = yield* list({ limit: 1, ...defined({ page }) })
          expect(answer.count).toBe(4)
          titles.push(...answer.items.map(({ title }) => title))
          page = answer.next?.page
        } while (page !== undefined)
        expect(titles).toEqual(["A1", "C1", "D1", "B1"])
        expect(yield* list({ limit: 0 })).toEqual({ count: 4, items: [] })
        expect(yield* outcome(list({ limit: 1001 }))).toBe("Invalid")
        expect(yield* outcome(list({ page: "nonsense" }))).toBe("Invalid")
      })
    )

    story("change field by field; null and the empty text remove", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, group, sections } = yield* newSections("Guide", "API")
        const { id: groupId } = yield* group("More")
        const update = (input: Parameters<typeof sections.update>[3]) =>
          sections.update(org, site.id, ids["API"]!, input).pipe(as(admin))
        const smuggled = { id: "x", siteId: "y", position: "a", isDefault: true }
        expect(
          yield* update({
            title: "Reference",
            path: "ref",
            condition: "visitor.claims.beta",
            icon: "code",
            description: "All of it",
            draft: true,
            siteSectionGroupId: groupId,
            ...smuggled
          })
        ).toMatchObject({
          id: ids["API"],
          title: "Reference",
          path: "ref",
          condition: "visitor.claims.beta",
          icon: "code",
          description: "All of it",
          draft: true,
          default: false,
          sectionGroup: groupId,
          urls: {}
        })
        const bare = yield* update({
          condition: null,
          icon: null,
          description: null,
          draft: false,
          siteSectionGroupId: null
        })
        for (const gone of ["condition", "icon", "description", "sectionGroup"]) expect(bare).not.toHaveProperty(gone)
        expect(bare.urls.published).toBe(`https://octavo.test/sites/${site.basename}/ref/`)
        expect(yield* update({ condition: "true" })).toHaveProperty("condition", "true")
        expect(yield* update({ condition: "", description: "" })).toEqual(bare)
        expect(yield* update({})).toEqual(bare)
      })
    )

    story("are refused what cannot be, and then nothing changes", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, listed, sections, space, siteSpaces: made } = yield* newSections("Guide", "API")
        const siteSpaces = yield* SiteSpaces
        const v1 = yield* siteSpaces.add(org, site.id, { spaceId: yield* space("V1"), title: "V1" }).pipe(as(admin))
        expect(v1).toMatchObject({ section: ids["Guide"], path: "v1" })
        const before = yield* listed
        const [guideSpace, apiSpace] = [made[0]!.id, before.items[1]!.siteSpaces[0]!.id]
        const update = (id: string, input: Parameters<typeof sections.update>[3]) =>
          outcome(sections.update(org, site.id, id, { title: "Half", ...input }).pipe(as(admin)))
        const api = ids["API"]!
        expect(yield* update(api, { path: "guide" })).toBe("Conflict")
        // in the default section a site space is at that path
        expect(yield* update(api, { path: "v1" })).toBe("Conflict")
        expect(yield* update(api, { siteSectionGroupId: "nothing" })).toBe("Invalid")
        expect(yield* update(api, { defaultSiteSpace: "nothing" })).toBe("Invalid")
        expect(yield* update(api, { defaultSiteSpace: guideSpace })).toBe("Invalid")
        expect(yield* update(api, { condition: "visitor.claims." })).toBe("Invalid")
        expect(yield* update("nothing", {})).toBe("NotFound")
        const add = (input: Partial<Parameters<typeof sections.add>[2]>) =>
          Effect.gen(function* () {
            return yield* outcome(
              sections.add(org, site.id, { spaceId: yield* space("More"), ...input }).pipe(as(admin))
            )
          })
        expect(yield* add({ spaceId: "nothing" })).toBe("Invalid")
        expect(yield* add({ siteSectionGroupId: "nothing" })).toBe("Invalid")
        const theirs = yield* newSite({ published: false }, "Theirs")
        expect(yield* add({ spaceId: theirs.spaceIds[0]! })).toBe("Invalid")
        expect(yield* outcome(siteSpaces.update(org, site.id, v1.id, { path: "api" }).pipe(as(admin)))).toBe("Conflict")
        expect(yield* outcome(siteSpaces.update(org, site.id, apiSpace, { path: "v1" }).pipe(as(admin)))).toBe("done")
        yield* siteSpaces.update(org, site.id, apiSpace, { path: "api" }).pipe(as(admin))
        expect(yield* listed).toEqual(before)
      })
    )

    story("go with their spaces; the next one becomes the default, one that visitors are shown if there is any", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, listed, sections, structures } = yield* newSections("A1", "B1", "C1", "D1")
        const sites = yield* Sites
        const remove = (title: string) => sections.remove(org, site.id, ids[title]!).pipe(as(admin))
        const theDefault = Effect.map(listed, ({ items }) =>
          items.filter((one) => one.default).map(({ title }) => title)
        )
        yield* sections.update(org, site.id, ids["B1"]!, { draft: true }).pipe(as(admin))
        expect(yield* remove("A1")).toBe(true)
        expect(yield* remove("A1")).toBe(false)
        expect(yield* theDefault).toEqual(["C1"])
        const urls = (yield* listed).items.map((one) => one.urls.published)
        expect(urls).toEqual([
          undefined,
          `https://octavo.test/sites/${site.basename}/`,
          expect.stringMatching(/\/d1\/$/)
        ])
        yield* remove("D1")
        expect(yield* theDefault).toEqual(["C1"])
        yield* remove("C1")
        expect(yield* theDefault).toEqual(["B1"])
        yield* remove("B1")
        expect(yield* structures.get(org, site.id).pipe(as(admin))).toEqual({ type: "siteSpaces", structure: [] })
        expect((yield* sites.get(org, site.id).pipe(as(admin))).siteSpaces).toBe(0)
      })
    )

    story("a space of the new default section gets another path where a section's is in its way", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, listed, sections, space } = yield* newSections("A1", "B1", "C1")
        const [sites, siteSpaces] = [yield* Sites, yield* SiteSpaces]
        const added = yield* siteSpaces
          .add(org, site.id, { spaceId: yield* space("C1"), sectionId: ids["B1"]! })
          .pipe(as(admin))
        expect(added).toMatchObject({ path: "c1", section: ids["B1"] })
        const atRoot = sites.update(org, site.id, { defaultSiteSection: ids["B1"]! }).pipe(as(admin))
        expect(yield* outcome(atRoot)).toBe("Conflict")
        yield* sections.remove(org, site.id, ids["A1"]!).pipe(as(admin))
        const [b, c] = (yield* listed).items
        expect([b!.default, b!.siteSpaces.map(({ path }) => path), c!.path]).toEqual([true, ["b1", "c1-2"], "c1"])
      })
    )

    story("the site's settings name the default section, and the default space in it", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, listed, siteSpaces: made, space } = yield* newSections("A1", "B1")
        const [sites, siteSpaces] = [yield* Sites, yield* SiteSpaces]
        const b1 = (yield* listed).items[1]!.siteSpaces[0]!
        const second = yield* siteSpaces
          .add(org, site.id, { spaceId: yield* space("Second"), sectionId: ids["B1"]! })
          .pipe(as(admin))
        const update = (input: Parameters<typeof sites.update>[2]) => sites.update(org, site.id, input).pipe(as(admin))
        expect(yield* outcome(update({ defaultSiteSection: "nothing" }))).toBe("Invalid")
        expect(yield* outcome(update({ defaultSiteSpace: second.id }))).toBe("Invalid")
        expect(yield* outcome(update({ defaultSiteSection: ids["B1"]!, defaultSiteSpace: made[0]!.id }))).toBe(
          "Invalid"
        )
        yield* update({ defaultSiteSection: ids["B1"]!, defaultSiteSpace: second.id })
        const url = `https://octavo.test/sites/${site.basename}/`
        expect((yield* listed).items.map((one) => [one.title, one.default, one.urls.published])).toEqual([
          ["A1", false, `${url}a1/`],
          ["B1", true, url]
        ])
        const defaults = yield* siteSpaces.list(org, site.id, { default: true }, {}).pipe(as(admin))
        expect(defaults.items.map((one) => [one.id, one.urls.published])).toEqual([
          [made[0]!.id, `${url}a1/`],
          [second.id, url]
        ])
        yield* Sections.use((it) => it.update(org, site.id, ids["B1"]!, { defaultSiteSpace: b1.id })).pipe(as(admin))
        const others = yield* siteSpaces.list(org, site.id, { default: false }, {}).pipe(as(admin))
        expect(others).toMatchObject({ count: 1, items: [{ id: second.id, urls: { published: `${url}second/` } }] })
      })
    )

    story("added many at once keep distinct paths and one default", () =>
      Effect.gen(function* () {
        const { org, admin, site } = yield* newSite({ published: false }, "Same")
        const [spaces, sections] = [yield* Spaces, yield* Sections]
        const space = yield* spaces.create(org, { title: "Same" }).pipe(as(admin))
        yield* Effect.forEach(Array(10), () => sections.add(org, site.id, { spaceId: space.id }).pipe(as(admin)), {
          concurrency: "unbounded"
        })
        const { items } = yield* sections.list(org, site.id, {}).pipe(as(admin))
        expect(new Set(items.map(({ path }) => path)).size).toBe(11)
        expect(items.filter((one) => one.default)).toMatchObject([{ path: "same" }])
      })
    )
  })
}
