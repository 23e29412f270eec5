/** The parts of a page that answer a query, each with the words around the first hit. Pure. */
import { fold, type QueryTerm, type SearchSection } from "../content-index/terms.ts"

/** A section made ready for being looked through again and again. */
export interface ReadySection extends SearchSection {
  /** Title, line feed, text: folded, letter by letter. */
  readonly plain: string
}

export interface Excerpt {
  readonly anchor: string
  readonly title: string
  readonly body: string
  readonly score: number
  /** Where the words asked for stand in `body`: offsets in UTF-16 units, end exclusive. */
  readonly highlights: ReadonlyArray<{ readonly start: number; readonly end: number }>
}

/** Most sections of one page that are shown. */
export const maxExcerpts = 3
/** Longest body of a section, in UTF-16 units. */
export const excerptLength = 200
/** How much of it stands before the first hit. */
const before = 50

export const readySection = (section: SearchSection): ReadySection => ({
  ...section,
  plain: `${plain(section.title)}\n${plain(section.text)}`
})

const known = new Map<string, string>()

/** Folded letter by letter, so that offsets stay; letters that fold into two are left. */
const plain = (text: string): string => {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : text).replace(/[^\0-\x7f]/g, (letter) => {
    let folded = known.get(letter)
    if (folded === undefined) {
      const made = fold(letter)
      folded = made.length === 1 ? made : letter
      known.set(letter, folded)
    }
    return folded
  })
}

/** What is looked for in a text. */
interface Sought extends QueryTerm {
  /** Of a script without spaces: it may stand anywhere. */
  readonly isFree: boolean
}

/** The sections that have at least one of the terms, those that have more first. */
export const excerpts = (
  sections: ReadonlyArray<ReadySection>,
  terms: ReadonlyArray<QueryTerm>
): ReadonlyArray<Excerpt> => {
  const sought = terms.map((term): Sought => ({ ...term, isFree: unspaced.test(term.text) }))
  const found: Array<{ readonly section: ReadySection; readonly score: number }> = []
  for (const section of sections) {
    let score = 0
    for (const term of sought) {
      const at = find(section.plain, term, 0)
      if (at !== -1) score += at < section.title.length ? inTitle : 1
    }
    if (score > 0) found.push({ section, score })
  }
  // the sort is stable: sections that are as good stay in the order of the page
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, maxExcerpts)
    .map(({ score, section }) => {
      const { body, highlights } = around(section, sought)
      return { anchor: section.anchor, title: section.title, body, score, highlights }
    })
}

/** What a term in the title of a section counts; in its text it counts 1. */
const inTitle = 5

const around = ({ plain, text, title }: ReadySection, terms: ReadonlyArray<Sought>) => {
  const offset = title.length + 1
  let at = text.length
  for (const term of terms) {
    const found = find(plain, term, offset)
    if (found !== -1) at = Math.min(at, found - offset)
  }
  if (at === text.length) at = 0
  const start = at <= before ? 0 : wordStart(text, at - before, at)
  const end = start + excerptLength >= text.length ? text.length : wordEnd(text, start + excerptLength)
  const shown = plain.slice(offset + start, offset + end)
  const highlights: Array<{ start: number; end: number }> = []
  for (const term of terms) {
    for (let hit = find(shown, term, 0); hit !== -1; ) {
      const last = endOf(shown, term, hit)
      highlights.push({ start: hit, end: last })
      hit = find(shown, term, last)
    }
  }
  return { body: text.slice(start, end), highlights: terms.length > 1 ? joined(highlights) : highlights }
}

const wordStart = (text: string, from: number, limit: number): number => {
  const space = text.slice(from, limit).search(/\s\S/)
  return space === -1 ? notInside(text, from) : from + space + 1
}

const wordEnd = (text: string, to: number): number => {
  for (let end = to; end > to - 30; end--) if (/\s/.test(text[end]!)) return end
  return notInside(text, to)
}

/** Not between the two halves of a letter. */
const notInside = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text[at] ?? "") ? at - 1 : at)

const joined = (
  ranges: ReadonlyArray<{ start: number; end: number }>
): ReadonlyArray<{ start: number; end: number }> => {
  const apart: Array<{ start: number; end: number }> = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = apart.at(-1)
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else apart.push({ ...range })
  }
  return apart
}

const letter = /[\p{L}\p{N}\p{M}]/u
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

/** Where the term stands as a word, or begins one where that is enough; -1 when it does not. */
const find = (text: string, { isFree, isPrefix, text: term }: Sought, from: number): number => {
  for (let start = text.indexOf(term, from); start !== -1; start = text.indexOf(term, start + 1)) {
    if (isFree) return start
    if (start > 0 && isLetter(text, start - 1)) continue
    const end = start + term.length
    if (isPrefix || end === text.length || !isLetter(text, end)) return start
  }
  return -1
}

/** The end of the word that begins with the term. */
const endOf = (text: string, { isFree, text: term }: Sought, start: number): number => {
  let end = start + term.length
  while (!isFree && end < text.length && isLetter(text, end)) end++
  return end
}

const isLetter = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
  return letter.test(text[at]!) && !unspaced.test(text[at]!)
}
