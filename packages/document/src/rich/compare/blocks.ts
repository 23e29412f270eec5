/** Blocks of two states as one: which stayed, went, came, or became another, and inside those the same once more. */
import type { RichBlock, RichContent, RichFragment } from "../model.ts"
import { compareContent, contentOf } from "./inlines.ts"
import {
  type BlockChange,
  type ComparedBlock,
  type ComparedContent,
  type ComparedFragment,
  type Side,
  saying
} from "./model.ts"
import { type Pairing, pairUp } from "./pairing.ts"
import { compareTables } from "./tables.ts"
import { textIn, wordsIn } from "./text.ts"

/** Which blocks became which. */
export const pairBlocks = (
  before: ReadonlyArray<RichBlock>,
  after: ReadonlyArray<RichBlock>
): ReadonlyArray<Pairing<RichBlock>> =>
  pairUp(before, after, { nameOf: saying, kindOf, wordsOf: (block) => wordsIn(textOf(block)) })

export const compareBlocks = (
  before: ReadonlyArray<RichBlock>,
  after: ReadonlyArray<RichBlock>
): ReadonlyArray<ComparedBlock> =>
  pairBlocks(before, after).map((pair) => {
    if (pair.isSame) return pair.after!
    if (pair.before === undefined) return blockOf(pair.after!, "after")
    if (pair.after === undefined) return blockOf(pair.before, "before")
    return compareBlock(pair.before, pair.after)
  })

/** Text is text, whether it stands in a paragraph or in a heading. */
export const kindOf = ({ type }: RichBlock): string =>
  type === "paragraph" || type.startsWith("heading-")
    ? "text"
    : type.startsWith("list-") && type !== "list-item"
      ? "list"
      : type

/** A whole block that is in one of the states alone. */
const blockOf = (block: RichBlock, side: "before" | "after"): ComparedBlock => ({
  ...block,
  change: { kind: side === "before" ? "removed" : "added" }
})

/** A block that became another one of its kind. */
const compareBlock = (before: RichBlock, after: RichBlock): ComparedBlock => {
  if (before.type === "table") return compareTables(before, after, compareBlocks)
  const change = changeOf(before, after)
  const nodes = compareNodes(before.nodes, after.nodes)
  const fragments = compareFragments(before.fragments, after.fragments)
  return {
    ...after,
    ...(change !== undefined && { change }),
    ...(nodes !== undefined && { nodes }),
    ...(fragments !== undefined && { fragments })
  }
}

/** What of the block itself is another. */
const changeOf = (before: RichBlock, after: RichBlock): BlockChange | undefined => {
  const isData = saying(before.data) !== saying(after.data)
  const isType = before.type !== after.type
  if (!isData && !isType) return undefined
  return {
    kind: "edited",
    ...(isData && { was: before.data ?? {} }),
    ...(isType && { wasType: before.type })
  }
}

type Nodes = ReadonlyArray<RichBlock | RichContent>

const compareNodes = (
  before: Nodes | undefined,
  after: Nodes | undefined
): ReadonlyArray<ComparedBlock | ComparedContent> | undefined => {
  if (before === undefined && after === undefined) return undefined
  const [ones, others] = [before ?? [], after ?? []]
  if (isBlocks(ones) && isBlocks(others)) return compareBlocks(ones, others)
  if (isContent(ones) && isContent(others)) return compareContent(ones, others)
  // text that stands where blocks stood
  return [...sideOf(ones, "before"), ...sideOf(others, "after")]
}

const isBlocks = (nodes: Nodes): nodes is ReadonlyArray<RichBlock> => nodes.every(({ object }) => object === "block")
const isContent = (nodes: Nodes): nodes is ReadonlyArray<RichContent> => nodes.every(({ object }) => object !== "block")

const sideOf = (nodes: Nodes, side: Exclude<Side, "both">): ReadonlyArray<ComparedBlock | ComparedContent> =>
  nodes.flatMap(
    (node): ReadonlyArray<ComparedBlock | ComparedContent> =>
      node.object === "block" ? [blockOf(node, side)] : contentOf([node], side)
  )

/** Fragments of a name, or else of a type, in their order. */
const compareFragments = (
  before: ReadonlyArray<RichFragment> | undefined,
  after: ReadonlyArray<RichFragment> | undefined
): ReadonlyArray<ComparedFragment> | undefined => {
  if (before === undefined && after === undefined) return undefined
  const left = new Map<string, RichFragment[]>()
  for (const fragment of before ?? []) {
    const name = nameOf(fragment)
    left.set(name, [...(left.get(name) ?? []), fragment])
  }
  const compared = (after ?? []).map((fragment): ComparedFragment => {
    const own = left.get(nameOf(fragment))?.shift()
    if (own === undefined) return { ...fragment, change: "added" }
    return { ...fragment, nodes: compareBlocks(own.nodes, fragment.nodes) }
  })
  const gone = [...left.values()].flat().map((fragment): ComparedFragment => ({ ...fragment, change: "removed" }))
  return [...compared, ...gone]
}

const nameOf = ({ fragment, type }: RichFragment): string => type ?? fragment ?? ""

/** What a block says: one without text, a picture, is known by what its data says. */
const textOf = (block: RichBlock): string => {
  const text = textIn([block])
  return text.trim() === ""
    ? Object.values(block.data ?? {})
        .filter(isText)
        .join(" ")
    : text
}

const isText = (value: unknown): value is string => typeof value === "string"
