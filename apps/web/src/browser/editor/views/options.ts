/** A button in a block that scrolls to the side: it leads to the bar of the block, by keyboard as well. */
import { Selection } from "prosemirror-state"
import { button, fixed } from "../dom.ts"
import { focusBar } from "../plugins/keys.ts"
import type { Hold } from "./nodeView.ts"

export const blockOptions = (hold: Hold): HTMLElement => {
  const made = button("Block options", "block-options", () => {
    const at = hold.position()
    if (at === undefined) return
    const { view } = hold
    view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at + 1))))
    view.focus()
    // the bar comes with the next drawing
    requestAnimationFrame(() => focusBar(view.dom))
  })
  made.textContent = "⋯"
  return fixed(made)
}
