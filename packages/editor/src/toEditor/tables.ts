/** Tables of the structured document as rows of cells: its columns are the head, its records the rows. */
import type { RichBlock, RichContent, RichFragment } from "@octavo/document/rich/model"
import { isEmptyParagraph, isEmptyText, text } from "@octavo/document/rich/model"
import { titleText } from "@octavo/document/rich/titles"
import type { Node, NodeType } from "prosemirror-model"
import type { Data } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"
import { columnRoles } from "../schema/tables.ts"
import { inlinesOf } from "./inlines.ts"

interface Column {
  readonly id: string
  readonly data: Data
  readonly isShown: boolean
  readonly roles: ReadonlyArray<(typeof columnRoles)[number]>
  readonly width: unknown
}

interface Row {
  readonly id: string
  readonly order: string
  readonly values: Data
  readonly data: Data
}

interface Spans {
  readonly colspan: number
  readonly rowspan: number
}

type Blocks = (blocks: ReadonlyArray<RichBlock>) => Node[]

/** A table; undefined when rows of cells cannot hold all that it says. */
export const tableOf = (type: NodeType, block: RichBlock, blocksOf: Blocks): Node | undefined => {
  const { cellMerges = [], definition, records, view, ...rest } = block.data ?? {}
  const columns = columnsOf(definition, view)
  const rows = rowsOf(records)
  if (columns === undefined || rows === undefined || !isRecord(view) || !isEmptyText(block.nodes ?? []))
    return undefined
  const { columns: _, columnWidths: __, ...look } = view
  const body = bodyOf(columns, rows, mergesOf(cellMerges), block.fragments ?? [], blocksOf)
  if (body === undefined) return undefined
  const head = schema.node("table_head", null, columns.map(headerOf))
  const isOfColumn = (name: string): boolean => columns.some(({ roles }) => roles.some((role) => role === name))
  const ownLook = Object.fromEntries(Object.entries(look).filter(([name]) => !isOfColumn(name)))
  return type.create({ key: block.key ?? null, data: { ...rest, view: ownLook } }, [head, ...body])
}

const isRecord = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value)

/** In the order of the view; those that it does not show keep their place in the definition. */
const columnsOf = (definition: unknown, view: unknown): ReadonlyArray<Column> | undefined => {
  if (!isRecord(definition) || !isRecord(view) || !Array.isArray(view["columns"])) return undefined
  const shown: ReadonlyArray<unknown> = view["columns"]
  const widths = isRecord(view["columnWidths"]) ? view["columnWidths"] : {}
  const known = Object.keys(definition)
  const visible = new Set(shown)
  const areKnown =
    visible.size === shown.length && shown.every((id) => typeof id === "string" && Object.hasOwn(definition, id))
  if (known.length === 0 || !areKnown) return undefined
  const others = known.filter((id) => !visible.has(id))
  const inOrder = known.filter((id) => visible.has(id)).every((id, index) => id === shown[index])
  const columns: Column[] = []
  for (const id of inOrder ? known : [...(shown as ReadonlyArray<string>), ...others]) {
    const data = definition[id]
    if (!isRecord(data) || typeof data["title"] !== "string") return undefined
    const roles = columnRoles.filter((role) => view[role] === id)
    columns.push({ id, data, isShown: visible.has(id), roles, width: widths[id] })
  }
  return columns
}

const rowsOf = (records: unknown): ReadonlyArray<Row> | undefined => {
  if (!isRecord(records)) return undefined
  const rows: Row[] = []
  for (const [id, record] of Object.entries(records)) {
    if (!isRecord(record)) return undefined
    const { orderIndex: order, values, ...data } = record
    if (typeof order !== "string" || !isRecord(values)) return undefined
    rows.push({ id, order, values, data })
  }
  return rows.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
}

const headerOf = ({ data: { id: _, nodes, title, ...data }, id, isShown, roles, width }: Column): Node => {
  const marked = Array.isArray(nodes) && titleText(nodes) === title ? (nodes as ReadonlyArray<RichContent>) : undefined
  const content = inlinesOf(marked ?? [text(String(title))])
  return schema.node("table_header", { id, data, isShown, roles, colwidth: widthsOf([width]) }, content)
}

