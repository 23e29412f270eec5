/** Stories of groups of sections: what they hold, and what drafts of them hide. */
import { describe, expect } from "@effect/vitest"
import { PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { Effect } from "effect"
import { as, outcome, type Story } from "./harness.ts"
import { asVisitor } from "./new-site.ts"
import { newSections, outlineOf } from "./sectioned-site.ts"

export const groupStories = (story: Story) => {
  describe("section groups", () => {
    story("hold sections and other groups, in order", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, group, groups, outline } = yield* newSections("A1", "B1", "C1", "D1")
        const outer = yield* groups
          .add(org, site.id, { title: "Outer", icon: "book", sections: [ids["C1"]!, ids["A1"]!, ids["C1"]!] })
          .pipe(as(admin))
        expect(outer).toMatchObject({ object: "site-section-group", title: "Outer", icon: "book", draft: false })
        expect(outer).not.toHaveProperty("sectionGroup")
        expect(outlineOf(outer.children)).toEqual(["C1", "A1"])
        expect(outer.sections).toEqual(outer.children)
        expect(outer.sections[0]).toMatchObject({ sectionGroup: outer.id })
        const inner = yield* group("Inner", { parent: outer.id, sections: [ids["D1"]!] })
        expect(inner).toMatchObject({ sectionGroup: outer.id, sections: [{ title: "D1" }] })
        yield* group("Empty")
        expect(yield* outline).toEqual(["B1", { Outer: ["C1", "A1", { Inner: ["D1"] }] }, { Empty: [] }])
        const list = (params: { readonly limit?: number; readonly page?: string }) =>
          groups.list(org, site.id, params).pipe(as(admin))
        const first = yield* list({ limit: 2 })
        expect([first.count, first.items.map(({ title }) => title)]).toEqual([3, ["Outer", "Inner"]])
        const rest = yield* list({ limit: 2, page: first.next!.page })
        expect(rest.items.map(({ title }) => title)).toEqual(["Empty"])
        expect(rest).not.toHaveProperty("next")
      })
    )

    story("change, and move into others", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, group, groups, outline } = yield* newSections("A1", "B1")
        const g = yield* group("G", { sections: [ids["B1"]!] })
        const h = yield* group("H")
        const update = (id: string, input: Parameters<typeof groups.update>[3]) =>
          groups.update(org, site.id, id, input).pipe(as(admin))
        expect(yield* update(g.id, { title: "Renamed", icon: "book" })).toMatchObject({
          title: "Renamed",
          icon: "book"
        })
        expect(yield* update(g.id, { icon: null })).not.toHaveProperty("icon")
        expect(yield* update(g.id, { parentSectionGroupId: h.id })).toMatchObject({ sectionGroup: h.id })
        expect(yield* outline).toEqual(["A1", { H: [{ Renamed: ["B1"] }] }])
        expect(yield* outcome(update(h.id, { parentSectionGroupId: g.id }))).toBe("Invalid")
        expect(yield* outcome(update(h.id, { parentSectionGroupId: h.id }))).toBe("Invalid")
        expect(yield* outcome(update(h.id, { title: "Half", parentSectionGroupId: "nothing" }))).toBe("Invalid")
        expect(yield* outcome(update("nothing", { title: "X" }))).toBe("NotFound")
        expect(yield* update(g.id, { parentSectionGroupId: null })).not.toHaveProperty("sectionGroup")
        expect(yield* outline).toEqual(["A1", { H: [] }, { Renamed: ["B1"] }])
      })
    )

    story("nest ten deep and no deeper", () =>
      Effect.gen(function* () {
        const { group } = yield* newSections("A1", "B1")
        let parent = (yield* group("1")).id
        for (let depth = 2; depth <= 10; depth++) parent = (yield* group(`${depth}`, { parent })).id
        expect(yield* outcome(group("11", { parent }))).toBe("Invalid")
      })
    )

    story("refuse sections and parents that are not there, and then nothing changes", () =>
      Effect.gen(function* () {
        const { ids, group, outline } = yield* newSections("A1", "B1")
        const refused = yield* Effect.flip(group("G", { sections: [ids["A1"]!, "nothing"] }))
        expect(refused).toMatchObject({ _tag: "Invalid", details: [{ path: "sections.1" }] })
        expect(yield* outcome(group("G", { parent: "nothing" }))).toBe("Invalid")
        expect(yield* outline).toEqual(["A1", "B1"])
      })
    )

    story("leave what stood in them, in their place", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, group, groups, outline } = yield* newSections("A1", "B1", "C1", "D1", "E1")
        const g = yield* group("G", { sections: [ids["D1"]!, ids["B1"]!] })
        yield* group("Inner", { parent: g.id, sections: [ids["E1"]!] })
        yield* groups
          .move(org, site.id, g.id, { position: { before: { type: "site-section", id: ids["C1"]! } } })
          .pipe(as(admin))
        expect(yield* outline).toEqual(["A1", { G: ["D1", "B1", { Inner: ["E1"] }] }, "C1"])
        expect(yield* groups.remove(org, site.id, g.id).pipe(as(admin))).toBe(true)
        expect(yield* groups.remove(org, site.id, g.id).pipe(as(admin))).toBe(false)
        expect(yield* outline).toEqual(["A1", "D1", "B1", { Inner: ["E1"] }, "C1"])
      })
    )

    story("take sections in and give them back", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, group, groups, outline } = yield* newSections("A1", "B1", "C1")
        const [g, h] = [yield* group("G"), yield* group("H")]
        const add = (id: string, section: string) => groups.addSection(org, site.id, id, section).pipe(as(admin))
        expect(outlineOf((yield* add(g.id, ids["B1"]!)).children)).toEqual(["B1"])
        expect(outlineOf((yield* add(g.id, ids["A1"]!)).children)).toEqual(["B1", "A1"])
        expect(outlineOf((yield* add(g.id, ids["B1"]!)).children)).toEqual(["B1", "A1"])
        expect(outlineOf((yield* add(h.id, ids["B1"]!)).children)).toEqual(["B1"])
        expect(yield* outline).toEqual(["C1", { G: ["A1"] }, { H: ["B1"] }])
        expect(yield* outcome(add("nothing", ids["A1"]!))).toBe("NotFound")
        expect(yield* outcome(add(g.id, "nothing"))).toBe("Invalid")
        const take = (id: string, section: string) => groups.removeSection(org, site.id, id, section).pipe(as(admin))
        expect(yield* take(g.id, ids["B1"]!)).toBe(false)
        expect(yield* take(g.id, ids["A1"]!)).toBe(true)
        expect(yield* take(g.id, ids["A1"]!)).toBe(false)
        expect(yield* take("nothing", ids["A1"]!)).toBe(false)
        expect(yield* outline).toEqual(["C1", { G: [] }, "A1", { H: ["B1"] }])
      })
    )
  })

  describe("draft groups", () => {
    story("hide what is in them from visitors, wherever it is looked for, until they are none", () =>
      Effect.gen(function* () {
        const { admin, group, groups, ids, org, sections, site } = yield* newSections("A1", "B1")
        const published = yield* PublishedSites
        const isThere = Effect.map(
          published.resolve({ host: "octavo.test", path: `/sites/${site.basename}/b1`, query: "" }),
          (found) => found?.siteSpace.title === "B1"
        )
        const visitor = yield* asVisitor(`https://octavo.test/sites/${site.basename}/`)
        const seen = Effect.map(sections.list(org, site.id, {}).pipe(visitor), ({ items }) =>
          items.map(({ title }) => title)
        )
        const outer = yield* group("Outer")
        const inner = yield* group("Inner", { parent: outer.id, sections: [ids["B1"]!] })
        expect([yield* isThere, yield* seen]).toEqual([true, ["A1", "B1"]])
        const draft = (id: string, draft: boolean) => groups.update(org, site.id, id, { draft }).pipe(as(admin))
        expect((yield* draft(outer.id, true)).draft).toBe(true)
        expect([yield* isThere, yield* seen]).toEqual([false, ["A1"]])
        const [, hidden] = (yield* sections.list(org, site.id, {}).pipe(as(admin))).items
        expect([hidden!.title, hidden!.draft, hidden!.urls.published]).toEqual(["B1", false, undefined])
        // out of the draft, and into it again
        yield* groups.update(org, site.id, inner.id, { parentSectionGroupId: null }).pipe(as(admin))
        expect([yield* isThere, yield* seen]).toEqual([true, ["A1", "B1"]])
        yield* sections.update(org, site.id, ids["B1"]!, { siteSectionGroupId: outer.id }).pipe(as(admin))
        expect(yield* isThere).toBe(false)
        yield* draft(outer.id, false)
        expect(yield* isThere).toBe(true)
      })
    )
  })
}
