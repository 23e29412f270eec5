/** Content of a textblock as text and inlines of the structured document. */
import type { RichContent, RichInline, RichLeaf, RichMark } from "@octavo/document/rich/model"
import { text } from "@octavo/document/rich/model"
import type { Mark, Node } from "prosemirror-model"
import { dataOf } from "../schema/attributes.ts"
import { inlineTypes, typeOf } from "../schema/schema.ts"

/** The content of a textblock; one empty text for none. */
export const contentOf = (node: Node): RichContent[] => content(node.children)

const content = (nodes: ReadonlyArray<Node>, outside?: Mark): RichContent[] => {
  const out: RichContent[] = []
  let leaves: RichLeaf[] = []
  const flush = (): void => {
    if (leaves.length > 0) out.push({ object: "text", leaves })
    leaves = []
  }
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at]!
    const mark = outside === undefined ? wrapperOf(node) : undefined
    if (mark !== undefined) {
      let end = at + 1
      while (end < nodes.length && wrapperOf(nodes[end]!)?.eq(mark)) end++
      flush()
      out.push(wrapped(mark, nodes.slice(at, end)))
      at = end
      continue
    }
    for (const one of contentNodes(node)) {
      if (one.object === "leaf") addLeaf(leaves, one)
      else {
        flush()
        out.push(one)
      }
    }
    at++
  }
  flush()
  return out.length === 0 ? [text("")] : out
}

/** The link or the annotation around a node, of those that Markdown can have in one. */
const wrapperOf = ({ marks, type }: Node): Mark | undefined =>
  marks.find((mark) => {
    const { name } = mark.type
    if (name !== "link" && name !== "annotation") return false
    return !inlineTypes.has(typeOf(type)) || (name === "link" && type.name === "inline_image")
  })

const wrapped = (mark: Mark, inside: ReadonlyArray<Node>): RichInline => {
  const { data, fragments } = mark.attrs as { data: RichInline["data"] & {}; fragments?: RichInline["fragments"] & {} }
  return {
    object: "inline",
    type: mark.type.name,
    isVoid: false,
    data,
    nodes: content(inside, mark),
    ...(fragments !== undefined && { fragments })
  }
}

const contentNodes = (node: Node): ReadonlyArray<RichLeaf | RichInline> =>
  node.type.name === "inline_source"
    ? (node.attrs["content"] as ReadonlyArray<RichLeaf | RichInline>)
    : [contentNode(node)]

const contentNode = (node: Node): RichLeaf | RichInline => {
  const marks = richMarks(node.marks)
  switch (node.type.name) {
    case "text":
      return { object: "leaf", text: node.text!, marks }
    case "hard_break":
      return { object: "leaf", text: "\n", marks }
    case "raw":
      return { object: "leaf", text: "", marks, source: node.attrs["source"] as string }
    default: {
      const data = marks.length === 0 ? dataOf(node) : { ...dataOf(node), marks }
      return { object: "inline", type: typeOf(node.type), isVoid: true, data }
    }
  }
}

/** Neighbours with the same marks are one. */
const addLeaf = (leaves: RichLeaf[], leaf: RichLeaf): void => {
  const last = leaves[leaves.length - 1]
  const isAlike = last !== undefined && (last.source === undefined) === (leaf.source === undefined)
  if (!isAlike || !sameMarks(last.marks, leaf.marks)) leaves.push(leaf)
  else if (leaf.source === undefined) leaves[leaves.length - 1] = { ...last, text: last.text + leaf.text }
  else leaves[leaves.length - 1] = { ...last, source: last.source + leaf.source }
}

const sameMarks = (first: ReadonlyArray<RichMark>, second: ReadonlyArray<RichMark>): boolean =>
  JSON.stringify(first) === JSON.stringify(second)

/** The outermost first: those that know their place, then the others in the order of the schema. */
const richMarks = (marks: ReadonlyArray<Mark>): ReadonlyArray<RichMark> => {
  const depth = ({ attrs }: Mark): number => (attrs["depth"] as number | null) ?? Number.POSITIVE_INFINITY
  return marks
    .filter(({ type }) => type.name !== "link" && type.name !== "annotation")
    .toSorted((a, b) => (depth(a) === depth(b) ? 0 : depth(a) - depth(b)))
    .map((mark) => ({
      object: "mark",
      type: mark.type.name,
      ...("data" in mark.attrs && { data: dataOf(mark) })
    }))
}
