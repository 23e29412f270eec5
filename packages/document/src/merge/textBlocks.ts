/** The text of a page in blocks and lines, as merges compare it, and lines written one after the other. */
import { parsePage } from "../parse.ts"
import type { Piece } from "./merge3.ts"

export interface Line {
  readonly text: string
  /** `\n`, `\r\n`, or nothing at the end of the text. */
  readonly end: string
}

/** A stretch of whole lines: a key of the header, or a block of the body; and the blank lines after it. */
export interface Block {
  readonly lines: ReadonlyArray<Line>
  readonly blank: ReadonlyArray<Line>
  /** Whether it stands in the header, or is one of its fences. */
  readonly isHeader: boolean
}

export const linesOf = (text: string): ReadonlyArray<Line> =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    const end = line.endsWith("\r\n") ? "\r\n" : line.endsWith("\n") ? "\n" : ""
    return { text: line.slice(0, line.length - end.length), end }
  })

export const lineKey = (line: Line): string => line.text

export const blockKey = (block: Block): string => block.lines.map(lineKey).join("\n")

export const blocksOf = (text: string): ReadonlyArray<Block> => {
  const page = parsePage(text)
  const begun = page.root.children.map(({ position }) => position.start)
  const header = page.frontmatter?.position
  const blocks: Array<{ readonly lines: Array<Line>; readonly isHeader: boolean }> = []
  let at = 0
  let next = 0
  for (const line of linesOf(text)) {
    const inHeader = header !== undefined && at >= header.start && at < header.end
    const end = at + line.text.length + line.end.length
    const first = next
    while (next < begun.length && begun[next]! < end) next++
    const begins = inHeader ? /^[^\s#]/.test(line.text) : next > first
    if (begins || blocks.length === 0) blocks.push({ lines: [line], isHeader: inHeader })
    else blocks.at(-1)!.lines.push(line)
    at = end
  }
  return blocks.map(({ isHeader, lines }) => {
    const end = lines.findLastIndex((line) => line.text.trim() !== "") + 1
    return { lines: lines.slice(0, end), blank: lines.slice(end), isHeader }
  })
}

/** The text of blocks, without the ends of lines as they are and the blank lines between. */
export const blocksKey = (blocks: ReadonlyArray<Block>): string => blocks.map(blockKey).join("\n\n")

/** Lines of a piece that needs no decision. */
export const linesOfPiece = (piece: Exclude<Piece<Block>, { readonly kind: "clash" }>): ReadonlyArray<Line> => {
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

export const allLines = (block: Block): ReadonlyArray<Line> => [...block.lines, ...block.blank]

/** The form of a line that nobody changed: the side that changed its end has it. */
export const sameLine = (base: Line, ours: Line, theirs: Line): Line => (ours.end === base.end ? theirs : ours)

/** Blank lines after a block; where both sides changed them, the more of them. */
const spacing = (base: Block, one: Block, other: Block): ReadonlyArray<Line> => {
  const raw = (block: Block) => block.blank.map((line) => line.text + line.end).join("")
  if (raw(one) === raw(base)) return other.blank
  if (raw(other) === raw(base)) return one.blank
  return one.blank.length >= other.blank.length ? one.blank : other.blank
}

/** The blocks that a piece may begin with, and those that it may end with. */
export const endsOf = (piece: Piece<Block>): readonly [first: ReadonlyArray<Block>, last: ReadonlyArray<Block>] => {
  const sides =
    piece.kind === "same" ? [[piece.ours]] : piece.kind === "changed" ? [piece.items] : [piece.ours, piece.theirs]
  const at = (index: 0 | -1) => sides.flatMap((blocks) => blocks.at(index) ?? [])
  return [at(0), at(-1)]
}

/**
 * Writes blocks one after the other, with a blank line between two that stood together in none of the texts that they
 * come from: what follows a block that was the last one would be read as more of it.
 */
export const makeBlockOutput = (texts: ReadonlyArray<ReadonlyArray<Block>>) => {
  const out = makeOutput()
  const touching = new Set<string>()
  for (const blocks of texts) {
    for (const [i, block] of blocks.entries()) {
      const next = blocks[i + 1]
      if (next !== undefined && block.blank.length === 0) touching.add(pairKey(block, next))
    }
  }
  let last: ReadonlyArray<Block> = []
  let isApart = true
  return {
    /**
     * @param first the blocks that the lines may begin with
     * @param ends those that they may end with
     */
    lines: (lines: ReadonlyArray<Line>, first: ReadonlyArray<Block>, ends: ReadonlyArray<Block>) => {
      if (lines.length === 0) return
      const stood = last.some((one) => one.isHeader || first.some((next) => touching.has(pairKey(one, next))))
      if (!isApart && !stood) out.lines([{ text: "", end: out.newline() }])
      out.lines(lines)
      last = ends
      isApart = lines.at(-1)!.text.trim() === ""
    },
    text: out.text
  }
}

const pairKey = (one: Block, next: Block): string => JSON.stringify([blockKey(one), blockKey(next)])

export type Output = ReturnType<typeof makeOutput>

/** Collects lines. One that had no end because it stood last gets one when something follows it. */
export const makeOutput = () => {
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
    /** The end of the lines so far. */
    newline: () => newline,
    text: () => parts.join("")
  }
}

/** The text of lines. */
export const textOf = (lines: ReadonlyArray<Line>): string => lines.map(({ end, text }) => text + end).join("")

/** What was decided about lines that two sides changed: whose they are, or what stands there instead. */
export type Take = "ours" | "theirs" | "both" | { readonly text: string }

/** What stands in the place of lines that both changed. Two paragraphs stay two. */
export const settledLines = (
  { ours, theirs }: { readonly ours: ReadonlyArray<Line>; readonly theirs: ReadonlyArray<Line> },
  take: Take
): ReadonlyArray<Line> => {
  if (typeof take !== "string")
    return linesOf(take.text === "" || take.text.endsWith("\n") ? take.text : `${take.text}\n`)
  if (take !== "both") return take === "ours" ? ours : theirs
  return isParagraph(theirs) && isParagraph(ours) ? [...theirs, { text: "", end: "\n" }, ...ours] : [...theirs, ...ours]
}

/** Whether lines are words alone, which would be read as one paragraph with such others. */
const isParagraph = (lines: ReadonlyArray<Line>): boolean =>
  lines.length > 0 && lines.every(({ text }) => /^\p{L}/u.test(text))
