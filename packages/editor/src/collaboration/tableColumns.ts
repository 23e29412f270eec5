/**
 * Columns that one person puts into a table while another one adds rows to it: each side is given the columns of the
 * other one, empty, before rows are merged, so that all cells stand in their columns. As `mergeEdits` does it with lines.
 */
import { type NewColumn, newColumns, withNewColumns } from "@octavo/document/merge/newColumns"
import { Fragment, type Node } from "prosemirror-model"

type Three = readonly [base: Node, mine: Node, theirs: Node]

/** The same tables with all columns in each; as they are where none comes or where one goes. */
export const withAllColumns = (tables: Three): Three => {
  const [base, mine, theirs] = tables
  if (!tables.every(isEven)) return tables
  const columns = newColumns(titledBy(base).titles, titledBy(mine), titledBy(theirs))
  if (columns === undefined) return tables
  const filled = (table: Node, has: (column: NewColumn) => boolean): Node => {
    if (columns.flat().every(has)) return table
    const { table_cell: cell, table_head: head, table_header: header } = table.type.schema.nodes
    const rows = table.children.map((row) => {
      const empty = (row.type === head ? header! : cell!).createAndFill()!
      return row.copy(Fragment.from(withNewColumns(row.children, columns, has, empty)))
    })
    return table.copy(Fragment.from(rows))
  }
  return [filled(base, () => false), filled(mine, ({ isMine }) => isMine), filled(theirs, ({ isTheirs }) => isTheirs)]
}

/** Whether all rows have as many cells, of one column and one row each. */
const isEven = (table: Node): boolean =>
  table.children.every(
    (row) =>
      row.childCount === table.firstChild!.childCount &&
      row.children.every(({ attrs }) => attrs["colspan"] === 1 && attrs["rowspan"] === 1)
  )

const titledBy = (table: Node) => ({
  titles: table.firstChild!.children.map(({ textContent }) => textContent),
  textOf: (column: number) =>
    table.children
      .map((row) => row.child(column).textContent)
      .join(" ")
      .trim()
})
