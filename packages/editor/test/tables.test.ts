/** Tables of the editor are tables to `prosemirror-tables`: of every row as wide as the others, none in need of mending. */
import type { Node } from "prosemirror-model"
import { EditorState, TextSelection } from "prosemirror-state"
import { TableMap, tableNodeTypes } from "prosemirror-tables"
import { describe, expect, it } from "vitest"
import { blockKinds, commands, fromEditor, schema, toEditor } from "../src/index.ts"
import { answers } from "./acts.ts"
import { after } from "./carets.ts"
import { nodesOf, read, written } from "./documents.ts"
import { forms, hasCorpora, pages } from "./pages.ts"

/** What columns say, by the types of nodes and the names of marks. */
const titlesOf = (doc: Node) =>
  nodesOf(doc, "table_header").map(({ children }) =>
    children.map(({ marks, type }) => [type.name, marks[0]?.type.name])
  )

const problemsIn = (text: string): unknown[] =>
  nodesOf(toEditor(read(text, false)), "table").flatMap((table) => TableMap.get(table).problems ?? [])

describe("tables", () => {
  it("have the nodes that are asked for", () => {
    const { cell, header_cell, row, table } = tableNodeTypes(schema)
    expect([table, row, cell, header_cell].map(({ name }) => name)).toEqual([
      "table",
      "table_row",
      "table_cell",
      "table_header"
    ])
  })

  const merged =
    '<table><thead><tr><th width="120">A</th><th>B</th></tr></thead><tbody><tr><td rowspan="2">1</td><td>2</td></tr>' +
    '<tr><td>3</td></tr><tr><td colspan="2">4</td></tr></tbody></table>\n'

  it.each([...forms, ["merged cells", merged] as const])("need no mending: %s", (_, text) => {
    expect(problemsIn(text)).toEqual([])
  })

  it.skipIf(!hasCorpora)("need no mending in the corpora", () => {
    for (const { name, text } of pages()) expect(problemsIn(text), name).toEqual([])
  })

  it.each(
    ["<table>", '<table data-view="cards">'].flatMap((tag) =>
      blockKinds.filter(({ group }) => group === "In the text").map((kind) => [tag, kind.name, kind] as const)
    )
  )("keep what their titles say, where it is no text: %s, %s", (tag, _, kind) => {
    const text = `${tag}<tbody><tr><td>a</td><td>b</td></tr></tbody></table>\n`
    const doc = toEditor(read(text, false))
    const head = TextSelection.near(doc.resolve(3))
    const state = EditorState.create({ doc, selection: head })
    expect(state.selection.$from.parent.type.name).toBe("table_header")
    const made = after(state, commands.insertBlock(kind, kind.needs && { ...answers[kind.needs] }))!.doc
    const kept = toEditor(read(written(fromEditor(made), text, false), false))
    expect(titlesOf(kept)).toEqual(titlesOf(made))
  })
})
