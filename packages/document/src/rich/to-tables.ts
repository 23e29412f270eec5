/** Tables as definitions of columns, records, and a fragment for every cell of text. */
import type { Align, Block, Content, Inline, RichTable, RichTableCell, RichTableColumn, Table } from "../ast.ts"
import { isBlock } from "../content.ts"
import { printBlock } from "../print/blocks.ts"
import type { ReadContext } from "./context.ts"
import { firstText, hash } from "./keys.ts"
import {
  block,
  type Data,
  defined,
  isEmptyParagraph,
  type RichBlock,
  type RichFragment,
  sourceParagraph,
  voidBlock
} from "./model.ts"
import { titled } from "./titles.ts"
import { blockNodes } from "./to-blocks.ts"
import { inlineNodes } from "./to-inlines.ts"

const firstOf = (nodes: ReadonlyArray<RichBlock>): string => nodes.map(firstText).join(" ")

/** Cell fragments are found by this name, which is the value of the cell. */
const fragmentName = (record: string, column: string): string => `${record}.${column}`

/** Ids that say what they are of: the same text gives the same id, wherever it stands. */
class Ids {
  readonly #counts = new Map<string, number>()
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  of(seed: string): string {
    const id = this.#prefix + hash(seed)
    const count = this.#counts.get(id) ?? 0
    this.#counts.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}

/** The place of a record: texts that sort as numbers do. */
const orderIndex = (index: number): string => String(index).padStart(6, "0")

export const table = ({ align, children }: Table, context: ReadContext): RichBlock => {
  const ids = new Ids("c")
  const definition: Record<string, Data> = {}
  const columns = align.map((one, at) => {
    const head = titled(inlineNodes(children[0]?.children[at]?.children ?? [], context))
    const id = ids.of(head.title)
    definition[id] = { id, ...head, type: "text", textAlignment: one ?? "left" }
    return id
  })
  const recordIds = new Ids("r")
  const records: Record<string, Data> = {}
  const fragments: RichFragment[] = []
  children.slice(1).forEach((row, index) => {
    const cells = row.children.map((cell) => [block("paragraph", {}, inlineNodes(cell.children, context))])
    const record = recordIds.of(cells[0] === undefined ? "" : firstOf(cells[0]))
    const values: Record<string, unknown> = {}
    cells.forEach((nodes, at) => {
      if (isEmptyParagraph(nodes[0]!)) return
      const name = fragmentName(record, columns[at]!)
      values[columns[at]!] = name
      fragments.push(cellFragment(name, nodes))
    })
    records[record] = { orderIndex: orderIndex(index), values }
  })
  const view = { type: "grid", columns, hideHeader: false }
  return { ...voidBlock("table", { view, records, definition }), fragments }
}

const cellFragment = (fragment: string, nodes: RichBlock[]): RichFragment => ({
  object: "fragment",
  fragment,
  type: "table-cell",
  nodes
})

// ---------------------------------------------------------------- HTML tables

export const richTable = (node: RichTable, context: ReadContext): RichBlock[] => {
  const ids = new Ids("c")
  const placed = placeCells(node)
  const width = placed.reduce((most, row) => Math.max(most, (row[row.length - 1]?.at ?? -1) + 1), node.columns.length)
  if (width === 0) return [sourceParagraph(printBlock(node))]
  const definition: Record<string, Data> = {}
  const columns = Array.from({ length: width }, (_, at) => {
    const column = node.columns[at]
    const head = column === undefined ? { title: "" } : titled(inlineNodes(column.children, context))
    const id = ids.of(head.title)
    definition[id] = { id, ...head, ...columnData(column, alignOf(node, column, at), node.view === "cards") }
    return { id, column }
  })
  const recordIds = new Ids("r")
  const records: Record<string, Data> = {}
  const fragments: RichFragment[] = []
  const merges: Data[] = []
  placed.forEach((row, index) => {
    const cells = row.map(({ at, cell }) => {
      const { column, id } = columns[at]!
      const value = column === undefined ? undefined : cellValue(cell, column, context)
      const isText = value === undefined && cell.children.length > 0
      return { cell, id, value, blocks: isText ? cellBlocks(cell.children, context) : undefined }
    })
    const [first] = cells
    const record = recordIds.of(
      first?.blocks === undefined ? JSON.stringify(first?.value ?? "") : firstOf(first.blocks)
    )
    const values: Record<string, unknown> = {}
    for (const { blocks, cell, id, value } of cells) {
      if (value !== undefined) values[id] = value
      else if (blocks !== undefined) {
        const name = fragmentName(record, id)
        values[id] = name
        fragments.push(cellFragment(name, blocks))
      }
      const { colSpan = 1, rowSpan = 1 } = cell
      if (colSpan > 1 || rowSpan > 1) merges.push({ anchor: { record, column: id }, rowSpan, colSpan })
    }
    records[record] = { orderIndex: orderIndex(index), values }
  })
  const data = {
    view: viewOf(node, columns),
    records,
    definition,
    cellMerges: merges.length === 0 ? undefined : merges,
    fullWidth: node.fullWidth || undefined,
    search: node.search ? undefined : false,
    attributes: others(node.attributes, tableAttributes)
  }
  return [{ ...voidBlock("table", data), fragments }]
}

type PlacedCells = ReadonlyArray<ReadonlyArray<{ readonly at: number; readonly cell: RichTableCell }>>

/** Spans may make a table this many times as wide as its cells are; beyond it they say nothing. */
const MAX_STRETCH = 10

/** The cells of each row with their columns: cells that span others push the next ones on. */
const placeCells = ({ columns, rows }: RichTable): PlacedCells => {
  const cells = rows.reduce((most, row) => Math.max(most, row.children.length), columns.length)
  const takenUntil: number[] = []
  const placed: Array<Array<{ at: number; cell: RichTableCell }>> = []
  for (const [index, row] of rows.entries()) {
    let next = 0
    placed.push([])
    for (const cell of row.children) {
      while ((takenUntil[next] ?? 0) > index) next++
      const { colSpan = 1, rowSpan = 1 } = cell
      if (next + colSpan > cells * MAX_STRETCH) return inOrder(rows)
      placed[index]!.push({ at: next, cell })
      for (let end = next + colSpan; next < end; next++) if (rowSpan > 1) takenUntil[next] = index + rowSpan
    }
  }
  return placed
}

const inOrder = (rows: RichTable["rows"]): PlacedCells =>
  rows.map((row) => row.children.map(({ colSpan: _, rowSpan: __, ...cell }, at) => ({ at, cell })))

type Columns = ReadonlyArray<{ readonly id: string; readonly column: RichTableColumn | undefined }>

const viewOf = (node: RichTable, columns: Columns): Data => {
  const shown = columns.filter(({ column }) => column?.hidden !== true).map(({ id }) => id)
  if (node.view === "grid") {
    const widths = columns.flatMap(({ column, id }) =>
      /^\d+(?:\.\d+)?$/.test(column?.width ?? "") ? [[id, Number(column!.width)] as const] : []
    )
    return defined({
      type: "grid",
      columns: shown,
      hideHeader: node.headerHidden,
      columnWidths: widths.length === 0 ? undefined : Object.fromEntries(widths),
      stickyHeader: node.headerSticky || undefined
    })
  }
  const holder = (is: (column: RichTableColumn) => boolean): string | undefined =>
    columns.find(({ column }) => column !== undefined && is(column))?.id
  return defined({
    type: "cards",
    cardSize: node.cardSize,
    columns: shown,
    targetDefinition: holder((column) => column.cardTarget),
    coverDefinition: holder((column) => column.cardCover),
    coverDefinitionDark: holder((column) => column.cardCoverDark),
    hideHeader: node.headerHidden || undefined
  })
}

const tableAttributes = new Set([
  "data-view",
  "data-card-size",
  "data-full-width",
  "data-header-hidden",
  "data-header-sticky",
  "data-search"
])

const columnAttributes = new Set(["data-type", "data-hidden", "data-max", "data-multiple", "width", "align"])

/** Said by the view of cards. */
const cardAttributes = new Set([...columnAttributes, "data-card-target", "data-card-cover", "data-card-cover-dark"])

const others = (attributes: Readonly<Record<string, string>>, known: ReadonlySet<string>): Data | undefined => {
  const rest = Object.entries(attributes).filter(([name]) => !known.has(name))
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}

/** Alignment of a column: its own, or the one that all of its cells have. */
const alignOf = ({ rows }: RichTable, column: RichTableColumn | undefined, at: number): Align => {
  if (column?.align !== undefined) return column.align
  const first = rows[0]?.children[at]?.align
  if (first === undefined || !rows.every((row) => row.children[at]?.align === first)) return "left"
  return first
}

const columnData = (column: RichTableColumn | undefined, textAlignment: Align, isCards: boolean): Data => {
  if (column === undefined) return { type: "text", textAlignment }
  const { attributes, dataType, multiple, options, width } = column
  const rest = defined({
    hidden: column.hidden || undefined,
    width: width === undefined || /^\d+(?:\.\d+)?$/.test(width) ? undefined : width,
    attributes: others(attributes, isCards ? cardAttributes : columnAttributes)
  })
  switch (dataType) {
    case "text":
      return { type: "text", textAlignment, ...rest }
    case "select":
      return {
        type: "select",
        multiple,
        options: options.map(({ color, label, value }) => ({ value, label, color: color ?? "" })),
        ...rest
      }
    case "users":
      return { type: "users", multiple: attributes["data-multiple"] === "true", ...rest }
    case "rating":
      return { type: "rating", max: Number(attributes["data-max"]) || 5, ...rest }
    default:
      return { type: dataType, ...rest }
  }
}

/** The value of a cell of a typed column. */
const cellValue = (cell: RichTableCell, { dataType }: RichTableColumn, context: ReadContext): unknown => {
  const [first] = cell.values
  if (first === undefined || dataType === "text") return undefined
  switch (dataType) {
    case "checkbox":
      return first === "true"
    case "number":
    case "rating": {
      const number = Number(first)
      return first !== "" && String(number) === first ? number : first
    }
    case "content-ref":
      return context.ref(first)
    case "image":
      return context.mediaRef(first)
    case "files":
      return cell.values.map((href) => {
        const ref = context.ref(href)
        return ref.kind === "file" && ref.space === undefined && ref.broken === undefined ? ref.file : href
      })
    case "users":
      return first.split(",").map((one) => one.trim())
    default:
      return cell.values
  }
}

/** Lines of a cell: inlines are one paragraph. */
const cellBlocks = (children: ReadonlyArray<Content>, context: ReadContext): RichBlock[] =>
  children.some(isBlock)
    ? blockNodes(children as ReadonlyArray<Block>, context)
    : [block("paragraph", {}, inlineNodes(children as ReadonlyArray<Inline>, context))]
