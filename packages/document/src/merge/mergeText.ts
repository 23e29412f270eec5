/**
 * Three-way merge of the text of a page: header key by key, body block by block, and inside of a block that both sides
 * changed line by line. What cannot be merged stays in the text, both sides of it, between markers.
 */
import { parsePage } from "../parse.ts"
import { merge3, type Piece } from "./merge3.ts"

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
  const pieces = merge3(blocksOf(base), blocksOf(ours), blocksOf(theirs), blockKey)
  const out = makeOutput()
  let conflicts = 0
  for (const piece of pieces) {
    if (piece.kind !== "clash") out.lines(linesOfPiece(piece))
    else conflicts += mergeLines(piece, names, out, options.prefer)
  }
  return { text: out.text(), conflicts }
}

interface Line {
  readonly text: string
  /** `\n`, `\r\n`, or nothing at the end of the text. */
  readonly end: string
}

/** A stretch of whole lines: a key of the header, or a block of the body; and the blank lines after it. */
interface Block {
  readonly lines: ReadonlyArray<Line>
  readonly blank: ReadonlyArray<Line>
}

const linesOf = (text: string): ReadonlyArray<Line> =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    const end = line.endsWith("\r\n") ? "\r\n" : line.endsWith("\n") ? "\n" : ""
    return { text: line.slice(0, line.length - end.length), end }
  })

const lineKey = (line: Line): string => line.text

const blockKey = (block: Block): string => block.lines.map(lineKey).join("\n")

const blocksOf = (text: string): ReadonlyArray<Block> => {
  const page = parsePage(text)
  const begun = page.root.children.map(({ position }) => position.start)
  const header = page.frontmatter?.position
  const blocks: Array<Array<Line>> = []
  let at = 0
  let next = 0
  for (const line of linesOf(text)) {
    const inHeader = header !== undefined && at >= header.start && at < header.end
    const end = at + line.text.length + line.end.length
    const first = next
    while (next < begun.length && begun[next]! < end) next++
    const begins = inHeader ? /^[^\s#]/.test(line.text) : next > first
    if (begins || blocks.length === 0) blocks.push([line])
    else blocks.at(-1)!.push(line)
    at = end
  }
  return blocks.map((lines) => {
    const end = lines.findLastIndex((line) => line.text.trim() !== "") + 1
    return { lines: lines.slice(0, end), blank: lines.slice(end) }
  })
}

/** Lines of a piece that needs no decision. */
const linesOfPiece = (piece: Exclude<Piece<Block>, { readonly kind: "clash" }>): ReadonlyArray<Line> => {
  if (piece.kind === "same") {
    const { base, ours, theirs } = piece
    return [
      ...ours.lines.map((line, i) => sameLine(base.lines[i]!, line, theirs.lines[i]!)),
      ...spacing(base, ours, theirs)
    ]
  }
  const [item] = piece.items
  const [origin] = piece.base
  const [other] = piece.other
  const single = piece.items.length === 1 && piece.base.length === 1 && piece.other.length === 1
  if (!single) return piece.items.flatMap(allLines)
  // one side changed what the block says, the other may have changed how it is spaced
  return [...item!.lines, ...spacing(origin!, item!, other!)]
}

const allLines = (block: Block): ReadonlyArray<Line> => [...block.lines, ...block.blank]

/** The form of a line that nobody changed: the side that changed its end has it. */
const sameLine = (base: Line, ours: Line, theirs: Line): Line => (ours.end === base.end ? theirs : ours)

/** Blank lines after a block; where both sides changed them, the more of them. */
const spacing = (base: Block, one: Block, other: Block): ReadonlyArray<Line> => {
  const raw = (block: Block) => block.blank.map((line) => line.text + line.end).join("")
  if (raw(one) === raw(base)) return other.blank
  if (raw(other) === raw(base)) return one.blank
  return one.blank.length >= other.blank.length ? one.blank : other.blank
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

type Output = ReturnType<typeof makeOutput>

/** Collects lines. One that had no end because it stood last gets one when something follows it. */
const makeOutput = () => {
  const parts: Array<string> = []
  let newline = "\n"
  let ended = true
  return {
    lines: (lines: ReadonlyArray<Line>) => {
      for (const { end, text } of lines) {
        if (!ended) parts.push(newline)
        parts.push(text, end)
        if (end !== "") newline = end
        ended = end !== ""
      }
    },
    text: () => parts.join("")
  }
}
