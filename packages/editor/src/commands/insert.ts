/** New blocks and inlines where the caret is. */
import { Fragment, type Node } from "prosemirror-model"
import { type Command, TextSelection, type Transaction } from "prosemirror-state"
import type { BlockKind } from "../kinds/kind.ts"
import type { Data } from "../schema/attributes.ts"
import { firstText } from "./change.ts"
import { isEmptyText, mayStand, paragraph } from "./nodes.ts"

/**
 * Puts a new block of a kind where the caret is: in the place of an empty paragraph, else behind the block. The caret
 * goes to its first text. What stands among text goes there. False where it cannot stand, and for a kind that needs
 * data without them.
 */
export const insertBlock =
  (kind: BlockKind, data?: Data): Command =>
  (state, dispatch) => {
    if (kind.needs !== undefined && data === undefined) return false
    const { tr } = state
    const node = kind.make(data)
    if (!(node.isInline ? placeInline(tr, node) : placeBlock(tr, node))) return false
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** The same for a node that is made already. */
export const insertNode =
  (node: Node): Command =>
  (state, dispatch) => {
    const { tr } = state
    if (!(node.isInline ? placeInline(tr, node) : placeBlock(tr, node))) return false
    dispatch?.(tr.scrollIntoView())
    return true
  }

const placeInline = (tr: Transaction, node: Node): boolean => {
  const { $from, $to } = tr.selection
  if (!$from.parent.inlineContent || !$from.sameParent($to)) return false
  if (!$from.parent.canReplaceWith($from.index(), $to.indexAfter(), node.type, node.marks)) return false
  const marks = node.marks.reduce((set, mark) => mark.addToSet(set), $from.marks())
  tr.replaceWith($from.pos, $to.pos, node.mark(marks))
  const end = tr.mapping.map($to.pos)
  tr.setSelection(TextSelection.create(tr.doc, end)).setStoredMarks([])
  return true
}

const placeBlock = (tr: Transaction, node: Node): boolean => {
  const at = inPlace(tr, node) ?? behind(tr, node)
  if (at === undefined) return false
  const end = at + node.nodeSize
  const isLast = tr.doc.resolve(end).nodeAfter === null
  if (node.isAtom && isLast && mayStand(tr.doc.resolve(end), Fragment.from(paragraph()))) tr.insert(end, paragraph())
  const isLine = node.type.name === "divider" && tr.doc.nodeAt(end)?.isTextblock
  tr.setSelection(isLine ? TextSelection.create(tr.doc, end + 1) : firstText(tr.doc, at))
  return true
}

/** In the place of the empty text that the caret is in. */
const inPlace = (tr: Transaction, node: Node): number | undefined => {
  const { $from, empty } = tr.selection
  const { depth, parent } = $from
  if (!empty || depth === 0 || !isEmptyText(parent)) return undefined
  const $at = tr.doc.resolve($from.before())
  if (!mayStand($at, Fragment.from(node), $at.index() + 1)) return undefined
  tr.replaceWith($at.pos, $at.pos + parent.nodeSize, node)
  return $at.pos
}

/** Behind the innermost block around the selection that it may stand behind. */
const behind = (tr: Transaction, node: Node): number | undefined => {
  const { $to } = tr.selection
  const isBetween = !$to.parent.inlineContent
  for (let depth = $to.depth + (isBetween ? 1 : 0); depth > 0; depth--) {
    const $at = tr.doc.resolve($to.after(depth))
    if (!mayStand($at, Fragment.from(node))) continue
    tr.insert($at.pos, node)
    return $at.pos
  }
  return undefined
}
