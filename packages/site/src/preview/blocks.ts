/** What became of a page, block by block: the draft with what was removed put back in its place. Pure. */
import { compare, type Node, parsePage, type Root, visit } from "@octavo/document"
import { plainText } from "@octavo/render/text"
import type { BlockMark } from "../body/marks.ts"

/** A tree to draw, and which of its blocks were changed. */
export interface MarkedPage {
  readonly root: Root
  readonly marks: ReadonlyMap<Node, Pick<BlockMark, "change">>
}

interface Block {
  readonly node: Root["children"][number]
  readonly source: string
  /** Of what a reader sees, and of what is written; found when they are first asked for. */
  readonly words: () => Words
  readonly sourceWords: () => Words
}

/** The blocks of a page under its title. */
const blocksOf = (text: string): ReadonlyArray<Block> => {
  const { root, title } = parsePage(text)
  return root.children
    .filter(({ position }) => position.start !== title?.position.start)
    .map((node) => {
      const source = text.slice(node.position.start, node.position.end).replaceAll("\r\n", "\n").trim()
      return {
        node,
        source,
        words: once(() => wordsOf(plainText([node]))),
        sourceWords: once(() => wordsOf(source))
      }
    })
}

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The words of a text, to be held against those of others. */
interface Words {
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
}

const wordsOf = (text: string): Words => {
  const counts = new Map<string, number>()
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, total: words.length }
}

/** Whether at least this share of words, 0 to 1, is common to both. Takes time in the smaller of them. */
const areAlike = (a: Words, b: Words, share: number): boolean => {
  const [less, more] = a.total < b.total ? [a, b] : [b, a]
  if (more.total === 0) return true
  if (less.total / more.total < share) return false
  let common = 0
  for (const [word, count] of less.counts) common += Math.min(count, more.counts.get(word) ?? 0)
  return common / more.total >= share
}

/** Whether two texts have at least this share of their words in common, 0 to 1. */
export const isLike = (a: string, b: string, share: number): boolean => areAlike(wordsOf(a), wordsOf(b), share)

/** From here on two blocks of a kind are one that was edited. */
const alike = 0.4
/** How many removed blocks are looked at for the one that was edited. */
const nearby = 12

const isEditOf = (before: Block, after: Block): boolean =>
  before.node.type === after.node.type &&
  (areAlike(before.words(), after.words(), alike) || areAlike(before.sourceWords(), after.sourceWords(), alike))

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
