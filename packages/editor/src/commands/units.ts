/** The blocks that a selection is of: what is moved, duplicated, deleted and turned into others as a whole. */
import { type Node, NodeRange, type ResolvedPos } from "prosemirror-model"
import type { Selection } from "prosemirror-state"
import { isBlank, isCell, isCode, isItem, isList, isSoft } from "./nodes.ts"

/** The innermost blocks around a selection, or parts of one: items of a list, rows of a table, tabs, images. */
export const unitsOf = ({ $from, $to }: Selection): NodeRange | undefined => unitsBetween($from, $to)

const unitsBetween = (
  $from: ResolvedPos,
  $to: ResolvedPos,
  below = Number.POSITIVE_INFINITY
): NodeRange | undefined => {
  const isInside = $from.parent.inlineContent || $from.pos === $to.pos
  for (let depth = Math.min(below, $from.depth - (isInside ? 1 : 0)); depth >= 0; depth--) {
    if ($to.pos > $from.end(depth)) continue
    const range = new NodeRange($from, $to, depth)
    if (areUnits(range)) return range
  }
  return undefined
}

/** Blocks that hold parts of one kind: without any they are none. */
export const ofParts = new Set([
  "list_unordered",
  "list_ordered",
  "list_tasks",
  "images",
  "tabs",
  "stepper",
  "columns",
  "updates"
])

const areUnits = ({ endIndex, parent, startIndex }: NodeRange): boolean => {
  const { name } = parent.type
  if (startIndex === endIndex) return false
  if (ofParts.has(name)) return startIndex > 0 || endIndex < parent.childCount
  switch (name) {
    case "list_item":
    case "expandable":
      return startIndex > 0
    case "table":
      return startIndex > 0 && !hasSpans(parent)
    default:
      return parent.type.contentMatch.matchType(parent.type.schema.nodes["paragraph"]!) !== null && name !== "caption"
  }
}

/** Whether cells of a table reach over several rows: then these stay in their order. */
const hasSpans = (table: Node): boolean =>
  table.children.some((row) => row.children.some(({ attrs }) => (attrs["rowspan"] as number) > 1))

/** The same; where a block holds nothing else, that block. */
export const wholeUnitsOf = (selection: Selection, isWhole: (node: Node) => boolean): NodeRange | undefined => {
  let range = unitsOf(selection)
  while (range !== undefined) {
    const { depth, endIndex, parent, startIndex } = range
    if (depth === 0 || startIndex > 0 || endIndex < parent.childCount || !isWhole(parent)) break
    range = unitsBetween(range.$from, range.$to, depth - 1)
  }
  return range
}

/** Of what is moved: a block that holds but this one moves with it, and the row with its cell. */
export const movedUnitsOf = (selection: Selection): NodeRange | undefined =>
  wholeUnitsOf(selection, (parent) => isSoft(parent) || isCell(parent))

/** Of what is copied: the row with its cell. */
export const copiedUnitsOf = (selection: Selection): NodeRange | undefined => wholeUnitsOf(selection, isCell)

/** Of what is deleted: what holds nothing at all goes with it. */
export const deletedUnitsOf = (selection: Selection): NodeRange | undefined =>
  wholeUnitsOf(selection, (parent) => isSoft(parent) && isBlank(parent))

/** The block that a place is in, as those see it who leave it: code, a table, a list as a whole, and what else holds blocks. */
export const isLeft = (node: Node): boolean => {
  const { name } = node.type
  return isCode(node) || isSoft(node) || left.has(name) || (isList(node) && !isItem(node))
}

const left = new Set([
  "table",
  "tabs",
  "stepper",
  "columns",
  "updates",
  "expandable",
  "prompt",
  "embed",
  "file",
  "images"
])
