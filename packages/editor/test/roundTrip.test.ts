/** A document that goes to the editor and comes back says the same, and a page that nobody edited keeps its bytes. */
import type { RichDocument } from "@octavo/document"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fromEditor, toEditor } from "../src/index.ts"
import { nodesOf, read, said, written as textOf } from "./documents.ts"
import { broken, forms, hasCorpora, pages, trees, written } from "./pages.ts"

/** There and back; fails where the schema does not hold it. */
const through = (document: RichDocument): RichDocument => {
  const node = toEditor(document)
  node.check()
  return fromEditor(node)
}

const holds = (text: string, name: string, titled: boolean): void => {
  const document = read(text, titled)
  const back = through(document)
  expect(said(back), name).toEqual(said(document))
  expect(textOf(back, text, titled), name).toBe(text)
}

describe("a document is the same after the editor had it", () => {
  it.each(forms)("%s", (name, text) => holds(text, name, false))

  it.each([
    ["blocks of every kind", trees, 800],
    ["pieces of the dialect", broken, 2000],
    ["forms that people write", written, 300]
  ] as const)("%s", (name, texts, numRuns) => {
    fc.assert(
      fc.property(texts, (text) => holds(text, name, false)),
      { numRuns }
    )
  })

  it.skipIf(!hasCorpora)("every page of the corpora, with a node for each of its blocks", () => {
    for (const { name, text } of pages()) {
      holds(text, name, true)
      expect(nodesOf(toEditor(read(text)), "source"), name).toEqual([])
    }
  })
})

describe("what a client made", () => {
  const paragraph = (...nodes: unknown[]) => ({ object: "block", type: "paragraph", nodes })
  const text = (value: string, ...marks: unknown[]) => ({
    object: "text",
    leaves: [{ object: "leaf", text: value, marks }]
  })
  const table = (data: object, fragments: unknown[] = []) => ({ object: "block", type: "table", data, fragments })
  const cells = { c: { id: "c", title: "C", type: "text" }, d: { id: "d", title: "D", type: "text" } }

  const rows: ReadonlyArray<readonly [name: string, block: object]> = [
    ["a block of no known type", { object: "block", type: "chart", key: "k", data: { rows: [1, { a: null }] } }],
    ["a part without its block", { object: "block", type: "tabs-item", nodes: [paragraph(text("a"))] }],
    ["a block that is none", { object: "block", type: "doc", nodes: [paragraph(text("a"))] }],
    ["tabs without a tab", { object: "block", type: "tabs", nodes: [] }],
    ["a void block with content", { object: "block", type: "divider", nodes: [text("a")] }],
    ["a fragment that nobody looks for", { ...paragraph(text("a")), fragments: [{ object: "fragment", nodes: [] }] }],
    ["two captions", { object: "block", type: "embed", data: { url: "" }, fragments: [caption("a"), caption("b")] }],
    ["a list of other parts", { object: "block", type: "list-ordered", nodes: [paragraph(text("a"))] }],
    ["a mark of no known type", paragraph(text("a", { object: "mark", type: "blink" }))],
    ["a mark that says more", paragraph(text("a", { object: "mark", type: "bold", data: { weight: 900 } }))],
    ["marks that are none", paragraph({ object: "inline", type: "icon", data: { icon: "a", marks: "bold" } })],
    ["an inline of no known type", paragraph({ object: "inline", type: "chip", data: { a: [1] } })],
    ["a link around nothing", paragraph({ object: "inline", type: "link", data: { ref: {} }, nodes: [text("")] })],
    ["a leaf of both kinds", paragraph({ object: "text", leaves: [{ object: "leaf", text: "a", source: "b" }] })],
    ["a table without columns", table({ view: { columns: [] }, records: {}, definition: {} })],
    ["a table of nothing", table({})],
    [
      "a table whose cells cover each other",
      table({
        view: { type: "grid", columns: ["c", "d"] },
        definition: cells,
        records: { r: { orderIndex: "0", values: {} }, s: { orderIndex: "1", values: {} } },
        cellMerges: [
          { anchor: { record: "r", column: "d" }, rowSpan: 2 },
          { anchor: { record: "s", column: "c" }, colSpan: 2 }
        ]
      })
    ],
    [
      "a table with a fragment that is in no cell",
      table({ view: { type: "grid", columns: ["c"] }, definition: cells, records: {} }, [
        { object: "fragment", fragment: "lost", nodes: [paragraph(text("a"))] }
      ])
    ]
  ]

  function caption(value: string) {
    return { object: "fragment", fragment: "caption", type: "caption", nodes: [paragraph(text(value))] }
  }

  it.each(rows)("%s is kept whole", (_, block) => {
    const document = { object: "document", data: {}, nodes: [block] } as unknown as RichDocument
    expect(said(through(document))).toEqual(said(document))
  })
})
