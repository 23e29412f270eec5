/** Tables of the editor as definitions of columns, records, and a fragment for every cell of text. */
import type { RichBlock, RichFragment } from "@octavo/document/rich/model"
import { block, defined, text, voidBlock } from "@octavo/document/rich/model"
import { titled } from "@octavo/document/rich/titles"
import type { Node } from "prosemirror-model"
import { isBlank } from "../commands/nodes.ts"
import { type Data, dataOf } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"
import { columnRoles } from "../schema/tables.ts"
import { contentOf } from "./inlines.ts"

interface Column {
  readonly id: string
  readonly data: Data
  readonly isShown: boolean
  readonly roles: ReadonlyArray<string>
  readonly width: number | undefined
}

type Blocks = (nodes: ReadonlyArray<Node>) => RichBlock[]

/** A table, its columns and records known by the ids that they had; new and copied ones get others. */
export const tableOf = (node: Node, blocksOf: Blocks): RichBlock => {
  const [head, ...rows] = node.children
  const placed = placeCells(rows)
  const width = placed.reduce(
    (most, cells) => cells.reduce((all, { at, colSpan }) => Math.max(all, at + colSpan), most),
    0
  )
  const columns = asText(columnsOf(head!, width), placed)
  const ids = uniqueIds("row", rows)
  const fragments: RichFragment[] = []
  const cellMerges: Data[] = []
  const records: Record<string, Data> = {}
  rows.forEach((row, index) => {
    const record = ids[index]!
    const values: Record<string, unknown> = {}
    for (const { at, cell, colSpan, rowSpan } of placed[index]!) {
      const column = columns[at]!
      if (colSpan > 1 || rowSpan > 1) cellMerges.push({ anchor: { record, column: column.id }, rowSpan, colSpan })
      const said = cellOf(cell, column, blocksOf)
      if (said === undefined) continue
      const name = `${record}.${column.id}`
      values[column.id] = "value" in said ? said.value : name
      if ("nodes" in said) fragments.push({ object: "fragment", fragment: name, type: "table-cell", nodes: said.nodes })
    }
    records[record] = { ...dataOf(row), orderIndex: String(index).padStart(6, "0"), values }
  })
  const { view, ...rest } = dataOf(node)
  const data = {
    ...rest,
    view: viewOf((view ?? {}) as Data, columns),
    records,
    definition: Object.fromEntries(columns.map(({ data, id }) => [id, data])),
    cellMerges: cellMerges.length === 0 ? undefined : cellMerges
  }
  return { ...voidBlock("table", data), fragments }
}

interface PlacedCell {
  readonly at: number
  readonly cell: Node
  readonly colSpan: number
  readonly rowSpan: number
}

/** The cells of each row with their columns. A cell spans what is there and free. */
const placeCells = (rows: ReadonlyArray<Node>): ReadonlyArray<ReadonlyArray<PlacedCell>> => {
  const coveredUntil: number[] = []
  const isFree = (at: number, row: number): boolean => (coveredUntil[at] ?? 0) <= row
  return rows.map((row, index) => {
    let next = 0
    return row.children.map((cell) => {
      while (!isFree(next, index)) next++
      const at = next
      const { colspan, rowspan } = cell.attrs as { colspan: number; rowspan: number }
      const rowSpan = Math.min(rowspan, rows.length - index)
      while (next < at + colspan && isFree(next, index)) coveredUntil[next++] = index + rowSpan
      return { at, cell, colSpan: next - at, rowSpan }
    })
  })
}

/** Types of columns whose values are texts that somebody writes. */
const ofWords = new Set<unknown>(["select", "users"])

/** Types of columns that say nothing but values. In those of links and pictures a text may stand besides. */
const ofValues = new Set<unknown>([...ofWords, "checkbox", "number", "rating"])

/** Columns in which a cell holds what no value of their type can say are such of text, as if nobody had set a type. */
const asText = (
  columns: ReadonlyArray<Column>,
  placed: ReadonlyArray<ReadonlyArray<PlacedCell>>
): ReadonlyArray<Column> => {
  const others = new Set(
    placed.flat().flatMap(({ at, cell }) => (isOfType(cell, columns[at]!.data["type"]) ? [] : [at]))
  )
  return columns.map((column, at) => {
    if (!others.has(at)) return column
    const { id, nodes, title } = column.data
    return { ...column, data: defined({ id, title, nodes, type: "text", textAlignment: "left" }) }
  })
}

