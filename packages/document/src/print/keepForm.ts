/** The form of a text that was there, kept where what is printed anew says nothing else. */
import { merge3, type Piece } from "../merge/merge3.ts"

/**
 * What is printed of something, with the escapes, marks, destinations and white space that its source had wherever they
 * say the same: the changes that lead from `old` to `printed`, made in `source`. It reads as `printed` does in nearly
 * all cases; callers see whether it does.
 * @param old what is printed of what `source` says
 */
export const keepForm = (source: string, old: string, printed: string): string => {
  if (old === printed) return source
  if (old === source) return printed
  return merged([old, printed, source], stretches, (stretch) => merged(stretch, tokens, ourOwn))
}

type Texts = readonly [old: string, printed: string, source: string]

/** @param clash what becomes of what both changed */
const merged = (
  texts: Texts,
  split: (text: string) => ReadonlyArray<string>,
  clash: (texts: Texts) => string
): string => {
  const [was, is, there] = texts.map(split) as unknown as readonly [string[], string[], string[]]
  if (pairs(was, is) > mostPairs || pairs(was, there) > mostPairs) return clash(texts)
  return merge3(was, is, there, (part) => part)
    .map((piece: Piece<string>) => {
      if (piece.kind === "same") return piece.ours
      if (piece.kind === "changed") return piece.items.join("")
      return clash([piece.base.join(""), piece.ours.join(""), piece.theirs.join("")])
    })
    .join("")
}

/** What was printed, and behind it what stood there between: a blank at the end, an entity. */
const ourOwn = ([old, printed, source]: Texts): string => (old === "" ? printed + source : printed)

/** Lines, and elements in them. */
const stretches = (text: string): string[] => text.match(/[^>\n]*[>\n]|[^>\n]+$/g) ?? []

/** Words, and runs of what pads and underlines; all else one by one. */
const tokens = (text: string): string[] => text.match(/[\p{L}\p{N}]+|[ \t]+|-+|./gsu) ?? []

/** Aligning takes time in the product of the lengths of what differs, at worst. */
const mostPairs = 2_000_000

const pairs = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const shorter = Math.min(one.length, other.length)
  let head = 0
  while (head < shorter && one[head] === other[head]) head++
  let tail = 0
  while (tail < shorter - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++
  return (one.length - head - tail) * (other.length - head - tail)
}
