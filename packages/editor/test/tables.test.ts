/** Tables of the editor are tables to `prosemirror-tables`: of every row as wide as the others, none in need of mending. */
import { TableMap, tableNodeTypes } from "prosemirror-tables"
import { describe, expect, it } from "vitest"
import { schema, toEditor } from "../src/index.ts"
import { nodesOf, read } from "./documents.ts"
import { forms, hasCorpora, pages } from "./pages.ts"

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
})
