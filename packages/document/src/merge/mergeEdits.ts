/**
 * Puts an edit of a page into a text that somebody else has changed meanwhile: block by block, line by line, word by word.
 * Nothing is decided for anybody: where both changed the same words it is a collision, which is told or comes settled.
 */

import { merge3, type Piece } from "./merge3.ts"
import { readsMerged } from "./mergedReading.ts"
import { both, mergeWords, together, wordsOf } from "./mergeWords.ts"
import { withAllColumns } from "./tableColumns.ts"
import {
  allLines,
  type Block,
  blockKey,
  blocksKey,
  blocksOf,
  endsOf,
  type Line,
  lineKey,
  linesOf,
  linesOfPiece,
  makeBlockOutput,
  makeOutput,
  sameLine
} from "./textBlocks.ts"

/** Blocks that both changed, as Markdown. `mine` and `theirs` have what the other side changed elsewhere in them, too. */
export interface EditCollision {
  readonly base: string
  readonly mine: string
  readonly theirs: string
}

/** What somebody decided that is to stand in the place of a collision. */
export interface SettledCollision extends EditCollision {
  readonly text: string
}

export type MergedEdits = { readonly text: string } | { readonly collisions: ReadonlyArray<EditCollision> }

/**
 * Merges the text of somebody's edit into what stands there now.
 * @param base what the edit was made from
 * @param settled what becomes of collisions; of those that are not there, nothing
 */
export const mergeEdits = (
  base: string,
  mine: string,
  theirs: string,
  settled: ReadonlyArray<SettledCollision> = []
): MergedEdits => {
  if (base === theirs || mine === theirs) return { text: mine }
  if (base === mine) return { text: theirs }
  const answers = new Map(settled.map((one) => [keyOf(one), one.text]))
  const collisions: Array<EditCollision> = []
  const [before, ours, others] = [blocksOf(base), blocksOf(mine), blocksOf(theirs)]
  const out = makeBlockOutput([before, ours, others])
  for (const piece of merge3(before, ours, others, blockKey)) {
    if (piece.kind !== "clash") {
      out.lines(linesOfPiece(piece), ...endsOf(piece))
      continue
    }
    const merged = mergeBlocks(piece)
    if ("blocks" in merged) for (const block of merged.blocks) out.lines(allLines(block), [block], [block])
    else if ("lines" in merged) out.lines(merged.lines, ...endsOf(piece))
    else {
      const answer = answers.get(keyOf(merged.collision))
      if (answer === undefined) collisions.push(merged.collision)
      else out.lines(answered(answer, piece.theirs.at(-1) ?? piece.ours.at(-1)), ...endsOf(piece))
    }
  }
  return collisions.length > 0 ? { collisions } : { text: out.text() }
}

const keyOf = ({ base, mine, theirs }: EditCollision): string => JSON.stringify([base, mine, theirs])

/** What stands in the place of a collision, with the blank lines that were behind it. */
const answered = (text: string, last: Block | undefined): ReadonlyArray<Line> => {
  const lines = linesOf(text.trimEnd())
  const end = last?.lines.at(-1)?.end ?? "\n"
  return lines.map((line, at) => (at < lines.length - 1 ? line : { ...line, end })).concat(last?.blank ?? [])
}

type BlockClash = Extract<Piece<Block>, { readonly kind: "clash" }>

type MergedBlocks =
  /** Each as it is. */
  | { readonly blocks: ReadonlyArray<Block> }
  | { readonly lines: ReadonlyArray<Line> }
  | { readonly collision: EditCollision }

const mergeBlocks = (found: BlockClash): MergedBlocks => {
  const clash = withAllColumns(found)
  const isHeader = [...clash.base, ...clash.ours, ...clash.theirs].some((block) => block.isHeader)
  if (clash.base.length === 0 && !isHeader) return { blocks: newBlocks(clash) }
  const merged = mergeLines(clash, isHeader)
  const text = (blocks: ReadonlyArray<Block>) => textOf(blocks.flatMap(allLines))
  const sides = { base: text(clash.base), mine: text(clash.ours), theirs: text(clash.theirs) }
  if (merged.collisions === 0 && (isHeader || readsMerged(sides, merged.mine))) return { lines: linesOf(merged.mine) }
  // where marks do not meet, as they are
  const { mine, theirs } = merged.collisions === 0 ? sides : merged
  return { collision: { base: sides.base.trimEnd(), mine: mine.trimEnd(), theirs: theirs.trimEnd() } }
}

/** Blocks that both put in at one place: what both begin or end with alike stands once. */
const newBlocks = ({ base, ours, theirs }: BlockClash): ReadonlyArray<Block> => {
  const isSame = (i: number, j: number) => blockKey(ours[i]!) === blockKey(theirs[j]!)
  const shorter = Math.min(ours.length, theirs.length)
  let head = 0
  while (head < shorter && isSame(head, head)) head++
  let tail = 0
  while (tail < shorter - head && isSame(ours.length - 1 - tail, theirs.length - 1 - tail)) tail++
  const between = (blocks: ReadonlyArray<Block>) => blocks.slice(head, blocks.length - tail)
  const others = { base, ours: between(ours), theirs: between(theirs) }
  const whole = together(others, (blocks) => wordsOf(blocksKey(blocks))) ?? both(others) ?? []
  return [...ours.slice(0, head), ...whole, ...ours.slice(ours.length - tail)]
}

/** The lines of blocks that both changed; words of lines that both did. */
const mergeLines = (clash: BlockClash, isHeader: boolean) => {
  const [mine, theirs] = [makeOutput(), makeOutput()]
  let collisions = 0
  const add = (lines: ReadonlyArray<Line>, others = lines): void => {
    mine.lines(lines)
    theirs.lines(others)
  }
  const [base, ours, others] = [clash.base, clash.ours, clash.theirs].map((blocks) => blocks.flatMap(allLines))
  for (const piece of merge3(base!, ours!, others!, lineKey)) {
    if (piece.kind === "same") add([sameLine(piece.base, piece.ours, piece.theirs)])
    else if (piece.kind === "changed") add(piece.items)
    else if (isHeader) {
      collisions++
      add(piece.ours, piece.theirs)
    } else {
      const isNew = piece.base.length === 0
      const whole = isNew ? (together(piece, (lines) => wordsOf(textOf(lines))) ?? both(piece)) : undefined
      const words = whole ?? mergeWords(textOf(piece.base), textOf(piece.ours), textOf(piece.theirs))
      if ("collisions" in words) {
        collisions += words.collisions
        add(linesOf(words.mine), linesOf(words.theirs))
      } else add(words)
    }
  }
  return { mine: mine.text(), theirs: theirs.text(), collisions }
}

const textOf = (lines: ReadonlyArray<Line>): string => lines.map(({ end, text }) => text + end).join("")
