/** Tables of two states as one: its rows and columns stand as in a table that has them all, those of one state marked. */
import type { Data, RichBlock, RichFragment } from "../model.ts"
import { type ComparedBlock, type ComparedFragment, type PartChange, saying } from "./model.ts"
import { pairUp } from "./pairing.ts"
import { textIn, wordsIn } from "./text.ts"

interface Column {
  readonly id: string
  readonly data: Data
}

/** The cells of a row in the order of the columns: the blocks of a cell, or its value. */
interface Row {
  readonly data: Data
  readonly cells: ReadonlyArray<Cell>
}

type State = "before" | "after"

interface Cell {
  readonly fragment?: RichFragment
  readonly value?: unknown
}

const recordOf = (value: unknown): Data => (typeof value === "object" && value !== null ? (value as Data) : {})

const columnsOf = (table: RichBlock): ReadonlyArray<Column> =>
  Object.entries(recordOf(table.data?.["definition"])).map(([id, data]) => ({ id, data: recordOf(data) }))

const rowsOf = (table: RichBlock, columns: ReadonlyArray<Column>): ReadonlyArray<Row> => {
  const fragments = new Map((table.fragments ?? []).map((fragment) => [fragment.fragment, fragment]))
  return Object.values(recordOf(table.data?.["records"]))
    .map(recordOf)
    .sort((one, other) => (String(one["orderIndex"]) < String(other["orderIndex"]) ? -1 : 1))
    .map((data) => {
      const values = recordOf(data["values"])
      const cells = columns.map(({ id }): Cell => {
        const value = values[id]
        const fragment = typeof value === "string" ? fragments.get(value) : undefined
        return fragment === undefined ? { value } : { fragment }
      })
      return { data, cells }
    })
}

/** What a cell says. */
const cellText = ({ fragment, value }: Cell): string => saying(fragment?.nodes ?? value ?? null)

const wordsOf = ({ cells }: Row): ReadonlySet<string> =>
  wordsIn(
    cells
      .map(({ fragment, value }) => (fragment === undefined ? saying(value ?? "") : textIn(fragment.nodes)))
      .join(" ")
  )

/** A column of the table of both, and its places in the tables that have it. */
interface Both {
  readonly column: Column
  readonly was?: Column
  readonly before?: number
  readonly after?: number
}

const compareColumns = (before: ReadonlyArray<Column>, after: ReadonlyArray<Column>): ReadonlyArray<Both> => {
  const titleOf = ({ data }: Column): string => String(data["title"] ?? "")
  let [at, sideAt] = [0, 0]
  return pairUp(before, after, {
    nameOf: ({ data }) => `${titleOf({ id: "", data })} ${String(data["type"])}`,
    kindOf: ({ data }) => String(data["type"]),
    wordsOf: (column) => wordsIn(titleOf(column))
  }).map((pair): Both => {
    const column = pair.after ?? pair.before!
    return {
      column,
      ...(pair.before !== undefined && { was: pair.before, before: at++ }),
      ...(pair.after !== undefined && { after: sideAt++ })
    }
  })
}

/** How what is in cells is compared. */
type CompareBlocks = (before: ReadonlyArray<RichBlock>, after: ReadonlyArray<RichBlock>) => ReadonlyArray<ComparedBlock>