/** Of the columns that a cell spans: 0 for those without one. */
const widthsOf = (widths: ReadonlyArray<unknown>): ReadonlyArray<number> | null =>
  widths.some((width) => typeof width === "number")
    ? widths.map((width) => (typeof width === "number" ? width : 0))
    : null

/** Spans by the ids of record and column. */
const mergesOf = (merges: unknown): Map<string, Spans> | undefined => {
  const found = new Map<string, Spans>()
  if (!Array.isArray(merges)) return undefined
  for (const merge of merges) {
    const anchor: unknown = isRecord(merge) ? merge["anchor"] : undefined
    if (!isRecord(merge) || !isRecord(anchor)) return undefined
    const { colSpan: colspan = 1, rowSpan: rowspan = 1 } = merge
    if (!isSpan(colspan) || !isSpan(rowspan)) return undefined
    found.set(nameOf(String(anchor["record"]), String(anchor["column"])), { colspan, rowspan })
  }
  return found
}

const isSpan = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 1

const nameOf = (record: string, column: string): string => `${record} ${column}`

/** The rows; undefined when spans or fragments are left over, cells cover each other, or hold what none can. */
const bodyOf = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Row>,
  merges: Map<string, Spans> | undefined,
  fragments: ReadonlyArray<RichFragment>,
  blocksOf: Blocks
): ReadonlyArray<Node> | undefined => {
  if (merges === undefined) return undefined
  const texts = new Map(fragments.map((fragment) => [fragment.fragment, fragment]))
  let isWhole = texts.size === fragments.length
  const coveredUntil = columns.map(() => 0)
  const body = rows.map((row, index) => {
    const values = new Map(Object.entries(row.values))
    const cells: Node[] = []
    for (let at = 0; at < columns.length; at++) {
      if (coveredUntil[at]! > index) continue
      const { data, id } = columns[at]!
      const name = nameOf(row.id, id)
      const { colspan, rowspan } = merges.get(name) ?? { colspan: 1, rowspan: 1 }
      merges.delete(name)
      isWhole &&= index + rowspan <= rows.length && at + colspan <= columns.length
      for (let next = at; isWhole && next < at + colspan; next++) {
        isWhole = coveredUntil[next]! <= index
        coveredUntil[next] = index + rowspan
      }
      const value = values.get(id)
      values.delete(id)
      const attributes = {
        colspan,
        rowspan,
        colwidth: widthsOf(columns.slice(at, at + colspan).map((column) => column.width))
      }
      cells.push(cellOf(attributes, value, data["type"], texts, blocksOf))
    }
    isWhole &&= values.size === 0 && cells.every(({ content, type }) => type.validContent(content))
    return schema.node("table_row", { id: row.id, data: row.data }, cells)
  })
  return isWhole && merges.size === 0 && texts.size === 0 ? body : undefined
}

/** A cell of blocks, or of a value. Takes its fragment away. */
const cellOf = (
  attributes: Data,
  value: unknown,
  type: unknown,
  texts: Map<string | undefined, RichFragment>,
  blocksOf: Blocks
): Node => {
  const fragment = typeof value === "string" ? texts.get(value) : undefined
  if (fragment !== undefined) {
    texts.delete(fragment.fragment)
    const [only, ...more] = fragment.nodes
    // where there is a text nobody has to say that there is something: the cell is as one that was made here
    const isFilled = more.length === 0 && (only === undefined || (only.key === undefined && isEmptyParagraph(only)))
    return schema.nodes["table_cell"]!.create({ ...attributes, isFilled }, blocksOf(fragment.nodes))
  }
  const isEmpty = value === undefined || value === null
  if (isEmpty && (type === undefined || type === "text")) return schema.node("table_cell", attributes, blocksOf([]))
  if (type !== "text") return schema.node("table_value", { ...attributes, type, value: value ?? null })
  const words = inlinesOf([text(typeof value === "string" ? value.trim() : "")])
  return schema.node("table_cell", attributes, [schema.node("paragraph", null, words)])
}
