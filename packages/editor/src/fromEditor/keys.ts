/** Keys of blocks, each once. */
import type { RichBlock, RichContent, RichFragment } from "@octavo/document/rich/model"

/** What readers reach a block by: a copy has another one. */
const anchors = ["id", "slug"]

/**
 * The blocks, the first of those with one key alone keeps it: others are copies, and have no anchor of their own either.
 * A block without a copy in it is the one that it was.
 */
export const withoutRepeatedKeys = (blocks: ReadonlyArray<RichBlock>): ReadonlyArray<RichBlock> => {
  const seen = new Set<string>()
  const ofTopBlock = (block: RichBlock): RichBlock => {
    const keys = keysIn(block)
    if (new Set(keys).size < keys.length || keys.some((key) => seen.has(key))) return ofBlock(block)
    for (const key of keys) seen.add(key)
    return block
  }
  const ofBlock = (block: RichBlock): RichBlock => {
    const isCopy = block.key !== undefined && seen.has(block.key)
    if (block.key !== undefined) seen.add(block.key)
    return inside(isCopy ? copy(block) : block)
  }
  const inside = <A extends RichBlock | RichContent>(node: A): A => {
    if (node.object === "text") return node
    const { fragments, nodes } = node
    return {
      ...node,
      ...(nodes !== undefined && {
        nodes: nodes.map((child) => (child.object === "block" ? ofBlock(child) : inside(child)))
      }),
      ...(fragments !== undefined && { fragments: fragments.map(ofFragment) })
    }
  }
  const ofFragment = (fragment: RichFragment): RichFragment => ({ ...fragment, nodes: fragment.nodes.map(ofBlock) })
  return blocks.map(ofTopBlock)
}

const known = new WeakMap<RichBlock, ReadonlyArray<string>>()

/** Keys of a block and of the blocks in it. Looks at each block once. */
const keysIn = (block: RichBlock): ReadonlyArray<string> => {
  const found = known.get(block)
  if (found !== undefined) return found
  const made = [...(block.key === undefined ? [] : [block.key]), ...keysInside(block)]
  known.set(block, made)
  return made
}

const keysInside = (node: RichBlock | RichContent): ReadonlyArray<string> => {
  if (node.object === "text") return []
  const { fragments = [], nodes = [] } = node
  return [
    ...nodes.flatMap((child) => (child.object === "block" ? keysIn(child) : keysInside(child))),
    ...fragments.flatMap((fragment) => fragment.nodes.flatMap(keysIn))
  ]
}

const copy = ({ key: _, ...block }: RichBlock): RichBlock => {
  const { data } = block
  if (data === undefined || !anchors.some((name) => name in data)) return block
  return { ...block, data: Object.fromEntries(Object.entries(data).filter(([name]) => !anchors.includes(name))) }
}
