/** What commands ask of nodes, in short words. */
import type { Attrs, Fragment, Node, NodeType, ResolvedPos } from "prosemirror-model"
import { type Data, dataOf } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"
import { tags } from "../schema/source.ts"

export const nodeType = (name: string): NodeType => schema.nodes[name]!

export const paragraph = (content?: Fragment | ReadonlyArray<Node>): Node => schema.node("paragraph", null, content)

const lists = new Set(["list_unordered", "list_ordered", "list_tasks"])

export const isList = ({ type }: Node): boolean => lists.has(type.name)

export const isItem = ({ type }: Node): boolean => type.name === "list_item"

/** Blocks of lines of code. */
export const isCode = ({ type }: Node): boolean => type.name === "code_block" || type.name === "marked_code_block"

export const isCell = ({ type }: Node): boolean => {
  const role: unknown = type.spec["tableRole"]
  return role === "cell" || role === "header_cell"
}

/** Paragraphs and headings. */
export const isText = ({ type }: Node): boolean => type.isInGroup("block") && type.inlineContent

export const isEmptyText = (node: Node): boolean => isText(node) && node.childCount === 0

/** Whether nothing stands in it: blocks without titles around empty texts. */
export const isBlank = (node: Node): boolean => {
  if (node.isTextblock) return node.childCount === 0
  const { title } = (node.attrs["data"] ?? {}) as { title?: unknown }
  return !node.isLeaf && title === undefined && node.children.every(isBlank)
}

/** Blocks that say something besides the blocks in them, and give way to these. */
const soft = new Set(["blockquote", "hint", "if", "unknown_element", "unknown_tag"])

/** Whether a block holds blocks and nothing else. */
export const isSoft = ({ type }: Node): boolean => soft.has(type.name)

/** The data without a field that has no value. */
export const changed = (data: Data, changes: Data): Data =>
  Object.fromEntries(Object.entries({ ...data, ...changes }).filter(([, value]) => value !== undefined))

/** The attributes of a node whose data is changed. */
export const withData = (node: Node, changes: Data): Attrs => ({ ...node.attrs, data: changed(dataOf(node), changes) })

/** The depth of the nearest node around a place that is one of those. */
export const depthOf = ($pos: ResolvedPos, isOne: (node: Node) => boolean): number | undefined => {
  for (let depth = $pos.depth; depth >= 0; depth--) if (isOne($pos.node(depth))) return depth
  return undefined
}

/** Whether nodes may stand at a place between two blocks. Cells take none that need lines of their own, however deep. */
export const mayStand = ($pos: ResolvedPos, nodes: Fragment, until = $pos.index()): boolean => {
  const { parent } = $pos
  if (parent.inlineContent || !parent.canReplace($pos.index(), until, nodes)) return false
  const depth = depthOf($pos, isCell)
  if (depth === undefined) return true
  if (has(nodes, ofLines)) return false
  const inLines = (depthOf($pos, ({ type }) => ofLines.has(type.name)) ?? 0) > depth
  return !inLines || !has(nodes, tasks)
}

/** Blocks that are tags around lines. */
const ofLines = new Set([...tags, "tabs", "stepper", "columns", "updates", "if", "prompt", "table"])

const tasks = new Set(["list_tasks"])

const has = (nodes: Fragment, names: ReadonlySet<string>): boolean => {
  let found = false
  nodes.descendants(({ type }) => {
    found ||= names.has(type.name)
    return !found
  })
  return found
}

const anchors = ["id", "slug"]

/** A copy that is known by no key or anchor. */
export const copyOf = (node: Node): Node => {
  const children = node.children.map(copyOf)
  if (node.isText) return node
  const attributes: Record<string, unknown> = { ...node.attrs }
  for (const name of ["key", "closeKey"]) if (name in attributes) attributes[name] = null
  if (node.type.name === "table_row") attributes["id"] = null
  if (node.isBlock && "data" in attributes && !isCell(node)) {
    attributes["data"] = Object.fromEntries(Object.entries(dataOf(node)).filter(([name]) => !anchors.includes(name)))
  }
  return node.type.create(attributes, children, node.marks)
}
