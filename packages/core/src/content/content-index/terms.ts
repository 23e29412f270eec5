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

/** Whether a term is of a script without spaces. */
export const isUnspaced = (term: string): boolean => hasUnspaced.test(term)

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
  if (ascii.test(text)) {
    const folded = fold(text)
    eachAsciiWord(text, (start, end) => {
      terms.push({ text: folded.slice(start, Math.min(end, start + maxTermLength)), start, end })
    })
    return terms
  }
  for (const match of text.matchAll(word)) {
    const found = match[0]
    if (ascii.test(found) || !hasUnspaced.test(found)) add(terms, found, match.index)
    else splitScripts(terms, found, match.index)
  }
  return terms
}

/** The same without where they stand. */
export const wordsOf = (text: string): Array<string> => {
  if (!ascii.test(text)) return termsOf(text).map((term) => term.text)
  const words: Array<string> = []
  const folded = fold(text)
  eachAsciiWord(text, (start, end) => {
    words.push(folded.slice(start, Math.min(end, start + maxTermLength)))
  })
  return words
}

/** As `word` finds them where there is nothing but ASCII, as in most texts: without a match for each, many times faster. */
const eachAsciiWord = (text: string, found: (start: number, end: number) => void): void => {
  let start = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isPart = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
    if (isPart && start < 0) start = at
    else if (!isPart && start >= 0) {
      found(start, at)
      start = -1
    }
  }
  if (start >= 0) found(start, text.length)
}

/** The last letter of a run of a script without spaces is in the pair before it. */
export const isPartOfPair = (terms: ReadonlyArray<Term>, at: number): boolean => {
  const { end, text } = terms[at]!
  return isUnspaced(text) && lettersOf(text) === 1 && terms[at - 1]?.end === end
}

export const lettersOf = (text: string): number => Array.from(text.matchAll(/\P{M}/gu)).length

/** Signs that hold the parts of a name together. */
const joint = /^[._/:@$#{}-]{1,3}$/
/** In a term they are written wide, as no folded word is: stores take them for letters. */
const wide = (signs: string): string =>
  signs.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
/** A name as it is written. */
export const narrow = (term: string): string =>
  term.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
const wideSign = /[\uff01-\uff5e]/

/** Whether a term is a name of several parts. */
export const isIdentifier = (term: string): boolean => wideSign.test(term)

/**
 * The names of several parts in a text, as `storage.type`, `log_level` or `/v1/spaces/{spaceId}`: a term each, beside those
 * of its parts. Signs before and after a name are not part of it.
 */
export const identifiersOf = (text: string): Array<Term> => {
  const found: Array<Term> = []
  /** The name that may go on: of its first part where that stands, and the whole once there is another. */
  let [start, end, name] = [-1, -1, ""]
  const close = (): void => {
    if (name !== "" && name.length <= maxTermLength) found.push({ text: name, start, end })
    start = -1
    name = ""
  }
  const part = (from: number, to: number): void => {
    const gap = from - end
    const signs = start >= 0 && gap > 0 && gap <= 3 ? text.slice(end, from) : ""
    if (joint.test(signs)) {
      if (name === "") name = fold(text.slice(start, end))
      // a name that is too long grows no further: only that it is too long is needed
      if (name.length <= maxTermLength) name += wide(signs) + fold(text.slice(from, to))
    } else {
      close()
      start = from
    }
    end = to
  }
  if (ascii.test(text)) eachAsciiWord(text, part)
  else {
    for (const { 0: written, index } of text.matchAll(word)) {
      if (hasUnspaced.test(written)) close()
      else part(index, index + written.length)
    }
  }
  close()
  return found
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

/** The terms of a page. */
export interface PageTerms {
  readonly classes: TermClasses
  /** Those of the title and of each heading, those too that stand in a stronger class. */
  readonly lines: ReadonlyArray<ReadonlyArray<string>>
}
