/** A block that stands for others, and those in its place. */
import type { RichDocument } from "@octavo/document/rich/model"
import { Fragment } from "prosemirror-model"
import type { Command } from "prosemirror-state"
import { toEditor } from "../toEditor/index.ts"
import { firstText } from "./change.ts"
import { copyOf } from "./nodes.ts"

/** Puts the blocks of a document in the place of a block: they are copies, which belong to the page alone. */
export const replaceBlock =
  (at: number, document: RichDocument): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(at)
    if (node === null) return false
    const $at = state.doc.resolve(at)
    const blocks = Fragment.from(toEditor(document).children.map(copyOf))
    if (!$at.parent.canReplace($at.index(), $at.index() + 1, blocks)) return false
    const { tr } = state
    tr.replaceWith(at, at + node.nodeSize, blocks)
    dispatch?.(tr.setSelection(firstText(tr.doc, at)).scrollIntoView())
    return true
  }
