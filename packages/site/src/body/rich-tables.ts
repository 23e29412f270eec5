/** HTML tables with typed columns. */
import { isNamedAsPicture, type Node, type RichTable, type RichTableCell, type RichTableColumn } from "@octavo/document"
import { pixels } from "@octavo/render/authorValues"
import { isBlank, plainText, roomyColumns, unwrap, visibleColumns } from "@octavo/render/text"
import { attributes, classes, element, escaped, type Html, html, join, none } from "../html/html.ts"
import { colorOf } from "./colors.ts"
import { anchor, type Context, flow, phrase, resolveTarget } from "./context.ts"
import { isPhrasing } from "./html-element.ts"
import { drawPicture } from "./images.ts"
import { scrollingTable } from "./prose.ts"
import { drawFileLink, referenceTitle } from "./references.ts"

const drawCheckbox = (checked: boolean, context: Context): Html => {
  const label = checked ? context.state.labels.yes : context.state.labels.no
  return element("span", { class: classes("box", checked && "checked"), role: "img", "aria-label": label })
}

type Options = ReadonlyMap<string, RichTableColumn["options"][number]>

const optionsByColumn = new WeakMap<RichTableColumn, Options>()

/** By their values, the first of each. */
const optionsOf = (column: RichTableColumn): Options => {
  const known = optionsByColumn.get(column)
  if (known !== undefined) return known
  const options = new Map(column.options.map((option) => [option.value, option] as const).reverse())
  optionsByColumn.set(column, options)
  return options
}

const drawChip = (value: string, column: RichTableColumn): Html => {
  const option = optionsOf(column).get(value)
  const color = option?.color === undefined ? undefined : colorOf(option.color, "background")
  return element("span", { class: classes("chip", color?.class), style: color?.style }, escaped(option?.label ?? value))
}

const drawRating = (value: string, column: RichTableColumn, context: Context): Html => {
  const most = Math.min(Math.max(Math.round(Number(column.attributes["data-max"] ?? 5)) || 5, 1), 20)
  const stars = Math.min(Math.max(Math.round(Number(value)) || 0, 0), most)
  const label = `${context.state.labels.rating}: ${stars}/${most}`
  const off = most > stars ? element("span", { class: "off" }, escaped("★".repeat(most - stars))) : none
  return element("span", { class: "rating", role: "img", "aria-label": label }, html`${"★".repeat(stars)}${off}`)
}

const drawReference = (href: string, fallback: readonly Node[], context: Context): Html => {
  const target = resolveTarget(href, "content-ref", context)
  const written = plainText(fallback)
  const title = target === undefined ? escaped(written || href) : referenceTitle(target, written || href)
  return anchor(target, title, context)
}

const drawFile = (href: string, context: Context): Html => {
  const file = context.resolver.file(href)
  return file?.contentType.startsWith("image/") || (file === undefined && isNamedAsPicture(href))
    ? drawPicture({ src: href, class: "thumb" }, context)
    : drawFileLink(href, context)
}

/** Content of a cell, by the type of its column. */
export const drawCell = (cell: RichTableCell, column: RichTableColumn | undefined, context: Context): Html => {
  const { values } = cell
  const text = (): Html => flow(unwrap(cell.children), context)
  if (column === undefined) return text()
  switch (column.dataType) {
    case "checkbox":
      return values.length === 0 ? text() : drawCheckbox(values[0] === "true", context)
    case "select":
      return values.length === 0
        ? text()
        : join(
            values.map((value) => drawChip(value, column)),
            " "
          )
    case "rating":
      return values.length === 0 ? text() : drawRating(values[0] as string, column, context)
    case "content-ref":
      return values.length === 0
        ? text()
        : join(
            values.map((value) => drawReference(value, values.length === 1 ? cell.children : [], context)),
            html`<br>`
          )
    case "image":
    case "files":
      return values.length === 0
        ? text()
        : join(
            values.map((value) => drawFile(value, context)),
            " "
          )
    case "text":
    case "number":
    case "users":
      return text()
  }
}

