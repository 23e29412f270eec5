/** Tables that are pasted: rows of cells, the first of which are the columns. */
import type { Node } from "prosemirror-model"
import { emptyCell } from "../commands/grid.ts"
import { paragraph } from "../commands/nodes.ts"
import { schema } from "../schema/schema.ts"
import { mostCells, TooManyCells } from "./limits.ts"

export interface PastedCell {
  readonly blocks: ReadonlyArray<Node>
  readonly colspan: number
  readonly rowspan: number
}

/** A table of rows; undefined for one without a cell. Throws `TooManyCells`. */
export const pastedTable = (rows: ReadonlyArray<ReadonlyArray<PastedCell>>): Node | undefined => {
  const placed = place(rows)
  const width = placed.reduce((wide, row) => row.reduce((all, { at, colspan }) => Math.max(all, at + colspan), wide), 0)
  if (width === 0) return undefined
  if (width * rows.length > mostCells) throw new TooManyCells()
  const [first, ...rest] = placed
  const header = Array.from({ length: width }, (_, at) => {
    const cell = first!.find((one) => one.at === at)
    return schema.node("table_header", null, cell === undefined ? [] : inlinesOf(cell.blocks))
  })
  const covered = new Set<number>()
  const body = rest.map((row, index) => {
    const cells: Node[] = []
    for (let at = 0; at < width; at++) {
      if (covered.has(index * width + at)) continue
      const cell = row.find((one) => one.at === at)
      if (cell === undefined) {
        cells.push(emptyCell())
        continue
      }
      const rowspan = Math.min(cell.rowspan, rest.length - index)
      for (let y = index; y < index + rowspan; y++) {
        for (let x = at; x < at + cell.colspan; x++) covered.add(y * width + x)
      }
      const content = cell.blocks.length === 0 ? [paragraph()] : [...cell.blocks]
      cells.push(schema.node("table_cell", { colspan: cell.colspan, rowspan }, content))
    }
    return schema.node("table_row", null, cells)
  })
  const data = { view: { type: "grid", hideHeader: false } }
  return schema.node("table", { data }, [schema.node("table_head", null, header), ...body])
}

interface Placed extends PastedCell {
  readonly at: number
}

/** The cells with their columns: those that reach over others push these on. A cell covers what is free. */
const place = (rows: ReadonlyArray<ReadonlyArray<PastedCell>>): ReadonlyArray<ReadonlyArray<Placed>> => {
  const takenUntil: number[] = []
  return rows.map((row, index) => {
    let next = 0
    return row.flatMap((cell) => {
      const isFree = (at: number): boolean => (takenUntil[at] ?? 0) <= index
      while (!isFree(next)) next++
      const at = next
      if (at > mostCells) throw new TooManyCells()
      // the first row are the columns, each by itself
      const rowspan = index === 0 ? 1 : cell.rowspan
      while (next < at + cell.colspan && isFree(next)) takenUntil[next++] = index + rowspan
      return [{ ...cell, at, colspan: next - at, rowspan }]
    })
  })
}

/** What blocks say as the content of one text. */
export const inlinesOf = (blocks: ReadonlyArray<Node>): Node[] => {
  const out: Node[] = []
  const add = (node: Node): void => {
    if (!node.isTextblock) {
      for (const child of node.children) add(child)
      return
    }
    if (out.length > 0 && node.childCount > 0) out.push(schema.text(" "))
    for (const child of node.children)
      if (child.type.name !== "hard_break") out.push(child)
      else out.push(schema.text(" "))
  }
  for (const block of blocks) add(block)
  return out
}
