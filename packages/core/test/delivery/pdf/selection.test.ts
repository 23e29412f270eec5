import { describe, expect, it } from "vitest"
import type { PageNode } from "../../../src/content/revisions/model/PageTree.ts"
import type { PageRecord } from "../../../src/content/revisions/model/Records.ts"
import { type PdfScope, selectPages } from "../../../src/delivery/pdf/selection.ts"

const node = (id: string, pages: ReadonlyArray<PageNode> = [], more: Partial<PageRecord> = {}): PageNode => ({
  page: { id, type: "document", title: id, slug: id, parent: null, order: "a", createdAt: "", updatedAt: "", ...more },
  path: id,
  pages
})
const group = (id: string, pages: ReadonlyArray<PageNode>) => node(id, pages, { type: "group" })

const tree = [
  node("home"),
  group("guides", [node("start", [node("install"), node("secret", [node("below-secret")], { hidden: true })])]),
  group("empty", [node("link", [], { type: "link" })]),
  node("members", [], { condition: "visitor.claims.member" }),
  node("link", [], { type: "link" }),
  node("made", [], { type: "computed" }),
  node("last")
]

describe("the pages of a PDF", () => {
  const cases: ReadonlyArray<readonly [string, PdfScope, ReadonlyArray<string> | undefined]> = [
    ["all that everybody sees, in order", {}, ["home", "guides", "start", "install", "last"]],
    ["a page with what is below it", { page: "start" }, ["start", "install"]],
    ["a page alone", { page: "start", only: true }, ["start"]],
    ["only that is false says nothing", { page: "start", only: false }, ["start", "install"]],
    ["a group", { page: "guides" }, ["guides", "start", "install"]],
    ["a group alone", { page: "guides", only: true }, ["guides"]],
    ["a hidden page that is named", { page: "secret" }, ["secret", "below-secret"]],
    ["a page for some that is named", { page: "members" }, ["members"]],
    ["no link", { page: "link" }, undefined],
    ["no computed page", { page: "made" }, undefined],
    ["no page that is not there", { page: "nothing" }, undefined]
  ]
  it.each(cases)("%s", (_, scope, wanted) => {
    expect(selectPages(tree, scope)).toEqual(wanted)
  })

  it("are none of an empty space", () => {
    expect(selectPages([], {})).toEqual([])
  })
})
