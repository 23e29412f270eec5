/** Stories of sections, their groups, and the order of a site. */
import { describe, expect, layer } from "@effect/vitest"
import { Audit } from "@octavo/core/audit/Audit"
import { ChangeRequestContent } from "@octavo/core/change-request-content/ChangeRequestContent"
import { Redirects } from "@octavo/core/redirects/Redirects"
import type { Role } from "@octavo/core/shared/roles"
import { ExternalLinks } from "@octavo/core/sites/ExternalLinks"
import { PublishedSites } from "@octavo/core/sites/PublishedSites"
import type { SiteSectionGroup } from "@octavo/core/sites/Section"
import { SectionGroups } from "@octavo/core/sites/SectionGroups"
import { Sections } from "@octavo/core/sites/Sections"
import { SiteSpaces } from "@octavo/core/sites/SiteSpaces"
import { SiteStructures } from "@octavo/core/sites/SiteStructures"
import { Sites } from "@octavo/core/sites/Sites"
import { SpaceLifecycle } from "@octavo/core/spaces/SpaceLifecycle"
import { SpacePurge } from "@octavo/core/spaces/SpacePurge"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  type Attempts,
  as,
  newMember,
  outcome,
  publishedAt,
  type StoreUnderTest,
  type Story,
  services
} from "./harness.ts"
import { asVisitor, newSite } from "./sites.ts"

/** A tree in brief: titles of sections, groups with what is in them. */
type Outline = ReadonlyArray<string | Readonly<Record<string, Outline>>>
const outlineOf = (items: SiteSectionGroup["children"]): Outline =>
  items.map((item) => (item.object === "site-section-group" ? { [item.title]: outlineOf(item.children) } : item.title))

/** A site with sections of the given titles, each with a space of the same title; the first is the default. */
const newSections = (...titles: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const scene = yield* newSite({ published: true }, titles[0]!)
    const { admin, org, site } = scene
    const [spaces, sections, groups, structures] = [
      yield* Spaces,
      yield* Sections,
      yield* SectionGroups,
      yield* SiteStructures
    ]
    const space = (title: string) => Effect.map(spaces.create(org, { title }).pipe(as(admin)), ({ id }) => id)
    const ids: Record<string, string> = {}
    for (const title of titles.slice(1)) {
      ids[title] = (yield* sections.add(org, site.id, { spaceId: yield* space(title) }).pipe(as(admin))).id
    }
    const listed = sections.list(org, site.id, {}).pipe(as(admin))
    ids[titles[0]!] = (yield* listed).items.find((one) => one.default)?.id ?? ""
    const group = (
      title: string,
      input: { readonly parent?: string; readonly sections?: ReadonlyArray<string> } = {}
    ) => groups.add(org, site.id, { title, ...input }).pipe(as(admin))
    const outline = Effect.map(structures.get(org, site.id).pipe(as(admin)), (it) =>
      it.type === "sections" ? outlineOf(it.structure) : []
    )
    return { ...scene, sections, groups, structures, space, ids, listed, group, outline }
  })

