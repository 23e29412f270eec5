/**
 * A search index as files that any host sends, and the search in them, which a browser does by itself: the same words, the
 * same order and the same excerpts as of `Search`. A query loads a few parts of the index, and the pages that it shows.
 * Pure; what loads a file is given.
 *
 * `index.json` names the first term of each part. `terms/{part}.json` has terms in order, each with its pages: numbers in
 * base 36, of the distance to the page before times four and the class of the term, with a dot before each title and
 * heading that has it: its number times sixteen and how long it is. `words.json` has the words that one with a typo may
 * have been, `synonyms.json` what the glossary calls by several names. `pages/{number}.json` is what is shown of a page.
 */
import { parseQuery, type QueryWord, type SearchQuery } from "../content-index/SearchQuery.ts"
import type { Names } from "../content-index/synonyms.ts"
import { isIdentifier, type PageTerms, type SearchSection } from "../content-index/terms.ts"
import { type Excerpt, excerpts, readySection } from "./excerpt.ts"
import {
  byScore,
  type Had,
  inOnePlace,
  newStanding,
  noteIdentifier,
  noteWord,
  scoreOf,
  sizeOf,
  strongOf,
  type TermPlace,
  worthOf
} from "./rank.ts"
import { hadOf, importanceOf, isEnough, type Posting, promising, rankedPages, widened } from "./relaxed.ts"
import { addTo, nearWords, suggestedFor, togetherOf, withSpelling } from "./spelling.ts"
import { type SynonymFile, synonymFileSteps, synonymsOfFile } from "./synonymFile.ts"

/** What is shown of a page that was found. */
export interface FiledPage {
  readonly title: string
  readonly href: string
  readonly description: string
  /** Titles of what is above it, outermost first. */
  readonly above: ReadonlyArray<string>
  readonly sections: ReadonlyArray<SearchSection>
}

export interface FiledDocument extends PageTerms {
  readonly page: FiledPage
}

interface IndexFile {
  readonly parts: ReadonlyArray<string>
  /** Whether there is a glossary. */
  readonly synonyms?: true
}
type TermsFile = ReadonlyArray<readonly [term: string, pages: string]>
type WordsFile = ReadonlyArray<readonly [word: string, pages: number]>

/** A part of the index is begun anew at so many UTF-16 units. */
const partLength = 24_000
/** The length of a heading is less than this. */
const lineUnit = 16

/** So many pages are indexed in one step. */
const stepPages = 20

/**
 * The files of an index by their paths below its folder, in steps of a few milliseconds: others may go on between them.
 * @param glossary names that mean the same
 */
export function* searchFileSteps(
  documents: ReadonlyArray<FiledDocument>,
  glossary: ReadonlyArray<Names> = []
): Generator<void, ReadonlyMap<string, string>, void> {
  const files = new Map<string, string>()
  const terms = new Map<string, { last: number; readonly pages: Array<string> }>()
  const vocabulary = new Map<string, number>()
  for (const [number, document] of documents.entries()) {
    if (number % stepPages === 0) yield
    const { classes, lines, page } = document
    files.set(`pages/${number}.json`, JSON.stringify(page))
    addTo(vocabulary, [strongOf(document)])
    const marks = new Map<string, string>()
    for (const [line, ofLine] of lines.entries()) {
      const mark = `.${(line * lineUnit + sizeOf(ofLine)).toString(36)}`
      for (const term of ofLine) marks.set(term, (marks.get(term) ?? "") + mark)
    }
    for (const [at, ofClass] of classes.entries()) {
      for (const term of ofClass) {
        let known = terms.get(term)
        if (known === undefined) {
          known = { last: 0, pages: [] }
          terms.set(term, known)
        }
        known.pages.push(((number - known.last) * 4 + at).toString(36) + (marks.get(term) ?? ""))
        known.last = number
      }
    }
  }
  const parts: Array<Array<readonly [string, string]>> = []
  let left = 0
  for (const term of [...terms.keys()].sort()) {
    const pages = terms.get(term)!.pages.join(",")
    if (left <= 0) {
      yield
      parts.push([])
      left = partLength
    }
    parts.at(-1)!.push([term, pages])
    left -= term.length + pages.length + 8
  }
  const synonyms = yield* synonymFileSteps(glossary, (term) => terms.has(term))
  const index: IndexFile = { parts: parts.map(([first]) => first![0]), ...(synonyms && { synonyms: true }) }
  if (synonyms) files.set("synonyms.json", JSON.stringify(synonyms))
  files.set("index.json", JSON.stringify(index))
  const words: WordsFile = [...vocabulary].sort(([one], [other]) => (one < other ? -1 : 1))
  files.set("words.json", JSON.stringify(words))
  for (const [n, part] of parts.entries()) {
    yield
    files.set(`terms/${n}.json`, JSON.stringify(part))
  }
  return files
}

