/** Tables: columns as wide as their content asks for, heads again on every sheet. */
import type { Node, RichTable, RichTableCell, RichTableColumn, Table } from "@octavo/document"
import { pixels } from "@octavo/render/authorValues"
import { isBlank, plainText, unwrap, visibleColumns } from "@octavo/render/text"
import { type Context, resolveLink } from "./context.ts"
import { inlineItems, pictureBox, pictureOf, pictureSize, washOf } from "./inlines.ts"
import { type Item, type Style, textRows, textWidths } from "./lines.ts"
import { isInline, isSilent } from "./nodes.ts"
import { type Cell, heightOf, padding, type Row, row, sideBySide } from "./rows.ts"
import { color, named, textHeight } from "./theme.ts"

type Align = "left" | "center" | "right" | undefined

/** A cell before it is laid out. */
interface Entry {
  readonly items?: ReadonlyArray<Item>
  /** Blocks, where the cell holds any. */
  readonly nodes?: ReadonlyArray<Node>
  readonly align: Align
  readonly columns: number
  readonly rows: number
}

interface Grid {
  readonly head: ReadonlyArray<Entry> | undefined
  readonly body: ReadonlyArray<ReadonlyArray<Entry>>
  readonly columns: number
  /** Points that the author asks for, by column. */
  readonly widths: ReadonlyArray<number | undefined>
}

const side = 6
const edge = 4.5
/** A column takes no less for its longest word. */
const longestWord = 150
/** What one cell may ask for, so that one long text does not take all. */
const longestText = 300

const isFlow = (nodes: ReadonlyArray<Node>): boolean => nodes.every((node) => isInline(node) || isSilent(node))

const asked = (context: Context, entry: Entry): { readonly least: number; readonly most: number } => {
  const items = entry.items ?? [{ kind: "text" as const, text: plainText(entry.nodes ?? []), style: context.style }]
  const { least, most } = textWidths(context.around.canvas, items)
  return { least: Math.min(least, longestWord) + 2 * side, most: Math.min(most, longestText) + 2 * side }
}

/** Widths of the columns: each as much as its longest word, and what is left by the length of the texts. */
const columnWidths = (grid: Grid, context: Context): ReadonlyArray<number> => {
  const least = new Array<number>(grid.columns).fill(2 * side + 8)
  const most = [...least]
  for (const line of [grid.head ?? [], ...grid.body]) {
    let column = 0
    for (const entry of line) {
      if (entry.columns === 1 && column < grid.columns) {
        const one = asked(context, entry)
        least[column] = Math.max(least[column]!, one.least)
        most[column] = Math.max(most[column]!, one.most)
      }
      column += entry.columns
    }
  }
  grid.widths.forEach((width, index) => {
    if (width !== undefined && index < grid.columns) most[index] = Math.max(least[index]!, width)
  })
  const sum = (all: ReadonlyArray<number>): number => all.reduce((total, one) => total + one, 0)
  const [low, high] = [sum(least), sum(most)]
  if (low >= context.width) return least.map((one) => (one / low) * context.width)
  if (high <= context.width) {
    // a table fills the width, but a small one is not torn apart
    const spare = high < context.width * 0.6 ? Math.min(context.width, high * 1.25) / high : context.width / high
    return most.map((one) => one * spare)
  }
  return least.map((one, index) => one + ((most[index]! - one) / (high - low)) * (context.width - low))
}

const cellRows = (entry: Entry, width: number, context: Context): ReadonlyArray<Row> => {
  const inside: Context = { ...context, width: Math.max(width - 2 * side, 8) }
  const rows =
    entry.items === undefined
      ? context.blocks(entry.nodes ?? [], inside)
      : textRows(context.around.canvas, entry.items, inside.width, context.style.size, {
          align: entry.align,
          leading: 1.45
        })
  return [padding(edge), ...rows, padding(edge)]
}

/**
 * A row of the table as rows of the page: one, or several where it may break.
 * @param edges where columns begin, and the end of the last one
 * @param free the first row in which each column is not taken by a cell above; written to
 * @param number of the row
 */
