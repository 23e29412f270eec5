/** Where the blocks of one state of a page are in another: what is said about them goes with them. */
import type { RichBlock, RichContent, RichDocument } from "../model.ts"
import { pairBlocks } from "./blocks.ts"
import { saying } from "./model.ts"
import { textIn } from "./text.ts"

/** What was moved has so much to say at least, as in a comparison. */
const leastLength = 20

/**
 * The blocks that others became, by the rules of a comparison: as they are, edited, or moved as they are.
 * @returns by the keys of the blocks before, anywhere in the document; what is gone, or what nobody can tell, is absent
 */
export const followBlocks = (before: RichDocument, after: RichDocument): ReadonlyMap<string, RichBlock> => {
  const became = new Map<string, RichBlock>()
  const note = (block: RichBlock, now: RichBlock): void => {
    if (block.key !== undefined) became.set(block.key, now)
  }
  const pair = (ones: ReadonlyArray<RichBlock>, others: ReadonlyArray<RichBlock>): void => {
    for (const { after: now, before: block } of pairBlocks(ones, others)) {
      if (block === undefined || now === undefined) continue
      note(block, now)
      pair(blocksIn(block), blocksIn(now))
    }
  }
  pair(before.nodes, after.nodes)
  const later = bySaying(after.nodes)
  for (const [said, [block, ...twins]] of bySaying(before.nodes)) {
    const [now, ...others] = later.get(said) ?? []
    // of several that say the same nobody knows which one it was
    if (block === undefined || now === undefined || twins.length > 0 || others.length > 0) continue
    const isMoved = !became.has(block.key ?? "") && textIn([block]).length >= leastLength
    if (isMoved) note(block, now)
  }
  return became
}

const isBlock = (node: RichBlock | RichContent): node is RichBlock => node.object === "block"

/** The blocks right inside of a block, in fragments as well. */
const blocksIn = ({ fragments = [], nodes = [] }: RichBlock): ReadonlyArray<RichBlock> => [
  ...nodes.filter(isBlock),
  ...fragments.flatMap((fragment) => fragment.nodes)
]

/** All blocks of a document by what they say. */
const bySaying = (nodes: ReadonlyArray<RichBlock>): ReadonlyMap<string, ReadonlyArray<RichBlock>> => {
  const found = new Map<string, RichBlock[]>()
  const note = (block: RichBlock): void => {
    const said = saying(block)
    const known = found.get(said)
    if (known === undefined) found.set(said, [block])
    else known.push(block)
    for (const inner of blocksIn(block)) note(inner)
  }
  for (const block of nodes) note(block)
  return found
}
