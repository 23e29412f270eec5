/**
 * Layouts are lists of rows from top to bottom. A row is what never breaks: a line, an image, a piece of a table. What
 * surrounds rows (grounds, bars, frames) is a decoration that is painted once for all of its rows on a sheet, so that it
 * breaks with them.
 */
import { defined } from "@octavo/core/kernel/shared/defined"
import type { Canvas } from "./canvas.ts"

/** Where on a sheet the rows of a decoration are. */
export interface Extent {
  readonly top: number
  readonly bottom: number
  /** Whether the decoration begins, and ends, on this sheet. */
  readonly first: boolean
  readonly last: boolean
}

export interface Decoration {
  x: number
  readonly paint: (canvas: Canvas, x: number, extent: Extent) => void
  first?: Row
  last?: Row
}

export interface Row {
  height: number
  /** Indentation from the left end of the text area. */
  x: number
  readonly draw?: (canvas: Canvas, x: number, y: number) => void
  /** Space: dropped where a sheet begins. */
  gap?: boolean
  /** Stays on the sheet of the next row. */
  keep?: boolean
  /** Outermost first. */
  decorations: Array<Decoration>
  /** Drawn again above this row where a sheet begins with it: the head of its table. */
  repeat?: ReadonlyArray<Row>
}

export const row = (height: number, draw?: Row["draw"], more: Partial<Row> = {}): Row => ({
  height,
  x: 0,
  decorations: [],
  ...defined({ draw }),
  ...more
})

/** Space between blocks. */
export const gap = (height: number): Row => row(height, undefined, { gap: true })

/** Space inside of a decoration: it stays. */
export const padding = (height: number): Row => row(height)

/** Moves rows to the right, with all that surrounds them. */
export const indent = (rows: ReadonlyArray<Row>, by: number): ReadonlyArray<Row> => {
  const moved = new Set<Decoration>()
  for (const one of rows) {
    one.x += by
    for (const decoration of one.decorations) moved.add(decoration)
  }
  for (const decoration of moved) decoration.x += by
  return rows
}

/** Surrounds rows. */
export const decorate = (rows: ReadonlyArray<Row>, paint: Decoration["paint"]): ReadonlyArray<Row> => {
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return rows
  const decoration: Decoration = { x: 0, paint, first, last }
  for (const one of rows) one.decorations.unshift(decoration)
  return rows
}

export const heightOf = (rows: ReadonlyArray<Row>): number => rows.reduce((sum, one) => sum + one.height, 0)

export interface Placed {
  readonly row: Row
  readonly y: number
}

/** Draws rows that are on one sheet: first what surrounds them, outer before inner. */
export const paint = (canvas: Canvas, placed: ReadonlyArray<Placed>, left: number): void => {
  const extents = new Map<Decoration, { top: number; bottom: number; first: boolean; last: boolean }>()
  for (const { row: one, y } of placed) {
    for (const decoration of one.decorations) {
      const extent = extents.get(decoration) ?? { top: y, bottom: y, first: false, last: false }
      extent.bottom = y + one.height
      extent.first ||= decoration.first === one
      extent.last ||= decoration.last === one
      extents.set(decoration, extent)
    }
  }
  for (const [decoration, extent] of extents) decoration.paint(canvas, left + decoration.x, extent)
  for (const { row: one, y } of placed) one.draw?.(canvas, left + one.x, y)
}

/** Rows one below the other from `top`. */
export const stacked = (rows: ReadonlyArray<Row>, top: number): ReadonlyArray<Placed> => {
  let y = top
  return rows.map((one) => {
    const placed = { row: one, y }
    y += one.height
    return placed
  })
}

/** A part of a layout beside others. */
export interface Cell {
  readonly rows: ReadonlyArray<Row>
  readonly x: number
}

/**
 * Cells side by side as rows that may break wherever no cell has a row across. A piece without such a place that is
 * higher than `most` breaks at the rows of each cell.
 */
export const sideBySide = (cells: ReadonlyArray<Cell>, most: number): ReadonlyArray<Row> => {
  const total = Math.max(0, ...cells.map(({ rows }) => heightOf(rows)))
  const ends = new Set<number>([total])
  for (const { rows } of cells) {
    let y = 0
    for (const one of rows) {
      y += one.height
      if (one.keep !== true && y > 0 && y < total) ends.add(round(y))
    }
  }
  const crossed = cells.map(({ rows }) => crossing(rows))
  const candidates = [...ends].sort((a, b) => a - b).filter((y) => !crossed.some((isCrossed) => isCrossed(y)))
  const pieces: Array<Row> = []
  const taken = cells.map(() => 0)
  const tops = cells.map(() => 0)
  let from = 0
  for (const to of candidates) {
    const parts = cells.map(({ rows }, index) => {
      const part: Array<Placed> = []
      for (let at = taken[index]!; at < rows.length; at++) {
        const one = rows[at]!
        if (tops[index]! + one.height > to + 0.05) break
        part.push({ row: one, y: tops[index]! - from })
        tops[index]! += one.height
        taken[index] = at + 1
      }
      return part
    })
    if (to - from <= most) pieces.push(piece(cells, parts, to - from))
    else pieces.push(...broken(cells, parts, most))
    from = to
  }
  return pieces
}

const round = (y: number): number => Math.round(y * 100) / 100

/** Whether a row is across a height, asked for heights that rise: each row is looked at once. */
const crossing = (rows: ReadonlyArray<Row>) => {
  let at = 0
  let top = 0
  return (y: number): boolean => {
    while (at < rows.length && top + rows[at]!.height <= y + 0.05) top += rows[at++]!.height
    return at < rows.length && top < y - 0.05 && rows[at]!.gap !== true
  }
}

const piece = (cells: ReadonlyArray<Cell>, parts: ReadonlyArray<ReadonlyArray<Placed>>, height: number): Row =>
  row(height, (canvas, x, y) => {
    parts.forEach((part, index) => {
      paint(
        canvas,
        part.map((one) => ({ row: one.row, y: y + one.y })),
        x + cells[index]!.x
      )
    })
  })

/** Breaks what has no common place to break: each piece takes of every cell what fits. */
const broken = (
  cells: ReadonlyArray<Cell>,
  parts: ReadonlyArray<ReadonlyArray<Placed>>,
  most: number
): ReadonlyArray<Row> => {
  const pieces: Array<Row> = []
  const taken = parts.map(() => 0)
  while (parts.some((part, index) => taken[index]! < part.length)) {
    const slices = parts.map((part, index) => {
      const slice: Array<Placed> = []
      let y = 0
      for (let at = taken[index]!; at < part.length; at++) {
        const one = part[at]!.row
        if (slice.length > 0 && y + one.height > most) break
        slice.push({ row: one, y })
        y += one.height
        taken[index] = at + 1
      }
      return slice
    })
    pieces.push(piece(cells, slices, Math.max(...slices.map((slice) => heightOf(slice.map((one) => one.row))))))
  }
  return pieces
}
