/** The parts of a page that answer a query, each with the words around the first hit. Pure. */
import { isCovered, type SearchQuery } from "../content-index/SearchQuery.ts"
import { fold, isUnspaced, narrow, type SearchSection } from "../content-index/terms.ts"

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

/** A term that is looked for in a text. */
export interface Sought {
  readonly text: string
  readonly isPrefix: boolean
  /** Of a script without spaces: it may stand anywhere. */
  readonly isFree: boolean
}

/** Terms for each word of a query, any of which is as good. */
export const soughtOf = ({ words }: SearchQuery): ReadonlyArray<ReadonlyArray<Sought>> =>
  words.map((alternatives) =>
    withoutCovered(
      alternatives.flatMap(({ isPrefix, terms }) => terms.map((text) => ({ text, isPrefix, isFree: isUnspaced(text) })))
    )
  )

/** Without the terms that stand nowhere but where the beginning of a word is found already. */
const withoutCovered = (terms: ReadonlyArray<Sought>): ReadonlyArray<Sought> => {
  const beginnings = terms.filter(({ isFree, isPrefix }) => isPrefix && !isFree)
  return terms.filter((one) => one.isFree || !beginnings.some((other) => isCovered(one.text, other.text)))
}

/** The sections that have at least one of the words; those first that have more of them, or a name as it stands. */
export const excerpts = (sections: ReadonlyArray<ReadySection>, query: SearchQuery): ReadonlyArray<Excerpt> => {
  const sought = soughtOf(query)
  const names = query.identifiers.map((text): Sought => ({ text: narrow(text), isPrefix: false, isFree: false }))
  const found: Array<{ readonly section: ReadySection; readonly score: number }> = []
  for (const section of sections) {
    const { plain, title } = section
    let score = 0
    for (const terms of sought) {
      const at = firstOf(plain, terms, 0)
      if (at !== -1) score += at < title.length ? inTitle : 1
    }
    if (firstOf(plain, names, 0) !== -1) score += inTitle
    if (score > 0) found.push({ section, score })
  }
  // the sort is stable: sections that are as good stay in the order of the page
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, maxExcerpts)
    .map(({ score, section }) => {
      const { body, highlights } = around(section, sought.flat(), names)
      return { anchor: section.anchor, title: section.title, body, score, highlights }
    })
}

/** What a word in the title of a section counts, and a name as it stands; a word in its text counts 1. */
const inTitle = 5

/** Where the first of some terms stands in a text from a place on; -1 where none does. */
export const firstOf = (text: string, terms: ReadonlyArray<Sought>, from: number): number => {
  let first = -1
  for (const term of terms) {
    const at = find(text, term, from)
    if (at !== -1 && (first === -1 || at < first)) first = at
  }
  return first
}

const around = ({ plain, text, title }: ReadySection, terms: ReadonlyArray<Sought>, names: ReadonlyArray<Sought>) => {
  const offset = title.length + 1
  const named = firstOf(plain, names, offset)
  const first = named === -1 ? firstOf(plain, terms, offset) : named
  const at = first === -1 ? 0 : first - offset
  const start = at <= before ? 0 : wordStart(text, at - before, at)
  const end = start + excerptLength >= text.length ? text.length : wordEnd(text, start + excerptLength)
  const shown = plain.slice(offset + start, offset + end)
  const highlights: Array<{ start: number; end: number }> = []
  for (const term of [...names, ...terms]) {
    for (let hit = find(shown, term, 0); hit !== -1; ) {
      const last = endOf(shown, term, hit)
      highlights.push({ start: hit, end: last })
      hit = find(shown, term, last)
    }
  }
  return { body: text.slice(start, end), highlights: highlights.length > 1 ? joined(highlights) : highlights }
}

export const wordStart = (text: string, from: number, limit: number): number => {
  const space = text.slice(from, limit).search(/\s\S/)
  return space === -1 ? notInside(text, from) : from + space + 1
}

export const wordEnd = (text: string, to: number): number => {
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
  return letter.test(text[at]!) && !isUnspaced(text[at]!)
}
