/**
 * Text of both directions: the levels of the Unicode bidirectional algorithm (UAX 9) by `bidi-js`, and what a line draws
 * where. Levels are of a paragraph; the order is of a line.
 */
import makeBidi, { type Bidi } from "bidi-js"
import { characters } from "./characters.ts"

// its types say that a module of CommonJS is wrapped, which it is not
const bidi = (makeBidi as unknown as () => Bidi)()

/** Odd levels run from right to left. */
export const isRightToLeft = (level: number): boolean => level % 2 === 1

export interface Directions {
  /** Of the paragraph, which its first letter decides: 0 from left to right, 1 from right to left. */
  readonly base: 0 | 1
  /** Of each UTF-16 unit. */
  readonly levels: Uint8Array
}

/** Letters, marks and embeddings from right to left. */
const hasRightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Scripts that fontkit lays out from right to left of its own accord. */
const laidOutRightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}]/u
const astral = /[\u{10000}-\u{10ffff}]/gu
const isolates = /[\u2066-\u2069]/g
/** Isolates of one paragraph that count: bidi-js takes the square of their number. */
const mostIsolates = 64

/** `undefined` for a paragraph in which all runs from left to right. */
export const directionsOf = (text: string): Directions | undefined => {
  if (!hasRightToLeft.test(text)) return undefined
  // it looks at halves of characters: pictures would be letters
  const whole = text.replace(astral, (one) => (/[\p{L}\p{N}]/u.test(one) ? one : "\u2603\u2603"))
  const few = (whole.match(isolates)?.length ?? 0) <= mostIsolates
  const read = few ? whole : whole.replace(isolates, "\u200b")
  const base = baseOf(read)
  return { base, levels: bidi.getEmbeddingLevels(read, base === 1 ? "rtl" : "ltr").levels }
}

/** By the first letter (P2 and P3); what stands in isolates does not count. */
const baseOf = (text: string): 0 | 1 => {
  let depth = 0
  for (const unit of text) {
    const type = bidi.getBidiCharTypeName(unit)
    if (type === "LRI" || type === "RLI" || type === "FSI") depth++
    else if (type === "PDI") depth = Math.max(0, depth - 1)
    else if (depth === 0 && type === "L") return 0
    else if (depth === 0 && (type === "R" || type === "AL")) return 1
  }
  return 0
}

/** Where the level changes from `from` to `to`: the end of each part of one level. */
export const levelRuns = (
  { levels }: Directions,
  from: number,
  to: number
): ReadonlyArray<{ readonly end: number; readonly level: number }> => {
  const runs: Array<{ end: number; level: number }> = []
  for (let at = from; at < to; at++) {
    const last = runs.at(-1)
    const level = levels[at]!
    if (last?.level === level) last.end = at + 1
    else runs.push({ end: at + 1, level })
  }
  return runs
}

/** Which part of a line stands where, from left to right (L2). @param levels of its parts, as they are read */
export const visualOrder = (levels: ReadonlyArray<number>): ReadonlyArray<number> => {
  const order = levels.map((_, index) => index)
  const end = levels.length - 1
  const paragraphs = [{ start: 0, end, level: 0 }]
  const flips = bidi.getReorderSegments("a".repeat(levels.length), { levels: Uint8Array.from(levels), paragraphs })
  for (const [first = 0, last = 0] of flips) {
    const turned = order.slice(first, last + 1).reverse()
    for (const [at, index] of turned.entries()) order[first + at] = index
  }
  return order
}

/**
 * What is given to the font for a text of one level: brackets look the other way, and characters stand in the order in
 * which it draws them, but for letters that it turns around itself.
 */
export const drawn = (text: string, level: number): string => {
  const turns = laidOutRightToLeft.test(text)
  if (isRightToLeft(level) === turns && !turns) return text
  const parts = isRightToLeft(level)
    ? characters(text).map((one) => bidi.getMirroredCharacter(one) ?? one)
    : characters(text)
  return isRightToLeft(level) === turns ? parts.join("") : parts.toReversed().join("")
}
