/** Tables of a document as pipe tables where those can hold them, else as HTML tables. */
import type {
  Align,
  Block,
  ColumnType,
  Content,
  Inline,
  RichTable,
  RichTableCell,
  RichTableColumn,
  SelectOption,
  Table
} from "../ast.ts"
import { trimInlines } from "../content.ts"
import { blocksOf } from "./from-blocks.ts"
import { inlinesOf } from "./from-inlines.ts"
import type { Data, RichBlock, RichContent, RichFragment } from "./model.ts"
import { readShape } from "./shape.ts"
import { titleText } from "./titles.ts"
import { isRecord, position, type WriteContext } from "./write-context.ts"

interface Column {
  readonly id: string
  readonly data: Data
  readonly type: ColumnType
  readonly hidden: boolean
}

interface Row {
  readonly id: string
  readonly values: Data
}

/** A table may be a few records with very many columns. */
const MAX_CELLS = 100_000

const types = ["text", "number", "checkbox", "content-ref", "image", "files", "select", "rating", "users"] as const

export const tableOf = (node: RichBlock, context: WriteContext): Block => {
  const view = context.record(node.data, "view")
  const columns = columnsOf(node, view, context)
  if (columns.length === 0) context.fail("a table needs a column", "data", "definition")
  const rows = rowsOf(node, context)
  if (columns.length * (rows.length + 1) > MAX_CELLS)
    context.fail(`a table has at most ${MAX_CELLS} cells`, "data", "records")
  const fragments = fragmentsByName(node)
  if (isPlain(node, view, columns, rows, fragments)) return pipeTable(columns, rows, fragments, context)
  return htmlTable(node, view, columns, rows, fragments, context)
}

/** In the order of the view; those that it does not show keep their place in the definition. */
const columnsOf = (node: RichBlock, view: Data, context: WriteContext): Column[] => {
  const definition = context.record(node.data, "definition")
  const shown = view["columns"]
  if (!Array.isArray(shown)) return context.fail("must be a list of columns", "data", "view", "columns")
  const known = Object.keys(definition)
  const all = new Set(known)
  const visible = new Set<string>()
  shown.forEach((id, index) => {
    if (typeof id !== "string" || !all.has(id) || visible.has(id)) {
      return context.fail("must be a column of the definition, each once", "data", "view", "columns", index)
    }
    visible.add(id)
  })
  const inOrder = known.filter((id) => visible.has(id)).every((id, index) => id === shown[index])
  const order: string[] = inOrder ? known : [...visible, ...known.filter((id) => !visible.has(id))]
  return order.map((id) => {
    const data = definition[id]
    if (!isRecord(data)) return context.fail("must be an object", "data", "definition", id)
    const type = types.find((one) => one === data["type"])
    if (type === undefined) return context.fail(`must be one of ${types.join(", ")}`, "data", "definition", id, "type")
    if (typeof data["title"] !== "string") return context.fail("must be a text", "data", "definition", id, "title")
    return { id, data, type, hidden: data["hidden"] === true || !visible.has(id) }
  })
}

const rowsOf = (node: RichBlock, context: WriteContext): Row[] =>
  Object.entries(context.record(node.data, "records"))
    .map(([id, record]) => {
      if (!isRecord(record) || !isRecord(record["values"])) {
        return context.fail("must be an object with values", "data", "records", id)
      }
      const order = record["orderIndex"]
      if (typeof order !== "string") return context.fail("must be a text", "data", "records", id, "orderIndex")
      return { id, order, values: record["values"] }
    })
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))

type Fragments = ReadonlyMap<string, { readonly fragment: RichFragment; readonly index: number }>

const fragmentsByName = (node: RichBlock): Fragments =>
  new Map(
    (node.fragments ?? []).flatMap((fragment, index) =>
      fragment.fragment === undefined ? [] : [[fragment.fragment, { fragment, index }] as const]
    )
  )

// ---------------------------------------------------------------- pipe tables

const isPlain = (
  { data }: RichBlock,
  view: Data,
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Row>,
  fragments: Fragments
): boolean =>
  view["type"] === "grid" &&
  view["hideHeader"] !== true &&
  view["stickyHeader"] !== true &&
  view["columnWidths"] === undefined &&
  data?.["fullWidth"] !== true &&
  data?.["search"] !== false &&
  data?.["attributes"] === undefined &&
  (data?.["cellMerges"] === undefined || (Array.isArray(data["cellMerges"]) && data["cellMerges"].length === 0)) &&
  columns.every(
    ({ data, hidden, type }) =>
      type === "text" && !hidden && data["width"] === undefined && data["attributes"] === undefined
  ) &&
  rows.every(({ values }) =>
    columns.every(({ id }) => {
      const value = values[id]
      const found = typeof value === "string" ? fragments.get(value) : undefined
      return found === undefined || (found.fragment.nodes.length <= 1 && found.fragment.nodes.every(isSimple))
    })
  )

