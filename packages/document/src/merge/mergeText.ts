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
  sameLine
} from "./textBlocks.ts"

export interface MergedText {
  readonly text: string
  /** How many places both sides changed differently; each stands between markers in the text. */
  readonly conflicts: number
}

/** What the two sides are called in the markers. */
export interface SideNames {
  readonly ours: string
  readonly theirs: string
}

export interface MergeOptions {
  /** Where both sides differ, this one's lines are taken and there is no conflict. */
  readonly prefer?: "ours" | "theirs" | undefined
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
  if (ours === theirs || base === theirs) return { text: ours, conflicts: 0 }
  if (base === ours) return { text: theirs, conflicts: 0 }
  const [before, mine, other] = [blocksOf(base), blocksOf(ours), blocksOf(theirs)]
  const out = makeBlockOutput([before, mine, other])
  let conflicts = 0
  for (const piece of merge3(before, mine, other, blockKey)) {
    if (piece.kind !== "clash") out.lines(linesOfPiece(piece), ...endsOf(piece))
    else {
      const lines = makeOutput()
      conflicts += mergeLines(piece, names, lines, options.prefer)
      out.lines(linesOf(lines.text()), ...endsOf(piece))
    }
  }
  return { text: out.text(), conflicts }
}

const mergeLines = (
  clash: {
    readonly base: ReadonlyArray<Block>
    readonly ours: ReadonlyArray<Block>
    readonly theirs: ReadonlyArray<Block>
  },
  names: SideNames,
  out: Output,
  prefer: MergeOptions["prefer"]
): number => {
  let conflicts = 0
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
      case "clash":
        if (prefer !== undefined) {
          out.lines(piece[prefer])
          break
        }
        conflicts++
        out.lines([{ text: `<<<<<<< ${names.ours}`, end: "\n" }])
        out.lines(piece.ours)
        out.lines([{ text: "=======", end: "\n" }])
        out.lines(piece.theirs)
        out.lines([{ text: `>>>>>>> ${names.theirs}`, end: "\n" }])
    }
  }
  return conflicts
}
