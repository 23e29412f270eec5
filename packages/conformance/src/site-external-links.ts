/** Stories of external links among the sections of a site. */
import { describe, expect } from "@effect/vitest"
import { ExternalLinks } from "@octavo/core/delivery/sites/ExternalLinks"
import { PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { SiteStructures } from "@octavo/core/delivery/sites/SiteStructures"
import { Effect } from "effect"
import { as, newMember, outcome, type Story } from "./harness.ts"
import { asVisitor, newSite } from "./new-site.ts"
import { newSections, outlineOf } from "./sectioned-site.ts"

export const externalLinkStories = (story: Story) => {
  describe("external links", () => {
    const blog = { title: "Blog", url: "https://example.org/blog" }

    story("stand among sections and in groups, are sorted and changed, and outlive their group", () =>
      Effect.gen(function* () {
        const { admin, group, groups, ids, org, outline, site, structures } = yield* newSections("A1", "B1")
        const links = yield* ExternalLinks
        const add = (input: object) => links.add(org, site.id, { ...blog, ...input }).pipe(as(admin))
        const more = yield* group("More", { sections: [ids["B1"]!] })
        const first = yield* add({})
        const inside = yield* add({ title: "Shop", parent: more.id, icon: "cart", description: "Lamps" })
        expect(first).toEqual({ object: "site-external-link", id: first.id, ...blog, draft: false })
        expect(inside).toMatchObject({ sectionGroup: more.id, icon: "cart", description: "Lamps" })
        expect(yield* outline).toEqual(["A1", { More: ["B1", "Shop"] }, "Blog"])
        const type = "site-external-link" as const
        const sort = (id: string, position: object) =>
          structures.sort(org, site.id, { item: { type, id }, position }).pipe(as(admin))
        expect(yield* sort(first.id, { before: { type: "site-section", id: ids["A1"]! } })).toEqual(first)
        yield* sort(inside.id, { before: { type: "site-section", id: ids["B1"]! } })
        expect(yield* outline).toEqual(["Blog", "A1", { More: ["Shop", "B1"] }])
        const localizedTitle = { fr: "Journal" }
        const changed = yield* links
          .update(org, site.id, first.id, { localizedTitle, parent: more.id, condition: "visitor.claims.beta" })
          .pipe(as(admin))
        expect(changed).toEqual({ ...first, localizedTitle, sectionGroup: more.id, condition: "visitor.claims.beta" })
        expect(yield* outline).toEqual(["A1", { More: ["Shop", "B1", "Blog"] }])
        yield* groups.remove(org, site.id, more.id).pipe(as(admin))
        expect(yield* outline).toEqual(["A1", "Shop", "B1", "Blog"])
        expect(yield* links.remove(org, site.id, first.id).pipe(as(admin))).toBe(true)
        expect(yield* links.remove(org, site.id, first.id).pipe(as(admin))).toBe(false)
        expect(yield* outline).toEqual(["A1", "Shop", "B1"])
      })
    )

    story("the first one makes what the site showed a section; drafts and conditions are not shown to all", () =>
      Effect.gen(function* () {
        const { admin, org, site } = yield* newSite({ published: true }, "Guide")
        const [links, structures] = [yield* ExternalLinks, yield* SiteStructures]
        const add = (title: string, input: object = {}) =>
          links.add(org, site.id, { ...blog, title, ...input }).pipe(as(admin))
        yield* add("Shown")
        const siteUrl = `https://octavo.test/sites/${site.basename}/`
        const outline = Effect.map(structures.get(org, site.id), (it) =>
          it.type === "sections" ? outlineOf(it.structure) : []
        )
        expect(yield* outline.pipe(as(admin))).toEqual(["Guide", "Shown"])
        yield* add("Draft", { draft: true })
        yield* add("Conditional", { condition: "visitor.claims.beta" })
        expect(yield* outline.pipe(as(admin))).toEqual(["Guide", "Shown", "Draft", "Conditional"])
        expect(yield* outline.pipe(yield* asVisitor(siteUrl))).toEqual(["Guide", "Shown"])
        const seen = yield* (yield* PublishedSites).resolve({
          host: "octavo.test",
          path: `/sites/${site.basename}/`,
          query: ""
        })
        expect(seen?.links.map(({ title }) => title)).toEqual(["Shown"])
      })
    )

    story("belong to their site, are written by those who manage content, and lead by http only", () =>
      Effect.gen(function* () {
        const { admin, org, site } = yield* newSections("A1")
        const other = yield* newSections("B1")
        const links = yield* ExternalLinks
        const { id } = yield* links.add(org, site.id, blog).pipe(as(admin))
        const theirs = yield* other.group("Theirs")
        const update = (input: object) => links.update(org, site.id, id, input)
        expect(yield* outcome(update({ parent: theirs.id }).pipe(as(admin)))).toBe("Invalid")
        expect(yield* outcome(update({ condition: "a &&" }).pipe(as(admin)))).toBe("Invalid")
        expect(yield* outcome(links.update(other.org, other.site.id, id, {}).pipe(as(other.admin)))).toBe("NotFound")
        expect(yield* links.remove(other.org, other.site.id, id).pipe(as(other.admin))).toBe(false)
        const reviewer = yield* newMember(org, "review")
        expect(yield* outcome(update({ title: "Mine" }).pipe(as(reviewer)))).toBe("Forbidden")
      })
    )
  })
}
