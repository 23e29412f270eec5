/** The Backspace and Delete keys: text, and at the ends of blocks what is beside them. A whole block is selected first. */
import { chainCommands } from "prosemirror-commands"
import type { Node, ResolvedPos } from "prosemirror-model"
import { type Command, NodeSelection, Selection, TextSelection, type Transaction } from "prosemirror-state"
import { CellSelection } from "prosemirror-tables"
import { canJoin, liftTarget } from "prosemirror-transform"
import { deleteBlock } from "./blocks.ts"
import { removeBlocks, selected } from "./change.ts"
import { noValue } from "./grid.ts"
import { outdentItem } from "./lists.ts"
import { isBlank, isCell, isCode, isItem, isSoft, isText, nodeType, paragraph } from "./nodes.ts"

// ---------------------------------------------------------------- what is selected

/** Deletes the text that is selected, and the blocks that are within it. What holds parts keeps these. */
export const deleteText = (tr: Transaction): void => {
  const { $from, $to, from, to } = tr.selection
  if (!isApart($from, $to)) {
    tr.delete(from, to)
    return
  }
  clear(tr, tr.doc, 0, from, to)
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(tr.mapping.map(from, -1), tr.doc.content.size))))
}

/** Whether what is between two places cannot be joined to one text. */
const isApart = ($from: ResolvedPos, $to: ResolvedPos): boolean => {
  const shared = $from.sharedDepth($to.pos)
  const crosses = ($pos: ResolvedPos): boolean => {
    for (let depth = shared + 1; depth <= $pos.depth; depth++) {
      const { name, spec } = $pos.node(depth).type
      if (spec.isolating || isCode($pos.node(depth)) || name === "expandable") return true
    }
    return false
  }
  const isParts =
    !$from.node(shared).isTextblock && $from.node(shared).type.contentMatch.matchType(nodeType("paragraph")) === null
  return (
    crosses($from) ||
    crosses($to) ||
    (isParts && !isCode($from.node(shared)) && !joined.has($from.node(shared).type.name))
  )
}

const joined = new Set(["list_unordered", "list_ordered", "list_tasks", "caption"])

/** From the last to the first: blocks within go where they may, in the others their text. */
const clear = (tr: Transaction, node: Node, start: number, from: number, to: number): void => {
  let end = start + node.content.size
  for (const child of node.children.toReversed()) {
    const at = end - child.nodeSize
    const [low, high] = [Math.max(from, at), Math.min(to, end)]
    if (low < high) {
      if (child.isText || (low === at && high === end && canGo(tr, at, end))) tr.delete(low, high)
      else if (!child.isLeaf) clear(tr, child, at + 1, from, to)
    }
    end = at
  }
}

const canGo = ({ doc }: Transaction, from: number, to: number): boolean => {
  const $from = doc.resolve(from)
  if (isCell($from.parent.maybeChild($from.index()) ?? $from.parent)) return false
  return $from.parent.canReplace($from.index(), doc.resolve(to).index())
}

/** Deletes what is selected. */
export const deleteSelection: Command = (state, dispatch) => {
  const { selection, tr } = state
  if (selection instanceof CellSelection) return clearCells(state, dispatch)
  if (selection instanceof NodeSelection && isCell(selection.node)) {
    return clearCells(state.apply(tr.setSelection(CellSelection.create(tr.doc, selection.from))), dispatch)
  }
  if (selection instanceof NodeSelection && selection.node.isBlock) return deleteNode(state, dispatch)
  if (selection.empty) return false
  if (selection instanceof NodeSelection) tr.delete(selection.from, selection.to)
  else deleteText(tr)
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Empties cells: of their text, or of their value. */
const clearCells: Command = (state, dispatch) => {
  const { selection, tr } = state
  if (!(selection instanceof CellSelection)) return false
  const cells: Array<{ readonly node: Node; readonly pos: number }> = []
  selection.forEachCell((node, pos) => {
    cells.push({ node, pos })
  })
  for (const { node, pos } of cells.toReversed()) {
    const { name } = node.type
    if (name === "table_value") tr.setNodeAttribute(pos, "value", noValue(node.attrs["type"]))
    else tr.replaceWith(pos + 1, pos + node.nodeSize - 1, name === "table_header" ? [] : [paragraph()])
  }
  dispatch?.(tr)
  return true
}

const deleteNode: Command = (state, dispatch) => {
  const { $from, from, to } = state.selection
  const isPartAlone = $from.parent.childCount === 1 && $from.depth > 0
  if (!isPartAlone) return deleteBlock(state, dispatch)
  const { tr } = state
  removeBlocks(tr, from, to)
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)))).scrollIntoView())
  return true
}

// ---------------------------------------------------------------- backwards

/** At the start of a text: the place, with the text's depth. */
const atStart = ({ selection }: { selection: Selection }): ResolvedPos | undefined =>
  selection instanceof TextSelection && selection.empty && selection.$from.parentOffset === 0
    ? selection.$from
    : undefined

