/** HTML tables: rich grids and cards (`docs/contributing/dialect.md#html`). Works on the converted children of a `<table>` element. */
import type {
  Attributes,
  ColumnType,
  Content,
  HtmlElement,
  Position,
  RichTable,
  RichTableCell,
  RichTableColumn,
  RichTableRow,
  SelectOption,
  Table
} from "./ast.ts"
import { isBlock, toBlocks, toInlines, trimInlines } from "./content.ts"
import { readAlign } from "./elements.ts"
import { pushAll } from "./push-all.ts"
import { inlineText } from "./text.ts"

export const makeRichTable = (
  attributes: Attributes,
  children: ReadonlyArray<Content>,
  position: Position
): RichTable => {
  const rows = collectRows(children)
  const head = rows.findIndex((row) => row.head)
  const header = head === -1 ? undefined : rows[head]
  const columns = (header?.cells ?? []).map(makeColumn)
  const body = rows.filter((row) => row !== header)
  return {
    type: "richTable",
    view: attributes["data-view"] === "cards" ? "cards" : "grid",
    cardSize: attributes["data-card-size"] === "large" ? "large" : "medium",
    fullWidth: isSet(attributes, "data-full-width"),
    headerHidden: header === undefined || isSet(attributes, "data-header-hidden"),
    headerSticky: isSet(attributes, "data-header-sticky"),
    search: attributes["data-search"] !== "false",
    columns,
    rows: body.map((row) => makeRow(row, columns)),
    attributes,
    position
  }
}

/** A pipe table of which a cell holds blocks (`<ul>`, `<figure>`): what an HTML table alone can hold. */
export const makeWideTable = (table: Table, cells: ReadonlyArray<ReadonlyArray<ReadonlyArray<Content>>>): RichTable => {
  const [head, ...body] = table.children
  return {
    type: "richTable",
    view: "grid",
    cardSize: "medium",
    fullWidth: false,
    headerHidden: false,
    headerSticky: false,
    search: true,
    columns: (head?.children ?? []).map(({ children, position }, index) => {
      const align = table.align[index]
      return {
        type: "richTableColumn",
        children,
        dataType: "text",
        hidden: false,
        ...(align && { align }),
        cardTarget: false,
        cardCover: false,
        cardCoverDark: false,
        multiple: false,
        options: [],
        attributes: {},
        position
      }
    }),
    rows: body.map((row, at) => ({
      type: "richTableRow",
      children: row.children.map(({ children, position }, index) => {
        const content = cells[at + 1]?.[index] ?? children
        return { type: "richTableCell", children: cellChildren(content), values: [], position }
      }),
      position: row.position
    })),
    attributes: {},
    position: table.position
  }
}

const isSet = (attributes: Attributes, name: string): boolean => name in attributes && attributes[name] !== "false"

interface Row {
  head: boolean
  cells: HtmlElement[]
  position: Position
}

/** Rows in order; a row of `<thead>`, or else a first row of nothing but `<th>`, is the head. */
const collectRows = (children: ReadonlyArray<Content>): Row[] => {
  const rows: Row[] = []
  const visit = (nodes: ReadonlyArray<Content>, head: boolean): void => {
    for (const node of nodes) {
      if (node.type !== "htmlElement") continue
      if (node.tag === "tr") {
        const cells = node.children.filter((cell) => isCell(cell))
        const first = rows.length === 0 && cells.length > 0 && cells.every((cell) => cell.tag === "th")
        rows.push({ head: head || first, cells, position: node.position })
      } else if (node.tag === "thead" || node.tag === "tbody" || node.tag === "tfoot") {
        visit(node.children, node.tag === "thead")
      }
    }
  }
  visit(children, false)
  return rows
}

const isCell = (node: Content): node is HtmlElement =>
  node.type === "htmlElement" && (node.tag === "td" || node.tag === "th")

const types = new Set<string>([
  "text",
  "number",
  "checkbox",
  "content-ref",
  "image",
  "files",
  "select",
  "rating",
  "users"
])

