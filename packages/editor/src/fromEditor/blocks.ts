/** Nodes of the editor as blocks of the structured document. */
import type { RichBlock, RichFragment } from "@octavo/document/rich/model"
import { block, isEmptyParagraph, sourceParagraph, voidBlock } from "@octavo/document/rich/model"
import type { Node } from "prosemirror-model"
import { dataOf } from "../schema/attributes.ts"
import { typeOf } from "../schema/schema.ts"
import { contentOf } from "./inlines.ts"
import { tableOf } from "./tables.ts"

/** The blocks that nodes are; none for the empty paragraph that the editor has where there are none. */
export const blocksOf = (nodes: ReadonlyArray<Node>): RichBlock[] => {
  const blocks = childrenOf(nodes)
  const [only] = blocks
  return blocks.length === 1 && only!.key === undefined && isEmptyParagraph(only!) ? [] : blocks
}

const childrenOf = (nodes: ReadonlyArray<Node>): RichBlock[] => nodes.flatMap(blocksOfNode)

/** Nodes never change: what one says is written once, however often the document around it is. */
const known = new WeakMap<Node, ReadonlyArray<RichBlock>>()

/** The block that a node is; of an element without a form, its ends and what is between them. */
export const blocksOfNode = (node: Node): ReadonlyArray<RichBlock> => {
  const found = known.get(node)
  if (found !== undefined) return found
  const made = isUnknown(node) ? ends(node) : [blockOf(node)]
  known.set(node, made)
  return made
}

const unknown = new Set(["unknown_element", "unknown_tag"])

/** Whether a node is an element without a form, which is several blocks. */
export const isUnknown = ({ type }: Node): boolean => unknown.has(type.name)

/** The two ends of what has no form, and what is between them; an element that shows nothing is one source. */
const ends = (node: Node): RichBlock[] => {
  const { close, closeKey, key, open } = node.attrs as Readonly<Record<string, string | null>>
  const blank = blankElement(node)
  if (blank !== undefined) return [keyed(sourceParagraph(blank), key!)]
  const inside = blocksOf(node.children).filter((child) => !isEmptyParagraph(child))
  return [keyed(sourceParagraph(open!), key!), ...inside, keyed(sourceParagraph(close!), closeKey!)]
}

/** An element that holds nothing but such elements, as it is written. */
const blankElement = ({ attrs, children, type }: Node): string | undefined => {
  if (!unknown.has(type.name)) return type.name === "paragraph" && children.length === 0 ? "" : undefined
  const inside = children.map(blankElement)
  const isBlank = (attrs["open"] as string).startsWith("<") && inside.every((one) => one !== undefined)
  return isBlank ? `${attrs["open"]}${inside.join("")}${attrs["close"]}` : undefined
}

const keyed = (made: RichBlock, key: string | null): RichBlock => (key === null ? made : { ...made, key })

const blockOf = (node: Node): RichBlock => {
  if (node.type.name === "source") return node.attrs["block"] as RichBlock
  const made = (makers[node.type.name] ?? (node.isTextblock ? textblock : node.isLeaf ? leaf : parts))(node)
  return keyed(made, node.attrs["key"] as string | null)
}

type Make = (node: Node) => RichBlock

const textblock: Make = (node) => block(typeOf(node.type), dataOf(node) ?? {}, contentOf(node))

const leaf: Make = (node) => voidBlock(typeOf(node.type), dataOf(node))

const parts: Make = (node) => block(typeOf(node.type), dataOf(node), childrenOf(node.children))

const fragment = (name: string, nodes: ReadonlyArray<RichBlock>): RichFragment => ({
  object: "fragment",
  fragment: name,
  type: name,
  nodes
})

const captioned: Make = (node) => {
  const caption = blocksOf(node.firstChild?.children ?? [])
  return { ...leaf(node), ...(caption.length > 0 && { fragments: [fragment("caption", caption)] }) }
}

const expandable: Make = (node) => {
  const [title, ...body] = childrenOf(node.children)
  return {
    ...leaf(node),
    fragments: [fragment("expandable-title", [{ ...title!, type: "paragraph" }]), fragment("expandable-body", body)]
  }
}

const raw: Make = (node) => sourceParagraph(node.attrs["source"] as string)

const makers: Readonly<Record<string, Make>> = {
  embed: captioned,
  expandable,
  file: captioned,
  image: captioned,
  raw_html: raw,
  raw_tag: raw,
  table: (node) => tableOf(node, blocksOf)
}
