/**
 * Three-way merge of the text of a page: header key by key, body block by block, and inside of a block that both sides
 * changed line by line. What cannot be merged stays in the text, both sides of it, between markers.
 */
import { merge3 } from "./merge3.ts"
import {
  allLines,
  type Block,
  blockKey,
  blocksOf,
  endsOf,
  lineKey,
  linesOf,
  linesOfPiece,
  makeBlockOutput,
  makeOutput,
  type Output,
  sameLine,
  settledLines,
  type Take,
  textOf
} from "./textBlocks.ts"

/** Lines that both sides changed, and not alike. */
export interface TextClash {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** What somebody decided about lines that both sides changed. */
export interface SettledClash extends TextClash {
  readonly take: Take
}

export interface MergedText {
  readonly text: string
  /** The places that both sides changed differently; each stands between markers in the text. */
  readonly clashes: ReadonlyArray<TextClash>
}

/** What the two sides are called in the markers. */
export interface SideNames {
  readonly ours: string
  readonly theirs: string
}

export interface MergeOptions {
  /** Where both sides differ, this one's lines are taken and there is no conflict. */
  readonly prefer?: "ours" | "theirs" | undefined
  /** What becomes of places where both sides differ; of those that are not there, nothing. */
  readonly settled?: ReadonlyArray<SettledClash> | undefined
}

/**
 * Merges two texts that came from one. Lines are compared without their ends, so CRLF and a missing final newline are
 * no change of a line. Never throws.
 */
export const mergeText = (
  base: string,
  ours: string,
  theirs: string,
  names: SideNames,
  options: MergeOptions = {}
): MergedText => {
  if (ours === theirs || base === theirs) return { text: ours, clashes: [] }
  if (base === ours) return { text: theirs, clashes: [] }
  const settled = new Map(options.settled?.map((one) => [keyOf(one), one.take]))
  const [before, mine, other] = [blocksOf(base), blocksOf(ours), blocksOf(theirs)]
  const out = makeBlockOutput([before, mine, other])
  const clashes: Array<TextClash> = []
  for (const piece of merge3(before, mine, other, blockKey)) {
    if (piece.kind !== "clash") out.lines(linesOfPiece(piece), ...endsOf(piece))
    else {
      const lines = makeOutput()
      clashes.push(...mergeLines(piece, names, lines, options.prefer, settled))
      out.lines(linesOf(lines.text()), ...endsOf(piece))
    }
  }
  return { text: out.text(), clashes }
}

const keyOf = ({ base, ours, theirs }: TextClash): string => JSON.stringify([base, ours, theirs])

const mergeLines = (
  clash: {
    readonly base: ReadonlyArray<Block>
    readonly ours: ReadonlyArray<Block>
    readonly theirs: ReadonlyArray<Block>
  },
  names: SideNames,
  out: Output,
  prefer: MergeOptions["prefer"],
  settled: ReadonlyMap<string, SettledClash["take"]>
): ReadonlyArray<TextClash> => {
  const clashes: Array<TextClash> = []
  for (const piece of merge3(
    clash.base.flatMap(allLines),
    clash.ours.flatMap(allLines),
    clash.theirs.flatMap(allLines),
    lineKey
  )) {
    switch (piece.kind) {
      case "same":
        out.lines([sameLine(piece.base, piece.ours, piece.theirs)])
        break
      case "changed":
        out.lines(piece.items)
        break
      case "clash": {
        if (prefer !== undefined) {
          out.lines(piece[prefer])
          break
        }
        const sides = { base: textOf(piece.base), ours: textOf(piece.ours), theirs: textOf(piece.theirs) }
        const take = settled.get(keyOf(sides))
        if (take !== undefined) {
          out.lines(settledLines(piece, take))
          break
        }
        clashes.push(sides)
        out.lines([{ text: `<<<<<<< ${names.ours}`, end: "\n" }])
        out.lines(piece.ours)
        out.lines([{ text: "=======", end: "\n" }])
        out.lines(piece.theirs)
        out.lines([{ text: `>>>>>>> ${names.theirs}`, end: "\n" }])
      }
    }
  }
  return clashes
}