const makeColumn = (cell: HtmlElement): RichTableColumn => {
  const { attributes, position } = cell
  const select = cell.children.find((child) => child.type === "htmlElement" && child.tag === "select")
  const list = select?.type === "htmlElement" ? select : undefined
  const written = attributes["data-type"] ?? (list === undefined ? "text" : "select")
  const { width } = attributes
  const align = readAlign(attributes)
  return {
    type: "richTableColumn",
    children: toInlines(cell.children.filter((child) => child !== select)),
    dataType: types.has(written) ? (written as ColumnType) : "text",
    hidden: isSet(attributes, "data-hidden"),
    ...(width !== undefined && { width }),
    ...(align !== undefined && { align }),
    cardTarget: isSet(attributes, "data-card-target"),
    cardCover: isSet(attributes, "data-card-cover"),
    cardCoverDark: isSet(attributes, "data-card-cover-dark"),
    multiple: list !== undefined && "multiple" in list.attributes,
    options: list === undefined ? [] : readOptions(list),
    attributes,
    position
  }
}

const readOptions = (select: HtmlElement): SelectOption[] => {
  const options: SelectOption[] = []
  for (const child of select.children) {
    if (child.type !== "htmlElement" || child.tag !== "option") continue
    const label = child.attributes["label"] ?? inlineText(child.children).trim()
    const { value = label, color } = child.attributes
    options.push({ value, label, ...(color !== undefined && color !== "" && { color }) })
  }
  return options
}

const makeRow = (row: Row, columns: ReadonlyArray<RichTableColumn>): RichTableRow => ({
  type: "richTableRow",
  children: row.cells.map((cell, index) => makeCell(cell, columns[index]?.dataType ?? "text")),
  position: row.position
})

const makeCell = (cell: HtmlElement, dataType: ColumnType): RichTableCell => {
  const { attributes, children, position } = cell
  const align = readAlign(attributes)
  const colSpan = span(attributes["colspan"])
  const rowSpan = span(attributes["rowspan"])
  return {
    type: "richTableCell",
    children: cellChildren(children),
    values: dataType === "text" ? [] : readValues(children, dataType),
    ...(align !== undefined && { align }),
    ...(colSpan !== undefined && { colSpan }),
    ...(rowSpan !== undefined && { rowSpan }),
    position
  }
}

const cellChildren = (children: ReadonlyArray<Content>): Content[] =>
  children.some(isBlock) ? toBlocks(children) : trimInlines(children as RichTableCellInlines)

type RichTableCellInlines = Parameters<typeof trimInlines>[0]

const span = (value: string | undefined): number | undefined => {
  const number = Number(value ?? Number.NaN)
  return Number.isInteger(number) && number > 1 && number <= 1000 ? number : undefined
}

/** The values of a typed cell, in the order they are written. */
const readValues = (children: ReadonlyArray<Content>, dataType: ColumnType): string[] => {
  const text = inlineText(children).trim()
  switch (dataType) {
    case "checkbox":
      return [String(text === "true" || hasCheckedBox(children))]
    case "select": {
      const options = collect(children, (node) =>
        node.type === "htmlElement" && node.tag === "span" ? node.attributes["data-option"] : undefined
      )
      return options.length > 0 ? options : text === "" ? [] : [text]
    }
    case "content-ref":
    case "image":
    case "files":
      return collect(children, reference)
    default:
      return text === "" ? [] : [text]
  }
}

const reference = (node: Content): string | undefined => {
  if (node.type === "link" || node.type === "mention" || node.type === "image") return node.url
  if (node.type === "images") return node.children[0]?.src
  return undefined
}

const hasCheckedBox = (children: ReadonlyArray<Content>): boolean =>
  collect(children, (node) =>
    node.type === "htmlElement" && node.tag === "input" && "checked" in node.attributes ? "true" : undefined
  ).length > 0

/** What `read` finds in the nodes and below; a node that gives a value is not entered. */
const collect = (nodes: ReadonlyArray<Content>, read: (node: Content) => string | undefined): string[] => {
  const values: string[] = []
  for (const node of nodes) {
    const value = read(node)
    if (value !== undefined) values.push(value)
    else if ("children" in node) pushAll(values, collect(node.children as ReadonlyArray<Content>, read))
  }
  return values
}
