/** A block by its place in the document, for words about it and a way to it. */
import { placeOf } from "@octavo/editor"
import { NodeSelection, Selection } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { shortened } from "../../logic/words.ts"
import type { Located } from "./services.ts"
import { nameOf } from "./units.ts"

/** Letters of a block that are enough to know it by. */
const longestWords = 40

export const located = (view: EditorView, path: string): Located | undefined => {
  const at = placeOf(view.state.doc, path)
  const node = at === undefined ? null : view.state.doc.nodeAt(at)
  if (at === undefined || node === null) return undefined
  const words = shortened(node.textBetween(0, node.content.size, " ", " "), longestWords)
  const go = () => {
    const { doc, tr } = view.state
    const selection = NodeSelection.isSelectable(node) ? NodeSelection.create(doc, at) : Selection.near(doc.resolve(at))
    view.dispatch(tr.setSelection(selection).scrollIntoView())
    view.focus()
  }
  return { name: words === "" ? nameOf(node) : `${nameOf(node)} “${words}”`, go }
}
