/** Words that somebody may have meant: with a typo, unfinished with a typo, or written as one. Pure. */
import type { Alternative, QueryWord, SearchQuery } from "../content-index/SearchQuery.ts"
import { isUnspaced } from "../content-index/terms.ts"

/** The words of titles, headings and frequent ones of some pages, each with on how many of them it stands. */
export type Vocabulary = ReadonlyMap<string, number>

/** Shortest word that may have a typo: a shorter one is near to too much. */
const shortest = 4
/** From so many letters on a word may have two typos; of what was typed some may be missing. */
const long = 8
const shortestOfLong = 6
/** A word with one typo more is meant where it is on so many times the pages. */
const moreOften = 10
/** Most words of a query that are taken for others: each is held against the whole vocabulary. */
const mostMeant = 4
/** Most words that are near. */
const mostNear = 5
/** Shortest part of a word that is taken apart. */
const shortestPart = 3
const worth = { oneTypo: 0.6, twoTypos: 0.4, apart: 0.8 } as const

/** The query with what may be meant by some of its words. @param unknown places of words that nothing has */
export const withSpelling = (query: SearchQuery, unknown: ReadonlySet<number>, vocabulary: Vocabulary): SearchQuery => {
  const first = new Set(Array.from(unknown).slice(0, mostMeant))
  return {
    ...query,
    words: query.words.map(
      (word, n): QueryWord => (first.has(n) ? [word[0], ...word.slice(1), ...meant(word[0], vocabulary)] : word)
    )
  }
}

const meant = ({ isPrefix, terms: [text] }: Alternative, vocabulary: Vocabulary): ReadonlyArray<Alternative> => {
  const letters = Array.from(text)
  if (letters.length < shortest || isUnspaced(text) || /\p{N}/u.test(text)) return []
  const found: Array<Alternative> = []
  for (const [first, second] of cuts(text))
    if (vocabulary.has(first) && vocabulary.has(second))
      found.push({ terms: [first, second], isPrefix: false, worth: worth.apart })
  const near = nearest(text, vocabulary, ({ length }) =>
    Math.min(length, text.length) >= shortestOfLong && Math.max(length, text.length) >= long ? 2 : 1
  )
  const wholes = near.map(({ distance, term }) => ({ terms: [term] as const, isPrefix, worth: worthOf(distance) }))
  return [...found, ...(wholes.length > 0 || !isPrefix ? wholes : begun(text, vocabulary))]
}

/** Words of a query for which others are proposed, and proposals for each. */
const mostSuggested = 2
const mostProposals = 3
/** Shortest beginning that two words have in common by no chance, and one that is long enough for any word. */
const commonBeginning = { least: 4, most: 6 } as const

/** The words of a query, which finds nothing, for which others are proposed. */
export const suggestedFor = ({ words }: SearchQuery): ReadonlyArray<string> =>
  words.slice(0, mostSuggested).map(([{ terms }]) => terms[0])

/**
 * Words near to one that nothing is near enough to for being taken for it: with one more typo, but for the first letter,
 * or that begin alike.
 */
export const nearWords = (text: string, vocabulary: Vocabulary): ReadonlyArray<string> => {
  if (isUnspaced(text) || /\p{N}/u.test(text)) return []
  const { length } = Array.from(text)
  const near = nearest(text, vocabulary, () => (length >= long ? 3 : length > shortest ? 2 : 1), text[0])
  return (near.length > 0 ? near : beginningAlike(text, vocabulary)).slice(0, mostProposals).map(({ term }) => term)
}

/** Words that begin like a word, those first that have more of it. */
const beginningAlike = (text: string, vocabulary: Vocabulary) => {
  const least = Math.min(commonBeginning.most, Math.max(commonBeginning.least, Math.ceil(text.length / 2)))
  const beginning = text.slice(0, least)
  const found: Array<{ readonly term: string; readonly common: number; readonly pages: number }> = []
  for (const [term, pages] of text.length < least ? [] : vocabulary) {
    if (!term.startsWith(beginning)) continue
    let common = least
    while (common < text.length && term[common] === text[common]) common++
    found.push({ term, common, pages })
  }
  return found.sort((a, b) => b.common - a.common || b.pages - a.pages || (a.term < b.term ? -1 : 1))
}

