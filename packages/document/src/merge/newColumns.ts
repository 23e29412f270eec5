/** Columns that two people put into one table: which there are, and rows that have a cell in each of them. */
import { align } from "./align.ts"

/** A column that is new, and who put it in. */
export interface NewColumn {
  readonly isMine: boolean
  readonly isTheirs: boolean
}

interface Titled {
  readonly titles: ReadonlyArray<string>
  /** What is in a column, which tells those without a title apart. */
  readonly textOf: (column: number) => string
}

/** New columns before each of the base, and behind the last; nothing where a column went. */
export const newColumns = (
  base: ReadonlyArray<string>,
  mine: Titled,
  theirs: Titled
): ReadonlyArray<ReadonlyArray<NewColumn>> | undefined => {
  const [own, others] = [columnsPut(base, mine), columnsPut(base, theirs)]
  return own === undefined || others === undefined
    ? undefined
    : own.map((names, place) => together(names, others[place]!))
}

/** A row that has a cell in each column: its own, and an empty one in those that it has not. */
export const withNewColumns = <Cell>(
  row: ReadonlyArray<Cell>,
  columns: ReadonlyArray<ReadonlyArray<NewColumn>>,
  has: (column: NewColumn) => boolean,
  empty: Cell
): ReadonlyArray<Cell> => {
  let next = 0
  return columns.flatMap((some, place) => [
    ...some.map((column) => (has(column) ? row[next++]! : empty)),
    ...(place < columns.length - 1 ? [row[next++]!] : [])
  ])
}

const columnsPut = (
  base: ReadonlyArray<string>,
  { textOf, titles }: Titled
): ReadonlyArray<ReadonlyArray<string>> | undefined => {
  const put: Array<ReadonlyArray<string>> = [...base.map(() => []), []]
  for (const { end, sideEnd, sideStart, start } of align(base, titles)) {
    const first = sideStart + (end - start)
    if (first > sideEnd) return undefined
    put[end] = titles.slice(first, sideEnd).map((title, at) => title || textOf(first + at))
  }
  return put
}

/** Theirs first; those with which both begin alike stand once. */
const together = (mine: ReadonlyArray<string>, theirs: ReadonlyArray<string>): ReadonlyArray<NewColumn> => {
  const shorter = Math.min(mine.length, theirs.length)
  const isOne = mine.slice(0, shorter).every((name, at) => name === theirs[at])
  const shared = isOne ? shorter : 0
  return [
    ...mine.slice(0, shared).map(() => ({ isMine: true, isTheirs: true })),
    ...theirs.slice(shared).map(() => ({ isMine: false, isTheirs: true })),
    ...mine.slice(shared).map(() => ({ isMine: true, isTheirs: false }))
  ]
}
