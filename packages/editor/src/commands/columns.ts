/** Types of columns, and the values in their cells. */
import type { Node } from "prosemirror-model"
import { type Command, TextSelection } from "prosemirror-state"
import { TableMap } from "prosemirror-tables"
import { type Data, dataOf } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"
import { applyGrid, gridOf, noValue } from "./grid.ts"
import { plainText } from "./into.ts"
import { changed, isBlank, paragraph } from "./nodes.ts"
import { inCell, type Place, placeOf } from "./tables.ts"

/**
 * Changes what is said of the column that the caret is in: its type, options, alignment. Fields without a value go.
 * With the type the cells change; false where one says something that a value of the type cannot.
 */
export const setColumn =
  (changes: Data): Command =>
  (state, dispatch) => {
    const place = placeOf(state)
    if (place === undefined) return false
    const grid = gridOf(place.table)
    const header = grid.cells.find(
      ({ left, right, top }) => top === 0 && left <= place.left && place.left < right
    )?.node
    if (header === undefined) return false
    const before = dataOf(header)
    const data = typed(
      changed(before, changes),
      grid.cells.filter(({ left, top }) => top > 0 && left === place.left)
    )
    const cells = grid.cells.map((cell) => {
      if (cell.node === header) {
        return { ...cell, node: header.type.create({ ...header.attrs, data }, header.content) }
      }
      if (cell.top === 0 || cell.left !== place.left || before["type"] === data["type"]) return cell
      const node = converted(cell.node, data)
      return node === undefined ? undefined : { ...cell, node }
    })
    if (!cells.every((cell) => cell !== undefined)) return false
    const { tr } = state
    const { node, pos } = cellOf(state.doc, place)
    applyGrid(tr, place.pos, { ...grid, cells })
    const now = cellOf(tr.doc, place)
    // what is selected is what was, in a cell whose words stay
    tr.setSelection(
      now.node.content.eq(node.content) && state.selection instanceof TextSelection
        ? TextSelection.between(
            tr.doc.resolve(state.selection.anchor - pos + now.pos),
            tr.doc.resolve(state.selection.head - pos + now.pos)
          )
        : inCell(tr.doc, now.pos)
    )
    dispatch?.(tr)
    return true
  }

/** The first cell that is selected, and where it is. */
const cellOf = (doc: Node, { left, pos: table, top }: Place): { readonly node: Node; readonly pos: number } => {
  const { map, width } = TableMap.get(doc.nodeAt(table)!)
  const pos = table + 1 + map[top * width + left]!
  return { node: doc.nodeAt(pos)!, pos }
}

/** A column of choices has those that its cells say, and no column but one of text has an alignment. */
const typed = (data: Data, cells: ReadonlyArray<{ readonly node: Node }>): Data => {
  const { type } = data
  if (type === "text") return { textAlignment: "left", ...changed(data, { options: undefined, max: undefined }) }
  const own = changed(data, { textAlignment: undefined })
  if (type === "rating") return { max: 5, ...own }
  if (type === "users") return { multiple: true, ...own }
  if (type !== "select" || "options" in own) return own
  const said = new Set(cells.flatMap(({ node }) => textOfCell(node) || []))
  return { multiple: false, ...own, options: [...said].map((value) => ({ value, label: value, color: "" })) }
}

const textOfCell = (node: Node): string | undefined => {
  if (node.type.name === "table_value") {
    const { value } = node.attrs as { value: unknown }
    if (value === null || value === undefined) return ""
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    return isPlain ? String(value) : Array.isArray(value) ? value.join(", ") : undefined
  }
  if (isBlank(node)) return ""
  const [only] = node.children
  const isPlain =
    node.childCount === 1 && only!.type.name === "paragraph" && only!.children.every(({ marks }) => marks.length === 0)
  return isPlain ? plainText(only!)?.trim() : undefined
}

const converted = (node: Node, data: Data): Node | undefined => {
  const text = textOfCell(node)
  const { colspan, colwidth, rowspan } = node.attrs
  const spans = { colspan, colwidth, rowspan }
  const { type } = data
  if (text === undefined) return undefined
  if (type === "text") return schema.node("table_cell", spans, [paragraph(text === "" ? [] : [schema.text(text)])])
  const value = text === "" ? noValue(type) : valueFrom(text, data)
  return value === undefined ? undefined : schema.node("table_value", { ...spans, type, value })
}

/** The value that a text is in a column of a type. */
const valueFrom = (text: string, { options, type }: Data): unknown => {
  switch (type) {
    case "number":
    case "rating":
      return String(Number(text)) === text ? Number(text) : undefined
    case "checkbox":
      return text === "true" ? true : text === "false" ? false : undefined
    case "users":
      return text.split(",").map((one) => one.trim())
    case "select":
      return Array.isArray(options) && options.some((one: { value?: unknown }) => one.value === text)
        ? [text]
        : undefined
    default:
      return undefined
  }
}

/** Gives the cell at a place a value of its column; none for undefined. */
export const setValue =
  (pos: number, value: unknown): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(pos)
    const $pos = state.doc.resolve(pos)
    if (node?.type.spec["tableRole"] !== "cell" || $pos.depth < 2) return false
    const table = $pos.node(-1)
    const cell = gridOf(table).cells.find((one) => one.node === node)
    const header = gridOf(table).cells.find(
      ({ left, right, top }) => top === 0 && left <= cell!.left && cell!.left < right
    )
    const { colspan, colwidth, rowspan } = node.attrs
    const spans = { colspan, colwidth, rowspan }
    const type = dataOf(header!.node)["type"]
    if (typeof type !== "string" || type === "text") return false
    const made = schema.node("table_value", { ...spans, type, value: value ?? noValue(type) })
    const { tr } = state
    tr.replaceWith(pos, pos + node.nodeSize, made)
    dispatch?.(tr.setSelection(inCell(tr.doc, pos)))
    return true
  }
