/** What is typed while a block is selected does not take its place: it goes behind its words, or into a new paragraph. */
import { commands } from "@octavo/editor"
import { NodeSelection, Plugin, TextSelection } from "prosemirror-state"

export const selected = (): Plugin =>
  new Plugin({
    props: {
      handleTextInput: (view, _from, _to, text) => {
        const { selection, tr } = view.state
        if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false
        const end = TextSelection.findFrom(tr.doc.resolve(selection.to), -1, true)
        if (end !== null && end.from > selection.from) view.dispatch(tr.setSelection(end))
        else if (!commands.addParagraph(view.state, view.dispatch)) return true
        view.dispatch(view.state.tr.insertText(text).scrollIntoView())
        return true
      }
    }
  })