const atEnd = ({ selection }: { selection: Selection }): ResolvedPos | undefined =>
  selection instanceof TextSelection &&
  selection.empty &&
  selection.$from.parentOffset === selection.$from.parent.content.size
    ? selection.$from
    : undefined

const select = (doc: Node, pos: number, tr: Transaction, dispatch: Parameters<Command>[1]): boolean => {
  dispatch?.(tr.setSelection(selected(doc, pos)).scrollIntoView())
  return true
}

/** A heading becomes a paragraph. */
const plainHeading: Command = (state, dispatch) => {
  const $from = atStart(state)
  if ($from === undefined || !$from.parent.type.name.startsWith("heading_")) return false
  const { align } = $from.parent.attrs["data"] as { align?: unknown }
  const attributes = { key: $from.parent.attrs["key"] as unknown, data: align === undefined ? {} : { align } }
  dispatch?.(state.tr.setNodeMarkup($from.before(), nodeType("paragraph"), attributes))
  return true
}

/** The first line of code: an empty block becomes a paragraph, another one is selected. Other lines are joined. */
const startOfCode: Command = (state, dispatch) => {
  const $from = atStart(state)
  if ($from === undefined || $from.depth < 2 || !isCode($from.node(-1))) return false
  const { tr } = state
  if ($from.index(-1) > 0) {
    dispatch?.(tr.join($from.before()).scrollIntoView())
    return true
  }
  return unmade(state, $from, -1, dispatch)
}

/** Selects a block around the caret; one that is empty becomes a paragraph where it can. */
const unmade = (
  state: Parameters<Command>[0],
  $from: ResolvedPos,
  up: number,
  dispatch: Parameters<Command>[1]
): boolean => {
  const { doc, tr } = state
  const depth = $from.depth + up
  const [node, at] = [$from.node(depth), $from.before(depth)]
  const $at = doc.resolve(at)
  const isPlace = $at.parent.canReplaceWith($at.index(), $at.index() + 1, nodeType("paragraph"))
  if (!isBlank(node) || !isPlace) return select(doc, at, tr, dispatch)
  tr.replaceWith(at, at + node.nodeSize, paragraph())
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView())
  return true
}

/** The first text of an item goes out of the list. */
const startOfItem: Command = (state, dispatch) => {
  const $from = atStart(state)
  if ($from === undefined || $from.depth < 2 || !isItem($from.node(-1)) || $from.index(-1) > 0) return false
  return outdentItem(state, dispatch)
}

const lifted = new Set(["blockquote", "hint"])

/** The first text of a quotation or a hint goes out of it; what says more is selected. */
const startOfSoft: Command = (state, dispatch) => {
  const $from = atStart(state)
  if ($from === undefined || $from.depth < 2 || $from.index(-1) > 0) return false
  const around = $from.node(-1)
  if (!isSoft(around)) return false
  const range = $from.blockRange()
  const target = range === null ? null : liftTarget(range)
  if (!lifted.has(around.type.name) || range === null || target === null) {
    return select(state.doc, $from.before(-1), state.tr, dispatch)
  }
  dispatch?.(state.tr.lift(range, target).scrollIntoView())
  return true
}

/** The start of a tab, a step, a cell, a title, a caption: empty ones are selected, nothing is joined to what is outside. */
const startOfPart: Command = (state, dispatch) => {
  const $from = atStart(state)
  if ($from === undefined) return false
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type.spec.isolating) return startOf(state, $from, depth, dispatch)
    if ($from.index(depth - 1) > 0) return false
  }
  return false
}

const startOf = (
  state: Parameters<Command>[0],
  $from: ResolvedPos,
  depth: number,
  dispatch: Parameters<Command>[1]
): boolean => {
  const { doc, tr } = state
  const node = $from.node(depth)
  if (isCell(node)) return true
  const around = $from.node(depth - 1)
  switch (node.type.name) {
    case "expandable_title":
      return unmade(state, $from, depth - 1 - $from.depth, dispatch)
    case "caption":
      if (isBlank(node)) tr.delete($from.before(depth), $from.after(depth))
      return select(tr.doc, $from.before(depth - 1), tr, dispatch)
    case "table":
      return true
    default:
      if (!node.children.every(isBlank)) return true
      if (around.childCount === 1 || isBlank(around)) return unmade(state, $from, depth - 1 - $from.depth, dispatch)
      return select(doc, $from.before(depth), tr, dispatch)
  }
}

