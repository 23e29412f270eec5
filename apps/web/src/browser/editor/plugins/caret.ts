/** Marks the blocks that the caret is in, so that what is folded opens and what belongs to them is seen. */
import { type EditorState, NodeSelection, Plugin } from "prosemirror-state"
import { Decoration, DecorationSet } from "prosemirror-view"

const blocksAround = ({ doc, selection }: EditorState): DecorationSet => {
  const { $from } = selection
  const found: Array<Decoration> = []
  for (let depth = 1; depth <= $from.depth; depth++) {
    found.push(Decoration.node($from.before(depth), $from.after(depth), { class: "has-caret" }))
  }
  if (selection instanceof NodeSelection && selection.node.isBlock)
    found.push(Decoration.node(selection.from, selection.to, { class: "has-caret" }))
  return DecorationSet.create(doc, found)
}

export const caret = (): Plugin => new Plugin({ props: { decorations: blocksAround } })
