/** Versions of what a site shows: which belong together, where they are, which is the newest. */
import { expect, it } from "vitest"
import type { SiteSpace, SiteStructure } from "../src/logic/api.ts"
import { rootPlan, versionedDocs, versionPath, writtenOn } from "../src/logic/versions.ts"

const siteSpace = (id: string, more: Partial<SiteSpace> = {}): SiteSpace =>
  ({ id, title: id.toUpperCase(), path: id, default: false, hidden: false, draft: false, ...more }) as SiteSpace
const section = (id: string, isDefault: boolean, ...siteSpaces: ReadonlyArray<SiteSpace>) => ({
  object: "site-section",
  id,
  title: id,
  path: id,
  default: isDefault,
  siteSpaces
})
const plain = (...structure: ReadonlyArray<SiteSpace>) => ({ type: "siteSpaces", structure }) as SiteStructure
const told = (structure: SiteStructure) =>
  versionedDocs(structure).map(({ title, versions }) => [
    title,
    ...versions.map(({ address, note, siteSpace, state }) => [siteSpace.id, address, state, note])
  ])

it("Docs without versions stand alone, and have no state", () => {
  expect(told(plain(siteSpace("a", { default: true }), siteSpace("b")))).toEqual([
    ["A", ["a", "/", undefined, undefined]],
    ["B", ["b", "/b/", undefined, undefined]]
  ])
})

it("The newest is at the root, else what others were cut from, of those that readers are led to", () => {
  const of = { versionOf: "a" }
  expect(told(plain(siteSpace("a", { default: true }), siteSpace("2", of), siteSpace("1", of)))).toEqual([
    ["A", ["a", "/", "newest", undefined], ["2", "/2/", "older", undefined], ["1", "/1/", "older", undefined]]
  ])
  expect(told(plain(siteSpace("a"), siteSpace("2", { ...of, default: true }), siteSpace("1", of)))).toEqual([
    ["A", ["a", "/a/", "next", undefined], ["2", "/", "newest", undefined], ["1", "/1/", "older", undefined]]
  ])
  expect(
    told(plain(siteSpace("a"), siteSpace("2", { ...of, default: true, hidden: true }), siteSpace("1", of)))
  ).toEqual([["A", ["a", "/a/", "newest", undefined], ["2", "/", "older", "Hidden"], ["1", "/1/", "older", undefined]]])
  // what they were cut from has left the site
  expect(told(plain(siteSpace("2", { ...of, draft: true }), siteSpace("1", { ...of, condition: "x" })))).toEqual([
    ["1", ["2", "/2/", "older", "Draft"], ["1", "/1/", "newest", "For some readers"]]
  ])
})

it("Sections have roots of their own, also in groups, and links have no docs", () => {
  const of = { versionOf: "b" }
  const structure = {
    type: "sections",
    structure: [
      section("guide", true, siteSpace("a", { default: true })),
      { object: "site-external-link" },
      {
        object: "site-section-group",
        children: [section("api", false, siteSpace("b", { default: true }), siteSpace("b1", of))]
      }
    ]
  } as unknown as SiteStructure
  expect(told(structure)).toEqual([
    ["A", ["a", "/", undefined, undefined]],
    ["B", ["b", "/api/", "newest", undefined], ["b1", "/api/b1/", "older", undefined]]
  ])
  const docs = versionedDocs(structure)[1]!
  expect(writtenOn(docs).id).toBe("b")
  expect(docs.section).toEqual({ id: "api", title: "api", root: "/api/" })
  expect(rootPlan(docs)).toMatchObject({ version: "/api/", moved: { siteSpace: { id: "b" }, to: "/api/b/" } })
  expect(versionedDocs(plain())).toEqual([])
})

it.each([
  ["1.4", "1.4"],
  ["  2.0 LTS ", "2.0-lts"],
  ["Köln 1.2", "koln-1.2"],
  ["v1..2.", "v1.2"],
  ["版本", ""],
  ["x".repeat(80), "x".repeat(50)]
])("The path of version %j is %j", (name, path) => expect(versionPath(name)).toBe(path))
