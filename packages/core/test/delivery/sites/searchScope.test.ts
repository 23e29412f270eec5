import { describe, expect, it } from "vitest"
import { inScope, type Searchable, type SiteSearchScope, scopeOf } from "../../../src/delivery/sites/searchScope.ts"

const one = (id: string, sectionId: string | null, more: Partial<Searchable> = {}): Searchable => ({
  id,
  sectionId,
  isDefault: false,
  hidden: false,
  ...more
})

/** Two sections: `guide` with two languages and a hidden draft of a third, `api` with two versions. */
const sectioned = [
  one("guide-en", "guide", { isDefault: true }),
  one("guide-de", "guide"),
  one("guide-fr", "guide", { hidden: true }),
  one("api-1", "api"),
  one("api-2", "api", { isDefault: true })
]
const plain = [one("new", null, { isDefault: true }), one("old", null)]

const cases: ReadonlyArray<readonly [string, ReadonlyArray<Searchable>, SiteSearchScope, ReadonlyArray<string>]> = [
  ["one space of each section", sectioned, { mode: "default" }, ["guide-en", "api-2"]],
  [
    "the current one of its section",
    sectioned,
    { mode: "default", currentSiteSpace: "guide-de" },
    ["guide-de", "api-2"]
  ],
  [
    "a hidden one where the reader is",
    sectioned,
    { mode: "default", currentSiteSpace: "guide-fr" },
    ["guide-fr", "api-2"]
  ],
  [
    "the default ones when the current one is unknown",
    sectioned,
    { mode: "default", currentSiteSpace: "x" },
    ["guide-en", "api-2"]
  ],
  [
    "the current one alone",
    sectioned,
    { mode: "default", currentSiteSpace: "api-1", restrictTo: "currentSiteSpace" },
    ["api-1"]
  ],
  ["nothing when that is unknown", sectioned, { mode: "default", restrictTo: "currentSiteSpace" }, []],
  [
    "all others",
    sectioned,
    { mode: "default", currentSiteSpace: "api-1", restrictTo: "otherSiteSpaces" },
    ["guide-en", "guide-de", "api-2"]
  ],
  ["all but hidden ones", sectioned, { mode: "all" }, ["guide-en", "guide-de", "api-1", "api-2"]],
  ["those named, hidden or not", sectioned, { mode: "specific", siteSpaceIds: ["guide-fr", "x"] }, ["guide-fr"]],
  ["a site without sections is one section", plain, { mode: "default" }, ["new"]],
  ["and its current space", plain, { mode: "default", currentSiteSpace: "old" }, ["old"]],
  [
    "the first that is shown when the default one is hidden",
    [one("a", null, { isDefault: true, hidden: true }), one("b", null)],
    { mode: "default" },
    ["b"]
  ],
  ["nothing on an empty site", [], { mode: "default" }, []]
]

describe("Where a search on a site looks", () => {
  it.each(cases)("%s", (_, all, scope, ids) => {
    expect(inScope(all, scope).map(({ id }) => id)).toEqual(ids)
  })

  it.each([
    [{}, { mode: "default" }],
    [{ mode: "all" as const }, { mode: "all" }],
    [
      { mode: "current" as const, siteSpaceId: "a" },
      { mode: "default", currentSiteSpace: "a" }
    ],
    [{ siteSpaceIds: ["a"] }, { mode: "specific", siteSpaceIds: ["a"] }],
    [{ scope: { mode: "all" as const }, siteSpaceIds: ["a"] }, { mode: "all" }]
  ])("older forms: %j", (input, scope) => {
    expect(scopeOf({ query: "q", ...input })).toEqual(scope)
  })
})
