/** Emphasis, strong and strikethrough: delimiter runs and their resolution (CommonMark 6.2, GFM strikethrough). */
import { type Piece, removed } from "./pieces.ts"

export interface Delimiter {
  character: string
  count: number
  canOpen: boolean
  canClose: boolean
}

const punctuation = /[\p{P}\p{S}]/u

/** The run of delimiters at `at` and whether it may open or close. */
export const makeDelimiter = (text: string, at: number): Delimiter => {
  const character = text[at]!
  let end = at
  while (text[end] === character) end++
  const before = at === 0 ? "\n" : codePointBefore(text, at)
  const after = end >= text.length ? "\n" : String.fromCodePoint(text.codePointAt(end)!)
  const spaceBefore = /\s/.test(before)
  const spaceAfter = /\s/.test(after)
  const punctuationBefore = punctuation.test(before)
  const punctuationAfter = punctuation.test(after)
  const left = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore)
  const right = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter)
  const count = end - at
  if (character === "_") {
    return {
      character,
      count,
      canOpen: left && (!right || punctuationBefore),
      canClose: right && (!left || punctuationAfter)
    }
  }
  const usable = character !== "~" || count <= 2
  return { character, count, canOpen: usable && left, canClose: usable && right }
}

const codePointBefore = (text: string, at: number): string => {
  const code = text.charCodeAt(at - 1)
  const low = code >= 0xdc00 && code <= 0xdfff && at > 1
  return low ? String.fromCodePoint(text.codePointAt(at - 2)!) : text[at - 1]!
}

interface Entry extends Delimiter {
  original: number
  piece: number
}

/** Delimiters of one content, by height; entries are resolved from a height upwards. */
export class DelimiterStack {
  entries: Entry[] = []

  get height(): number {
    return this.entries.length
  }

  push(delimiter: Delimiter, piece: number): void {
    this.entries.push({ ...delimiter, original: delimiter.count, piece })
  }

  /**
   * Pairs the delimiters above `bottom` and drops them. A pair moves what lies between into a wrapping piece. Kinds of
   * closers that found no opener remember where they looked, which keeps this linear.
   */
  resolve(pieces: Piece[], bottom: number): void {
    const open: Entry[] = []
    const bottoms = new Map<string, number>()
    for (const closer of this.entries.splice(bottom)) {
      if (closer.canClose) pairCloser(pieces, open, bottoms, closer)
      if (closer.count > 0 && closer.canOpen) open.push(closer)
    }
  }
}

const pairCloser = (pieces: Piece[], open: Entry[], bottoms: Map<string, number>, closer: Entry): void => {
  const key = `${closer.character}${closer.canOpen}${closer.character === "~" ? closer.original : closer.original % 3}`
  while (closer.count > 0) {
    const limit = bottoms.get(key) ?? 0
    let index = open.length - 1
    while (index >= limit && !fits(open[index]!, closer)) index--
    if (index < limit) {
      bottoms.set(key, open.length)
      return
    }
    const opener = open[index]!
    wrap(pieces, opener, closer)
    open.length = opener.count > 0 ? index + 1 : index
    for (const [name, height] of bottoms) if (height > open.length) bottoms.set(name, open.length)
  }
}

const fits = (opener: Entry, closer: Entry): boolean => {
  if (opener.character !== closer.character) return false
  if (closer.character === "~") return opener.original === closer.original
  const both = opener.canClose || closer.canOpen
  return !both || closer.original % 3 === 0 || (opener.original + closer.original) % 3 !== 0
}

const wrap = (pieces: Piece[], opener: Entry, closer: Entry): void => {
  const tilde = closer.character === "~"
  const used = tilde ? closer.count : opener.count >= 2 && closer.count >= 2 ? 2 : 1
  const left = pieces[opener.piece]!
  const right = pieces[closer.piece]!
  const type = tilde ? "delete" : used === 2 ? "strong" : "emphasis"
  const children: Piece[] = []
  for (let i = opener.piece + 1; i < closer.piece; ) {
    const piece = pieces[i]!
    if (piece !== removed) children.push(piece)
    pieces[i] = removed
    i = piece.kind === "wrap" ? piece.next : i + 1
  }
  opener.count -= used
  closer.count -= used
  const start = left.end - used
  const end = right.start + used
  shrink(pieces, opener, left.start, start)
  shrink(pieces, closer, end, right.end)
  // The wrapper takes the first slot between the two; pairs around it jump from there, so that each slot is seen once.
  pieces[opener.piece + 1] = { kind: "wrap", type, children, next: closer.piece, start, end }
}

const shrink = (pieces: Piece[], entry: Entry, start: number, end: number): void => {
  const value = entry.character.repeat(entry.count)
  pieces[entry.piece] = entry.count === 0 ? removed : { kind: "text", value, start, end }
}
