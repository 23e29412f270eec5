/** Rows and columns of tables, and cards, which are rows. The cells of the head are the columns. */
import type { Node } from "prosemirror-model"
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from "prosemirror-state"
import {
  CellSelection,
  isInTable,
  mergeCells as merge,
  selectedRect,
  splitCell as split,
  TableMap
} from "prosemirror-tables"
import { removeBlocks } from "./change.ts"
import { applyGrid, type Grid, gridOf, withLine, withMovedLine, withoutLines } from "./grid.ts"
import { depthOf, isBlank, isCell } from "./nodes.ts"

export interface Place {
  readonly table: Node
  /** Where the table begins. */
  readonly pos: number
  /** Columns and rows that are selected; the head is row 0. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** The table around the selection, and the cells that are selected; of a table that is selected as a whole the last ones. */
export const placeOf = (state: EditorState): Place | undefined => {
  const { from, to } = state.selection
  const table = state.doc.nodeAt(from)
  if (table?.type.name === "table" && to === from + table.nodeSize) {
    const { height, width } = TableMap.get(table)
    return { table, pos: from, left: width - 1, right: width, top: height - 1, bottom: height, width, height }
  }
  if (!isInTable(state)) return undefined
  const { bottom, left, map, right, table: around, tableStart, top } = selectedRect(state)
  const { height, width } = map
  return { table: around, pos: tableStart - 1, left, right, top, bottom, width, height }
}

/** Changes the table around the selection; the caret goes to a cell of what it becomes. */
const change =
  (f: (place: Place) => { grid: Grid | undefined; row: number; column: number } | undefined): Command =>
  (state, dispatch) => {
    const place = placeOf(state)
    const made = place === undefined ? undefined : f(place)
    if (place === undefined || made?.grid === undefined) return false
    const { tr } = state
    applyGrid(tr, place.pos, made.grid)
    dispatch?.(caretIn(tr, place.pos, made.row, made.column))
    return true
  }

const caretIn = (tr: Transaction, pos: number, row: number, column: number): Transaction => {
  const map = TableMap.get(tr.doc.nodeAt(pos)!)
  const [y, x] = [Math.min(row, map.height - 1), Math.min(column, map.width - 1)]
  return tr.setSelection(inCell(tr.doc, pos + 1 + map.map[y * map.width + x]!)).scrollIntoView()
}

/** The text of a cell selected; a cell that holds a value is selected itself. */
export const inCell = (doc: Node, pos: number): Selection => {
  const node = doc.nodeAt(pos)!
  if (node.isLeaf) return CellSelection.create(doc, pos)
  const start = Selection.findFrom(doc.resolve(pos + 1), 1, true)
  return start !== null && start.from < pos + node.nodeSize ? start : CellSelection.create(doc, pos)
}

// ---------------------------------------------------------------- rows

export const addRowBefore: Command = change((place) => {
  const row = Math.max(1, place.top)
  return { grid: withLine(gridOf(place.table), "row", row), row, column: place.left }
})

export const addRowAfter: Command = change(({ bottom, left, table }) => ({
  grid: withLine(gridOf(table), "row", bottom),
  row: bottom,
  column: left
}))

/** Another card: a row of the table that they are. */
export const addCard: Command = addRowAfter

/** Deletes the selected rows. The head stays. */
export const deleteRow: Command = change(({ bottom, left, table, top }) =>
  bottom <= 1
    ? undefined
    : { grid: withoutLines(gridOf(table), "row", Math.max(1, top), bottom), row: Math.max(1, top), column: left }
)

/** Moves the row that the caret is in by one; not before the head. */
export const moveRow = (by: -1 | 1): Command =>
  change(({ height, left, table, top }) => {
    const to = top + by
    if (top === 0 || to < 1 || to >= height) return undefined
    return { grid: withMovedLine(gridOf(table), "row", top, to), row: to, column: left }
  })

// ---------------------------------------------------------------- columns

export const addColumnBefore: Command = change(({ left, table, top }) => ({
  grid: withLine(gridOf(table), "column", left),
  row: top,
  column: left
}))

export const addColumnAfter: Command = change(({ right, table, top }) => ({
  grid: withLine(gridOf(table), "column", right),
  row: top,
  column: right
}))

/** Deletes the selected columns, but not all that there are. */
export const deleteColumn: Command = change(({ left, right, table, top, width }) =>
  right - left >= width
    ? undefined
    : { grid: withoutLines(gridOf(table), "column", left, right), row: top, column: left }
)

/** Moves the column that the caret is in by one. */
export const moveColumn = (by: -1 | 1): Command =>
  change(({ left, table, top, width }) => {
    const to = left + by
    if (to < 0 || to >= width) return undefined
    return { grid: withMovedLine(gridOf(table), "column", left, to), row: top, column: to }
  })

// ---------------------------------------------------------------- cells

/** Whether the cells that are selected are none of the head, and hold no values. */
const areOfText = ({ selection }: EditorState): boolean => {
  if (!(selection instanceof CellSelection)) return false
  let are = true
  selection.forEachCell((cell) => {
    are &&= cell.type.name === "table_cell"
  })
  return are
}

/** Makes the selected cells one, with what they all say. */
export const mergeCells: Command = (state, dispatch) => areOfText(state) && merge(state, dispatch)

/** Makes a cell that reaches over several rows or columns as many. */
export const splitCell: Command = (state, dispatch) => {
  const { $from } = state.selection
  const depth = depthOf($from, ({ type }) => type.name === "table_cell")
  return (depth !== undefined || areOfText(state)) && split(state, dispatch)
}

/** Deletes the table that the selection is in. */
export const deleteTable: Command = (state, dispatch) => {
  const place = placeOf(state)
  if (place === undefined) return false
  const { tr } = state
  removeBlocks(tr, place.pos, place.pos + place.table.nodeSize)
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(place.pos, tr.doc.content.size)))).scrollIntoView())
  return true
}

