/** Tables of structured documents: columns, rows and what stands in a cell. Pure. */
import type { PartChange } from "@octavo/document/rich/compare"
import { partChangeOf } from "./changes.ts"
import { fragmentOf, type RichBlock, type RichFragment } from "./document.ts"

export interface Column {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly align: string | undefined
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string; readonly color?: string }>
  readonly max: number
  /** Of a comparison: the column is in one of the states alone. */
  readonly change: PartChange["change"]
}

export interface Cell {
  readonly column: Column
  /** Text and blocks of the cell. */
  readonly fragment: RichFragment | undefined
  /** What a typed column has: a number, a choice, a reference. */
  readonly value: unknown
}

export interface TableView {
  readonly kind: "grid" | "cards"
  readonly hideHeader: boolean
  readonly isLarge: boolean
  readonly columns: ReadonlyArray<Column>
  readonly rows: ReadonlyArray<{
    readonly id: string
    readonly cells: ReadonlyArray<Cell>
    /** Of a comparison: the row is in one of the states alone. */
    readonly change: PartChange["change"]
    /** Of cards: where one leads, and its picture. */
    readonly target: unknown
    readonly cover: unknown
  }>
}

type Fields = Readonly<Record<string, unknown>>
const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {})
const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** The table that a block is, its rows in their order. */
export const tableOf = (block: RichBlock): TableView => {
  const { definition, records, view } = fields(block.data)
  const { cardSize, columns: shown, coverDefinition, hideHeader, targetDefinition, type } = fields(view)
  const [target, cover] = [text(targetDefinition), text(coverDefinition)]
  const ids = (Array.isArray(shown) ? shown : Object.keys(fields(definition))).filter(
    (id) => id !== target && id !== cover
  )
  const columns = ids.map((id) => columnOf(String(id), fields(fields(definition)[String(id)])))
  const fragments = new Map((block.fragments ?? []).map((fragment) => [fragment.fragment, fragment]))
  const rows = Object.entries(fields(records))
    .map(([id, record]) => ({
      id,
      change: partChangeOf(fields(record)),
      order: text(fields(record)["orderIndex"]),
      values: fields(fields(record)["values"])
    }))
    .toSorted((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0))
  return {
    kind: type === "cards" ? "cards" : "grid",
    hideHeader: hideHeader === true,
    isLarge: cardSize === "large",
    columns,
    rows: rows.map(({ change, id, values }) => ({
      id,
      change,
      target: values[target],
      cover: values[cover],
      cells: columns.map((column) => {
        const value = values[column.id]
        return { column, value, fragment: typeof value === "string" ? fragments.get(value) : undefined }
      })
    }))
  }
}

const columnOf = (id: string, { change, max, options, textAlignment, title, type }: Fields): Column => ({
  id,
  change: partChangeOf({ change }),
  title: text(title),
  type: text(type) || "text",
  align: text(textAlignment) || undefined,
  max: typeof max === "number" ? max : 5,
  options: Array.isArray(options) ? options : []
})

/** The caption of a picture, a file or an embed. */
export const captionOf = (block: RichBlock): RichFragment | undefined => fragmentOf(block, "caption")
