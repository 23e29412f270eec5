/** Blocks that follow each other. */
import type { Block } from "../ast.ts"
import { type BlockPlace, printBlock } from "./blocks.ts"
import { areTogether, isBare, needsGap } from "./gaps.ts"
import { listMarker } from "./lists.ts"

export interface JoinOptions {
  /** No blank lines where blocks are read apart without one. */
  tight: boolean
  /** The place of the first block, and of the others as far as it counts for them. */
  place?: BlockPlace
  /** An element around them would take HTML that is no block of its own as its text. */
  inElement?: boolean
}

export const joinBlocks = (nodes: ReadonlyArray<Block>, { tight, place = {}, inElement }: JoinOptions): string => {
  let out = ""
  let last: Block | undefined
  const around = place.markers ?? ""
  let markers = around
  const bare = nodes.map(isBare)
  nodes.forEach((node, index) => {
    const own: BlockPlace = last === undefined ? { ...place, markers } : { markers }
    if (bare[index] && (inElement || bare[index - 1] || bare[index + 1])) own.besideHtml = true
    const text = printBlock(node, own)
    if (text === "") return
    if (last !== undefined) out += areTogether(last, node) || (tight && !needsGap(last, node)) ? "\n" : "\n\n"
    out += text
    last = node
    markers = node.type === "list" ? around + listMarker(text) : around
  })
  return out
}