/** Queries of the proposals for several words: the first of each, then the second ones, and so on. */
export const togetherOf = (near: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const some = near.filter((words) => words.length > 0)
  const most = Math.max(0, ...some.map((words) => words.length))
  return [...new Set(Array.from({ length: most }, (_, n) => some.map((words) => words[n] ?? words[0]).join(" ")))]
}

const worthOf = (distance: number): number => (distance === 1 ? worth.oneTypo : worth.twoTypos)

const cuts = (text: string): ReadonlyArray<readonly [string, string]> =>
  Array.from({ length: Math.max(0, text.length - 2 * shortestPart + 1) }, (_, n) => [
    text.slice(0, n + shortestPart),
    text.slice(n + shortestPart)
  ])

/** Words whose beginnings are near: somebody still types. */
const begun = (text: string, vocabulary: Vocabulary): ReadonlyArray<Alternative> => {
  const beginnings = new Map<string, number>()
  for (const [word, pages] of vocabulary) {
    if (word.length <= text.length) continue
    for (const length of [text.length - 1, text.length, text.length + 1]) {
      const beginning = word.slice(0, length)
      beginnings.set(beginning, Math.max(beginnings.get(beginning) ?? 0, pages))
    }
  }
  return nearest(text, beginnings, () => 1).map(({ distance, term }) => ({
    terms: [term],
    isPrefix: true,
    worth: worthOf(distance)
  }))
}

/** Which letters a word has, as bits; several letters share one. */
const lettersOf = (word: string): number => {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** How many bits are set, up to a few: more are not asked for. */
const bits = (set: number): number => {
  let count = 0
  for (let left = set; left !== 0 && count < 4; left &= left - 1) count++
  return count
}

/**
 * The nearest words, and those that are one typo further and on many more pages: those on more pages first.
 * @param mostOf typos that a word may be away
 * @param first the letter that they begin with, where one must
 */
const nearest = (text: string, vocabulary: Vocabulary, mostOf: (term: string) => number, first?: string) => {
  const found: Array<{ readonly term: string; readonly distance: number; readonly pages: number }> = []
  let least = Number.POSITIVE_INFINITY
  const letters = lettersOf(text)
  for (const [term, pages] of vocabulary) {
    const bound = Math.min(mostOf(term), pages < moreOften ? least : least + 1)
    if (Math.abs(term.length - text.length) > bound || term.length < shortestPart) continue
    if (first !== undefined && term[0] !== first) continue
    const others = lettersOf(term)
    // each typo takes one letter away and brings one at most
    if (bits(letters & ~others) > bound || bits(others & ~letters) > bound) continue
    const distance = typos(text, term, bound)
    if (distance === 0 || distance > bound) continue
    least = Math.min(least, distance)
    found.push({ term, distance, pages })
  }
  const often = moreOften * found.reduce((most, one) => (one.distance === least ? Math.max(most, one.pages) : most), 0)
  return found
    .filter(({ distance, pages }) => distance === least || (distance === least + 1 && pages >= often))
    .sort((a, b) => b.pages - a.pages || (a.term < b.term ? -1 : 1))
    .slice(0, mostNear)
}

/**
 * How many typos make one word of another: a letter too many, too few, another one, or two that changed places (the
 * distance of Damerau and Levenshtein, each place mended once).
 * @param most from more than this on it does not matter how many
 */
export const typos = (one: string, other: string, most: number): number => {
  let before: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let count = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        count = Math.min(count, before[j - 2]! + 1)
      row.push(count)
      least = Math.min(least, count)
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return last[other.length]!
}

/** Adds words of pages to a vocabulary, by their strong terms, as `Candidate` has them. */
export const addTo = (vocabulary: Map<string, number>, strong: Iterable<string>): void => {
  for (const lines of strong)
    for (const word of new Set(lines.split(/\s+/)))
      if (isWord(word)) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1)
}

const isWord = (term: string): boolean =>
  term.length >= shortestPart && /^[\p{L}\p{M}]+$/u.test(term) && !isUnspaced(term)
