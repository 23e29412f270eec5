/** Blocks of a page that were changed, in frames that say how. */
import type { Node } from "@octavo/document"
import type { Resolver } from "@octavo/render/references"
import { element, type Html, join } from "../html/html.ts"
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
): Html => {
  const out: Array<Html> = []
  let open: BlockMark["change"] | undefined
  let inside: Array<Html> = []
  const close = (): void => {
    if (open === undefined) out.push(...inside)
    else out.push(element("div", { class: `change ${open}`, role: "group", "aria-label": words[open] }, inside))
    inside = []
  }
  for (const block of blocks) {
    const mark = marks.get(block)
    const drawn = draw([block], mark?.resolver === undefined ? context : { ...context, resolver: mark.resolver })
    // what shows nothing, such as a comment, gets no frame and parts none
    if (drawn.isEmpty) continue
    if (mark?.change !== open) {
      close()
      open = mark?.change
    }
    inside.push(drawn)
  }
  close()
  return join(out)
}
