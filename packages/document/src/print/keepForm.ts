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
  return merged([old, printed, source], stretches, (stretch) => inPlace(stretch) ?? merged(stretch, tokens, ourOwn))
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

/**
 * The form of the rows of a pipe table, each with its own padding: one that did not change keeps its bytes. Undefined
 * where rows have come or gone. Of a table as it would be padded, all of it is padded when that changes no other row.
 * @param old the rows of `source`, not padded, as those `printed` are
 * @param padded what they are in our own form, if `source` has that
 */
export const keepRows = (source: string, old: string, printed: string, padded?: string): string | undefined => {
  const [there, was, is] = [source, old, printed].map((text) => text.split("\n")) as [string[], string[], string[]]
  if (there.length !== was.length || was.length !== is.length) return undefined
  const isOther = (row: string, at: number): boolean => row !== was[at]
  const fits = padded?.split("\n").every((row, at) => row === there[at] || isOther(is[at]!, at)) === true
  return fits
    ? padded
    : is.map((row, at) => (isOther(row, at) ? keepForm(there[at]!, was[at]!, row) : there[at]!)).join("\n")
}

/** The words that are others now, changed where they stand in the source; undefined where they do not do so once. */
const inPlace = ([old, printed, source]: Texts): string | undefined => {
  const [was, is, there] = [tokens(old), tokens(printed), tokens(source)]
  const { head, tail } = alike(was, is)
  const words = was.slice(head, was.length - tail)
  const places = words.length === 0 ? [] : there.flatMap((token, at) => (token === words[0] ? [at] : []))
  if (places.length * words.length > mostPairs) return undefined
  const [at, ...others] = places.filter((place) => words.every((word, next) => there[place + next] === word))
  if (at === undefined || others.length > 0) return undefined
  return [...there.slice(0, at), ...is.slice(head, is.length - tail), ...there.slice(at + words.length)].join("")
}

/** What was printed, and behind it what stood there between: a blank at the end, an entity. */
const ourOwn = ([old, printed, source]: Texts): string => (old === "" ? printed + source : printed)

/** Lines, and elements in them. */
const stretches = (text: string): string[] => text.match(/[^>\n]*[>\n]|[^>\n]+$/g) ?? []

/** Words, and runs of what pads and underlines; all else one by one. */
const tokens = (text: string): string[] => text.match(/[\p{L}\p{N}]+|[ \t]+|-+|./gsu) ?? []

/** To align, or to look for words in all places, takes time in the product of the lengths of what differs, at worst. */
const mostPairs = 2_000_000

const pairs = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const { head, tail } = alike(one, other)
  return (one.length - head - tail) * (other.length - head - tail)
}

/** How many items two lists share at the beginning, and at the end. */
const alike = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): { head: number; tail: number } => {
  const shorter = Math.min(one.length, other.length)
  let head = 0
  while (head < shorter && one[head] === other[head]) head++
  let tail = 0
  while (tail < shorter - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++
  return { head, tail }
}
