/** The start and the end of the page. */
import { type Command, Selection, TextSelection } from "prosemirror-state"

/**
 * Goes there, out of whatever the caret is in: browsers stay in a cell of a table.
 * @param isExtending whether what lies between is selected
 */
export const toEdge =
  (edge: "start" | "end", isExtending = false): Command =>
  ({ doc, selection, tr }, dispatch) => {
    const there = edge === "start" ? Selection.atStart(doc) : Selection.atEnd(doc)
    const wanted = isExtending ? TextSelection.between(selection.$anchor, there.$head) : there
    dispatch?.(tr.setSelection(wanted).scrollIntoView())
    return true
  }
