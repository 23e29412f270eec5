/** Running text of two states as one: words, blanks and inlines that stayed, and those that came and went between them. */
import { align } from "../../merge/align.ts"
import type { RichContent, RichInline, RichLeaf } from "../model.ts"
import { type ComparedContent, type ComparedInline, deletedMark, insertedMark, type Side, saying } from "./model.ts"

/** A word, a blank, a sign, a piece of source, or an inline that is compared as a whole. */
interface Atom {
  readonly node: RichLeaf | RichInline
  /** The links and the like that it stands in, from the outside in. */
  readonly within: ReadonlyArray<RichInline>
  /** Equal for atoms that say the same. */
  readonly name: string
  readonly isWord: boolean
}

/** @returns the content of both, each piece marked where it is in one of them alone */
export const compareContent = (
  before: ReadonlyArray<RichContent>,
  after: ReadonlyArray<RichContent>
): ReadonlyArray<ComparedContent> => {
  const [atoms, sideAtoms] = [atomsOf(before), atomsOf(after)]
  const pieces: Piece[] = []
  const both = (until: number): void => {
    for (; at < until; at++, sideAt++) pieces.push({ atom: sideAtoms[sideAt]!, side: "both" })
  }
  let [at, sideAt] = [0, 0]
  for (const { end, sideEnd, sideStart, start } of hunksOf(atoms, sideAtoms)) {
    both(start)
    for (const atom of atoms.slice(start, end)) pieces.push({ atom, side: "before" })
    for (const atom of sideAtoms.slice(sideStart, sideEnd)) pieces.push({ atom, side: "after" })
    ;[at, sideAt] = [end, sideEnd]
  }
  both(atoms.length)
  return assembled(pieces, 0)
}

/** All of a content, as it is in one of the states alone. */
export const contentOf = (content: ReadonlyArray<RichContent>, side: Side): ReadonlyArray<ComparedContent> =>
  assembled(
    atomsOf(content).map((atom) => ({ atom, side })),
    0
  )

/** A word; blanks; any other sign by itself. */
const words = /[\p{L}\p{M}\p{N}_]+|\s+|[\s\S]/gu

const atomsOf = (content: ReadonlyArray<RichContent>, within: ReadonlyArray<RichInline> = []): Atom[] => {
  const around = within.map(wrapperName).join(" ")
  const atomOf = (node: RichLeaf | RichInline, isWord: boolean): Atom => ({
    node,
    within,
    name: `${around} ${saying(node)}`,
    isWord
  })
  return content.flatMap((node): Atom[] => {
    if (node.object === "inline") {
      const isWhole = node.isVoid || node.fragments !== undefined || (node.nodes ?? []).length === 0
      return isWhole ? [atomOf(node, true)] : atomsOf(node.nodes!, [...within, node])
    }
    return node.leaves.flatMap((leaf): Atom[] => {
      if (leaf.source) return [atomOf(leaf, true)]
      return (leaf.text.match(words) ?? []).map((text) => atomOf({ ...leaf, text }, /[\p{L}\p{N}]/u.test(text)))
    })
  })
}

const wrapperName = ({ data, type }: RichInline): string => saying({ type, data })

/** Texts that have little in common are one that went and one that came, not a few blanks with words around. */
const hunksOf = (before: ReadonlyArray<Atom>, after: ReadonlyArray<Atom>): ReturnType<typeof align> => {
  const nameOf = ({ name }: Atom): string => name
  const hunks: Array<ReturnType<typeof align>[number]> = []
  for (const hunk of align(before.map(nameOf), after.map(nameOf))) {
    const last = hunks.at(-1)
    const kept = last === undefined ? [] : before.slice(last.end, hunk.start)
    const isScrap =
      last !== undefined &&
      isRewritten(last) &&
      isRewritten(hunk) &&
      kept.length < 3 &&
      !kept.some(({ isWord }) => isWord)
    if (isScrap) hunks[hunks.length - 1] = { ...hunk, start: last.start, sideStart: last.sideStart }
    else hunks.push(hunk)
  }
  return hunks
}

const isRewritten = ({ end, sideEnd, sideStart, start }: ReturnType<typeof align>[number]): boolean =>
  end > start && sideEnd > sideStart

interface Piece {
  readonly atom: Atom
  readonly side: Side
}

/** The pieces in the inlines that they stand in, text of one look in one leaf. */
const assembled = (pieces: ReadonlyArray<Piece>, depth: number): ReadonlyArray<ComparedContent> => {
  const content: ComparedContent[] = []
  let leaves: RichLeaf[] = []
  const endText = (): void => {
    if (leaves.length > 0) content.push({ object: "text", leaves })
    leaves = []
  }
  for (let at = 0; at < pieces.length; at++) {
    const { atom, side } = pieces[at]!
    const around = atom.within[depth]
    if (around !== undefined) {
      const name = wrapperName(around)
      let end = at + 1
      while (end < pieces.length && isWithin(pieces[end]!, depth, name)) end++
      endText()
      content.push({ ...around, nodes: assembled(pieces.slice(at, end), depth + 1) })
      at = end - 1
    } else if (atom.node.object === "leaf") addLeaf(leaves, markedLeaf(atom.node, side))
    else {
      endText()
      content.push(markedInline(atom.node, side))
    }
  }
  endText()
  return content.length > 0 || depth > 0
    ? content
    : [{ object: "text", leaves: [{ object: "leaf", text: "", marks: [] }] }]
}

const isWithin = ({ atom }: Piece, depth: number, name: string): boolean => {
  const around = atom.within[depth]
  return around !== undefined && wrapperName(around) === name
}

const markedLeaf = (leaf: RichLeaf, side: Side): RichLeaf =>
  side === "both"
    ? leaf
    : {
        ...leaf,
        marks: [...(leaf.marks ?? []), { object: "mark", type: side === "after" ? insertedMark : deletedMark }]
      }

const markedInline = (inline: RichInline, side: Side): ComparedInline =>
  side === "both" ? inline : { ...inline, change: side === "after" ? "inserted" : "deleted" }

const addLeaf = (leaves: RichLeaf[], leaf: RichLeaf): void => {
  const last = leaves.at(-1)
  const isOne = last !== undefined && !last.source && !leaf.source && saying(last.marks) === saying(leaf.marks)
  if (isOne) leaves[leaves.length - 1] = { ...last, text: last.text + leaf.text }
  else leaves.push(leaf)
}