const isSimple = ({ data, type }: RichBlock): boolean => type === "paragraph" && data?.["align"] == null

const alignOf = (data: Data): Align | undefined => {
  const value = data["textAlignment"]
  return value === "center" || value === "right" ? value : undefined
}

const pipeTable = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Row>,
  fragments: Fragments,
  context: WriteContext
): Table => {
  const row = (cells: ReadonlyArray<Inline[]>): Table["children"][number] => ({
    type: "tableRow",
    children: cells.map((children) => ({ type: "tableCell", children, position })),
    position
  })
  const head = row(columns.map((column) => titleOf(column, context)))
  const body = rows.map(({ values }) =>
    row(
      columns.map(({ id }) => {
        const found = cellFragment(values[id], fragments)
        const [paragraph] = found?.fragment.nodes ?? []
        if (found === undefined) return textCell(values[id])
        if (paragraph === undefined) return []
        return inFragment(found.index, context, () =>
          context.at(0, () =>
            trimInlines(context.at("nodes", () => inlinesOf(contentOf(paragraph), context, "markdown")))
          )
        )
      })
    )
  )
  return { type: "table", align: columns.map(({ data }) => alignOf(data) ?? null), children: [head, ...body], position }
}

const contentOf = (node: RichBlock): ReadonlyArray<RichContent> =>
  (node.nodes ?? []).filter((child): child is RichContent => child.object !== "block")

const cellFragment = (value: unknown, fragments: Fragments) =>
  typeof value === "string" ? fragments.get(value) : undefined

const inFragment = <A>(index: number, context: WriteContext, f: () => A): A =>
  context.at("fragments", () => context.at(index, () => context.at("nodes", f)))

/** A value that names no fragment is the text itself. */
const textCell = (value: unknown): Inline[] =>
  typeof value === "string" && value.trim() !== "" ? [{ type: "text", value: value.trim(), position }] : []

/** The title with its marks, as long as it says the same. */
const titleOf = ({ data, id }: Column, context: WriteContext): Inline[] => {
  const title = String(data["title"])
  const nodes = data["nodes"]
  if (Array.isArray(nodes)) {
    const place = ["data", "definition", id, "nodes"]
    const shape = readShape({ object: "document", nodes: [{ object: "block", type: "paragraph", nodes }] })
    if ("path" in shape) return context.fail(shape.message, ...place)
    const marked = inlinesOf(contentOf(shape.nodes[0]!), context, "html")
    if (titleText(contentOf(shape.nodes[0]!)) === title) return trimInlines(marked)
  }
  return title === "" ? [] : [{ type: "text", value: title, position }]
}

// ---------------------------------------------------------------- HTML tables

const htmlTable = (
  node: RichBlock,
  view: Data,
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Row>,
  fragments: Fragments,
  context: WriteContext
): RichTable => {
  const { data } = node
  const cards = view["type"] === "cards"
  const widths = isRecord(view["columnWidths"]) ? view["columnWidths"] : {}
  const merges = mergesOf(data, context)
  const takenUntil: number[] = []
  const hideHeader = view["hideHeader"] === true
  const untitled =
    hideHeader && columns.every((column) => isUntitled(column, context) && widths[column.id] === undefined)
  return {
    type: "richTable",
    view: cards ? "cards" : "grid",
    cardSize: cards && view["cardSize"] === "large" ? "large" : "medium",
    fullWidth: context.flag(data, "fullWidth") ?? false,
    headerHidden: hideHeader,
    headerSticky: view["stickyHeader"] === true,
    search: context.flag(data, "search") ?? true,
    columns: untitled ? [] : columns.map((column) => columnOf(column, view, widths[column.id], context)),
    rows: rows.map((row, index) => ({
      type: "richTableRow",
      children: columns.flatMap((column, at) => {
        if ((takenUntil[at] ?? 0) > index) return []
        const { colSpan = 1, rowSpan = 1 } = merges.get(`${row.id} ${column.id}`) ?? {}
        for (let next = at; next < Math.min(at + colSpan, columns.length); next++) takenUntil[next] = index + rowSpan
        const align = alignOf(column.data)
        return {
          ...cellOf(row, column, fragments, context),
          ...(align !== undefined && { align }),
          ...(colSpan > 1 && { colSpan }),
          ...(rowSpan > 1 && { rowSpan })
        }
      }),
      position
    })),
    attributes: context.attributes(data),
    position
  }
}

/** A column that a table without a header has as well. */
const isUntitled = (column: Column, context: WriteContext): boolean => {
  const { data, hidden, type } = column
  const isUsual = type === "text" && !hidden && data["attributes"] === undefined && data["width"] === undefined
  // a picture alone says something, too
  return isUsual && titleOf(column, context).length === 0
}

