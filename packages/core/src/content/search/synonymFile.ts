/**
 * A glossary beside an index in files. Anybody may read these, and a glossary is for members: so the file has names that
 * stand on the pages of the index, and for all others a number that follows from the name, which tells it to nobody who
 * does not know it. Pure.
 */
import { type Names, readName, type SearchedName, type Synonyms, Things } from "../content-index/synonyms.ts"
import { wordForms } from "../content-index/wordForms.ts"

/** Each thing: the numbers of its names, then those names that pages have, each after its language. */
export interface SynonymFile {
  readonly longest: number
  readonly things: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<ReadonlyArray<string>>]>
}

/** Longest file, in UTF-16 units: it is read for every search. Things that come first stay. */
const mostUnits = 200_000
/** So many things are looked at in one step. */
const stepThings = 10

/** A number that follows from a name (FNV-1a). */
const numberOf = (called: string): string => {
  let hash = 0x811c9dc5
  for (let i = 0; i < called.length; i++) hash = Math.imul(hash ^ called.charCodeAt(i), 0x01000193) >>> 0
  return hash.toString(36)
}

/** Made in steps of a few milliseconds. @param isKnown whether pages have a term */
export function* synonymFileSteps(
  glossary: ReadonlyArray<Names>,
  isKnown: (term: string) => boolean
): Generator<void, SynonymFile | undefined, void> {
  const things: Array<SynonymFile["things"][number]> = []
  let longest = 0
  let left = mostUnits
  const isFound = ({ language, terms }: SearchedName): boolean =>
    terms.every(isKnown) || (terms.length === 1 && wordForms(terms[0], language).some(isKnown))
  for (const [n, names] of glossary.entries()) {
    if (n % stepThings === 0) yield
    // as long as a thing of its numbers alone
    if (left < 10 * names.length) continue
    const read = names.flatMap(([language, name]) => readName(language, name) ?? [])
    const numbers = [...new Set(read.map(({ called }) => numberOf(called.join(" "))))]
    const found = read.flatMap(({ searched }) => (isFound(searched) ? [[searched.language, ...searched.terms]] : []))
    const thing = [numbers, found] as const
    const size = JSON.stringify(thing).length + 1
    if (numbers.length < 2 || found.length === 0 || size > left) continue
    left -= size
    longest = read.reduce((most, { called }) => Math.max(most, called.length), longest)
    things.push(thing)
  }
  return things.length === 0 ? undefined : { longest, things }
}

export const synonymsOfFile = ({ longest, things }: SynonymFile): Synonyms => {
  const byNumber = new Things()
  for (const [numbers, names] of things) {
    byNumber.add(
      numbers,
      names.map(([language, first, ...others]) => ({ language: language!, terms: [first!, ...others] as const }))
    )
  }
  return { longest, namesOf: (called) => byNumber.namesOf(numberOf(called)) }
}
