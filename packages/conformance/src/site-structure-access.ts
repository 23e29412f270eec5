/** Stories of who may change the structure of a site, and what the trail says of it. */
import { describe, expect } from "@effect/vitest"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Effect } from "effect"
import { type Attempts, as, newMember, outcome, type Story } from "./harness.ts"
import { newSections } from "./sectioned-site.ts"

export const structureAccessStories = (story: Story) =>
  describe("who may change the structure", () => {
    // list sections, list groups, read the structure; then add, change, move, sort, group
    const table: ReadonlyArray<readonly [Role | null, string, string]> = [
      [null, "NotFound", "NotFound"],
      ["read", "done", "Forbidden"],
      ["review", "done", "Forbidden"],
      ["create", "done", "done"],
      ["admin", "done", "done"]
    ]
    for (const [role, reads, writes] of table) {
      story(role ?? "a guest", () =>
        Effect.gen(function* () {
          const { org, site, ids, group, groups, sections, space, structures } = yield* newSections("A1", "B1")
          const caller = as(yield* newMember(org, role))
          const { id } = yield* group("G")
          const [a, b] = [ids["A1"]!, ids["B1"]!]
          const spaceId = yield* space("C1")
          const read: Attempts = [
            sections.list(org, site.id, {}),
            groups.list(org, site.id, {}),
            structures.get(org, site.id)
          ]
          const write: Attempts = [
            sections.add(org, site.id, { spaceId }),
            sections.update(org, site.id, a, { title: "Changed" }),
            sections.move(org, site.id, a, {}),
            structures.sort(org, site.id, { item: { type: "site-section", id: a }, position: {} }),
            groups.add(org, site.id, { title: "H" }),
            groups.update(org, site.id, id, { title: "H" }),
            groups.addSection(org, site.id, id, b),
            groups.removeSection(org, site.id, id, b),
            groups.move(org, site.id, id, {}),
            groups.remove(org, site.id, id),
            sections.remove(org, site.id, b)
          ]
          for (const attempt of read) expect(yield* outcome(attempt.pipe(caller))).toBe(reads)
          for (const attempt of write) expect(yield* outcome(attempt.pipe(caller))).toBe(writes)
        })
      )
    }

    story("ids of another site are absent, and it stays as it is", () =>
      Effect.gen(function* () {
        const mine = yield* newSections("Mine", "Also")
        const theirs = yield* newSections("Theirs", "More")
        const their = yield* theirs.group("Their group", { sections: [theirs.ids["More"]!] })
        const own = yield* mine.group("My group")
        const before = yield* theirs.outline
        const { groups, org, sections, site, structures } = mine
        const foreign = theirs.ids["More"]!
        const theirSpace = theirs.siteSpaces[0]!.id
        const siteSpaces = yield* SiteSpaces
        const absent: Attempts = [
          sections.list(org, theirs.site.id, {}),
          sections.update(org, site.id, foreign, { title: "Taken" }),
          sections.update(org, theirs.site.id, foreign, { title: "Taken" }),
          sections.move(org, site.id, foreign, {}),
          groups.update(org, site.id, their.id, { title: "Taken" }),
          groups.addSection(org, site.id, their.id, mine.ids["Also"]!),
          groups.move(org, site.id, their.id, {}),
          structures.get(org, theirs.site.id),
          structures.sort(org, site.id, { item: { type: "site-section", id: foreign }, position: {} }),
          structures.sort(org, site.id, { item: { type: "site-section-group", id: their.id }, position: {} }),
          structures.sort(org, site.id, { item: { type: "site-space", id: theirSpace }, position: {} }),
          siteSpaces.move(org, site.id, theirSpace, {})
        ]
        for (const attempt of absent) expect(yield* outcome(attempt.pipe(as(mine.admin)))).toBe("NotFound")
        const bodies: Attempts = [
          sections.move(org, site.id, mine.ids["Also"]!, {
            position: { before: { type: "site-section", siteSection: foreign } }
          }),
          sections.update(org, site.id, mine.ids["Also"]!, { siteSectionGroupId: their.id }),
          sections.update(org, site.id, mine.ids["Also"]!, { defaultSiteSpace: theirSpace }),
          groups.add(org, site.id, { title: "Grab", sections: [foreign] }),
          groups.add(org, site.id, { title: "Grab", parent: their.id }),
          groups.update(org, site.id, own.id, { parentSectionGroupId: their.id }),
          groups.addSection(org, site.id, own.id, foreign),
          structures.sort(org, site.id, {
            item: { type: "site-section", id: mine.ids["Also"]! },
            position: { after: { type: "site-section-group", id: their.id } }
          }),
          siteSpaces.add(org, site.id, { spaceId: yield* mine.space("New"), sectionId: foreign })
        ]
        for (const attempt of bodies) expect(yield* outcome(attempt.pipe(as(mine.admin)))).toBe("Invalid")
        const removals = [
          sections.remove(org, site.id, foreign),
          groups.remove(org, site.id, their.id),
          groups.removeSection(org, site.id, their.id, foreign)
        ]
        for (const removal of removals) expect(yield* removal.pipe(as(mine.admin))).toBe(false)
        expect(yield* theirs.outline).toEqual(before)
        expect(yield* mine.outline).toEqual(["Mine", "Also", { "My group": [] }])
      })
    )

    story("each change is in the trail", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, group, sections } = yield* newSections("A1", "B1")
        yield* group("G", { sections: [ids["A1"]!] })
        yield* sections.remove(org, site.id, ids["B1"]!).pipe(as(admin))
        yield* sections.remove(org, site.id, ids["B1"]!).pipe(as(admin))
        const audit = yield* Audit
        const { count } = yield* audit.list(org, { action: "site.structure" }, {}).pipe(as(admin))
        // added a section, added a group, removed a section
        expect(count).toBe(3)
      })
    )
  })
