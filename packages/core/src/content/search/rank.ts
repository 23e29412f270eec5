/**
 * The order of what was found: title over heading over body, the word itself over what is as good, words that stand in one
 * heading over words that stand apart, a name as it stands over its parts. Pure.
 */
import type { SearchQuery } from "../content-index/SearchQuery.ts"
import { isIdentifier, type PageTerms } from "../content-index/terms.ts"

/** What is known of a page that matches: its terms by class, but those that stand in the body only. */
export interface Candidate {
  /** Number of the page in the index: grows with the time of indexing, unique. */
  readonly number: number
  readonly spaceId: string
  readonly pageId: string
  /** Hash of its text; empty for a page without one. */
  readonly body: string
  /** Terms of the title, of each heading, and frequent ones: a line each, with spaces around every term. */
  readonly strong: string
  /** Some of its text is shown under a condition. */
  readonly varies: boolean
}

/** A page with what it is worth. */
export type Ranked<A extends Candidate = Candidate> = A & { readonly score: number }

/** Which of a query a page has. */
export interface Had {
  /** Its words, by their places in the query. */
  readonly words: ReadonlySet<number>
  /** Whether it has one of the names as it stands. */
  readonly identifier: boolean
}

/** The class of a term that stands in the text alone: the last one. */
const inText = 3
/** What a term counts in the title, in headings, frequent in the text, elsewhere in it. */
const weights = [12, 5, 2, 1] as const
/** Where only the beginning of a word is asked for. */
const begun = 0.7
/** For a title that has nothing but what is asked for. */
const wholeTitle = 6
/** For each word in the title or heading that has most of the query, and little else. */
const inOneLine = 12
/** For a name as it stands, for each word of the query, and more by its class. */
const wholeName = 15
/** What pages of the part of a site that is read count beside those of its other parts. */
export const ofReadPart = 1.5
/** So many words are all meant: a page that lacks one of them loses more than its share. */
const fewWords = 3
const wanting = 4
/** From so many terms on a heading has much else. */
const longLine = 15

/** A title or heading that has a term: its number on the page, and how many words it has. */
export type Line = readonly [line: number, size: number]

/** Words of a title or heading that count for its length; bounded, so that it is written in one sign. */
export const sizeOf = (line: ReadonlyArray<string>): number =>
  Math.min(longLine, line.filter((term) => !isIdentifier(term)).length)

/** Where one word of a query stands on a page. */
interface WordPlace {
  /** What it counts by its class; 0 where it is not in the title, a heading or frequent. */
  counts: number
  /** Whether it stands in the title: 1 as it was asked for, less as something that is as good. */
  inTitle: number
  /** The titles and headings that have it, with its worth there. */
  readonly lines: Map<number, number>
}

/** What a page has of a query, gathered term by term; see `scoreOf`. */
export interface Standing {
  readonly words: ReadonlyArray<WordPlace>
  /** How many words the titles and headings have that have one of the query. */
  readonly sizes: Map<number, number>
  /** The strongest class of one of the names; `undefined` where none stands there. */
  identifier: number | undefined
}

export const newStanding = ({ words }: SearchQuery): Standing => ({
  words: words.map(() => ({ counts: 0, inTitle: 0, lines: new Map() })),
  sizes: new Map(),
  identifier: undefined
})

/**
 * Notes that a page has an alternative of a word.
 * @param worth of the alternative
 * @param at class of the term
 * @param lines titles and headings that have it
 */
export const noteWord = (
  { sizes, words }: Standing,
  word: number,
  worth: number,
  at: number,
  lines: ReadonlyArray<Line>
): void => {
  const place = words[word]!
  if (at < inText) place.counts = Math.max(place.counts, worth * weights[at]!)
  if (at === 0) place.inTitle = Math.max(place.inTitle, worth)
  for (const [line, size] of lines) {
    sizes.set(line, size)
    if ((place.lines.get(line) ?? 0) < worth) place.lines.set(line, worth)
  }
}

/** Notes that a page has one of the names. @param at class of the term */
export const noteIdentifier = (standing: Standing, at: number): void => {
  standing.identifier = Math.min(standing.identifier ?? at, at)
}

/** The worth of a term where a word, or the beginning of one, is asked for; 0 where it is neither. */
export const worthOf = (term: string, sought: string, isPrefix: boolean, worth: number): number =>
  term === sought ? worth : isPrefix && term.startsWith(sought) && !isIdentifier(term) ? worth * begun : 0

/**
 * What a page is worth.
 * @param importance of each word of the query, 1 on average
 * @param had which of the words the page has, wherever; all of them when left out
 * @param identifier whether it has one of the names, wherever
 */
export const scoreOf = (
  { identifier, sizes, words }: Standing,
  importance: ReadonlyArray<number>,
  had?: Had
): number => {
  let score = 0
  let inTitle = 0
  let covered = 0
  let all = 0
  const lines = new Map<number, { worth: number; words: number }>()
  for (const [n, { counts, inTitle: share, lines: standsIn }] of words.entries()) {
    const weight = importance[n]!
    all += weight
    if (had !== undefined && !had.words.has(n)) continue
    covered += weight
    score += weight * Math.max(weights[inText], counts)
    inTitle += share
    for (const [line, worth] of standsIn) {
      const known = lines.get(line) ?? { worth: 0, words: 0 }
      lines.set(line, { worth: known.worth + weight * worth, words: known.words + 1 })
    }
  }
  if (inTitle > 0) score += wholeTitle * Math.min(1, inTitle / Math.max(1, sizes.get(0)!)) * (inTitle / words.length)
  let best = 0
  for (const [line, { words, worth }] of lines) {
    best = Math.max(best, worth * (0.5 + 0.5 * Math.min(1, words / Math.max(1, sizes.get(line)!))))
  }
  const share = all === 0 ? 1 : covered / all
  score = (score + inOneLine * best) * (words.length <= fewWords ? share ** wanting : share)
  if (had?.identifier === true || identifier !== undefined) {
    score += words.length * (wholeName + weights[identifier ?? inText]!)
  }
  return Math.round(score * 1000) / 1000
}