/** The same at once. */
export const searchFiles = (
  documents: ReadonlyArray<FiledDocument>,
  glossary?: ReadonlyArray<Names>
): ReadonlyMap<string, string> => {
  const steps = searchFileSteps(documents, glossary)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** A page that was found, the best ones first. */
export interface FoundInFiles {
  readonly page: FiledPage
  readonly score: number
  readonly excerpts: ReadonlyArray<Excerpt>
}

/** Reads a file of an index by its path below the index's folder. */
type Load = (path: string) => Promise<unknown>

export interface FilesAnswer {
  /** The best ones first. */
  readonly found: ReadonlyArray<FoundInFiles>
  /** How many there are, and the score of the best of all. */
  readonly count: number
  readonly score: number
  /** Where there are none, queries that find something. */
  readonly meant: ReadonlyArray<string>
}

/**
 * The best pages for a query, at most `limit`.
 * @param language of the pages, as BCP 47 has it
 * @param skip so many better ones are left out
 */
export const findInFiles = async (
  load: Load,
  query: string,
  limit: number,
  language?: string,
  skip = 0
): Promise<FilesAnswer> => {
  if (parseQuery(query, language).words.length === 0) return { found: [], count: 0, score: 0, meant: [] }
  const { parts, synonyms } = (await load("index.json")) as IndexFile
  const asked = parseQuery(query, language, synonyms && synonymsOfFile((await load("synonyms.json")) as SynonymFile))
  const answer = await answerTo(asked, reader(load, parts), load)
  if (answer.pages.length === 0) {
    const vocabulary = new Map((await load("words.json")) as WordsFile)
    const near = suggestedFor(asked).map((text) => nearWords(text, vocabulary))
    return { found: [], count: 0, score: 0, meant: togetherOf(near) }
  }
  const ranked = answer.pages.map((number) => ({ number, score: scoreIn(answer, number) })).sort(byScore)
  const found = await Promise.all(
    ranked.slice(skip, skip + limit).map(async ({ number, score }): Promise<FoundInFiles> => {
      const page = (await load(`pages/${number}.json`)) as FiledPage
      return { page, score, excerpts: excerpts(page.sections.map(readySection), answer.query) }
    })
  )
  return { found, count: ranked.length, score: ranked[0]!.score, meant: [] }
}

/** Where the terms that stand for a word stand, by the numbers of the pages. */
type WordPlaces = ReadonlyMap<number, ReadonlyArray<TermPlace & { readonly worth: number }>>

interface Answer {
  readonly query: SearchQuery
  readonly words: ReadonlyArray<WordPlaces>
  /** The names of the query, each with the pages that have it and its class there. */
  readonly names: ReadonlyArray<ReadonlyMap<number, ReadonlyArray<TermPlace>>>
  /** Numbers of the pages that match. */
  readonly pages: ReadonlyArray<number>
  readonly importance: ReadonlyArray<number>
  /** Pages that have less than all words, or one of the names. */
  readonly had: ReadonlyMap<number, Had>
}

/** The pages that have all words; where these are few, those that have some. */
const answerTo = async (asked: SearchQuery, read: ReadTerm, load: Load): Promise<Answer> => {
  const names = await Promise.all(asked.identifiers.map((term) => read(term, false)))
  const named = new Set(names.flatMap((pages) => [...pages.keys()]))
  const words = await Promise.all(asked.words.map((word) => placesOf(read, word)))
  const [first, ...others] = words
  const strict = [...first!.keys()].filter((number) => others.every((other) => other.has(number)))
  if (isEnough(strict.length, asked)) {
    const whole: Had = { words: new Set(words.keys()), identifier: true }
    const had = new Map(Array.from(named, (number) => [number, whole] as const))
    return { query: asked, words, names, pages: strict, importance: words.map(() => 1), had }
  }
  const wider = widened(
    asked,
    words.map(({ size }) => size)
  )
  const found = await Promise.all(
    wider.words.map((word, n) => (word === asked.words[n] ? words[n]! : placesOf(read, word)))
  )
  const unknown = new Set(found.flatMap((places, n) => (places.size === 0 ? [n] : [])))
  const query =
    unknown.size === 0 ? wider : withSpelling(wider, unknown, new Map((await load("words.json")) as WordsFile))
  const meant = await Promise.all(found.map((places, n) => (unknown.has(n) ? placesOf(read, query.words[n]!) : places)))
  const postings = meant.map(
    (places): Posting => ({
      all: new Set(places.keys()),
      strong: new Set([...places].flatMap(([number, some]) => (some.some(({ at }) => at <= 1) ? [number] : [])))
    })
  )
  const importance = importanceOf(postings.map(({ all }) => all.size))
  const had = hadOf(postings, named)
  const pages = promising(had, postings, importance).slice(0, rankedPages)
  return { query, words: meant, names, pages, importance, had }
}

const scoreIn = ({ had, importance, names, query, words }: Answer, number: number): number => {
  const standing = newStanding(query)
  for (const [n, places] of words.entries())
    for (const { at, lines, worth } of places.get(number) ?? []) noteWord(standing, n, worth, at, lines)
  for (const pages of names) for (const { at } of pages.get(number) ?? []) noteIdentifier(standing, at)
  return scoreOf(standing, importance, had.get(number))
}

/** The pages that have a term, or one that begins with it, each with these terms and where they stand. */
type ReadTerm = (
  term: string,
  isPrefix: boolean
) => Promise<ReadonlyMap<number, ReadonlyArray<TermPlace & { readonly term: string }>>>

/** The pages that have a word of a query. */
const placesOf = async (read: ReadTerm, word: QueryWord): Promise<WordPlaces> => {
  const found = new Map<number, Array<TermPlace & { readonly worth: number }>>()
  const note = (number: number, { at, lines }: TermPlace, worth: number): void => {
    const places = found.get(number) ?? []
    places.push({ at, lines, worth })
    found.set(number, places)
  }
  await Promise.all(
    word.map(async ({ isPrefix, terms, worth }) => {
      const [first, ...others] = await Promise.all(terms.map((term) => read(term, isPrefix)))
      for (const [number, places] of first!) {
        if (others.length === 0) {
          for (const place of places) note(number, place, worthOf(place.term, terms[0], isPrefix, worth))
        } else {
          const together = inOnePlace([places[0], ...others.map((other) => other.get(number)?.[0])])
          if (together !== undefined) note(number, together, worth)
        }
      }
    })
  )
  return found
}

/** Reads terms of an index. */
const reader =
  (load: Load, parts: ReadonlyArray<string>): ReadTerm =>
  async (text, isPrefix) => {
    const isSought = (term: string): boolean =>
      term === text || (isPrefix && term.startsWith(text) && !isIdentifier(term))
    const wanted = parts.flatMap((begins, n) => {
      const end = parts[n + 1]
      const isBefore = end !== undefined && end <= text
      const isAfter = begins > text && !(isPrefix && begins.startsWith(text))
      return isBefore || isAfter ? [] : [n]
    })
    const found = new Map<number, Array<TermPlace & { readonly term: string }>>()
    for (const part of await Promise.all(wanted.map((n) => load(`terms/${n}.json`) as Promise<TermsFile>))) {
      for (const [term, pages] of part) {
        if (!isSought(term)) continue
        let number = 0
        for (const entry of pages.split(",")) {
          const [place = 0, ...marks] = entry.split(".").map((sign) => Number.parseInt(sign, 36))
          number += place >> 2
          const lines = marks.map((mark) => [Math.floor(mark / lineUnit), mark % lineUnit] as const)
          const places = found.get(number) ?? []
          places.push({ term, at: place & 3, lines })
          found.set(number, places)
        }
      }
    }
    return found
  }
