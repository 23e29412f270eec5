/** Blocks of a page that were changed, in frames that say how. */
import type { Node } from "@octavo/document"
import type { Resolver } from "@octavo/render/references"
import { attributes } from "../html/escape.ts"
import { type Context, draw } from "./context.ts"

export interface BlockMark {
  readonly change: "added" | "edited" | "removed"
  /** Answers for the references of the block, where it comes from another revision than the page. */
  readonly resolver?: Resolver | undefined
}

const words: Readonly<Record<BlockMark["change"], string>> = { added: "Added", edited: "Edited", removed: "Removed" }

/** Draws blocks; neighbours that were changed alike share a frame. */
export const drawMarked = (
  blocks: ReadonlyArray<Node>,
  marks: ReadonlyMap<Node, BlockMark>,
  context: Context
): string => {
  let out = ""
  let open: BlockMark["change"] | undefined
  for (const block of blocks) {
    const mark = marks.get(block)
    const html = draw([block], mark?.resolver === undefined ? context : { ...context, resolver: mark.resolver })
    // what shows nothing, such as a comment, gets no frame and parts none
    if (html === "") continue
    if (mark?.change !== open) {
      if (open !== undefined) out += "</div>"
      open = mark?.change
      if (open !== undefined) {
        out += `<div${attributes({ class: `change ${open}`, role: "group", "aria-label": words[open] })}>`
      }
    }
    out += html
  }
  return open === undefined ? out : `${out}</div>`
}
