/** Text and inlines of the structured document as content of a textblock. What has no node is kept as source. */
import type { RichContent, RichInline, RichLeaf } from "@octavo/document/rich/model"
import type { Mark, Node } from "prosemirror-model"
import { inlineTypes, schema } from "../schema/schema.ts"
import { wholes } from "./elements.ts"
import { marksOf } from "./marks.ts"

/** The content of a textblock. In code, line feeds are characters; elsewhere they are breaks. */
export const inlinesOf = (content: ReadonlyArray<RichContent>, isCode = false): Node[] => {
  const out: Node[] = []
  for (const node of wholes(content)) {
    if (node.object === "elements") out.push(source(...node.content))
    else if (node.object === "leaf") out.push(...leafNodes(node, isCode))
    else if (wrappers.has(node.type)) out.push(...wrapped(node, out[out.length - 1], isCode))
    else out.push(voidInline(node))
  }
  return out
}

const source = (...content: ReadonlyArray<RichLeaf | RichInline>): Node => schema.node("inline_source", { content })

const leafNodes = (leaf: RichLeaf, isCode: boolean): Node[] => {
  const marks = marksOf(leaf.marks)
  if (marks === undefined || (leaf.source !== undefined && leaf.text !== "")) return [source(leaf)]
  if (leaf.source !== undefined) return [schema.node("raw", { source: leaf.source }, undefined, marks)]
  if (isCode) return leaf.text === "" ? [] : [schema.text(leaf.text, marks)]
  return leaf.text
    .split(/\r\n?|\n/)
    .flatMap((line, index) => [
      ...(index === 0 ? [] : [schema.node("hard_break", null, undefined, marks)]),
      ...(line === "" ? [] : [schema.text(line, marks)])
    ])
}

const voidInline = (node: RichInline): Node => {
  const type = inlineTypes.get(node.type)
  const { marks: own, ...data } = node.data ?? {}
  const marks = own === undefined ? [] : Array.isArray(own) ? marksOf(own) : undefined
  const isEmpty = (node.nodes ?? []).length === 0 && (node.fragments ?? []).length === 0
  return type === undefined || marks === undefined || !isEmpty ? source(node) : type.create({ data }, null, marks)
}

// ---------------------------------------------------------------- links and annotations

const wrappers = new Set(["link", "annotation"])

/** A link or an annotation as a mark on what it holds; one that holds nothing, or another of them, is kept as source. */
const wrapped = (node: RichInline, before: Node | undefined, isCode: boolean): Node[] => {
  const { data = {}, fragments = [], nodes = [], type } = node
  const inside = inlinesOf(nodes, isCode)
  const isFlat = inside.length > 0 && inside.every(({ marks }) => marks.every((mark) => !wrappers.has(mark.type.name)))
  if (!isFlat || (type === "link" && fragments.length > 0)) return [source(node)]
  const attributes = type === "link" ? { data } : { data, fragments }
  const mark = unlike(schema.mark(type, attributes), before)
  return inside.map((one) => one.mark(mark.addToSet(one.marks)))
}

/** The mark, told apart from an equal one of the node before it. */
const unlike = (mark: Mark, before: Node | undefined): Mark =>
  before !== undefined && mark.isInSet(before.marks) ? mark.type.create({ ...mark.attrs, turn: 1 }) : mark
