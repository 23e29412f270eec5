/** The order of what was found: title over heading over body, the whole word over its beginning. Pure. */
import type { QueryTerm, TermClasses } from "../content-index/terms.ts"

/** What is known of a page that matches: its terms by class, but those that stand in the body only. */
export interface Candidate {
  /** Number of the page in the index: grows with the time of indexing, unique. */
  readonly number: number
  readonly spaceId: string
  readonly pageId: string
  /** Hash of its text; empty for a page without one. */
  readonly body: string
  /** Terms of the title, of the headings, and frequent ones: a line each, with spaces around every term. */
  readonly strong: string
  /** Some of its text is shown under a condition. */
  readonly varies: boolean
}

/** A page with what it is worth. */
export type Ranked<A extends Candidate = Candidate> = A & { readonly score: number }

/** What a term counts in the title, in headings, frequent in the body; elsewhere in the body it counts 1. */
const weights = [12, 5, 2, 0, 0] as const
/** Where a term stands that stands in none of the classes of `TermClasses`. */
export const nowhere = 4
/** Where only the beginning of a word is asked for. */
const begun = 0.7
/** For a title that has nothing but what is asked for. */
const wholeTitle = 6

export const rank = <A extends Candidate>(
  candidates: Iterable<A>,
  terms: ReadonlyArray<QueryTerm>
): ReadonlyArray<Ranked<A>> => {
  const patterns = terms.map(({ isPrefix, text }) => ({ whole: ` ${text} `, begun: isPrefix ? ` ${text}` : undefined }))
  const ranked: Array<Ranked<A>> = []
  for (const candidate of candidates) ranked.push({ ...candidate, score: scoreOf(candidate.strong, patterns) })
  return ranked.sort(byScore)
}

/** The best first; what is as good, in the order of indexing. */
export const byScore = (
  a: { readonly score: number; readonly number: number },
  b: { readonly score: number; readonly number: number }
): number => b.score - a.score || a.number - b.number

const scoreOf = (
  strong: string,
  patterns: ReadonlyArray<{ readonly whole: string; readonly begun: string | undefined }>
): number => {
  const title = strong.indexOf("\n")
  const headings = strong.indexOf("\n", title + 1)
  /** A term stands once, and what comes first counts most: the first place is the best. */
  const classAt = (place: number): number => (place === -1 ? nowhere : place < title ? 0 : place < headings ? 1 : 2)
  let score = 0
  let inTitle = 0
  for (const pattern of patterns) {
    const whole = classAt(strong.indexOf(pattern.whole))
    const begins = pattern.begun === undefined ? nowhere : classAt(strong.indexOf(pattern.begun))
    score += termScore(whole, begins)
    inTitle += titleShare(whole, begins)
  }
  return withTitle(score, inTitle, () => strong.slice(0, title).split(" ").length - 2)
}

/**
 * What a term that a page has counts.
 * @param whole where it stands as a word: the index of its class, or `nowhere`
 * @param begins where it begins a word, at best
 */
export const termScore = (whole: number, begins: number): number =>
  Math.max(1, weights[whole]!, begun * weights[begins]!)

/** What of a title a term is: 1 as a word, less as the beginning of one. */
export const titleShare = (whole: number, begins: number): number => (whole === 0 ? 1 : begins === 0 ? begun : 0)

/** The score of all terms, with what it adds that the title has little else. */
export const withTitle = (score: number, inTitle: number, titleTerms: () => number): number =>
  Math.round((inTitle > 0 ? score + wholeTitle * Math.min(1, inTitle / titleTerms()) : score) * 1000) / 1000

/** The terms of the first three classes as `Candidate` has them. */
export const strongOf = (classes: TermClasses): string =>
  classes
    .slice(0, 3)
    .map((terms) => ` ${terms.join(" ")} `)
    .join("\n")
