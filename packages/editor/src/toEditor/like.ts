/** Nodes of a document for blocks of another one that says nearly the same: what did not change is not made anew. */
import type { RichBlock } from "@octavo/document/rich/model"
import type { Node } from "prosemirror-model"
import { blocksOfNode, isUnknown } from "../fromEditor/blocks.ts"

/** A block of a document, and the node that it is; none where a node is several blocks. */
interface Unit {
  readonly block: RichBlock
  readonly node: Node | undefined
}

/**
 * For blocks the nodes of a document that say the same, found at the same place or by their key. A block that has got
 * another key has a node with that key, and the content of the one that was there.
 */
export const nodesLike = (blocks: ReadonlyArray<RichBlock>, like: Node): ReadonlyMap<RichBlock, Node> => {
  const units = like.children.flatMap(unitsOf)
  const found = new Map<RichBlock, Node>()
  const take = (block: RichBlock, unit: Unit | undefined): boolean => {
    if (unit?.node === undefined || !isLike(block, unit)) return false
    found.set(block, keyed(unit.node, block.key ?? null))
    return true
  }
  let [end, unitsEnd] = [blocks.length, units.length]
  while (end > 0 && take(blocks[end - 1]!, units[unitsEnd - 1])) {
    end--
    unitsEnd--
  }
  const byKey = new Map<string | undefined, number>()
  units.forEach(({ block }, at) => byKey.set(block.key, at))
  let shift = 0
  for (let at = 0; at < end; at++) {
    const block = blocks[at]!
    if (take(block, units[at + shift])) continue
    const place = block.key === undefined ? undefined : byKey.get(block.key)
    if (place !== undefined && take(block, units[place])) shift = place - at
  }
  return found
}

const unitsOf = (node: Node): ReadonlyArray<Unit> => {
  const blocks = blocksOfNode(node)
  // the ends of an element without a form are paired with those beside them
  const isWhole = !isUnknown(node) && blocks.length === 1
  return blocks.map((block) => ({ block, node: isWhole ? node : undefined }))
}

/** Whether a block says what the block of a node does; its key may be another where the node has one. */
const isLike = (block: RichBlock, { block: other, node }: Unit): boolean =>
  "key" in node!.attrs ? hasSameFields(block, other, "key") : says(block, other)

const keyed = (node: Node, key: string | null): Node =>
  !("key" in node.attrs) || node.attrs["key"] === key
    ? node
    : node.type.create({ ...node.attrs, key }, node.content, node.marks)

/** Whether two values say the same: anchors of headings are only read, and an absent list or object is an empty one. */
const says = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  if (!Array.isArray(one)) return !Array.isArray(other) && hasSameFields(one, other)
  return Array.isArray(other) && one.length === other.length && one.every((value, at) => says(value, other[at]))
}

const hasSameFields = (first: object, second: object, passedOver?: string): boolean => {
  const [one, other] = [first as Fields, second as Fields]
  const isPart = "object" in one
  const isPassedOver = (name: string) => name === passedOver || (isPart && notSaid.has(name))
  for (const name in one) {
    if (!isPassedOver(name) && !says(one[name], other[name]) && !(isPart && areNothing(name, one, other))) return false
  }
  for (const name in other) {
    if (!(name in one) && !isPassedOver(name) && !(isPart && areNothing(name, one, other))) return false
  }
  return true
}

type Fields = { readonly [name: string]: unknown }

const notSaid = new Set(["meta", "isVoid"])
const mayBeEmpty = new Set(["data", "nodes", "marks", "fragments"])

const areNothing = (name: string, one: Fields, other: Fields): boolean =>
  mayBeEmpty.has(name) && isNothing(one[name]) && isNothing(other[name])

const isNothing = (value: unknown): boolean =>
  value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0)