/** What stands before the text: another text is joined, anything else selected; an empty paragraph goes. */
const before: Command = (state, dispatch) => {
  const $from = atStart(state)
  if ($from === undefined) return false
  let depth = $from.depth
  while (depth > 0 && $from.index(depth - 1) === 0) depth--
  if (depth === 0) return false
  const { doc, tr } = state
  const at = $from.before(depth)
  const other = doc.resolve(at).nodeBefore!
  const [start, end] = [at - other.nodeSize, at]
  const isEmpty = $from.parent.type.name === "paragraph" && $from.parent.childCount === 0
  if (other.type.name === "expandable_title") return true
  const last = lastText(other, end)
  if (isEmpty && depth === $from.depth) {
    if (isText(other) && other.childCount === 0) tr.delete(start, end)
    else if ($from.node(depth - 1).canReplace($from.index(depth - 1), $from.index(depth - 1) + 1)) {
      tr.delete($from.before(), $from.after())
      tr.setSelection(last === undefined ? selected(tr.doc, start) : TextSelection.create(tr.doc, last))
    } else return select(doc, start, tr, dispatch)
    dispatch?.(tr.scrollIntoView())
    return true
  }
  const isOpen = last !== undefined && isJoinable(doc.resolve(last), $from)
  if (!isOpen) return select(doc, start, tr, dispatch)
  return joinTexts(tr, last, $from.pos, dispatch)
}

/** Blocks whose text is not shown to all, or not at all times: no other text is joined to it. */
const shut = new Set(["expandable", "if"])

/** The end of the last text in a block, unless something shuts it in. */
const lastText = (node: Node, end: number): number | undefined => {
  let [one, at] = [node, end]
  while (!one.isTextblock) {
    if (one.type.spec.isolating || shut.has(one.type.name) || one.lastChild === null) return undefined
    one = one.lastChild
    at--
  }
  return at - 1
}

const firstTextIn = (node: Node, start: number): number | undefined => {
  let [one, at] = [node, start]
  while (!one.isTextblock) {
    if (one.type.spec.isolating || shut.has(one.type.name) || one.firstChild === null) return undefined
    one = one.firstChild
    at++
  }
  return at + 1
}

/** Whether the text at one place may hold that at another. */
const isJoinable = ($into: ResolvedPos, $from: ResolvedPos): boolean =>
  isText($into.parent) &&
  isText($from.parent) &&
  $into.parent.type.validContent($into.parent.content.append($from.parent.content))

/** Joins the text at one place to that before it, which may be in another block; what was around it alone goes. */
const joinTexts = (tr: Transaction, last: number, first: number, dispatch: Parameters<Command>[1]): boolean => {
  const $first = tr.doc.resolve(first)
  const content = $first.parent.content
  if ($first.before() === last + 1 && canJoin(tr.doc, last + 1)) tr.join(last + 1)
  else {
    removeText(tr, $first)
    tr.insert(last, content)
  }
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, last)).scrollIntoView())
  return true
}

/** Takes a text away, with the items and lists that hold nothing else. */
const removeText = (tr: Transaction, $text: ResolvedPos): void => {
  let depth = $text.depth
  while (depth > 1 && $text.node(depth - 1).childCount === 1 && goes($text.node(depth - 1))) depth--
  removeBlocks(tr, $text.before(depth), $text.after(depth))
}

const goes = (node: Node): boolean => isItem(node) || node.type.name.startsWith("list_") || lifted.has(node.type.name)

// ---------------------------------------------------------------- forwards

/** What stands behind the text: another text is joined, anything else selected. */
const after: Command = (state, dispatch) => {
  const $from = atEnd(state)
  if ($from === undefined || !$from.parent.isTextblock) return false
  const { doc, tr } = state
  if (isCode($from.node(-1)) && $from.index(-1) < $from.node(-1).childCount - 1) {
    dispatch?.(tr.join($from.after()).scrollIntoView())
    return true
  }
  let depth = $from.depth
  while (depth > 0 && $from.index(depth - 1) === $from.node(depth - 1).childCount - 1) {
    if ($from.node(depth).type.spec.isolating) return true
    depth--
  }
  if (depth === 0) return false
  if ($from.node(depth).type.spec.isolating) return true
  const at = $from.after(depth)
  const other = doc.resolve(at).nodeAfter!
  const { parent } = $from
  if (parent.type.name === "paragraph" && parent.childCount === 0 && depth === $from.depth) {
    if (!$from.node(-1).canReplace($from.index(-1), $from.index(-1) + 1)) return select(doc, at, tr, dispatch)
    tr.delete($from.before(), $from.after())
    const first = firstTextIn(other, $from.before())
    dispatch?.(
      tr
        .setSelection(first === undefined ? selected(tr.doc, $from.before()) : TextSelection.create(tr.doc, first))
        .scrollIntoView()
    )
    return true
  }
  const first = firstTextIn(other, at)
  if (first === undefined || !isJoinable($from, doc.resolve(first))) return select(doc, at, tr, dispatch)
  return joinTexts(tr, $from.pos, first, dispatch)
}

export const joinBackward: Command = chainCommands(
  plainHeading,
  startOfCode,
  startOfItem,
  startOfSoft,
  startOfPart,
  before
)

export const joinForward: Command = after

export const backspace: Command = chainCommands(deleteSelection, joinBackward)

export const deleteForward: Command = chainCommands(deleteSelection, joinForward)
