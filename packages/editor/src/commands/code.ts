/** Lines of code, further in and out. */
import type { Command } from "prosemirror-state"

const unit = "  "

/** The Tab key in code: blanks at the caret, or at the start of all selected lines; backwards takes them from there. */
export const tabInCode =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    const { $from, $to, empty, from, to } = state.selection
    if ($from.parent.type.spec.code !== true || $to.parent.type.spec.code !== true) return false
    const { tr } = state
    if (by > 0 && empty) {
      dispatch?.(tr.insertText(unit).scrollIntoView())
      return true
    }
    state.doc.nodesBetween(from, to, (node, pos) => {
      if (node.type.spec.code !== true) return
      const at = tr.mapping.map(pos + 1)
      if (by > 0) tr.insertText(unit, at)
      else {
        const blanks = /^(?:\t| {1,2})?/.exec(node.textBetween(0, node.content.size, "", "\ufffc"))![0].length
        if (blanks > 0) tr.delete(at, at + blanks)
      }
    })
    dispatch?.(tr.scrollIntoView())
    return true
  }
