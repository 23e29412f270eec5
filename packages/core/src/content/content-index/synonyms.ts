/** Names that mean the same: what a query calls by one of them is found under the others, too. Pure. */
import type { Alternative } from "./SearchQuery.ts"
import { isPartOfPair, termsOf } from "./terms.ts"
import { isFunctionWord, wordForms } from "./wordForms.ts"

/** What one thing is called, with the language of each name. */
export type Names = ReadonlyArray<readonly [language: string, name: string]>

/** A name as it is looked for: without words that only hold it together. */
export interface SearchedName {
  readonly language: string
  readonly terms: Alternative["terms"]
}

/** The names of things. */
export interface Synonyms {
  /** How many terms the longest name has. */
  readonly longest: number
  /** Names of all things that are called so. @param called terms with a space between */
  readonly namesOf: (called: string) => ReadonlyArray<SearchedName>
}

/** Most terms of a name; longer ones are sentences. */
const mostTerms = 12
/** Terms of a query, from its beginning, among which names are looked for. */
const mostAsked = 64
/** Most alternatives of all words of a query together that are names of the same. */
const mostAlternatives = 64
/** Most names that are weighed for one query. */
const mostNames = 256

const worth = { name: 0.7, form: 0.6 } as const

/** What a text calls something by: its terms, as queries have them. */
export const calledOf = (text: string): ReadonlyArray<string> => {
  const terms = termsOf(text)
  return terms.filter((_, at) => !isPartOfPair(terms, at)).map((term) => term.text)
}

/** A name in both forms; `undefined` where it is none that can be looked for. */
export const readName = (
  language: string,
  name: string
): { readonly called: ReadonlyArray<string>; readonly searched: SearchedName } | undefined => {
  const called = calledOf(name)
  const [first, ...others] = called.filter((term) => !isFunctionWord(term, language))
  if (first === undefined || called.length > mostTerms) return undefined
  return { called, searched: { language, terms: [first, ...others] } }
}

/** Bytes in memory of a name, beside its letters. */
const perName = 250
/** A name of more things than this says little: those that come first count. */
const mostThings = 16

/** Things by a key of each of their names. */
export class Things {
  private readonly byKey = new Map<string, Array<ReadonlyArray<SearchedName>>>()

  add(keys: Iterable<string>, names: ReadonlyArray<SearchedName>): void {
    for (const key of keys) {
      const known = this.byKey.get(key)
      if (known === undefined) this.byKey.set(key, [names])
      else if (known.length < mostThings) known.push(names)
    }
  }

  namesOf(key: string): ReadonlyArray<SearchedName> {
    return (this.byKey.get(key) ?? []).flat()
  }
}

/** @param mostBytes things that would take more memory are left out; those that are given first stay */
export const makeSynonyms = (mostBytes: number) => {
  const things = new Things()
  let bytes = 0
  let longest = 0
  const add = (names: Names): void => {
    if (bytes + names.length * perName > mostBytes) return
    const read = names.flatMap(([language, name]) => readName(language, name) ?? [])
    const calls = new Set(read.map(({ called }) => called.join(" ")))
    const size = read.reduce((sum, { called }) => sum + perName + 4 * called.join(" ").length, 0)
    if (calls.size < 2 || bytes + size > mostBytes) return
    bytes += size
    longest = read.reduce((most, { called }) => Math.max(most, called.length), longest)
    things.add(
      calls,
      read.map(({ searched }) => searched)
    )
  }
  return {
    add,
    made: (): { readonly synonyms: Synonyms; readonly bytes: number } => ({
      synonyms: { longest, namesOf: (called) => things.namesOf(called) },
      bytes
    })
  }
}

/**
 * For each word of a query that is part of a name, the other names of what is called so: longer ones before what else their
 * words may mean, names in the language of the query before others.
 * @param asked the words of the query in order, as terms
 */
export const synonymsIn = (
  asked: ReadonlyArray<string>,
  { longest, namesOf }: Synonyms,
  language: string | undefined
): ReadonlyMap<string, ReadonlyArray<Alternative>> => {
  const found = new Map<string, Map<string, Alternative>>()
  if (longest === 0) return new Map()
  const terms = asked.slice(0, mostAsked)
  const forms = terms.map((term) => [term, ...wordForms(term, language)])
  let left = mostAlternatives
  /** Every word of the name that was asked for may be the other one; all of them or none. */
  const note = (words: ReadonlySet<string>, terms: Alternative["terms"], share: number): void => {
    const key = terms.join(" ")
    // a page that has the name has the word that is in it
    const fresh = [...words].filter((word) => !terms.includes(word) && found.get(word)?.has(key) !== true)
    if (fresh.length > left) return
    left -= fresh.length
    for (const word of fresh) {
      const known = found.get(word) ?? new Map<string, Alternative>()
      found.set(word, known.set(key, { terms, isPrefix: false, worth: share }))
    }
  }
  const isTelling = (term: string): boolean => !isFunctionWord(term, language)
  const isSought = terms.some(isTelling) ? isTelling : () => true
  const meant: Array<{ readonly words: ReadonlySet<string>; readonly name: SearchedName }> = []
  for (let length = Math.min(longest, terms.length); length > 0; length--) {
    for (let at = 0; at + length <= terms.length && meant.length < mostNames; at++) {
      const before = terms.slice(at, at + length - 1)
      const words = new Set(terms.slice(at, at + length).filter(isSought))
      // a name is inflected at its end
      for (const last of words.size === 0 ? [] : forms[at + length - 1]!) {
        const called = [...before, last]
        for (const name of namesOf(called.join(" "))) if (!isCalled(name, called)) meant.push({ words, name })
      }
    }
  }
  const isOwn = ({ name }: (typeof meant)[number]): boolean => baseOf(name.language) === baseOf(language)
  const ordered = [...meant.filter(isOwn), ...meant.filter((one) => !isOwn(one))]
    // what every sentence has tells nothing, whatever it means in another language
    .filter(({ name: { terms } }) => terms.length > 1 || !isFunctionWord(terms[0], language))
  for (const { name, words } of ordered) note(words, name.terms, worth.name)
  for (const { name, words } of ordered) {
    if (name.terms.length > 1) continue
    for (const form of wordForms(name.terms[0], name.language)) note(words, [form], worth.form)
  }
  return new Map(Array.from(found, ([word, others]) => [word, [...others.values()]] as const))
}

/** Whether a name is the one that was asked for. */
const isCalled = ({ language, terms }: SearchedName, called: ReadonlyArray<string>): boolean =>
  called.filter((term) => !isFunctionWord(term, language)).join(" ") === terms.join(" ")

const baseOf = (language = "en"): string => language.toLowerCase().split("-")[0]!
