/** Lists: in and out, boxes of tasks. */
import { liftListItem, sinkListItem } from "prosemirror-schema-list"
import type { Command, EditorState, Transaction } from "prosemirror-state"
import { dataOf } from "../schema/attributes.ts"
import { itemOf } from "./change.ts"
import { depthOf, isItem, nodeType, withData } from "./nodes.ts"

/** Items that came into another list are such as it has. */
const mended = (tr: Transaction): Transaction => {
  const { from, to } = tr.selection
  tr.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (!isItem(node) || parent === null) return
    const { attrs } = itemOf(parent, node)
    if (attrs !== node.attrs) tr.setNodeAttribute(pos, "data", attrs["data"])
  })
  return tr
}

const mending =
  (command: Command): Command =>
  (state, dispatch) =>
    command(state, dispatch && ((tr) => dispatch(mended(tr))))

/** Puts the selected items into the one above them. */
export const indentItem: Command = mending(sinkListItem(nodeType("list_item")))

/** Takes the selected items out of the item that they are in, or of the list. */
export const outdentItem: Command = mending(liftListItem(nodeType("list_item")))

/** Ticks the task that the caret is in, or takes the tick. */
export const toggleTask: Command = (state, dispatch) => {
  const { $from } = state.selection
  const depth = depthOf($from, isItem)
  if (depth === undefined) return false
  const item = $from.node(depth)
  const { checked } = dataOf(item)
  if (typeof checked !== "boolean") return false
  dispatch?.(state.tr.setNodeAttribute($from.before(depth), "data", withData(item, { checked: !checked })["data"]))
  return true
}

/** Whether the selection is in an item of a list. */
export const isInList = ({ selection }: EditorState): boolean => depthOf(selection.$from, isItem) !== undefined
