/** HTML tables, on one line as the bot writes them: grids with typed columns, and cards. */
import type { Attributes, RichTable, RichTableCell, RichTableColumn } from "../ast.ts"
import { openTag } from "./escape.ts"
import { htmlContent } from "./html-blocks.ts"
import { htmlInlines } from "./html-inlines.ts"

type Written = Record<string, string | undefined>

export const htmlTable = (table: RichTable): string => {
  const { columns, rows } = table
  const head = columns.length === 0 ? "" : `<thead><tr>${columns.map(headCell).join("")}</tr></thead>`
  const body = rows.map(
    ({ children }) => `<tr>${children.map((cell, at) => bodyCell(cell, columns[at])).join("")}</tr>`
  )
  return `${openTag("table", Object.entries(tableAttributes(table)))}${head}<tbody>${body.join("")}</tbody></table>`
}

const isSet = (attributes: Attributes, name: string): boolean => name in attributes && attributes[name] !== "false"

/** Attributes as written where they say what the node says. */
const tableAttributes = ({ attributes, ...table }: RichTable): Written => {
  const written: Written = { ...attributes }
  if ((attributes["data-view"] === "cards") !== (table.view === "cards")) {
    written["data-view"] = table.view === "cards" ? "cards" : undefined
  }
  if ((attributes["data-card-size"] === "large") !== (table.cardSize === "large")) {
    written["data-card-size"] = table.cardSize === "large" ? "large" : undefined
  }
  setFlag(written, attributes, "data-full-width", table.fullWidth, "true")
  if (table.columns.length > 0) setFlag(written, attributes, "data-header-hidden", table.headerHidden, "")
  setFlag(written, attributes, "data-header-sticky", table.headerSticky, "")
  if ((attributes["data-search"] !== "false") !== table.search) {
    written["data-search"] = table.search ? undefined : "false"
  }
  return written
}

const setFlag = (written: Written, attributes: Attributes, name: string, value: boolean, on: string): void => {
  if (isSet(attributes, name) !== value) written[name] = value ? on : undefined
}

const headCell = (column: RichTableColumn): string => {
  const { attributes, children, dataType, multiple, options } = column
  const written: Written = { ...attributes, width: column.width }
  setAlign(written, attributes, column.align)
  setFlag(written, attributes, "data-hidden", column.hidden, "")
  setFlag(written, attributes, "data-card-target", column.cardTarget, "")
  setFlag(written, attributes, "data-card-cover", column.cardCover, "")
  setFlag(written, attributes, "data-card-cover-dark", column.cardCoverDark, "")
  const listed = dataType === "select" && (attributes["data-type"] === undefined || options.length > 0)
  const known = attributes["data-type"] ?? (listed ? "select" : "text")
  if (known !== dataType && !(dataType === "text" && !types.has(known))) {
    written["data-type"] = dataType === "text" || listed ? undefined : dataType
  }
  const list = listed
    ? `${openTag("select", [["multiple", multiple ? "" : undefined]])}${options.map(option).join("")}</select>`
    : ""
  return `${openTag("th", Object.entries(written))}${htmlInlines(children)}${list}</th>`
}

const types = new Set("text number checkbox content-ref image files select rating users".split(" "))

const option = ({ value, label, color }: RichTableColumn["options"][number]): string => {
  const attributes = [
    ["value", value],
    ["label", label],
    ["color", color]
  ] as const
  return `${openTag("option", attributes)}</option>`
}

const setAlign = (written: Written, attributes: Attributes, align: string | undefined): void => {
  const said = attributes["align"] ?? /text-align:\s*(left|center|right)/.exec(attributes["style"] ?? "")?.[1]
  if (said !== align) written["align"] = align
}

const bodyCell = (cell: RichTableCell, column: RichTableColumn | undefined): string => {
  const { align, colSpan, rowSpan } = cell
  const attributes = [
    ["align", align],
    ["colspan", colSpan === undefined ? undefined : String(colSpan)],
    ["rowspan", rowSpan === undefined ? undefined : String(rowSpan)]
  ] as const
  const content = cell.children.length > 0 ? htmlContent(cell.children) : valuesContent(cell.values, column)
  return `${openTag("td", attributes)}${content}</td>`
}

/** The content of a typed cell that has only values yet. */
const valuesContent = (values: ReadonlyArray<string>, column: RichTableColumn | undefined): string => {
  switch (column?.dataType) {
    case "content-ref":
    case "image":
    case "files":
      return values.map((href) => `${openTag("a", [["href", href]])}${htmlText(baseName(href))}</a>`).join("")
    case "select":
      return values.map((value) => selected(value, column)).join(", ")
    case "checkbox":
      return values[0] === "true" ? "true" : ""
    default:
      return htmlText(values.join(", "))
  }
}

const selected = (value: string, column: RichTableColumn): string => {
  const label = column.options.find((option) => option.value === value)?.label ?? value
  return `${openTag("span", [["data-option", value]])}${htmlText(label)}</span>`
}

const htmlText = (value: string): string => htmlInlines([{ type: "text", value, position: { start: 0, end: 0 } }])

const baseName = (href: string): string => /(?<![^/])([^/]+)\/?$/.exec(href)?.[1] ?? href
