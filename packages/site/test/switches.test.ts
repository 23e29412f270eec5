import type { ExternalLinkRecord } from "@octavo/core/delivery/site-records/ExternalLink"
import type { SectionGroupRecord, SectionRecord } from "@octavo/core/delivery/site-records/Section"
import type { SiteSpaceRecord } from "@octavo/core/delivery/site-records/SiteSpace"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { describe, expect, it } from "vitest"
import { choicesOf, sectionEntries, versionState } from "../src/published/switches.ts"

const siteSpace = (
  id: string,
  sectionId: string | null,
  language: SiteSpaceRecord["language"],
  more: Partial<SiteSpaceRecord> = {}
): SiteSpaceRecord => ({
  id,
  siteId: "site",
  spaceId: `space of ${id}`,
  sectionId,
  path: id,
  urlPath: id,
  title: id,
  pageId: null,
  versionOf: null,
  language,
  position: id,
  condition: null,
  hidden: false,
  draft: false,
  isDefault: false,
  ...more
})
const section = (id: string, position: string, groupId: string | null = null): SectionRecord => ({
  id,
  siteId: "site",
  groupId,
  title: id,
  localizedTitle: null,
  description: null,
  localizedDescription: null,
  icon: null,
  path: id,
  condition: null,
  draft: false,
  inDraft: false,
  position,
  defaultSiteSpace: null,
  isDefault: position === "a0"
})
const group = (id: string, position: string, parentId: string | null = null): SectionGroupRecord => ({
  id,
  siteId: "site",
  parentId,
  title: id,
  localizedTitle: null,
  icon: null,
  draft: false,
  position
})
const link = (id: string, position: string, groupId: string | null = null): ExternalLinkRecord => ({
  id,
  siteId: "site",
  groupId,
  title: id,
  localizedTitle: { fr: `${id} en français` },
  description: null,
  localizedDescription: null,
  icon: null,
  url: `https://${id}.example.com/`,
  condition: null,
  draft: false,
  position
})
const at = (
  shown: string,
  siteSpaces: ReadonlyArray<SiteSpaceRecord>,
  sections: ReadonlyArray<SectionRecord> = [],
  groups: ReadonlyArray<SectionGroupRecord> = [],
  links: ReadonlyArray<ExternalLinkRecord> = []
) =>
  ({
    siteSpaces,
    sections,
    groups,
    links,
    siteSpace: siteSpaces.find(({ id }) => id === shown)!,
    siteBasePath: "/s/",
    basePath: "/s/"
  }) as unknown as PublishedLocation

const ids = (all: ReadonlyArray<SiteSpaceRecord>) => all.map(({ id }) => id).join(" ")

describe("choicesOf", () => {
  const versions = [siteSpace("v3", null, "en"), siteSpace("v2", null, null), siteSpace("v1", null, "en")]
  const languages = [siteSpace("en", null, "en"), siteSpace("de", null, "de"), siteSpace("fr", null, "fr")]
  const both = [
    siteSpace("v2-en", null, "en"),
    siteSpace("v1-en", null, "en"),
    siteSpace("v2-de", null, "de"),
    siteSpace("v1-de", null, "de"),
    siteSpace("v2-fr", null, "fr")
  ]
  // what there is, what is shown, then versions and languages
  const table: ReadonlyArray<readonly [ReadonlyArray<SiteSpaceRecord>, string, string, string]> = [
    [[siteSpace("one", null, null)], "one", "one", "one"],
    [versions, "v2", "v3 v2 v1", "v2"],
    [languages, "de", "de", "en de fr"],
    [both, "v2-en", "v2-en v1-en", "v2-en v2-de v2-fr"],
    [both, "v1-en", "v2-en v1-en", "v1-en v1-de v2-fr"],
    [both, "v1-de", "v2-de v1-de", "v1-en v1-de v2-fr"],
    [both, "v2-fr", "v2-fr", "v2-en v2-de v2-fr"]
  ]
  it.each(table)("%# %#", (all, shown, wantedVersions, wantedLanguages) => {
    const found = choicesOf(at(shown, all), "en")
    expect([ids(found.versions), ids(found.languages)]).toEqual([wantedVersions, wantedLanguages])
  })

  it("pairs versions of one name, whatever stands before them", () => {
    const version = (id: string, title: string, language: SiteSpaceRecord["language"], versionOf: string) =>
      siteSpace(id, null, language, { title, versionOf })
    const all = [
      siteSpace("en", null, "en"),
      version("en-2", "2.0", "en", "en"),
      version("en-1", "1.0", "en", "en"),
      siteSpace("de", null, "de"),
      version("de-1", "1.0", "de", "de")
    ]
    expect(ids(choicesOf(at("en-1", all), "en").languages)).toBe("en-1 de-1")
    expect(ids(choicesOf(at("de-1", all), "en").languages)).toBe("en-1 de-1")
    // there is none of this name: by rank
    expect(ids(choicesOf(at("en-2", all), "en").languages)).toBe("en-2 de-1")
    expect(ids(choicesOf(at("en", all), "en").languages)).toBe("en de")
  })

  it("stays in the section, and leaves out what is hidden unless it is shown", () => {
    const all = [siteSpace("a", "A", "en"), siteSpace("h", "A", "en", { hidden: true }), siteSpace("b", "B", "de")]
    expect(ids(choicesOf(at("a", all), "en").versions)).toBe("a")
    expect(ids(choicesOf(at("h", all), "en").versions)).toBe("a h")
    expect(ids(choicesOf(at("b", all), "en").languages)).toBe("b")
  })
})

