/** What became of a page, block by block: the draft with what was removed put back in its place. Pure. */
import { compare, type Node, parsePage, type Root, visit } from "@octavo/document"
import type { BlockMark } from "../body/marks.ts"
import { plainText } from "../body/text.ts"

/** A tree to draw, and which of its blocks were changed. */
export interface MarkedPage {
  readonly root: Root
  readonly marks: ReadonlyMap<Node, Pick<BlockMark, "change">>
}

interface Block {
  readonly node: Root["children"][number]
  readonly source: string
}

/** The blocks of a page under its title. */
const blocksOf = (text: string): ReadonlyArray<Block> => {
  const { root, title } = parsePage(text)
  return root.children
    .filter(({ position }) => position.start !== title?.position.start)
    .map((node) => ({
      node,
      source: text.slice(node.position.start, node.position.end).replaceAll("\r\n", "\n").trim()
    }))
}

/** Share of words that two texts have in common, 0 to 1. */
export const likeness = (a: string, b: string): number => {
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
  const left = new Map<string, number>()
  const [ours, theirs] = [words(a), words(b)]
  for (const word of ours) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of theirs) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    common++
  }
  const most = Math.max(ours.length, theirs.length)
  return most === 0 ? 1 : common / most
}

/** From here on two blocks of a kind are one that was edited. */
const alike = 0.4
/** How many removed blocks are looked at for the one that was edited. */
const nearby = 12

const isEditOf = (before: Block, after: Block): boolean =>
  before.node.type === after.node.type &&
  (likeness(plainText([before.node]), plainText([after.node])) >= alike ||
    likeness(before.source, after.source) >= alike)

/**
 * Compares two texts of a page, of which either may be empty. Blocks are known by their source: one that says nearly
 * the same in the same place was edited, and is shown as it is now.
 */
export const markBlocks = (before: string, after: string): MarkedPage => {
  const children: Array<Block["node"]> = []
  const marks = new Map<Node, Pick<BlockMark, "change">>()
  const put = ({ node }: Block, change?: BlockMark["change"]): void => {
    children.push(node)
    if (change !== undefined) marks.set(node, { change })
    // the anchors of the page are those of the draft
    if (change === "removed") visit(node, dropAnchor)
  }
  for (const piece of compare(blocksOf(before), blocksOf(after), ({ source }) => source)) {
    if (piece.kind === "same") {
      put(piece.after)
      continue
    }
    let from = 0
    for (const block of piece.after) {
      const at = piece.before.slice(from, from + nearby).findIndex((old) => isEditOf(old, block))
      for (const old of at === -1 ? [] : piece.before.slice(from, from + at)) put(old, "removed")
      if (at !== -1) from += at + 1
      put(block, at === -1 ? "added" : "edited")
    }
    for (const old of piece.before.slice(from)) put(old, "removed")
  }
  return { root: { type: "root", children, position: { start: 0, end: after.length } }, marks }
}

const dropAnchor = (node: Node): boolean => {
  if (node.type === "heading") delete node.anchor
  return true
}