const align = (value: "left" | "center" | "right" | undefined, numeric: boolean): string | undefined => {
  const wanted = value ?? (numeric ? "right" : undefined)
  return wanted === undefined || wanted === "left" ? undefined : `align-${wanted}`
}

/** The columns that ask for room; a width of the author's is left alone. */
const wideColumns = ({ columns, rows }: RichTable): ReadonlySet<number> =>
  new Set(Array.from(roomyColumns(rows)).filter((index) => pixels(columns[index]?.width) === undefined))

/** Pixels that a column without a width counts for, beside columns that have one. */
const OPEN_WIDTH = 110

/**
 * Widths of the author's give way by a tenth before a table scrolls, and on a phone to half as much again as fits.
 * Two columns never scroll for them.
 */
const leastWidth = (widths: ReadonlyArray<number | undefined>): string | undefined => {
  if (widths.length < 3) return undefined
  const whole = widths.reduce<number>((sum, width) => sum + (width ?? OPEN_WIDTH), 0)
  return `min-width:min(${Math.round(whole * 0.9)}px,150%)`
}

const isHeaded = (node: RichTable): boolean => !visibleColumns(node).every(({ column }) => isBlank(column.children))

const drawHeader = (node: RichTable, wide: ReadonlySet<number>, context: Context): Html => {
  const cells = visibleColumns(node).map(({ column, index }) => {
    const content = phrase(column.children, context)
    const empty = content.isBlank
    const names = classes(align(column.align, column.dataType === "number"), wide.has(index) && "roomy")
    return element(empty ? "td" : "th", { scope: empty ? undefined : "col", class: names }, content)
  })
  return html`<thead${attributes({ class: node.headerHidden ? "hidden" : undefined })}><tr>${cells}</tr></thead>`
}

/** The column of what the rows are about: the first one, where that alone has no heading. */
const rowHeadingsOf = (node: RichTable): number | undefined => {
  const [first, ...others] = visibleColumns(node)
  return first !== undefined && others.length > 0 && isHeaded(node) && isBlank(first.column.children)
    ? first.index
    : undefined
}

/**
 * @param wide columns that ask for room: the first row of a table without a head says so
 * @param rowHeadings column of what the rows are about
 */
const drawRow = (
  node: RichTable,
  cells: readonly RichTableCell[],
  rowHeadings: number | undefined,
  wide: ReadonlySet<number> | undefined,
  context: Context
): Html => {
  const merged = cells.length !== node.columns.length
  const drawn = cells.map((cell, index) => {
    const column = node.columns[index]
    if (column?.hidden && !merged) return none
    const names = classes(
      align(cell.align ?? column?.align, column?.dataType === "number"),
      wide?.has(index) && "roomy"
    )
    const content = drawCell(cell, merged ? undefined : column, context)
    const isHeading = index === rowHeadings && !merged && !content.isBlank && isPhrasing(unwrap(cell.children))
    return element(
      isHeading ? "th" : "td",
      { scope: isHeading ? "row" : undefined, class: names, colspan: cell.colSpan, rowspan: cell.rowSpan },
      content
    )
  })
  return html`<tr>${drawn}</tr>`
}

export const drawGrid = (node: RichTable, context: Context): Html => {
  const widths = visibleColumns(node).map(({ column }) => pixels(column.width))
  const columns = widths.some((width) => width !== undefined)
    ? html`<colgroup>${widths.map((width) => html`<col${attributes({ style: width && `width:${width}px` })}>`)}</colgroup>`
    : none
  const headed = isHeaded(node)
  const wide = wideColumns(node)
  const rowHeadings = rowHeadingsOf(node)
  const head = headed ? drawHeader(node, wide, context) : none
  const rows = node.rows.map((row, index) =>
    drawRow(node, row.children, rowHeadings, !headed && index === 0 ? wide : undefined, context)
  )
  const style = columns.isEmpty ? undefined : leastWidth(widths)
  const table = html`<table${attributes({ style })}>${columns}${head}<tbody>${rows}</tbody></table>`
  return scrollingTable(table, context, node.fullWidth && "full-width", node.headerSticky && "sticky")
}
