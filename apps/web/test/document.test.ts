/** Structured documents, read: where references lead, anchors, sources, tables. */
import { describe, expect, it } from "vitest"
import {
  anchorsOf,
  depthOf,
  plainText,
  type Reference,
  type RichBlock,
  sourceOfParagraph,
  targetOf
} from "../src/logic/document.ts"
import { tableOf } from "../src/logic/table.ts"

const text = (value: string, source?: string) => ({
  object: "text" as const,
  leaves: [{ object: "leaf" as const, text: value, marks: [], ...(source === undefined ? {} : { source }) }]
})
const block = (type: string, nodes: RichBlock["nodes"] = [], data: object = {}): RichBlock => ({
  object: "block",
  type,
  isVoid: false,
  data: data as Record<string, unknown>,
  nodes: nodes ?? []
})

const pages = new Map([["p1", { title: "Set-up", path: "guide/set-up" }]])

it.each<[Reference | undefined, string | undefined]>([
  [{ kind: "page", page: "p1" }, "/s/s1/guide/set-up"],
  [{ kind: "anchor", page: "p1", anchor: "first" }, "/s/s1/guide/set-up#first"],
  [{ kind: "anchor", anchor: "here" }, "#here"],
  [{ kind: "page", page: "gone" }, undefined],
  [{ kind: "page", page: "p1", broken: true }, undefined],
  [{ kind: "page", page: "x", space: "s2" }, "/s/s2"],
  [{ kind: "space", space: "s2" }, "/s/s2"],
  [{ kind: "collection", collection: "c1" }, "/c/c1"],
  [{ kind: "url", url: "https://example.org/" }, "https://example.org/"],
  [{ kind: "url", url: "mailto:a@example.org" }, "mailto:a@example.org"],
  [{ kind: "url", url: "javascript:alert(1)" }, undefined],
  [{ kind: "url", url: " JaVaScRiPt:alert(1)" }, undefined],
  [{ kind: "url", url: "data:text/html,x" }, undefined],
  [{ kind: "url", url: "relative.md" }, undefined],
  [{ kind: "openapi", spec: "x" }, undefined],
  [undefined, undefined]
])("%o leads to %s", (reference, href) => {
  expect(targetOf(reference, "s1", pages).href).toBe(href)
})

describe("Headings", () => {
  it("have anchors, their own or of their words, each once", () => {
    const own = block("heading-1", [text("Words")], { id: "own" })
    const [first, again] = [block("heading-1", [text("Über uns!")]), block("heading-2", [text("Uber uns")])]
    const inside = block("heading-2", [text("Inside")])
    const anchors = anchorsOf([own, first, again, block("hint", [inside])])
    expect([own, first, again, inside].map((one) => anchors.get(one))).toEqual(["own", "uber-uns", undefined, "inside"])
  })

  it("are below the title of their page", () => {
    const depths = [
      block("heading-1"),
      block("heading-3"),
      block("heading-1", [], { depth: 1 }),
      block("heading-3", [], { depth: 6 })
    ]
    expect(depths.map(depthOf)).toEqual([2, 4, 2, 6])
  })
})

it("A paragraph of nothing but source is that source; one with words is not", () => {
  expect(sourceOfParagraph(block("paragraph", [text("", "{% x %}")]))).toBe("{% x %}")
  expect(sourceOfParagraph(block("paragraph", [text("words"), text("", "<b>")]))).toBeUndefined()
  expect(sourceOfParagraph(block("paragraph", [text("")]))).toBeUndefined()
})

it("What is read of inlines is their words", () => {
  const emoji = { object: "inline" as const, type: "emoji", isVoid: true, data: { code: "1f4d8" } }
  const link = { object: "inline" as const, type: "link", isVoid: false, nodes: [text("there")] }
  expect(plainText([text("Go "), link, text(" "), emoji])).toBe("Go there 📘")
})

describe("Tables", () => {
  const table = {
    ...block("table", [], {
      view: { type: "cards", columns: ["b", "a", "t"], targetDefinition: "t", cardSize: "large", hideHeader: true },
      definition: {
        a: { title: "A", type: "text", textAlignment: "right" },
        b: { title: "B", type: "rating", max: 3 },
        t: {}
      },
      records: {
        late: { orderIndex: "000001", values: { a: "late.a" } },
        early: { orderIndex: "000000", values: { a: "early.a", b: 2, t: { kind: "page", page: "p1" } } }
      }
    }),
    fragments: [{ object: "fragment" as const, fragment: "early.a", nodes: [block("paragraph", [text("Early")])] }]
  }

  it("have their columns and rows in order, and what stands in each cell", () => {
    const { columns, isLarge, kind, rows } = tableOf(table)
    expect([kind, isLarge, columns.map(({ title }) => title)]).toEqual(["cards", true, ["B", "A"]])
    expect(rows.map(({ id }) => id)).toEqual(["early", "late"])
    const [early] = rows
    expect(early?.target).toEqual({ kind: "page", page: "p1" })
    expect(early?.cells.map(({ fragment, value }) => [value, fragment && plainText(fragment.nodes)])).toEqual([
      [2, undefined],
      ["early.a", "Early"]
    ])
  })

  it("are empty when nothing of one is said", () => {
    expect(tableOf(block("table"))).toMatchObject({ kind: "grid", columns: [], rows: [] })
  })
})
