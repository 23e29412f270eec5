/** Blocks as wholes: moved, duplicated, deleted, changed in what they say. */
import { Fragment, type Node, type NodeRange } from "prosemirror-model"
import { type Command, NodeSelection, Selection, TextSelection } from "prosemirror-state"
import type { Data } from "../schema/attributes.ts"
import { firstText, nodesIn, relocate, removeBlocks, selected } from "./change.ts"
import { changed, copyOf, isItem, isList, mayStand, paragraph, withData } from "./nodes.ts"
import { copiedUnitsOf, deletedUnitsOf, movedUnitsOf, unitsOf } from "./units.ts"

/** The first place for what moves in a node: behind a title, or the head of a table. */
const firstIndex = ({ parent }: NodeRange): number =>
  parent.type.name === "table" || parent.type.name === "expandable" ? 1 : 0

/** A step up or down among the blocks beside it; from the end of a block out of it. */
const move =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    const range = movedUnitsOf(state.selection)
    if (range === undefined) return false
    const { depth, end, endIndex, parent, start, startIndex } = range
    const isAtEnd = by < 0 ? startIndex <= firstIndex(range) : endIndex >= parent.childCount
    const { tr } = state
    if (!isAtEnd) {
      // the neighbour goes to the other side, so the selection stays in what moves
      const other = by < 0 ? parent.child(startIndex - 1) : parent.child(endIndex)
      if (by < 0) tr.insert(end, other).delete(start - other.nodeSize, start)
      else tr.delete(end, end + other.nodeSize).insert(start, other)
      tr.setSelection(shifted(state.selection, tr.doc, by * other.nodeSize))
    } else {
      const target = depth === 0 ? undefined : placeOutside(range, by)
      if (target === undefined || !relocate(tr, range, target)) return false
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }

const shifted = (selection: Selection, doc: Node, by: number): Selection =>
  selection instanceof NodeSelection
    ? selected(doc, selection.from + by)
    : TextSelection.between(doc.resolve(selection.anchor + by), doc.resolve(selection.head + by))

/** Beside what the blocks are in. Of a list, beside the item that it is in, or behind the next block. */
const placeOutside = ({ $from, depth, parent }: NodeRange, by: -1 | 1): number | undefined => {
  if (parent.type.name === "table" || parent.type.name === "images") return undefined
  if (!isList(parent)) return by < 0 ? $from.before(depth) : $from.after(depth)
  const around = $from.node(depth - 1)
  if (isItem(around)) return by < 0 ? $from.before(depth - 1) : $from.after(depth - 1)
  const index = $from.index(depth - 1)
  const neighbour = around.maybeChild(index + by)
  if (neighbour === null || neighbour.type.name === "expandable_title") return undefined
  return by < 0 ? $from.before(depth) - neighbour.nodeSize : $from.after(depth) + neighbour.nodeSize
}

/** Moves the selected blocks before the one above; the first in a block moves out of it. */
export const moveBlockUp: Command = move(-1)

/** Moves the selected blocks behind the one below; the last in a block moves out of it. */
export const moveBlockDown: Command = move(1)

/** Moves the selected blocks to a place between blocks. */
export const moveBlockTo =
  (pos: number): Command =>
  (state, dispatch) => {
    const range = unitsOf(state.selection)
    const { tr } = state
    if (range === undefined || pos < 0 || pos > tr.doc.content.size || !relocate(tr, range, pos)) return false
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Copies the selected blocks behind themselves, and goes on in the copy. */
export const duplicateBlock: Command = (state, dispatch) => {
  const range = copiedUnitsOf(state.selection)
  if (range === undefined) return false
  const { end, endIndex, parent, start } = range
  const copies = Fragment.from(nodesIn(range).map(copyOf))
  if (!parent.canReplace(endIndex, endIndex, copies)) return false
  const { tr } = state
  tr.insert(end, copies)
  dispatch?.(tr.setSelection(shifted(state.selection, tr.doc, end - start)).scrollIntoView())
  return true
}

/** Deletes the selected blocks, with all that is in them. */
export const deleteBlock: Command = (state, dispatch) => {
  const range = deletedUnitsOf(state.selection)
  if (range === undefined) return false
  const { tr } = state
  const { start } = range
  removeBlocks(tr, start, range.end)
  const at = Math.min(tr.mapping.map(start, -1), tr.doc.content.size)
  tr.setSelection(near(tr.doc, at))
  dispatch?.(tr.scrollIntoView())
  return true
}

/** The text that begins at a place, else the one before it, else what is there. */
const near = (doc: Node, pos: number): Selection => {
  const $pos = doc.resolve(pos)
  const { nodeAfter, nodeBefore } = $pos
  if (nodeAfter !== null && !nodeAfter.isAtom) return firstText(doc, pos)
  return nodeBefore === null || nodeBefore.isAtom ? Selection.near($pos) : Selection.near($pos, -1)
}

/** Changes what the block or the inline at a place says; fields without a value go. */
export const setData =
  (pos: number, changes: Data): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(pos)
    if (node === null || !("data" in node.attrs)) return false
    const { tr } = state
    tr.setNodeAttribute(pos, "data", withData(node, changes)["data"])
    dispatch?.(isNodeAt(state.selection, pos) ? tr.setSelection(NodeSelection.create(tr.doc, pos)) : tr)
    return true
  }

const isNodeAt = (selection: Selection, pos: number): boolean =>
  selection instanceof NodeSelection && selection.from === pos

/** Changes what is said of the document itself. */
export const setDocumentData =
  (changes: Data): Command =>
  (state, dispatch) => {
    const data = changed(state.doc.attrs["data"] as Data, changes)
    dispatch?.(state.tr.setDocAttribute("data", data))
    return true
  }

/** Selects the block around the selection, and the next time the one around that. */
export const selectBlock: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  for (let at = $from.sharedDepth($to.pos); at > 0; at--) {
    const pos = $from.before(at)
    if (!NodeSelection.isSelectable($from.node(at)) || isNodeAt(state.selection, pos)) continue
    dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, pos)))
    return true
  }
  return false
}

/** An empty paragraph behind the block that is selected, or at the end, with the caret in it. */
export const addParagraph: Command = (state, dispatch) => {
  const range = unitsOf(state.selection)
  const { tr } = state
  const at = range?.end ?? tr.doc.content.size
  if (!mayStand(tr.doc.resolve(at), Fragment.from(paragraph()))) return false
  tr.insert(at, paragraph())
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView())
  return true
}