describe("sectionEntries", () => {
  const sections = [section("Guides", "a0"), section("News", "a1", "More"), section("Terms", "a0x", "Legal")]
  const groups = [group("More", "a2"), group("Legal", "a2", "More"), group("Empty", "a3")]
  const all = [siteSpace("g", "Guides", null), siteSpace("n", "News", null), siteSpace("t", "Terms", null)]

  it("nests as the site does, marks the way to what is shown, and leaves empty groups out", () => {
    expect(sectionEntries(at("t", all, sections, groups), "en")).toEqual([
      { title: "Guides", href: "/s/", active: false },
      {
        kind: "group",
        title: "More",
        active: true,
        children: [
          { title: "News", href: "/s/News/", active: false },
          {
            kind: "group",
            title: "Legal",
            active: true,
            children: [{ title: "Terms", href: "/s/Terms/", active: true }]
          }
        ]
      }
    ])
  })

  it("leaves out sections whose spaces are all hidden, but for the one that is shown", () => {
    const hidden = all.map((one) => (one.id === "g" ? one : { ...one, hidden: true }))
    expect(sectionEntries(at("g", hidden, sections, groups), "en")).toBeUndefined()
    expect(sectionEntries(at("n", hidden, sections, groups), "en")).toHaveLength(2)
  })

  it("holds links that lead elsewhere, in their place and in the reader's language", () => {
    const links = [link("Blog", "a01"), link("Shop", "a0", "Empty")]
    const of = (language: string) => sectionEntries(at("g", all, [sections[0]!], groups, links), language)
    expect(of("en")).toEqual([
      { title: "Guides", href: "/s/", active: true },
      { title: "Blog", href: "https://Blog.example.com/", external: true },
      {
        kind: "group",
        title: "Empty",
        active: false,
        children: [{ title: "Shop", href: "https://Shop.example.com/", external: true }]
      }
    ])
    expect(of("fr-ca")![1]!.title).toBe("Blog en français")
  })

  it("is nothing for a site without sections, or with one", () => {
    expect(sectionEntries(at("g", [all[0]!]), "en")).toBeUndefined()
    expect(sectionEntries(at("g", all, [sections[0]!]), "en")).toBeUndefined()
  })
})

describe("versionState", () => {
  it("counts what the reader may be led to, in the section", () => {
    const docs = siteSpace("docs", "A", "en", { isDefault: true })
    const hidden = siteSpace("v2", "A", "en", { versionOf: "docs", hidden: true })
    const old = siteSpace("v1", "A", "en", { versionOf: "docs" })
    const elsewhere = siteSpace("e", "B", "en", { versionOf: "docs" })
    expect(versionState(at("v1", [docs, hidden, old]))).toEqual({ newest: docs, state: "older" })
    expect(versionState(at("v2", [docs, hidden, old]))).toEqual({ newest: docs, state: "older" })
    expect(versionState(at("v1", [hidden, old]))).toBeUndefined()
    expect(versionState(at("e", [docs, old, elsewhere]))).toBeUndefined()
  })
})
