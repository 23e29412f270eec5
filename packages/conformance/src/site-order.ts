/** Stories of the order of what stands on a site. */
import { describe, expect } from "@effect/vitest"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import { Effect } from "effect"
import { as, outcome, type Story } from "./harness.ts"
import { newSections } from "./sectioned-site.ts"

export const orderStories = (story: Story) =>
  describe("order", () => {
    story("one operation sorts sections, groups and site spaces", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, group, outline, space, structures } = yield* newSections("A1", "B1", "C1")
        const g = yield* group("G")
        const siteSpaces = yield* SiteSpaces
        const sort = (
          item: Parameters<typeof structures.sort>[2]["item"],
          position: Parameters<typeof structures.sort>[2]["position"]
        ) => structures.sort(org, site.id, { item, position }).pipe(as(admin))
        const section = (title: string) => ({ type: "site-section", id: ids[title]! }) as const
        const theGroup = { type: "site-section-group", id: g.id } as const
        expect(yield* sort(section("C1"), { before: section("A1") })).toMatchObject({ title: "C1" })
        expect(yield* outline).toEqual(["C1", "A1", "B1", { G: [] }])
        expect(yield* sort(theGroup, { after: section("C1"), before: section("A1") })).toMatchObject({ title: "G" })
        expect(yield* outline).toEqual(["C1", { G: [] }, "A1", "B1"])
        yield* sort(section("C1"), { after: theGroup })
        expect(yield* outline).toEqual([{ G: [] }, "C1", "A1", "B1"])
        yield* sort(section("C1"), {})
        expect(yield* outline).toEqual([{ G: [] }, "A1", "B1", "C1"])
        const added = yield* Effect.forEach(["X", "Y"], (title) =>
          Effect.gen(function* () {
            return yield* siteSpaces.add(org, site.id, { spaceId: yield* space(title) }).pipe(as(admin))
          })
        )
        const moved = yield* sort(
          { type: "site-space", id: added[1]!.id },
          { before: { type: "site-space", id: added[0]!.id } }
        )
        expect(moved).toMatchObject({ object: "site-space", id: added[1]!.id })
        const { items } = yield* siteSpaces.list(org, site.id, {}, {}).pipe(as(admin))
        expect(items.map(({ title }) => title)).toEqual(["A1", "Y", "X", "B1", "C1"])

        const before = yield* outline
        const invalid: ReadonlyArray<ReturnType<typeof sort>> = [
          sort(section("A1"), { before: section("A1") }),
          sort(section("A1"), { before: { type: "site-section", id: "nothing" } }),
          sort(section("A1"), { before: { type: "site-section-group", id: ids["B1"]! } }),
          sort(section("A1"), { after: section("C1"), before: section("B1") }),
          sort(section("A1"), { after: { type: "site-space", id: added[0]!.id } }),
          sort({ type: "site-space", id: added[0]!.id }, { after: section("A1") })
        ]
        for (const attempt of invalid) expect(yield* outcome(attempt)).toBe("Invalid")
        expect(yield* outcome(sort({ type: "site-section", id: "nothing" }, {}))).toBe("NotFound")
        expect(yield* outcome(sort({ type: "site-section-group", id: ids["A1"]! }, {}))).toBe("NotFound")
        expect(yield* outline).toEqual(before)
      })
    )

    story("things sort among what stands beside them only", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, group, groups, outline, sections } = yield* newSections("A1", "B1", "C1", "D1")
        const g = yield* group("G", { sections: [ids["B1"]!, ids["C1"]!] })
        const move = (title: string, position?: { readonly before?: string; readonly after?: string }) => {
          const ref = (to: string) => ({ type: "site-section", siteSection: ids[to]! }) as const
          return sections
            .move(org, site.id, ids[title]!, {
              ...ifDefined(position, ({ after, before }) => ({
                position: defined({ before: before && ref(before), after: after && ref(after) }) as never
              }))
            })
            .pipe(as(admin))
        }
        expect(yield* outcome(move("A1", { before: "B1" }))).toBe("Invalid")
        expect(yield* move("C1", { before: "B1" })).toMatchObject({ title: "C1", sectionGroup: g.id })
        expect(yield* outline).toEqual(["A1", "D1", { G: ["C1", "B1"] }])
        yield* move("A1")
        expect(yield* outline).toEqual(["D1", { G: ["C1", "B1"] }, "A1"])
        const moveGroup = (position: Parameters<typeof groups.move>[3]["position"]) =>
          groups.move(org, site.id, g.id, defined({ position })).pipe(as(admin))
        yield* moveGroup({ after: { type: "site-section", id: ids["A1"]! } })
        expect(yield* outline).toEqual(["D1", "A1", { G: ["C1", "B1"] }])
        expect(yield* outcome(moveGroup({ before: { type: "site-section", id: ids["B1"]! } }))).toBe("Invalid")
        expect(yield* outcome(moveGroup({ before: { type: "site-section-group", id: g.id } }))).toBe("Invalid")
        expect(yield* outcome(groups.move(org, site.id, "nothing", {}).pipe(as(admin)))).toBe("NotFound")
        expect(yield* outcome(sections.move(org, site.id, "nothing", {}).pipe(as(admin)))).toBe("NotFound")
      })
    )

    story("many moves at once lose nothing and leave one order", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, listed, structures } = yield* newSections("A1", "B1", "C1", "D1", "E1")
        const all = Object.values(ids)
        yield* Effect.forEach(
          Array.from({ length: 40 }, (_, i) => [all[i % 5]!, all[(i * 3 + 1) % 5]!] as const).filter(
            ([a, b]) => a !== b
          ),
          ([moved, beside]) =>
            structures
              .sort(org, site.id, {
                item: { type: "site-section", id: moved },
                position: { before: { type: "site-section", id: beside } }
              })
              .pipe(as(admin)),
          { concurrency: "unbounded" }
        )
        const { items } = yield* listed
        expect(items.map(({ title }) => title).sort()).toEqual(["A1", "B1", "C1", "D1", "E1"])
        expect(yield* listed).toEqual({ count: 5, items })
      })
    )
  })
