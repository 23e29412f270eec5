/** The editor of a note: a small one with the blocks and keys of the page's, without its menus and bars. */
import type { RichDocument } from "@octavo/document/rich/model"
import { keymap as editorKeys, inputRules, session, toEditor } from "@octavo/editor"
import { baseKeymap } from "prosemirror-commands"
import { gapCursor } from "prosemirror-gapcursor"
import { history } from "prosemirror-history"
import { keymap } from "prosemirror-keymap"
import { EditorState } from "prosemirror-state"
import { tableEditing } from "prosemirror-tables"
import { EditorView } from "prosemirror-view"
import { isOfOthers } from "./handle.ts"
import { clipboard } from "./plugins/clipboard.ts"
import type { Surroundings } from "./surroundings.ts"
import { nodeViews } from "./views/index.ts"
import { markViews } from "./views/marks.ts"

interface NoteEditorOptions {
  readonly place: HTMLElement
  readonly document: RichDocument
  readonly surroundings: Surroundings
  /** Something was edited by the person who writes here. */
  readonly onChange: () => void
  readonly onLeave: () => void
}

export const createNoteEditor = (options: NoteEditorOptions): EditorView => {
  const { document, onChange, onLeave, place, surroundings } = options
  const leave = (): boolean => {
    onLeave()
    return true
  }
  return new EditorView(
    { mount: place },
    {
      state: EditorState.create({
        doc: toEditor(document),
        plugins: [
          inputRules(),
          keymap({ Escape: leave }),
          keymap(editorKeys),
          keymap(baseKeymap),
          history(),
          session(),
          clipboard(surroundings),
          tableEditing(),
          gapCursor()
        ]
      }),
      nodeViews: nodeViews(surroundings),
      markViews: markViews(surroundings),
      attributes: { class: "body", role: "textbox", "aria-multiline": "true", "aria-label": "Note" },
      dispatchTransaction(this: EditorView, transaction) {
        this.updateState(this.state.apply(transaction))
        if (transaction.docChanged && !isOfOthers(transaction)) onChange()
      }
    }
  )
}