/** @returns the table after, with the rows and columns of both. Its data says what changed: see `PartChange`. */
export const compareTables = (before: RichBlock, after: RichBlock, compareBlocks: CompareBlocks): ComparedBlock => {
  const [columns, sideColumns] = [columnsOf(before), columnsOf(after)]
  const both = compareColumns(columns, sideColumns)
  const ids = both.map((_, index) => `c${index}`)
  const fragments: ComparedFragment[] = []
  const records: Record<string, unknown> = {}
  const ordered = both.map(({ before: place }) => place)
  const sideOrdered = both.map(({ after: place }) => place)
  const rows = rowsOf(before, columns).map((row) => ({ row, name: nameOf(row, ordered, sideOrdered) }))
  const sideRows = rowsOf(after, sideColumns).map((row) => ({ row, name: nameOf(row, sideOrdered, ordered) }))
  pairUp(rows, sideRows, {
    nameOf: ({ name }) => name,
    kindOf: () => "row",
    wordsOf: ({ row }) => wordsOf(row)
  }).forEach((pair, index) => {
    const id = `r${index}`
    const [one, other] = [pair.before?.row, pair.after?.row]
    const values: Record<string, unknown> = {}
    const was: Record<string, unknown> = {}
    both.forEach((column, place) => {
      const cell = column.before === undefined ? undefined : one?.cells[column.before]
      const sideCell = column.after === undefined ? undefined : other?.cells[column.after]
      const fragment = compareCells(cell, sideCell, `${id}.${ids[place]}`, compareBlocks)
      if (fragment !== undefined) {
        fragments.push(fragment)
        values[ids[place]!] = fragment.fragment
      } else {
        const shown = sideCell ?? cell
        if (shown?.value !== undefined) values[ids[place]!] = shown.value
        const isOther = cell !== undefined && sideCell !== undefined && cellText(cell) !== cellText(sideCell)
        if (isOther) was[ids[place]!] = cell.value ?? null
      }
    })
    records[id] = {
      ...(other ?? one)!.data,
      orderIndex: String(index).padStart(6, "0"),
      values,
      ...partChange(one, other, was)
    }
  })
  const definition = Object.fromEntries(
    both.map(({ after: place, column, was }, index) => {
      const isOther = was !== undefined && place !== undefined && sayingColumn(was) !== sayingColumn(column)
      const change = partChange(was, place === undefined ? undefined : column, isOther ? was.data : {})
      return [ids[index]!, { ...column.data, id: ids[index], ...change }]
    })
  )
  const [was, own] = [ownData(before, both, ids, "before"), ownData(after, both, ids, "after")]
  const shown = { ...recordOf(own["view"]), columns: shownColumns(before, after, both, ids) }
  return {
    ...after,
    ...(!isSameData(was, own, both, ids) && { change: { kind: "edited", was } }),
    data: { ...own, view: shown, definition, records },
    fragments
  }
}

const sayingColumn = ({ data }: Column): string => saying({ ...data, id: "" })

/** A row is the same where what stands in the columns that both have is. */
const nameOf = (
  { cells }: Row,
  own: ReadonlyArray<number | undefined>,
  other: ReadonlyArray<number | undefined>
): string =>
  own
    .map((place, index) => (place === undefined || other[index] === undefined ? "" : cellText(cells[place]!)))
    .join("\n")

const partChange = (before: unknown, after: unknown, was: Data): PartChange =>
  after === undefined
    ? { change: "removed" }
    : before === undefined
      ? { change: "added" }
      : Object.keys(was).length > 0
        ? { was }
        : {}

/** The blocks of a cell in both states; nothing where it holds a value. */
const compareCells = (
  before: Cell | undefined,
  after: Cell | undefined,
  name: string,
  compareBlocks: CompareBlocks
): ComparedFragment | undefined => {
  const [one, other] = [before?.fragment, after?.fragment]
  if (one === undefined && other === undefined) return undefined
  if (after !== undefined && other === undefined && after.value !== undefined) return undefined
  const nodes = compareBlocks(one?.nodes ?? [], other?.nodes ?? [])
  return { ...(other ?? one)!, fragment: name, nodes }
}

/** Whether that is the same, but for the columns that are in one of the states alone. */
const isSameData = (before: Data, after: Data, both: ReadonlyArray<Both>, ids: ReadonlyArray<string>): boolean => {
  const stayed = new Set(
    ids.filter((_, index) => both[index]!.before !== undefined && both[index]!.after !== undefined)
  )
  const [one, other] = [before, after].map((data) => {
    const view = recordOf(data["view"])
    const columns = Array.isArray(view["columns"]) ? view["columns"].filter((id) => stayed.has(id)) : []
    return saying({ ...data, view: { ...view, columns } })
  })
  return one === other
}

/** What is said of a table beside its rows and columns; the view names columns by their ids in the table of both. */
const ownData = (table: RichBlock, both: ReadonlyArray<Both>, ids: ReadonlyArray<string>, state: State): Data => {
  const newId = new Map<unknown, string>()
  both.forEach((column, index) => {
    const place = column[state]
    if (place !== undefined) newId.set((state === "before" ? column.was! : column.column).id, ids[index]!)
  })
  const idOf = (value: unknown): unknown => newId.get(value) ?? value
  const { definition: _, records: __, ...data } = table.data ?? {}
  const view = Object.entries(recordOf(data["view"])).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(idOf) : idOf(value)
  ])
  return { ...data, view: Object.fromEntries(view) }
}

/** The columns that are shown in either state, in the order of both. */
const shownColumns = (
  before: RichBlock,
  after: RichBlock,
  both: ReadonlyArray<Both>,
  ids: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const shownIn = ({ data }: RichBlock): ReadonlySet<unknown> => {
    const { columns } = recordOf(data?.["view"])
    return new Set(Array.isArray(columns) ? columns : [])
  }
  const [was, shown] = [shownIn(before), shownIn(after)]
  return both.flatMap(({ after: place, column }, index) =>
    (place === undefined ? was : shown).has(column.id) ? [ids[index]!] : []
  )
}
