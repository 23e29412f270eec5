/**
 * Three-way merge of a stretch of text by words. What is put in at one place by both stays, theirs first; what one side
 * wrote on from what the other has stands once. Words that both changed otherwise are a collision.
 */
import { merge3, type Piece } from "./merge3.ts"

export interface MergedWords {
  /** Of collisions, what the side has that the name says; without any, all three are equal. */
  readonly mine: string
  readonly theirs: string
  /** Of collisions, both. */
  readonly both: string
  readonly collisions: number
}

/** Merges two texts that came from one. Never throws. */
export const mergeWords = (base: string, mine: string, theirs: string): MergedWords => {
  const [was, ours, others] = [base, mine, theirs].map(spacedWords) as [Spaced, Spaced, Spaced]
  const begin = spaceOf(was[0], ours[0], others[0])
  const out = { mine: makeWriter(begin), theirs: makeWriter(begin), both: makeWriter(begin) }
  let collisions = 0
  /** Of the next word, where what was put in before it says so. */
  let spaceBefore: string | undefined
  const pieces = merge3(was, ours, others, ({ word }) => word)
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === "same") {
      const space = spaceBefore ?? spaceOf(piece.base, piece.ours, piece.theirs)
      for (const side of Object.values(out)) side.add([{ word: piece.base.word, space }])
      spaceBefore = undefined
      continue
    }
    const next = pieces[at + 1]
    const put = piece.base.length === 0 && next?.kind === "same" ? putIn(piece, next, ours) : undefined
    spaceBefore = put?.spaceBefore
    const settled = put?.words ?? settledWords(piece)
    if (settled === undefined && piece.kind === "clash") {
      collisions++
      out.mine.add(piece.ours)
      out.theirs.add(piece.theirs)
      out.both.add([...piece.theirs, ...piece.ours])
    } else for (const side of Object.values(out)) side.add(settled ?? [])
  }
  return { mine: out.mine.text(), theirs: out.theirs.text(), both: out.both.text(), collisions }
}

/**
 * Words that were put in before one that stays, with the space that is left before that: a mark that stands at a word
 * keeps its place at it, whatever the other side did to the space or put in beside it.
 */
const putIn = (
  piece: Exclude<Piece<SpacedWord>, { readonly kind: "same" }>,
  { base, ours, theirs }: Extract<Piece<SpacedWord>, { readonly kind: "same" }>,
  all: Spaced
): { readonly words: Spaced; readonly spaceBefore: string | undefined } => {
  const [one, another] = piece.kind === "clash" ? [piece.ours, piece.theirs] : [piece.items, piece.other]
  // also where both put in the same: one mark may end a word, and the other one begin the next
  if (piece.kind === "clash" || another.length > 0) {
    const [mine, other] = [
      { words: one, space: ours.space },
      { words: another, space: theirs.space }
    ] as const
    /** Behind the word before, between both, or at the word that stays: so a mark that ends is told from one that begins. */
    const place = ({ space, words }: typeof mine) =>
      base.space === "" ? 0 : words[0]?.space === "" ? -1 : space === "" ? 1 : 0
    /** Whether one goes on from what the other has. */
    const goesOn = (one: typeof mine, from: typeof mine) =>
      place(one) === place(from)
        ? beginsWith(wordsIn(one.words), wordsIn(from.words))
        : place(from) === 1 && one.space === "" && endsWith(wordsIn(one.words), wordsIn(from.words))
    const whole = goesOn(mine, other) ? mine : goesOn(other, mine) ? other : undefined
    if (whole !== undefined) return { words: whole.words, spaceBefore: whole.space }
    const [first, last] = place(other) <= place(mine) ? [other, mine] : [mine, other]
    return { words: [...first.words, ...last.words], spaceBefore: last.space }
  }
  const [own, others] = all.includes(piece.items[0]!) ? [ours, theirs] : [theirs, ours]
  const [first, ...rest] = piece.items
  if (own.space === base.space || first === undefined) return { words: piece.items, spaceBefore: undefined }
  const space = first.space === base.space ? others.space : first.space
  return { words: [{ word: first.word, space }, ...rest], spaceBefore: own.space }
}

/** A word with the spaces and line ends before it; the empty word is the end of the text. */
interface SpacedWord {
  readonly space: string
  readonly word: string
}
type Spaced = ReadonlyArray<SpacedWord>

const spacedWords = (text: string): Spaced => {
  const words: Array<SpacedWord> = []
  let space = ""
  for (const token of text.match(tokens) ?? []) {
    if (token.trim() === "") space += token
    else {
      words.push({ space, word: token })
      space = ""
    }
  }
  return [...words, { space, word: "" }]
}

const settledWords = (piece: Exclude<Piece<SpacedWord>, { readonly kind: "same" }>): Spaced | undefined => {
  if (piece.kind === "clash") return together(piece, wordsIn) ?? both(piece)
  const [first, ...rest] = piece.items
  return first === undefined || piece.base.length === 0
    ? piece.items
    : [{ word: first.word, space: spaceOf(piece.base[0], first, piece.other[0]) }, ...rest]
}

const wordsIn = (words: Spaced): ReadonlyArray<string> => words.map(({ word }) => word)

/** The space of a word: of the side that changed it; where both did, the longer one. */
const spaceOf = (base: SpacedWord | undefined, one: SpacedWord | undefined, other: SpacedWord | undefined): string => {
  const [was, a = "", b = a] = [base?.space, one?.space, other?.space]
  if (a === was) return b
  if (b === was) return a
  return a.length >= b.length ? a : b
}

/** Writes words one after the other, apart where two that never touched would become one. */
const makeWriter = (begin: string) => {
  const parts: Array<string> = []
  let last = ""
  return {
    add: (words: Spaced): void => {
      for (const { space, word } of words) {
        const isOne = space === "" && last !== "" && word !== "" && wordsOf(last + word).length === 1
        parts.push(parts.length === 0 ? begin : isOne ? " " : space, word)
        last = word
      }
    },
    text: () => parts.join("")
  }
}

/** Two versions of one thing. */
interface Versions<T> {
  readonly base: ReadonlyArray<T>
  readonly ours: ReadonlyArray<T>
  readonly theirs: ReadonlyArray<T>
}

/** The one of two versions that goes on from the words of the other. */
export const together = <T>(
  { ours, theirs }: Versions<T>,
  wordsIn: (items: ReadonlyArray<T>) => ReadonlyArray<string>
): ReadonlyArray<T> | undefined => {
  const [mine, other] = [wordsIn(ours), wordsIn(theirs)]
  if (beginsWith(mine, other)) return ours
  return beginsWith(other, mine) ? theirs : undefined
}

const beginsWith = (words: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  others.length > 0 && others.length <= words.length && others.every((word, at) => words[at] === word)

const endsWith = (words: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  beginsWith(words.toReversed(), others.toReversed())

/** Both of two versions, theirs first, where nothing stood before. */
export const both = <T>({ base, ours, theirs }: Versions<T>): ReadonlyArray<T> | undefined =>
  base.length === 0 ? [...theirs, ...ours] : undefined

/**
 * The words of a text and the marks between them, without spaces. An address, a path, a number with its point are one
 * word, as people take them; of writing without spaces each letter is.
 */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.match(tokens) ?? []).filter((token) => token.trim() !== "")

const tokens =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*|[\p{L}\p{M}\p{N}\uFFFD]+(?:['’._/:@&?=#%+~-]+[\p{L}\p{M}\p{N}\uFFFD]+)*|\s+|./gsu