// ---------------------------------------------------------------- with the Tab key

/** The next cell, or the one before. */
const goToCell =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    const place = placeOf(state)
    if (place === undefined || !isInTable(state)) return false
    const { pos, table } = place
    const { map } = TableMap.get(table)
    const cells = [...new Set(map)].toSorted((a, b) => a - b)
    const { left, top, width } = place
    const next = cells[cells.indexOf(map[top * width + left]!) + by]
    if (next === undefined) return false
    const { tr } = state
    const selection = inCell(tr.doc, pos + 1 + next)
    const node = tr.doc.nodeAt(pos + 1 + next)!
    const end = pos + 1 + next + node.nodeSize - 1
    const isWhole = selection instanceof TextSelection && !isBlank(node)
    const last = isWhole ? Selection.findFrom(tr.doc.resolve(end), -1, true) : null
    dispatch?.(
      tr.setSelection(last === null ? selection : TextSelection.between(selection.$from, last.$to)).scrollIntoView()
    )
    return true
  }

export const previousCell: Command = goToCell(-1)

/** The cell in the row above or below, from the first or the last line of this one. Browsers go to the one beside it. */
export const cellBeside =
  (side: "up" | "down"): Command =>
  (state, dispatch, view) => {
    const { selection } = state
    const { $from, empty } = selection
    const place = empty && $from.parent.isTextblock ? placeOf(state) : undefined
    if (place === undefined || !isAtEdge(state, side, view)) return false
    const { left, pos, table, top } = place
    const { height, map, width } = TableMap.get(table)
    const here = map[top * width + left]
    let row = top + (side === "down" ? 1 : -1)
    // one that reaches over rows is left as a whole
    while (row >= 0 && row < height && map[row * width + left] === here) row += side === "down" ? 1 : -1
    if (row < 0 || row >= height) return false
    dispatch?.(state.tr.setSelection(inCell(state.doc, pos + 1 + map[row * width + left]!)).scrollIntoView())
    return true
  }

/** Whether the caret is in the first or the last line of its cell. */
const isAtEdge = (state: EditorState, side: "up" | "down", view: Parameters<Command>[2]): boolean => {
  const { $from } = state.selection
  const { content } = $from.parent
  if (!(view?.endOfTextblock(side, state) ?? $from.parentOffset === (side === "down" ? content.size : 0))) return false
  const cell = depthOf($from, isCell)
  if (cell === undefined) return false
  for (let depth = cell; depth < $from.depth; depth++) {
    if ($from.index(depth) !== (side === "down" ? $from.node(depth).childCount - 1 : 0)) return false
  }
  return true
}

/** The next cell; behind the last one a new row. */
export const nextCell: Command = (state, dispatch) => {
  if (goToCell(1)(state, dispatch)) return true
  const place = placeOf(state)
  if (place === undefined || !isInTable(state)) return false
  const { tr } = state
  applyGrid(tr, place.pos, withLine(gridOf(place.table), "row", place.height))
  dispatch?.(caretIn(tr, place.pos, place.height, 0))
  return true
}