export const siteStructureSuite = (under: StoreUnderTest) =>
  describe(`structure of sites on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      sectionStories(story)
      groupStories(story)
      orderStories(story)
      externalLinkStories(story)
      variantStories(story)
      visitorStories(story)
    })
  })

const externalLinkStories = (story: Story) => {
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

const sectionStories = (story: Story) => {
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
          const answer = yield* list({ limit: 1, ...(page === undefined ? {} : { page }) })
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
}

const groupStories = (story: Story) =>
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

const orderStories = (story: Story) =>
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
          const ref = (to: string | undefined) =>
            to === undefined ? {} : ({ type: "site-section", siteSection: ids[to]! } as const)
          return sections
            .move(org, site.id, ids[title]!, {
              ...(position === undefined
                ? {}
                : {
                    position: {
                      ...(position.before === undefined ? {} : { before: ref(position.before) as never }),
                      ...(position.after === undefined ? {} : { after: ref(position.after) as never })
                    }
                  })
            })
            .pipe(as(admin))
        }
        expect(yield* outcome(move("A1", { before: "B1" }))).toBe("Invalid")
        expect(yield* move("C1", { before: "B1" })).toMatchObject({ title: "C1", sectionGroup: g.id })
        expect(yield* outline).toEqual(["A1", "D1", { G: ["C1", "B1"] }])
        yield* move("A1")
        expect(yield* outline).toEqual(["D1", { G: ["C1", "B1"] }, "A1"])
        const moveGroup = (position: Parameters<typeof groups.move>[3]["position"]) =>
          groups.move(org, site.id, g.id, { ...(position === undefined ? {} : { position }) }).pipe(as(admin))
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

const variantStories = (story: Story) =>
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
              before === undefined ? {} : { position: { before: { type: "site-space", siteSpace: before } } }
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
        const [siteSpaces, lifecycle, purge] = [yield* SiteSpaces, yield* SpaceLifecycle, yield* SpacePurge]
        yield* siteSpaces.add(org, site.id, { spaceId: yield* space("V1"), sectionId: ids["API"]! }).pipe(as(admin))
        const gone = (yield* listed).items[1]!.siteSpaces[0]!.space.id
        yield* lifecycle.remove(gone).pipe(as(admin))
        yield* TestClock.adjust("7 days")
        const due = yield* purge.sweep
        for (let i = 0; i < due; i++) yield* purge.work
        expect((yield* listed).items[1]!.siteSpaces).toMatchObject([{ title: "V1", default: true }])
      })
    )
  })

const visitorStories = (story: Story) =>
  describe("for visitors", () => {
    story("a URL leads through its section to its site space and page", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, space, url } = yield* newSections("Guide", "API")
        const siteSpaces = yield* SiteSpaces
        const v1 = yield* siteSpaces
          .add(org, site.id, { spaceId: yield* space("V1"), sectionId: ids["API"]! })
          .pipe(as(admin))
        const base = `/sites/${site.basename}/`
        const found = (path: string) => Effect.map(publishedAt(`${url}${path}`), ({ apiToken: _, ...rest }) => rest)
        expect(yield* found("/api/v1/start")).toEqual({
          organization: org,
          site: site.id,
          siteSection: ids["API"],
          siteSpace: v1.id,
          space: v1.space.id,
          pathname: "/start",
          basePath: `${base}api/v1/`,
          siteBasePath: base,
          canonicalUrl: `${url}/api/v1/start`,
          complete: true
        })
        expect(yield* found("/api/start")).toMatchObject({
          siteSection: ids["API"],
          pathname: "/start",
          basePath: `${base}api/`,
          canonicalUrl: `${url}/api/start`
        })
        expect(yield* found("/api")).toMatchObject({ basePath: `${base}api/`, complete: false })
        expect(yield* found("/start")).toMatchObject({ siteSection: ids["Guide"], basePath: base, pathname: "/start" })
      })
    )

    story("drafts, conditions and empty groups are not shown, nor read", () =>
      Effect.gen(function* () {
        const scene = yield* newSections("Guide", "API", "News")
        const { org, admin, site, ids, group, groups, listed, sections, structures, url } = scene
        const [published, spaces] = [yield* PublishedSites, yield* Spaces]
        const inner = yield* group("Outer", {}).pipe(
          Effect.flatMap(({ id }) => group("Inner", { parent: id, sections: [ids["API"]!] }))
        )
        const visitor = yield* asVisitor(url)
        const api = (yield* listed).items.find(({ id }) => id === ids["API"])!.siteSpaces[0]!.space.id
        const seen = Effect.map(structures.get(org, site.id).pipe(visitor), (it) =>
          it.type === "sections" ? outlineOf(it.structure) : []
        )
        const seenGroups = Effect.map(groups.list(org, site.id, {}).pipe(visitor), ({ count }) => count)
        const at = published.resolve({ host: "octavo.test", path: `/sites/${site.basename}/api/x` })
        const shown = ["Guide", "News", { Outer: [{ Inner: ["API"] }] }]
        expect([yield* seen, yield* seenGroups]).toEqual([shown, 2])
        const read = outcome(spaces.get(api).pipe(visitor))
        for (const patch of [{ draft: true }, { condition: "visitor.claims.beta" }]) {
          yield* sections.update(org, site.id, ids["API"]!, patch).pipe(as(admin))
          expect([yield* seen, yield* seenGroups]).toEqual([["Guide", "News"], 0])
          expect((yield* sections.list(org, site.id, {}).pipe(visitor)).count).toBe(2)
          expect(yield* at).toMatchObject({ rest: ["api", "x"], siteSpace: { sectionId: ids["Guide"] } })
          expect(yield* read).toBe("NotFound")
          expect((yield* published.profile(org, site.id).pipe(as(admin))).structure).toMatchObject({
            structure: [{ title: "Guide" }, { title: "News" }]
          })
          yield* sections.update(org, site.id, ids["API"]!, { draft: false, condition: null }).pipe(as(admin))
        }
        expect([yield* seen, yield* read]).toEqual([shown, "done"])
        expect(yield* at).toMatchObject({
          rest: ["x"],
          sections: [{ id: ids["Guide"] }, { id: ids["News"] }, { id: ids["API"] }],
          groups: expect.arrayContaining([expect.objectContaining({ id: inner.id })])
        })
        // the default section does not show: the first of the others stands in at the root
        yield* sections.update(org, site.id, ids["Guide"]!, { draft: true }).pipe(as(admin))
        expect(yield* published.resolve({ host: "octavo.test", path: `/sites/${site.basename}/` })).toMatchObject({
          siteSpace: { sectionId: ids["News"], urlPath: "news" }
        })
        const readOnly: Attempts = [
          sections.update(org, site.id, ids["API"]!, { title: "Defaced" }),
          sections.remove(org, site.id, ids["API"]!),
          groups.remove(org, site.id, inner.id),
          structures.sort(org, site.id, { item: { type: "site-section", id: ids["API"]! }, position: {} })
        ]
        for (const attempt of readOnly) expect(yield* outcome(attempt.pipe(visitor))).toBe("Forbidden")
      })
    )

    story("redirects lead to sections, and follow them", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, sections, spaceIds } = yield* newSections("Guide", "API")
        const redirects = yield* Redirects
        const contents = yield* ChangeRequestContent
        const api = (yield* sections.list(org, site.id, {}).pipe(as(admin))).items[1]!
        for (const space of [spaceIds[0]!, api.siteSpaces[0]!.space.id]) {
          const changes = [{ operation: "insert_page", slug: "start", document: { markdown: "# Start\n" } }] as const
          yield* contents.editSpace(space, { changes }).pipe(as(admin))
        }
        const create = (source: string, siteSectionId: string) =>
          redirects
            .create(org, site.id, { source, destination: { kind: "site-section", siteSectionId } })
            .pipe(as(admin))
        const leads = (source: string) =>
          redirects
            .find(org, site.id, source)
            .pipe(
              as(admin),
              Effect.match({ onFailure: () => null, onSuccess: ({ target }) => target.split("/sites/")[1] })
            )
        yield* create("/reference", api.id)
        yield* create("/home", ids["Guide"]!)
        expect(yield* outcome(create("/nowhere", "nothing"))).toBe("Invalid")
        expect([yield* leads("/reference"), yield* leads("/home")]).toEqual([
          `${site.basename}/api/`,
          `${site.basename}/`
        ])
        yield* sections.update(org, site.id, api.id, { path: "ref" }).pipe(as(admin))
        expect(yield* leads("/reference")).toBe(`${site.basename}/ref/`)
        yield* sections.update(org, site.id, api.id, { draft: true }).pipe(as(admin))
        expect(yield* leads("/reference")).toBeNull()
        yield* sections.remove(org, site.id, api.id).pipe(as(admin))
        expect(yield* leads("/reference")).toBeNull()
      })
    )

    story("a change of the structure is seen at once", () =>
      Effect.gen(function* () {
        const { org, admin, site, ids, sections } = yield* newSections("Guide", "API")
        const published = yield* PublishedSites
        const at = published.resolve({ host: "octavo.test", path: `/sites/${site.basename}/api/x` })
        const before = (yield* at)!
        yield* sections.update(org, site.id, ids["API"]!, { path: "ref" }).pipe(as(admin))
        const after = (yield* at)!
        expect([before.rest, after.rest]).toEqual([["x"], ["api", "x"]])
        expect(after.site.updatedAt >= before.site.updatedAt).toBe(true)
      })
    )
  })