/** Whether a cell says what a value of a type can say. */
const isOfType = (cell: Node, type: unknown): boolean => {
  if (!ofValues.has(type)) return true
  if (cell.type.name !== "table_value") return isBlank(cell) || (ofWords.has(type) && isPlain(cell))
  const { type: kind, value } = cell.attrs as { readonly type: unknown; readonly value: unknown }
  return value === null || value === undefined || kind === type || ofWords.has(type)
}

/** Whether a cell holds one text without marks. */
const isPlain = ({ children: [only], childCount }: Node): boolean =>
  childCount === 1 &&
  only!.type.name === "paragraph" &&
  only!.children.every((node) => node.isText && node.marks.length === 0)

/** What a cell says, if it says something. The value of another type than that of its column is a text. */
const cellOf = (
  { attrs, children, type }: Node,
  column: Column,
  blocksOf: Blocks
): { readonly value: unknown } | { readonly nodes: ReadonlyArray<RichBlock> } | undefined => {
  if (type.name === "table_value") {
    const { type: kind, value } = attrs as { type: string | null; value: unknown }
    if (value === undefined || value === null) return undefined
    if (kind === column.data["type"]) return { value }
    return { nodes: [block("paragraph", {}, [text(wordsOf(value))])] }
  }
  const nodes = blocksOf(children)
  return nodes.length > 0 || attrs["isFilled"] === true ? { nodes } : undefined
}

const wordsOf = (value: unknown): string => {
  if (typeof value === "string") return value
  const areTexts = Array.isArray(value) && value.every((one) => typeof one === "string")
  return areTexts ? value.join(", ") : JSON.stringify(value)
}

/** The ids of nodes; new ones for those that have none, or that of one before. */
const uniqueIds = (kind: string, nodes: ReadonlyArray<Node>): string[] => {
  const taken = new Set(nodes.map(({ attrs }) => attrs["id"] as string | null))
  const used = new Set<string>()
  let next = 1
  return nodes.map(({ attrs }) => {
    let id = attrs["id"] as string | null
    if (id === null || used.has(id)) {
      do id = `${kind}-${next++}`
      while (taken.has(id))
    }
    used.add(id)
    return id
  })
}

/** The columns that cells of the head are, one that spans others being the first of as many, and as many as are needed. */
const columnsOf = (head: Node, least: number): Column[] => {
  const untitled = (length: number): Node[] => Array.from({ length }, () => schema.node("table_header"))
  const headers = head.children.flatMap((cell) => [cell, ...untitled((cell.attrs["colspan"] as number) - 1)])
  headers.push(...untitled(Math.max(0, least - headers.length)))
  const ids = uniqueIds("column", headers)
  return headers.map((header, at) => {
    const { colwidth, isShown, roles } = header.attrs as Pick<Column, "isShown" | "roles"> & {
      readonly colwidth: ReadonlyArray<number> | null
    }
    const id = ids[at]!
    return {
      id,
      data: { id, ...titled(contentOf(header)), ...dataOf(header) },
      isShown,
      roles,
      width: colwidth?.[0] || undefined
    }
  })
}

/**
 * The view with what it says of columns: those that it shows, their widths, and the first of each role. Columns that were
 * pasted as a table of their own, which has no look yet, have none.
 */
const viewOf = (view: Data, columns: ReadonlyArray<Column>): Data => {
  const widths = columns.flatMap(({ id, width }) => (width === undefined ? [] : [[id, width] as const]))
  const hasLook = view["type"] !== undefined
  const ofRoles = columnRoles.map((role) => [role, columns.find(({ roles }) => hasLook && roles.includes(role))?.id])
  return defined({
    ...view,
    ...Object.fromEntries(ofRoles),
    columns: columns.flatMap(({ id, isShown }) => (isShown ? [id] : [])),
    columnWidths: widths.length === 0 ? undefined : Object.fromEntries(widths)
  })
}
