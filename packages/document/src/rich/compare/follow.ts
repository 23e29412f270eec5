/** Where a block of one state of a page is in another: what is said about it goes with it. */
import type { RichBlock, RichContent, RichDocument } from "../model.ts"
import { pairBlocks } from "./blocks.ts"
import { saying } from "./model.ts"
import { textIn } from "./text.ts"

/** What was moved has so much to say at least, as in a comparison. */
const leastLength = 20

/**
 * The block that a block became, by the rules of a comparison: as it is, edited, or moved as it is.
 * @param key of a block anywhere in the document before
 * @returns undefined where it is gone, or where nobody can tell
 */
export const followBlock = (before: RichDocument, after: RichDocument, key: string): RichBlock | undefined => {
  const way = wayTo(before.nodes, key)
  if (way === undefined) return undefined
  return within(before.nodes, after.nodes, way) ?? moved(before, after, way.at(-1)!)
}

/** The blocks from the outermost to the one with a key. */
const wayTo = (nodes: ReadonlyArray<RichBlock>, key: string): ReadonlyArray<RichBlock> | undefined => {
  for (const node of nodes) {
    if (node.key === key) return [node]
    const inner = wayTo(blocksIn(node), key)
    if (inner !== undefined) return [node, ...inner]
  }
  return undefined
}

const isBlock = (node: RichBlock | RichContent): node is RichBlock => node.object === "block"

/** The blocks right inside of a block, in fragments as well. */
const blocksIn = ({ fragments = [], nodes = [] }: RichBlock): ReadonlyArray<RichBlock> => [
  ...nodes.filter(isBlock),
  ...fragments.flatMap((fragment) => fragment.nodes)
]

const within = (
  before: ReadonlyArray<RichBlock>,
  after: ReadonlyArray<RichBlock>,
  [block, ...inner]: ReadonlyArray<RichBlock>
): RichBlock | undefined => {
  const found = pairBlocks(before, after).find((pair) => pair.before === block)?.after
  if (block === undefined || found === undefined) return undefined
  return inner.length === 0 ? found : within(blocksIn(block), blocksIn(found), inner)
}

/** Where a block is anew that is the same, and was not elsewhere. */
const moved = (before: RichDocument, after: RichDocument, block: RichBlock): RichBlock | undefined => {
  if (textIn([block]).length < leastLength) return undefined
  const name = saying(block)
  const same = (nodes: ReadonlyArray<RichBlock>): ReadonlyArray<RichBlock> =>
    nodes.flatMap((node) => [...(saying(node) === name ? [node] : []), ...same(blocksIn(node))])
  const [first, ...others] = same(after.nodes)
  // of several that say the same nobody knows which one it was
  return others.length > 0 || same(before.nodes).length > 1 ? undefined : first
}