const columnOf = (column: Column, view: Data, width: unknown, context: WriteContext): RichTableColumn => {
  const { data, hidden, id, type } = column
  const written =
    typeof width === "number" ? String(width) : typeof data["width"] === "string" ? data["width"] : undefined
  const align = alignOf(data)
  const own = isRecord(data["attributes"]) ? data["attributes"] : {}
  const attributes: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(own)) if (typeof value === "string") attributes[name] = value
  if (type === "rating" && data["max"] !== 5) attributes["data-max"] = String(data["max"])
  if (type === "users" && data["multiple"] === true) attributes["data-multiple"] = "true"
  return {
    type: "richTableColumn",
    children: titleOf(column, context),
    dataType: type,
    hidden,
    ...(written !== undefined && { width: written }),
    ...(align !== undefined && { align }),
    cardTarget: view["targetDefinition"] === id || "data-card-target" in attributes,
    cardCover: view["coverDefinition"] === id || "data-card-cover" in attributes,
    cardCoverDark: view["coverDefinitionDark"] === id || "data-card-cover-dark" in attributes,
    multiple: type === "select" && data["multiple"] === true,
    options: type === "select" ? optionsOf(data, id, context) : [],
    attributes,
    position
  }
}

const optionsOf = (data: Data, id: string, context: WriteContext): SelectOption[] => {
  const options = data["options"]
  if (!Array.isArray(options)) return context.fail("must be a list", "data", "definition", id, "options")
  return options.map((option, index) => {
    if (!isRecord(option) || typeof option["value"] !== "string" || typeof option["label"] !== "string") {
      return context.fail("must have a value and a label", "data", "definition", id, "options", index)
    }
    const { color, label, value } = option
    return { value, label, ...(typeof color === "string" && color !== "" && { color }) }
  })
}

const cellOf = (row: Row, column: Column, fragments: Fragments, context: WriteContext): RichTableCell => {
  const value = row.values[column.id]
  const found = cellFragment(value, fragments)
  const cell = (children: Content[], values: string[] = []): RichTableCell => ({
    type: "richTableCell",
    children,
    values,
    position
  })
  if (found !== undefined) {
    const { nodes } = found.fragment
    const [first] = nodes
    if (nodes.length === 1 && first !== undefined && isSimple(first)) {
      return cell(
        trimInlines(
          inFragment(found.index, context, () =>
            context.at(0, () => context.at("nodes", () => inlinesOf(contentOf(first), context, "html")))
          )
        )
      )
    }
    return cell(inFragment(found.index, context, () => context.inHtml(() => blocksOf(nodes, context))))
  }
  if (value === undefined || value === null) return cell([])
  if (column.type === "text") return cell(textCell(value))
  return cell([], valuesOf(value, row, column, context))
}

const valuesOf = (value: unknown, row: Row, { id, type }: Column, context: WriteContext): string[] => {
  const place = ["data", "records", row.id, "values", id] as const
  const texts = (list: unknown): string[] =>
    Array.isArray(list) && list.every((one) => typeof one === "string")
      ? (list as string[])
      : context.fail("must be a list of texts", ...place)
  switch (type) {
    case "checkbox":
      return typeof value === "boolean" ? [String(value)] : context.fail("must be true or false", ...place)
    case "number":
    case "rating":
      return typeof value === "number" || typeof value === "string"
        ? [String(value)]
        : context.fail("must be a number", ...place)
    case "content-ref":
      return [context.hrefOf(value, ...place)]
    case "image": {
      const ref = isRecord(value) && value["kind"] === undefined ? value["ref"] : value
      return [context.hrefOf(ref, ...place)]
    }
    case "files":
      return texts(value).map((one) => {
        const known = /[/.:#]/.test(one) ? undefined : { kind: "file", file: one }
        return known === undefined ? one : context.hrefOf(known, ...place)
      })
    default:
      return type === "users" ? [texts(value).join(", ")] : texts(value)
  }
}

/** Spans by record and column. */
const mergesOf = (
  data: Data | undefined,
  context: WriteContext
): ReadonlyMap<string, { readonly rowSpan?: number; readonly colSpan?: number }> => {
  const found = new Map<string, { readonly rowSpan?: number; readonly colSpan?: number }>()
  context.list(data, "cellMerges").forEach((merge, index) => {
    const anchor = isRecord(merge) ? merge["anchor"] : undefined
    if (!isRecord(merge) || !isRecord(anchor)) return context.fail("must have an anchor", "data", "cellMerges", index)
    const span = (name: string): number => {
      const value = merge[name] ?? 1
      if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 1000) return value
      return context.fail("must be a whole number from 1 to 1000", "data", "cellMerges", index, name)
    }
    const [rowSpan, colSpan] = [span("rowSpan"), span("colSpan")]
    found.set(`${String(anchor["record"])} ${String(anchor["column"])}`, {
      ...(rowSpan > 1 && { rowSpan }),
      ...(colSpan > 1 && { colSpan })
    })
  })
  return found
}
