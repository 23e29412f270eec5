/**
 * A search index as files that any host sends, and the search in them, which a browser does by itself: the same words, the
 * same order and the same excerpts as of `Search`. A query loads a few parts of the index, and the pages that it shows.
 * Pure; what loads a file is given.
 *
 * `index.json` names the first term of each part. `terms/{part}.json` has terms in order, each with its pages: numbers in
 * base 36, of the distance to the page before times four and the class of the term, for titles with how many terms they
 * have. `pages/{number}.json` is what is shown of a page.
 */
import { type QueryTerm, queryTerms, type SearchSection, type TermClasses } from "../content-index/terms.ts"
import { type Excerpt, excerpts, readySection } from "./excerpt.ts"
import { byScore, nowhere, termScore, titleShare, withTitle } from "./rank.ts"

/** What is shown of a page that was found. */
export interface FiledPage {
  readonly title: string
  readonly href: string
  readonly description: string
  /** Titles of what is above it, outermost first. */
  readonly above: ReadonlyArray<string>
  readonly sections: ReadonlyArray<SearchSection>
}

export interface FiledDocument {
  readonly page: FiledPage
  readonly classes: TermClasses
}

interface IndexFile {
  readonly parts: ReadonlyArray<string>
}
type TermsFile = ReadonlyArray<readonly [term: string, pages: string]>

/** A part of the index is begun anew at so many UTF-16 units. */
const partLength = 24_000

/** So many pages are indexed in one step. */
const stepPages = 20

/** The files of an index by their paths below its folder, in steps of a few milliseconds: others may go on between them. */
export function* searchFileSteps(
  documents: ReadonlyArray<FiledDocument>
): Generator<void, ReadonlyMap<string, string>, void> {
  const files = new Map<string, string>()
  const terms = new Map<string, { last: number; readonly pages: Array<string> }>()
  for (const [number, { classes, page }] of documents.entries()) {
    if (number % stepPages === 0) yield
    files.set(`pages/${number}.json`, JSON.stringify(page))
    for (const [at, ofClass] of classes.entries()) {
      for (const term of ofClass) {
        let known = terms.get(term)
        if (known === undefined) {
          known = { last: 0, pages: [] }
          terms.set(term, known)
        }
        const entry = ((number - known.last) * 4 + at).toString(36)
        known.pages.push(at === 0 ? `${entry}.${classes[0].length.toString(36)}` : entry)
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
  const index: IndexFile = { parts: parts.map(([first]) => first![0]) }
  files.set("index.json", JSON.stringify(index))
  for (const [n, part] of parts.entries()) {
    yield
    files.set(`terms/${n}.json`, JSON.stringify(part))
  }
  return files
}

/** The same at once. */
export const searchFiles = (documents: ReadonlyArray<FiledDocument>): ReadonlyMap<string, string> => {
  const steps = searchFileSteps(documents)
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

/** Where a term stands in a page. */
interface Standing {
  whole: number
  begins: number
  titleTerms: number
}

/** The best pages for a query, at most `limit`, and how many there are. */
export const findInFiles = async (
  load: Load,
  query: string,
  limit: number
): Promise<{ readonly found: ReadonlyArray<FoundInFiles>; readonly count: number }> => {
  const terms = queryTerms(query)
  if (terms.length === 0) return { found: [], count: 0 }
  const { parts } = (await load("index.json")) as IndexFile
  const standings = await Promise.all(terms.map((term) => standingsOf(load, parts, term)))
  const [first, ...others] = standings
  const matching = [...first!.keys()].filter((number) => others.every((other) => other.has(number)))
  const ranked = matching.map((number) => ({ number, score: scoreOf(standings.map((one) => one.get(number)!)) }))
  const best = ranked.sort(byScore).slice(0, limit)
  const found = await Promise.all(
    best.map(async ({ number, score }): Promise<FoundInFiles> => {
      const page = (await load(`pages/${number}.json`)) as FiledPage
      return { page, score, excerpts: excerpts(page.sections.map(readySection), terms) }
    })
  )
  return { found, count: matching.length }
}

const scoreOf = (standings: ReadonlyArray<Standing>): number => {
  const sum = (of: (whole: number, begins: number) => number): number =>
    standings.reduce((total, { begins, whole }) => total + of(whole, begins), 0)
  return withTitle(sum(termScore), sum(titleShare), () => Math.max(...standings.map(({ titleTerms }) => titleTerms)))
}

/** The pages that have a term, by their numbers. */
const standingsOf = async (
  load: Load,
  parts: ReadonlyArray<string>,
  { isPrefix, text }: QueryTerm
): Promise<ReadonlyMap<number, Standing>> => {
  const isSought = (term: string): boolean => (isPrefix ? term.startsWith(text) : term === text)
  const wanted = parts.flatMap((begins, n) => {
    const end = parts[n + 1]
    const isBefore = end !== undefined && end <= text
    const isAfter = begins > text && !isSought(begins)
    return isBefore || isAfter ? [] : [n]
  })
  const found = new Map<number, Standing>()
  for (const part of await Promise.all(wanted.map((n) => load(`terms/${n}.json`) as Promise<TermsFile>))) {
    for (const [term, pages] of part) {
      if (!isSought(term)) continue
      let number = 0
      for (const entry of pages.split(",")) {
        const [place = "", titleTerms = "0"] = entry.split(".")
        const value = Number.parseInt(place, 36)
        number += value >> 2
        const at = value & 3
        const known = found.get(number) ?? { whole: nowhere, begins: nowhere, titleTerms: 0 }
        if (term === text) known.whole = at
        if (isPrefix) known.begins = Math.min(known.begins, at)
        known.titleTerms = Math.max(known.titleTerms, Number.parseInt(titleTerms, 36))
        found.set(number, known)
      }
    }
  }
  return found
}
