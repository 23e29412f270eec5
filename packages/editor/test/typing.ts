/** Typing without a view: each character goes to the plugins as a view would hand it to them. */
import type { EditorState } from "prosemirror-state"

/** The state after a text was typed at the selection. */
export const typed = (before: EditorState, text: string): EditorState => {
  let state = before
  const view = {
    composing: false,
    get state() {
      return state
    },
    dispatch(tr: EditorState["tr"]) {
      state = state.apply(tr)
    }
  }
  for (const character of text) {
    const { from, to } = state.selection
    const isHandled = state.plugins.some((plugin) => {
      const handle = plugin.props.handleTextInput as undefined | ((...args: unknown[]) => unknown)
      return handle?.call(plugin, view, from, to, character) === true
    })
    if (!isHandled) state = state.apply(state.tr.insertText(character, from, to))
  }
  return state
}
