/** A table as cells with their places: what rows and columns are put into, taken from and moved in. */
import { Fragment, type Node } from "prosemirror-model"
import type { Transaction } from "prosemirror-state"
import { TableMap } from "prosemirror-tables"
import { schema } from "../schema/schema.ts"
import { paragraph } from "./nodes.ts"

/** A cell, and the columns and rows that it covers; the head is row 0. */
interface Placed {
  readonly node: Node
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface Grid {
  readonly width: number
  readonly rows: ReadonlyArray<Node>
  readonly cells: ReadonlyArray<Placed>
}

export const gridOf = (table: Node): Grid => {
  const map = TableMap.get(table)
  const cells: Placed[] = []
  const seen = new Set<number>()
  for (const at of map.map) {
    // 0 is where no cell is: rows may be shorter than others
    if (at === 0 || seen.has(at)) continue
    seen.add(at)
    const { bottom, left, right, top } = map.findCell(at)
    cells.push({ node: table.nodeAt(at)!, left, right, top, bottom })
  }
  return { width: map.width, rows: table.children, cells }
}

export const emptyCell = (): Node => schema.node("table_cell", null, [paragraph()])

/** An empty cell of a column: those of a type hold values, and no text. */
export const emptyCellOf = (header: Node | undefined): Node => {
  const { type } = (header?.attrs["data"] ?? {}) as { type?: unknown }
  return typeof type === "string" && type !== "text"
    ? schema.node("table_value", { type, value: noValue(type) })
    : emptyCell()
}

/** What an empty cell of a column says: a box is not ticked. */
export const noValue = (type: unknown): false | null => (type === "checkbox" ? false : null)

/** The rows of a grid; places that no cell covers get empty ones. */
export const rowsOf = ({ cells, rows, width }: Grid): ReadonlyArray<Node> => {
  const headers = cells.filter(({ top }) => top === 0)
  const headerOf = (at: number): Node | undefined => headers.find(({ left, right }) => left <= at && at < right)?.node
  const covered = rows.map(() => new Set<number>())
  const byRow = rows.map((): Array<readonly [left: number, node: Node]> => [])
  for (const { bottom, left, node, right, top } of cells) {
    byRow[top]!.push([left, spanning(node, right - left, bottom - top)])
    for (let row = top; row < bottom; row++) for (let at = left; at < right; at++) covered[row]!.add(at)
  }
  return rows.map((row, index) => {
    const own = byRow[index]!
    for (let at = 0; at < width; at++) {
      if (!covered[index]!.has(at))
        own.push([at, index === 0 ? schema.node("table_header") : emptyCellOf(headerOf(at))])
    }
    const content = own.toSorted(([a], [b]) => a - b).map(([, node]) => node)
    return row.type.create(row.attrs, content)
  })
}

const spanning = (node: Node, colspan: number, rowspan: number): Node => {
  const { attrs } = node
  if (attrs["colspan"] === colspan && attrs["rowspan"] === rowspan) return node
  const colwidth = attrs["colspan"] === colspan ? attrs["colwidth"] : null
  return node.type.create({ ...attrs, colspan, rowspan, colwidth }, node.content)
}

/** Writes a grid over the table at a place, from the first difference to the last. */
export const applyGrid = (tr: Transaction, pos: number, grid: Grid): void => {
  const before = tr.doc.nodeAt(pos)!.content
  const after = Fragment.from(rowsOf(grid))
  const start = before.findDiffStart(after)
  const end = before.findDiffEnd(after)
  if (start === null || end === null) return
  const { a, b } = end
  const overlap = start - Math.min(a, b)
  const [endA, endB] = overlap > 0 ? [a + overlap, b + overlap] : [a, b]
  const table = tr.doc.nodeAt(pos)!
  tr.replace(pos + 1 + start, pos + 1 + endA, table.type.create(table.attrs, after).slice(start, endB))
}

type Axis = "column" | "row"

const ends = { column: ["left", "right"], row: ["top", "bottom"] } as const

/** An empty row or column more, before the one that has this number. Cells that reach over the place become larger. */
export const withLine = (grid: Grid, axis: Axis, at: number): Grid => {
  const [start, end] = ends[axis]
  const cells = grid.cells.map((cell) => {
    if (cell[start] >= at) return { ...cell, [start]: cell[start] + 1, [end]: cell[end] + 1 }
    return cell[end] > at ? { ...cell, [end]: cell[end] + 1 } : cell
  })
  if (axis === "column") return { ...grid, width: grid.width + 1, cells }
  return { ...grid, rows: grid.rows.toSpliced(at, 0, schema.nodes["table_row"]!.create()), cells }
}

/** Without some rows or columns. Cells that reach beyond them become smaller. */
export const withoutLines = (grid: Grid, axis: Axis, from: number, to: number): Grid => {
  const [start, end] = ends[axis]
  const moved = (at: number): number => (at <= from ? at : Math.max(from, at - (to - from)))
  const cells = grid.cells.flatMap((cell) => {
    const changed = { ...cell, [start]: moved(cell[start]), [end]: moved(cell[end]) }
    return changed[start] < changed[end] ? [changed] : []
  })
  if (axis === "column") return { ...grid, width: grid.width - (to - from), cells }
  return { ...grid, rows: grid.rows.toSpliced(from, to - from), cells }
}

/** With one row or column in another place; undefined where a cell reaches over several that would part. */
export const withMovedLine = (grid: Grid, axis: Axis, from: number, to: number): Grid | undefined => {
  const [start, end] = ends[axis]
  const [low, high] = [Math.min(from, to), Math.max(from, to) + 1]
  if (grid.cells.some((cell) => cell[end] - cell[start] > 1 && cell[start] < high && cell[end] > low)) return undefined
  const moved = (at: number): number => {
    if (at === from) return to
    if (from < to) return at > from && at <= to ? at - 1 : at
    return at >= to && at < from ? at + 1 : at
  }
  const cells = grid.cells.map((cell) =>
    cell[end] - cell[start] > 1 ? cell : { ...cell, [start]: moved(cell[start]), [end]: moved(cell[start]) + 1 }
  )
  if (axis === "column") return { ...grid, cells }
  return { ...grid, rows: grid.rows.map((_, index) => grid.rows.find((__, other) => moved(other) === index)!), cells }
}
