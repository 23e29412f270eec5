/** What arrows do beside blocks that have no text: browsers know no place in a picture, and go past it. */
import type { Node, ResolvedPos } from "prosemirror-model"
import { type Command, NodeSelection } from "prosemirror-state"

type Side = "up" | "down" | "left" | "right"

const hasText = (node: Node): boolean => {
  if (node.isTextblock) return true
  let found = false
  node.descendants((one) => {
    found ||= one.isTextblock
    return !found
  })
  return found
}

/** The place of the block that comes next to the one that a place is in, on its level or further out. */
const besideOf = ($pos: ResolvedPos, isForward: boolean): number | undefined => {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const sibling = $pos.index(depth - 1) + (isForward ? 1 : -1)
    if ($pos.node(depth - 1).maybeChild(sibling) !== null) return isForward ? $pos.after(depth) : $pos.before(depth)
  }
  return undefined
}

/** Selects the picture, file or embed without a caption that the caret comes to. */
export const selectBeside =
  (side: Side): Command =>
  (state, dispatch, view) => {
    const { doc, selection } = state
    const { $from, $to } = selection
    const isForward = side === "down" || side === "right"
    if (!selection.empty || !$from.parent.isTextblock) return false
    const { parentOffset } = $from
    const isAtEdge = view?.endOfTextblock(side, state) ?? parentOffset === (isForward ? $from.parent.content.size : 0)
    if (!isAtEdge) return false
    let at = besideOf(isForward ? $to : $from, isForward)
    for (; at !== undefined; ) {
      const $at = doc.resolve(at)
      const node = isForward ? $at.nodeAfter : $at.nodeBefore
      if (node === null || hasText(node)) return false
      if (node.childCount === 0) {
        if (!NodeSelection.isSelectable(node)) return false
        dispatch?.(
          state.tr.setSelection(NodeSelection.create(doc, isForward ? at : at - node.nodeSize)).scrollIntoView()
        )
        return true
      }
      at += isForward ? 1 : -1
    }
    return false
  }