const lineRows = (
  line: ReadonlyArray<Entry>,
  edges: ReadonlyArray<number>,
  free: Array<number>,
  number: number,
  context: Context
): ReadonlyArray<Row> => {
  const columns = edges.length - 1
  const cells: Array<Cell> = []
  let column = 0
  for (const entry of line) {
    while (column < columns && free[column]! > number) column++
    if (column >= columns) break
    const span = Math.min(entry.columns, columns - column)
    const x = edges[column]!
    cells.push({ rows: cellRows(entry, edges[column + span]! - x, context), x: x + side })
    for (let at = column; at < column + span; at++) free[at] = number + entry.rows
    column += span
  }
  return whole(cells)
}

/** Rows of up to a third of a sheet never break. */
const whole = (cells: ReadonlyArray<Cell>): ReadonlyArray<Row> => {
  const pieces = sideBySide(cells, textHeight * 0.9)
  return heightOf(pieces) > textHeight / 3 ? pieces : joined(pieces)
}

const joined = (pieces: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  pieces.length < 2
    ? pieces
    : [
        row(heightOf(pieces), (canvas, x, y) => {
          let at = y
          for (const piece of pieces) {
            piece.draw?.(canvas, x, at)
            at += piece.height
          }
        })
      ]

/** A head of more columns stands on the first sheet alone: nobody can read it, and every sheet would take its time. */
const mostRepeated = 100

const gridRows = (grid: Grid, context: Context): ReadonlyArray<Row> => {
  if (grid.columns === 0) return []
  const small: Context = { ...context, style: { ...context.style, size: grid.columns > 6 ? 7.6 : 9 } }
  const widths = columnWidths(grid, small)
  const edges = [0]
  for (const [index, width] of widths.entries()) edges.push(edges[index]! + width)
  const total = edges[widths.length]!
  const ruled = (rows: ReadonlyArray<Row>, strong: boolean): ReadonlyArray<Row> =>
    rows.map((one, index) => {
      const last = index === rows.length - 1
      const { draw } = one
      return {
        ...one,
        draw: (canvas, x, y) => {
          if (strong) canvas.rect(x, y, total, one.height + 0.1, color.wash)
          draw?.(canvas, x, y)
          if (last) canvas.line(x, y + one.height, x + total, y + one.height, strong ? color.faint : color.rule, 0.5)
        }
      }
    })
  const noneTaken = (): Array<number> => widths.map(() => 0)
  const head = grid.head === undefined ? [] : ruled(lineRows(grid.head, edges, noneTaken(), 0, small), true)
  for (const one of head) one.keep = true
  // a head that takes much of a sheet is not drawn again
  const repeat = heightOf(head) > textHeight / 4 || grid.columns > mostRepeated ? [] : head
  const free = noneTaken()
  const body = grid.body.flatMap((line, number) =>
    ruled(lineRows(line, edges, free, number, small), false).map((one): Row => ({ ...one, repeat }))
  )
  return [...head, ...body]
}

const flat = (nodes: ReadonlyArray<Node>, context: Context, bold: boolean): Pick<Entry, "items" | "nodes"> => {
  const inner = unwrap(nodes)
  const style: Style = { ...context.style, size: 9, bold, ...(bold ? { color: color.strong } : {}) }
  return isFlow(inner) ? { items: inlineItems(inner, style, { ...context, width: 120 }) } : { nodes }
}

export const drawTable = (node: Table, context: Context): ReadonlyArray<Row> => {
  const [first, ...rest] = node.children
  const entries = (line: Table["children"][number], bold: boolean): ReadonlyArray<Entry> =>
    line.children.map((cell, index) => ({
      ...flat(cell.children, context, bold),
      align: node.align[index] ?? undefined,
      columns: 1,
      rows: 1
    }))
  const headed = first?.children.some((cell) => !isBlank(cell.children)) === true
  const columns = node.children.reduce((most, line) => Math.max(most, line.children.length), 0)
  return gridRows(
    {
      head: headed ? entries(first, true) : undefined,
      body: rest.map((line) => entries(line, false)),
      columns,
      widths: []
    },
    context
  )
}

// ---------------------------------------------------------------------------------------------------------------------

const plain = (text: string, style: Style): Item => ({ kind: "text", text, style })

const stars = (value: string, column: RichTableColumn): string => {
  const most = Math.min(Math.max(Math.round(Number(column.attributes["data-max"] ?? 5)) || 5, 1), 20)
  const full = Math.min(Math.max(Math.round(Number(value)) || 0, 0), most)
  return "★".repeat(full) + "☆".repeat(most - full)
}

const joinedItems = (parts: ReadonlyArray<ReadonlyArray<Item>>): ReadonlyArray<Item> =>
  parts.flatMap((part, index): ReadonlyArray<Item> => (index === 0 ? part : [{ kind: "break" }, ...part]))

/** A file in a cell: an image small, anything else by its name. */
const fileItems = (href: string, style: Style, context: Context): ReadonlyArray<Item> => {
  const picture = pictureOf(href, context)
  if (picture !== undefined) {
    const { height, width } = pictureSize(picture, {}, Math.min(context.width, 110), 80)
    return [{ kind: "box", style, box: pictureBox(picture, width, height, 0) }]
  }
  const target = resolveLink(href, "link", context)?.target
  const name = context.resolver.file(href)?.name ?? href.split(/[?#]/, 1)[0]!.split("/").at(-1)!
  return [plain(name, target === undefined ? style : { ...style, link: target, color: color.accent })]
}

/** Content of a cell by the type of its column; `undefined` where it is the text. */
export const typedItems = (
  cell: RichTableCell,
  column: RichTableColumn | undefined,
  style: Style,
  context: Context
): ReadonlyArray<Item> | undefined => {
  const { values } = cell
  if (column === undefined || values.length === 0) return undefined
  switch (column.dataType) {
    case "checkbox":
      return [plain(values[0] === "true" ? "☑" : "☐", style)]
    case "rating":
      return [plain(stars(values[0]!, column), { ...style, color: "#b57a00" })]
    case "select":
      return values.flatMap((value, index) => {
        const option = column.options.find((one) => one.value === value)
        const wash = washOf(option?.color) ?? named["gray"]!.wash
        return [...(index === 0 ? [] : [plain("   ", style)]), plain(option?.label ?? value, { ...style, wash })]
      })
    case "content-ref":
      return joinedItems(
        values.map((value) => {
          const link = resolveLink(value, "content-ref", context)
          const written = values.length === 1 ? plainText(cell.children) : ""
          const title = link?.page?.title ?? link?.title ?? (written || value)
          return [
            plain(title, link?.target === undefined ? style : { ...style, link: link.target, color: color.accent })
          ]
        })
      )
    case "image":
    case "files":
      return joinedItems(values.map((value) => fileItems(value, style, context)))
    default:
      return undefined
  }
}

export const drawGrid = (node: RichTable, context: Context): ReadonlyArray<Row> => {
  const visible = visibleColumns(node)
  const headed = !node.headerHidden && visible.some(({ column }) => !isBlank(column.children))
  const style: Style = { ...context.style, size: 9 }
  const entries = (cells: ReadonlyArray<RichTableCell>): ReadonlyArray<Entry> => {
    const merged = cells.length !== node.columns.length
    return cells.flatMap((cell, index): ReadonlyArray<Entry> => {
      const column = node.columns[index]
      if (column?.hidden === true && !merged) return []
      const items = typedItems(cell, merged ? undefined : column, style, context)
      return [
        {
          ...(items === undefined ? flat(cell.children, context, false) : { items }),
          align: cell.align ?? column?.align ?? (column?.dataType === "number" ? "right" : undefined),
          columns: Math.min(Math.max(cell.colSpan ?? 1, 1), 50),
          rows: Math.max(cell.rowSpan ?? 1, 1)
        }
      ]
    })
  }
  return gridRows(
    {
      head: headed
        ? visible.map(({ column }) => ({
            ...flat(column.children, context, true),
            align: column.align,
            columns: 1,
            rows: 1
          }))
        : undefined,
      body: node.rows.map((line) => entries(line.children)),
      columns: visible.length,
      widths: visible.map(({ column }) => {
        const width = pixels(column.width)
        return width === undefined ? undefined : width * 0.75
      })
    },
    context
  )
}
