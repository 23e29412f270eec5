/**
 * Pages that have some of the words of a query: where few have all of them. A word that fewer pages have says more of what
 * is asked for. Pure.
 */
import { otherwise, type QueryWord, type SearchQuery } from "../content-index/SearchQuery.ts"
import type { Had } from "./rank.ts"

/** With fewer pages that have all words, those that have some follow: as many as a list shows at first. */
const fewPages = 10
/** Most pages that are weighed against each other. */
export const rankedPages = 100
/** The same of a query over many spaces. */
export const rankedOfMany = 500
/** The part of a query, each word by its importance, that a page must have. */
const leastShare = 0.4

/** Pages that have a word, by their numbers. */
export interface Posting {
  readonly all: ReadonlySet<number>
  /** Those that have it in their title or a heading. */
  readonly strong: ReadonlySet<number>
}

/** Whether so many pages that have all words of a query are its answer. */
export const isEnough = (pages: number, { language, words }: SearchQuery): boolean =>
  pages >= fewPages || (words.length === 1 && pages > 0 && otherwise(words[0]!, true, language).length === 0)

/** A query that few pages answer, with what others may have in place of its words. @param counts pages that have each */
export const widened = (query: SearchQuery, counts: ReadonlyArray<number>): SearchQuery => ({
  ...query,
  words: query.words.map((word, n): QueryWord => {
    const others = otherwise(word, counts[n]! < fewPages, query.language)
    return others.length === 0 ? word : [word[0], ...word.slice(1), ...others]
  })
})

/** How much each word tells, 1 on average: words that nothing has tell nothing. @param counts pages that have it */
export const importanceOf = (counts: ReadonlyArray<number>): ReadonlyArray<number> => {
  const most = Math.max(1, ...counts)
  const told = counts.map((count) => (count === 0 ? 0 : Math.sqrt(Math.log(1 + most / count))))
  const sum = told.reduce((total, one) => total + one, 0)
  return told.map((one) => (sum === 0 ? 1 : (one * counts.length) / sum))
}

/** What pages have of a query. @param named pages that have one of its names as it stands */
export const hadOf = (postings: ReadonlyArray<Posting>, named: ReadonlySet<number>): Map<number, Had> => {
  const words = new Map<number, Set<number>>()
  for (const [n, { all }] of postings.entries())
    for (const number of all) {
      const known = words.get(number)
      if (known === undefined) words.set(number, new Set([n]))
      else known.add(n)
    }
  return new Map([...words].map(([number, some]) => [number, { words: some, identifier: named.has(number) }] as const))
}

/** Of pages those that have enough of a query, the most promising first. */
export const promising = (
  had: ReadonlyMap<number, Had>,
  postings: ReadonlyArray<Posting>,
  importance: ReadonlyArray<number>
): ReadonlyArray<number> => {
  const all = importance.reduce((sum, one) => sum + one, 0)
  const found: Array<{ readonly number: number; readonly score: number }> = []
  for (const [number, { identifier, words }] of had) {
    let share = 0
    let score = identifier ? all * strongly : 0
    for (const n of words) {
      share += importance[n]!
      score += importance[n]! * (postings[n]!.strong.has(number) ? strongly : 1)
    }
    if (identifier || (share > 0 && share >= leastShare * all)) found.push({ number, score: (score * share) / all })
  }
  return found.sort((a, b) => b.score - a.score || a.number - b.number).map(({ number }) => number)
}

/** What a word in a title or a heading counts beside one in the text. */
const strongly = 6