/** The best first; what is as good, in the order of indexing. */
export const byScore = (
  a: { readonly score: number; readonly number: number },
  b: { readonly score: number; readonly number: number }
): number => b.score - a.score || a.number - b.number

/** @param had which words of the query a page has, by its number; all of them when left out */
export const rank = <A extends Candidate>(
  candidates: Iterable<A>,
  query: SearchQuery,
  importance: ReadonlyArray<number> = query.words.map(() => 1),
  had?: ReadonlyMap<number, Had>
): ReadonlyArray<Ranked<A>> => {
  const note = noteStrong(query)
  return Array.from(candidates, (candidate) => ({
    ...candidate,
    score: scoreOf(note(candidate.strong), importance, had?.get(candidate.number))
  })).sort(byScore)
}

/** Reads what a page has of a query from its strong terms: the lines alone that have some of it are taken apart. */
const noteStrong = (query: SearchQuery) => {
  const sought = soughtTerms(query)
  const parts = query.words.flatMap((alternatives, word) =>
    alternatives.flatMap(({ terms, worth }) => (terms.length === 1 ? [] : [{ terms, word, worth }]))
  )
  const inParts = new Set(parts.flatMap(({ terms }) => terms))
  return (strong: string): Standing => {
    const standing = newStanding(query)
    const lines = strongLines(strong)
    for (const { isPrefix, term, word, worth } of sought)
      lines.each(term, isPrefix, (found, at, stands) => {
        const share = worthOf(found, term, isPrefix, worth)
        if (share > 0) noteWord(standing, word, share, at, stands)
      })
    for (const name of query.identifiers) lines.each(name, false, (_, at) => noteIdentifier(standing, at))
    const places = new Map<string, TermPlace>()
    for (const term of inParts)
      lines.each(term, false, (_, at, stands) => {
        const known = places.get(term)
        places.set(term, { at: Math.min(known?.at ?? at, at), lines: [...(known?.lines ?? []), ...stands] })
      })
    for (const { terms, word, worth } of parts) {
      const together = inOnePlace(terms.map((term) => places.get(term)))
      if (together !== undefined) noteWord(standing, word, worth, together.at, together.lines)
    }
    return standing
  }
}

/** What is called for a term of a line: its class, and the title or heading that it stands in. */
type OnTerm = (term: string, at: number, stands: ReadonlyArray<Line>) => void

/** Looks for terms in the lines of `Candidate.strong`. */
const strongLines = (strong: string) => {
  const ends: Array<number> = []
  const known: Array<ReadonlyArray<Line>> = []
  const last = strong.lastIndexOf("\n")
  /** Finds where lines end up to a place, and answers the line that it is in. @param from a line before it */
  const lineOf = (place: number, from: number): number => {
    let line = from
    for (;;) {
      if (line === ends.length) {
        const end = strong.indexOf("\n", (ends.at(-1) ?? -1) + 1)
        ends.push(end === -1 ? strong.length : end)
      }
      if (ends[line]! >= place) return line
      line++
    }
  }
  const standsIn = (line: number): ReadonlyArray<Line> => {
    const terms = strong.slice(line === 0 ? 0 : ends[line - 1]! + 1, ends[line]).split(" ")
    known[line] ??= [[line, sizeOf(terms.filter((term) => term !== ""))]]
    return known[line]
  }
  return {
    /** Every term that is one, or that begins with it. */
    each: (sought: string, isPrefix: boolean, then: OnTerm): void => {
      const text = isPrefix ? ` ${sought}` : ` ${sought} `
      let line = 0
      for (let place = strong.indexOf(text); place !== -1; place = strong.indexOf(text, place + 1)) {
        line = lineOf(place, line)
        const end = strong.indexOf(" ", place + 1)
        // a title comes first, and is the only line where nothing else is
        const at = line === 0 ? 0 : place > last ? 2 : 1
        then(strong.slice(place + 1, end === -1 ? strong.length : end), at, at === 2 ? [] : standsIn(line))
      }
    }
  }
}

/** Where a term stands on a page. */
export interface TermPlace {
  readonly at: number
  readonly lines: ReadonlyArray<Line>
}

/** Where all parts of a word that is written apart stand: the weakest place of them, the lines that have all of them. */
export const inOnePlace = (parts: ReadonlyArray<TermPlace | undefined>): TermPlace | undefined => {
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length) return undefined
  const [first, ...others] = known
  return {
    at: Math.max(...known.map(({ at }) => at)),
    lines: first!.lines.filter(([line]) => others.every(({ lines }) => lines.some(([one]) => one === line)))
  }
}

/** Each alternative of one term, with the word that it stands for. */
const soughtTerms = ({ words }: SearchQuery) =>
  words.flatMap((alternatives, word) =>
    alternatives.flatMap(({ isPrefix, terms: [term, ...others], worth }) =>
      others.length > 0 ? [] : [{ term, isPrefix, word, worth }]
    )
  )

/** The strong terms of a page as `Candidate` has them. */
export const strongOf = ({ classes, lines }: PageTerms): string =>
  [...lines, classes[2]].map((terms) => ` ${terms.join(" ")} `).join("\n")
