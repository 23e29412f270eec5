/** Blocks of the structured document as nodes of the editor. What the schema has no node for is kept as source. */
import type { RichBlock, RichContent, RichFragment } from "@octavo/document/rich/model"
import { isEmptyText } from "@octavo/document/rich/model"
import { Fragment, type Node, type NodeType } from "prosemirror-model"
import { blockTypes, schema } from "../schema/schema.ts"
import { type Ends, isTag, nested, rawOf } from "./ends.ts"
import { inlinesOf } from "./inlines.ts"
import { tableOf } from "./tables.ts"

/** Blocks where any block may stand; an empty paragraph for none. @param known nodes of some of them */
export const blocksOf = (blocks: ReadonlyArray<RichBlock>, known?: ReadonlyMap<RichBlock, Node>): Node[] =>
  blocks.length === 0
    ? [schema.node("paragraph")]
    : nested(blocks).map((one) => (one.object === "block" ? (known?.get(one) ?? blockOf(one)) : unknownBlock(one)))

const unknownBlock = ({ blocks, close, open }: Ends): Node =>
  schema.node(
    isTag(open) ? "unknown_tag" : "unknown_element",
    { open: open.source, close: close.source, key: open.key, closeKey: close.key },
    blocksOf(blocks)
  )

const blockOf = (block: RichBlock): Node => {
  const raw = rawOf(block)
  if (raw !== undefined) return schema.node(isTag(raw) ? "raw_tag" : "raw_html", raw)
  const node = nodeOf(block)
  return node?.type.isInGroup("block") ? node : schema.node("source", { block })
}

/** The node of a block or of a part of one; undefined when the schema cannot hold all that it says. */
const nodeOf = (block: RichBlock): Node | undefined => {
  const type = blockTypes.get(block.type)
  if (type === undefined) return undefined
  const make = makers[type.name] ?? (type.isTextblock ? textblock : type.isLeaf ? leaf : parts)
  return make(type, block)
}

type Make = (type: NodeType, block: RichBlock) => Node | undefined

/** A node with the key and the data of its block, if it may hold these. */
const node = (type: NodeType, { data = {}, key }: RichBlock, children: ReadonlyArray<Node>): Node | undefined => {
  const content = Fragment.from(children)
  return type.validContent(content) ? type.create({ key: key ?? null, data }, content) : undefined
}

const hasFragments = ({ fragments = [] }: RichBlock): boolean => fragments.length > 0

const textblock: Make = (type, block) => {
  const content = contentOf(block)
  return content === undefined || hasFragments(block) ? undefined : node(type, block, inlinesOf(content))
}

/** The content of a block that holds text; undefined where it holds blocks. */
const contentOf = ({ nodes = [] }: RichBlock): ReadonlyArray<RichContent> | undefined =>
  nodes.some(({ object }) => object === "block") ? undefined : (nodes as ReadonlyArray<RichContent>)

const leaf: Make = (type, block) =>
  isEmptyText(block.nodes ?? []) && !hasFragments(block) ? node(type, block, []) : undefined

const parts: Make = (type, block) => {
  const blocks = childBlocks(block)
  if (blocks === undefined || hasFragments(block)) return undefined
  if (type.contentMatch.matchType(schema.nodes["paragraph"]!)) return node(type, block, blocksOf(blocks))
  const children = blocks.map(nodeOf)
  return children.every((child) => child !== undefined) ? node(type, block, children) : undefined
}

const childBlocks = ({ nodes = [] }: RichBlock): ReadonlyArray<RichBlock> | undefined =>
  nodes.every((child): child is RichBlock => child.object === "block") ? nodes : undefined

/** The fragments by their names; undefined where one has another name, or a name twice. */
const fragmentsOf = (
  { fragments = [] }: RichBlock,
  ...names: ReadonlyArray<string>
): ReadonlyArray<RichFragment | undefined> | undefined => {
  const found = names.map((name) => fragments.filter(({ fragment, type }) => fragment === name || type === name))
  const counted = found.reduce((sum, same) => sum + same.length, 0)
  if (counted !== fragments.length || found.some((same) => same.length > 1)) return undefined
  return found.map(([only]) => only)
}

const captioned: Make = (type, block) => {
  const found = fragmentsOf(block, "caption")
  if (found === undefined || !isEmptyText(block.nodes ?? [])) return undefined
  const [caption] = found
  if (caption === undefined) return node(type, block, [])
  const { caption: captionType } = schema.nodes
  const content = Fragment.from(blocksOf(caption.nodes))
  return captionType!.validContent(content) ? node(type, block, [captionType!.create(null, content)]) : undefined
}

const expandable: Make = (type, block) => {
  const found = fragmentsOf(block, "expandable-title", "expandable-body")
  if (found === undefined || !isEmptyText(block.nodes ?? [])) return undefined
  const [heading, body] = found
  const [title, ...more] = heading?.nodes ?? []
  if (more.length > 0 || (title !== undefined && title.type !== "paragraph")) return undefined
  const head = textblock(schema.nodes["expandable_title"]!, title ?? { ...block, nodes: [], fragments: [] })
  return head === undefined ? undefined : node(type, block, [head, ...blocksOf(body?.nodes ?? [])])
}

// ---------------------------------------------------------------- code

const code: Make = (_, block) => {
  const lines = childBlocks(block)
  if (lines === undefined || hasFragments(block) || !lines.every((line) => line.type === "code-line")) return undefined
  const isPlain = lines.every(isPlainLine)
  const children = lines.map((line) => (isPlain ? plainLine(line) : markedLine(line)))
  if (!children.every((child) => child !== undefined)) return undefined
  return node(schema.nodes[isPlain ? "code_block" : "marked_code_block"]!, block, children)
}

const isPlainLine = ({ nodes = [] }: RichBlock): boolean =>
  nodes.every(
    (child) =>
      child.object === "text" && child.leaves.every((one) => one.source === undefined && (one.marks ?? []).length === 0)
  )

const lineNodes = (line: RichBlock): Node[] | undefined => {
  const content = contentOf(line)
  return content === undefined || hasFragments(line) ? undefined : inlinesOf(content, true)
}

const plainLine = (line: RichBlock): Node | undefined => {
  const content = lineNodes(line)
  return content === undefined ? undefined : node(schema.nodes["code_line"]!, line, content)
}

/** None says anything of itself. */
const markedLine = (line: RichBlock): Node | undefined => {
  const content = lineNodes(line)
  const says = Object.keys(line.data ?? {}).length > 0
  return content === undefined || says ? undefined : node(schema.nodes["marked_line"]!, line, content)
}

const makers: Readonly<Record<string, Make>> = {
  code_block: code,
  embed: captioned,
  expandable,
  file: captioned,
  image: captioned,
  table: (type, block) => tableOf(type, block, blocksOf)
}
