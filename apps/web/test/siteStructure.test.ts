/** The parts of a site: their addresses, marks and order, and what of a form the server could not take. */
import { describe, expect, it } from "vitest"
import type { SiteStructure, SiteStructureItem } from "../src/logic/api.ts"
import { fieldProblems } from "../src/logic/fieldProblems.ts"
import {
  addressOf,
  destinationWords,
  groupChoices,
  marksOf,
  moveBy,
  sectionsIn,
  siteSpacesIn
} from "../src/logic/siteStructure.ts"

const siteSpace = (id: string, more: object = {}) => ({
  object: "site-space",
  id,
  title: id,
  path: id,
  default: false,
  hidden: false,
  draft: false,
  ...more
})
const section = (id: string, ...siteSpaces: ReadonlyArray<object>) => ({
  object: "site-section",
  id,
  title: id,
  path: id,
  default: id === "one",
  draft: false,
  siteSpaces
})
const group = (id: string, ...children: ReadonlyArray<object>) => ({
  object: "site-section-group",
  id,
  title: id,
  draft: false,
  children
})
const link = { object: "site-external-link", id: "link", title: "link", url: "https://example.com/", draft: false }
const structure = {
  type: "sections",
  structure: [
    section("one", siteSpace("a", { default: true }), siteSpace("b")),
    group("outer", group("inner", section("two", siteSpace("c"))), section("three")),
    link
  ]
} as unknown as SiteStructure
const flat = { type: "siteSpaces", structure: [siteSpace("a"), siteSpace("b")] } as unknown as SiteStructure
const item = (of: object) => of as SiteStructureItem

describe("The structure of a site", () => {
  it("has its groups, sections and spaces in order, however deep they are", () => {
    expect(groupChoices(structure).map(({ id, level }) => [id, level])).toEqual([
      ["outer", 1],
      ["inner", 2]
    ])
    expect(groupChoices(structure, "outer")).toEqual([])
    expect(groupChoices(structure, "inner").map(({ id }) => id)).toEqual(["outer"])
    expect(sectionsIn(structure).map(({ id }) => id)).toEqual(["one", "two", "three"])
    expect(siteSpacesIn(structure).map(({ id }) => id)).toEqual(["a", "b", "c"])
    expect([groupChoices(flat), sectionsIn(flat), siteSpacesIn(flat).length]).toEqual([[], [], 2])
  })

  it.each([
    [siteSpace("a", { default: true }), undefined, "/"],
    [siteSpace("b"), undefined, "/b/"],
    [siteSpace("b"), "/two/", "/two/b/"],
    [siteSpace("b", { default: true }), "/two/", "/two/"],
    [section("one"), undefined, "/"],
    [section("two"), undefined, "/two/"],
    [group("outer"), undefined, undefined],
    [link, undefined, "https://example.com/"]
  ])("%# is read at its address", (of, root, address) => {
    expect(addressOf(item(of), root)).toBe(address)
  })

  it("says what not every reader meets, and what they meet first where there is a choice", () => {
    const all = siteSpace("a", { default: true, draft: true, hidden: true, condition: "visitor.claims.beta" })
    expect(marksOf(item(all), false)).toEqual(["First", "Draft", "Hidden", "For some readers"])
    expect(marksOf(item(siteSpace("a", { default: true })), true)).toEqual([])
    expect(marksOf(item(group("outer")), false)).toEqual([])
  })

  it.each([
    [{ kind: "external", url: "https://example.com/a" }, "https://example.com/a"],
    [{ kind: "site-section", siteSectionId: "two" }, "two"],
    [{ kind: "site-section", siteSectionId: "gone" }, "A section that is gone"],
    [{ kind: "site-space", siteSpaceId: "c" }, "c"],
    [{ kind: "site-space", siteSpaceId: "gone" }, "A space that is gone"],
    [{ kind: "site-page", siteSpaceId: "b", pageId: "p" }, "Install in b"],
    [{ kind: "site-page", siteSpaceId: "b", pageId: "unknown" }, "A page in b"],
    [{ kind: "site-page", siteSpaceId: "gone", pageId: "p" }, "A space that is gone"]
  ] as const)("says where a redirect to %o leads", (to, words) => {
    expect(destinationWords(to, structure, (_, page) => (page === "p" ? "Install" : undefined))).toBe(words)
  })

  it("is put in another order one place at a time, to its ends", () => {
    const all = structure.structure as ReadonlyArray<SiteStructureItem>
    expect(moveBy(all, "outer", -1)).toEqual({
      item: { type: "site-section-group", id: "outer" },
      position: { before: { type: "site-section", id: "one" } }
    })
    expect(moveBy(all, "outer", 1)).toEqual({
      item: { type: "site-section-group", id: "outer" },
      position: { after: { type: "site-external-link", id: "link" } }
    })
    expect([moveBy(all, "one", -1), moveBy(all, "link", 1), moveBy(all, "elsewhere", 1)]).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })
})

describe("What the server could not take", () => {
  const invalid = (...paths: ReadonlyArray<string>) => ({
    status: 400,
    message: "it is wrong",
    details: paths.map((path) => ({ path, message: `must be otherwise than ${path}` }))
  })

  it.each([
    [invalid("title"), { title: "Must be otherwise than title." }, true],
    [invalid("header.links.2.to"), { header: "Must be otherwise than header.links.2.to." }, true],
    [invalid("body.title"), { title: "Must be otherwise than body.title." }, true],
    // the first of several is told
    [invalid("header.links.0", "header.logo"), { header: "Must be otherwise than header.links.0." }, true],
    // what is of no field is told at the end of the form
    [invalid("title", "type"), { title: "Must be otherwise than title." }, false],
    [invalid("titles"), {}, false],
    [{ status: 409, message: "The path a is taken" }, { path: "The path a is taken." }, true],
    [{ status: 404, message: "gone" }, {}, false],
    [undefined, {}, false]
  ])("%# is told at its field", (error, at, isPlaced) => {
    expect(fieldProblems(error, ["title", "header", "path"], "path")).toEqual({ at, isPlaced })
  })
})
