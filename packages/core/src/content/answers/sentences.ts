/**
 * What is kept of a language model's answer: sentences that name a section which was given, as plain text. All else that
 * it writes is dropped (threat: steered models). Pure.
 */

/** A sentence with the sections that it is taken from. */
export interface Sentence {
  /** Plain text: nothing in it is markup, and no address in it is a link. */
  readonly text: string
  /** Numbers of sections, from 1, in their order; at least one. */
  readonly sources: ReadonlyArray<number>
}

/** An answer as far as it has come. */
export interface Reading {
  /** What is not a whole sentence yet. */
  readonly rest: string
  /** How much has been read. */
  readonly length: number
  /** Sections that were given. */
  readonly count: number
}

/** Longest answer that is read, and longest sentence, in UTF-16 units; what is more is dropped. */
export const longestAnswer = 8_000
export const longestSentence = 1_500

export const newReading = (count: number): Reading => ({ rest: "", length: 0, count })

/** Whether nothing more is read. */
export const isFull = ({ length }: Reading): boolean => length >= longestAnswer

/** Takes a piece of the answer. @returns the sentences that it ends, too */
export const readPiece = (reading: Reading, piece: string): readonly [Reading, ReadonlyArray<Sentence>] => {
  const { count, length } = reading
  const taken = piece.slice(0, longestAnswer - length)
  const [sentences, rest] = split(reading.rest + taken, count, false)
  return [{ rest, length: length + taken.length, count }, sentences]
}

/** The last sentence, when no more comes. */
export const readEnd = ({ count, rest }: Reading): ReadonlyArray<Sentence> => split(rest, count, true)[0]

/** Sections in brackets after a sentence, as in ` [1][2, 3]`; groups may stand apart. */
const citations = /\s{0,3}[[【]([\d\s,;]{1,60})[\]】]/y
/** The same, anywhere in a sentence. */
const anyCitation = /\s{0,3}[[【]([\d\s,;]{1,60})[\]】]/g
/** A bracket that may become a citation when more has come. */
const begunCitation = /^\s{0,3}[[【][\s\d,;]{0,60}$/

/** Cuts a text after each sentence and its citations. @returns what is left of it, too */
const split = (text: string, count: number, isEnd: boolean): readonly [ReadonlyArray<Sentence>, string] => {
  const sentences: Array<Sentence> = []
  let start = 0
  let at = 0
  while (at < text.length) {
    const end = endAt(text, at)
    if (end === -1) {
      at++
      continue
    }
    let after = end
    for (citations.lastIndex = after; citations.test(text); citations.lastIndex = after) after = citations.lastIndex
    // a sign after the citations belongs to the sentence, and citations may follow it
    const closing = after > end && /[.!?。！？]/.test(text[after] ?? "") ? after + 1 : after
    const rest = text.slice(closing)
    if (!isEnd && (rest.trim() === "" || (begunCitation.test(rest.slice(0, 80)) && rest.length <= 80))) break
    const isOver =
      text[end - 1] === "\n" ||
      /[。！？]/.test(text[end - 1]!) ||
      after > end ||
      beginsSentence(text.slice(Math.max(start, end - 4), end), rest)
    if (!isOver) {
      at = end
      continue
    }
    add(sentences, text.slice(start, closing), count)
    start = closing
    at = closing
  }
  if (!isEnd) return [sentences, text.slice(start)]
  add(sentences, text.slice(start), count)
  return [sentences, ""]
}

/** Where what ends a sentence ends, if it stands here; -1 when nothing does. */
const endAt = (text: string, at: number): number => {
  const sign = text[at]!
  if (sign === "\n" || /[。！？]/.test(sign)) return at + 1
  if (/[.!?]/.test(sign)) return /[\s[【]/.test(text[at + 1] ?? " ") ? at + 1 : -1
  return -1
}

/** Whether a new sentence stands there: abbreviations are followed by small letters and numbers, or have more points. */
const beginsSentence = (before: string, rest: string): boolean =>
  !/[.]\p{L}[.]$/u.test(before) && /^\s+[^\s\p{Ll}\d]/u.test(rest.slice(0, 20))

const add = (sentences: Array<Sentence>, raw: string, count: number): void => {
  const sources = new Set<number>()
  for (const [, numbers] of raw.matchAll(anyCitation))
    for (const number of numbers!.match(/\d+/g) ?? []) {
      const n = Number(number)
      if (n >= 1 && n <= count) sources.add(n)
    }
  const text = plainText(raw.replace(anyCitation, ""))
  if (sources.size > 0 && /[\p{L}\p{N}]/u.test(text) && text.length <= longestSentence)
    sentences.push({ text, sources: [...sources].sort((a, b) => a - b) })
}

/** Signs that show nothing, or turn the order of others around. */
const unseen =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

const plainText = (text: string): string => text.toWellFormed().replace(unseen, "").replace(/\s+/g, " ").trim()
