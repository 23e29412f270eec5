/** Text that was typed before the editor was there: it goes in key by key, so that typed Markdown becomes what it means. */
import type { EditorView } from "prosemirror-view"

/** Types a text where the caret is; each end of a line is the Enter key. */
export const typeText = (view: EditorView, text: string): void => {
  for (const character of text) {
    if (character === "\n") {
      const enter = new KeyboardEvent("keydown", { key: "Enter" })
      view.someProp("handleKeyDown", (handle) => handle(view, enter))
      continue
    }
    const { from, to } = view.state.selection
    const insert = () => view.state.tr.insertText(character, from, to)
    const isHandled = view.someProp("handleTextInput", (handle) => handle(view, from, to, character, insert)) === true
    if (!isHandled) view.dispatch(insert())
  }
}
