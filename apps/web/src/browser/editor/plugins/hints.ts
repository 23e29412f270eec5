/** Says in an empty block what belongs there. It is no text of the page. */
import type { Node } from "prosemirror-model"
import { type EditorState, Plugin } from "prosemirror-state"
import { Decoration, DecorationSet } from "prosemirror-view"

const wordsFor = (block: Node, parent: Node, isOnly: boolean): string | undefined => {
  if (block.type.name.startsWith("heading")) return "Heading"
  if (block.type.name === "expandable_title") return "Title"
  if (block.type.name !== "paragraph") return undefined
  if (parent.type.name === "caption") return "Caption"
  if (parent.type.name.startsWith("table")) return undefined
  return isOnly ? "Write, or press / for a block" : "Press / for a block"
}

/** Only the block with the caret has one, and the title of an expandable that has none yet. */
const hintOf = ({ doc, selection }: EditorState): DecorationSet | undefined => {
  const { $from, empty } = selection
  const block = $from.parent
  if (!empty || !block.isTextblock || block.content.size > 0) return undefined
  const words = wordsFor(block, $from.node(-1), doc.childCount === 1 && $from.depth === 1)
  if (words === undefined) return undefined
  const attributes = { class: "is-empty", "data-hint": words }
  return DecorationSet.create(doc, [Decoration.node($from.before(), $from.after(), attributes)])
}

export const hints = (): Plugin => new Plugin({ props: { decorations: hintOf } })
