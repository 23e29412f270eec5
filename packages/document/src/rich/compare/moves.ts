/** Blocks that went elsewhere as they are: the one that was removed and the one that was added are one move. */
import { type ComparedBlock, type ComparedContent, type ComparedFragment, saying } from "./model.ts"
import { textIn } from "./text.ts"

/** What is moved has so much to say at least: an empty paragraph that comes while another goes is no move. */
const leastLength = 20

/** The blocks with their moves numbered, in the order in which they are added. */
export const withMoves = (blocks: ReadonlyArray<ComparedBlock>): ReadonlyArray<ComparedBlock> => {
  const removed = new Map<string, ComparedBlock[]>()
  const moves = new Map<ComparedBlock, number>()
  walk(blocks, (block) => {
    if (block.change?.kind !== "removed") return
    const name = nameOf(block)
    if (textIn([block]).length >= leastLength) removed.set(name, [...(removed.get(name) ?? []), block])
  })
  if (removed.size === 0) return blocks
  walk(blocks, (block) => {
    if (block.change?.kind !== "added") return
    const from = removed.get(nameOf(block))?.shift()
    if (from === undefined) return
    const move = moves.size / 2 + 1
    moves.set(from, move)
    moves.set(block, move)
  })
  return moves.size === 0 ? blocks : blocks.map((block) => numbered(block, moves))
}

const nameOf = ({ change: _, ...block }: ComparedBlock): string => saying(block)

/** Blocks in the order of the document; what is in one that came or went whole is not looked at. */
const walk = (nodes: ReadonlyArray<ComparedBlock | ComparedContent>, visit: (block: ComparedBlock) => void): void => {
  for (const node of nodes) {
    if (node.object !== "block") continue
    visit(node)
    if (node.change?.kind === "added" || node.change?.kind === "removed") continue
    walk(node.nodes ?? [], visit)
    for (const fragment of node.fragments ?? []) walk(fragment.nodes, visit)
  }
}

const numbered = (block: ComparedBlock, moves: ReadonlyMap<ComparedBlock, number>): ComparedBlock => {
  const move = moves.get(block)
  if (move !== undefined) return { ...block, change: { ...block.change!, move } }
  const inside = (node: ComparedBlock | ComparedContent) => (node.object === "block" ? numbered(node, moves) : node)
  const insideFragment = (fragment: ComparedFragment): ComparedFragment => ({
    ...fragment,
    nodes: fragment.nodes.map((one) => numbered(one, moves))
  })
  return {
    ...block,
    ...(block.nodes !== undefined && { nodes: block.nodes.map(inside) }),
    ...(block.fragments !== undefined && { fragments: block.fragments.map(insideFragment) })
  }
}
