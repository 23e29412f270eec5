/**
 * What words a text has, for looking them up: the one rule for pages and for queries, so that every store finds the
 * same. Letters are folded (case, width, accents); scripts that are written without spaces are cut into overlapping
 * pairs of letters. Pure.
 */

/** A word of a text and where it stands. */
export interface Term {
  readonly text: string
  /** Offsets into the text, end exclusive. */
  readonly start: number
  readonly end: number
}

/** Longest term, in UTF-16 units: the rest of a longer word says nothing. */
export const maxTermLength = 64

const word = /[\p{L}\p{N}\p{M}]+/gu
const ascii = /^[\0-\x7f]*$/

/** Scripts without spaces between words, and Hangul, where particles hang on words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu
const hasUnspaced = new RegExp(unspaced.source, "u")

/** Letters that Unicode does not take apart. */
const ligatures: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ"
}

/** Without case, width and accents; vowel signs that are letters of their script stay. */
export const fold = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        .toLowerCase()
        .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, "$1")
        .replace(/[\u0591-\u05c7\u064b-\u065f\u0670]/g, "")
        .normalize("NFC")
        .replace(/[ßæœøłđðþıς]/g, (letter) => ligatures[letter]!)

/** The terms of a text in order. */
export const termsOf = (text: string): Array<Term> => {
  const terms: Array<Term> = []
  for (const match of text.matchAll(word)) {
    const found = match[0]
    if (ascii.test(found) || !hasUnspaced.test(found)) add(terms, found, match.index)
    else splitScripts(terms, found, match.index)
  }
  return terms
}

const add = (terms: Array<Term>, written: string, start: number): void => {
  const text = cut(fold(written))
  if (text !== "") terms.push({ text, start, end: start + written.length })
}

const cut = (text: string): string =>
  text.length > maxTermLength ? text.slice(0, maxTermLength).replace(/[\uD800-\uDBFF]$/, "") : text

const splitScripts = (terms: Array<Term>, run: string, offset: number): void => {
  let at = 0
  for (const match of run.matchAll(unspaced)) {
    if (match.index > at) add(terms, run.slice(at, match.index), offset + at)
    pairs(terms, match[0], offset + match.index)
    at = match.index + match[0].length
  }
  if (at < run.length) add(terms, run.slice(at), offset + at)
}

/** Every two letters that stand beside each other, and the last one alone: so that each letter begins a term. */
const pairs = (terms: Array<Term>, run: string, offset: number): void => {
  const letters = Array.from(run.matchAll(/\P{M}\p{M}*/gu))
  for (const [i, letter] of letters.entries()) {
    const next = letters[i + 1]
    add(terms, letter[0] + (next?.[0] ?? ""), offset + letter.index)
  }
}

/** A part of a page below one heading. */
export interface SearchSection {
  /** Empty for what stands before the first heading. */
  readonly anchor: string
  readonly title: string
  readonly text: string
}

/** How much a term says of a page by where it stands, the most first: each term is in one of them only. */
export type TermClasses = readonly [
  title: ReadonlyArray<string>,
  headings: ReadonlyArray<string>,
  frequent: ReadonlyArray<string>,
  body: ReadonlyArray<string>
]

/** One term that a page must have. */
export interface QueryTerm {
  readonly text: string
  /** Whether a longer word that begins like this is as good. */
  readonly isPrefix: boolean
}

/** Most terms of a query; further ones are not looked for. */
export const maxQueryTerms = 32

/**
 * What a query asks for: every word, the last one also as the beginning of a word. There is no syntax: signs only
 * separate. Empty for a text without words.
 */
export const queryTerms = (query: string): ReadonlyArray<QueryTerm> => {
  const terms = termsOf(query)
  const asked = new Map<string, boolean>()
  for (const [i, { end, text }] of terms.entries()) {
    const isLast = i === terms.length - 1
    if (hasUnspaced.test(text)) {
      const isAlone = Array.from(text.matchAll(/\P{M}/gu)).length === 1
      // the last letter of a run is in the pair before it; one that is alone begins a pair, or ends a run
      if (isAlone && terms[i - 1]?.end === end) continue
      asked.set(text, isAlone || asked.get(text) === true)
    } else {
      // the beginnings of words with one letter are all words
      asked.set(text, (isLast && text.length > 1) || asked.get(text) === true)
    }
    if (asked.size === maxQueryTerms) break
  }
  return Array.from(asked, ([text, isPrefix]) => ({ text, isPrefix }))
}
