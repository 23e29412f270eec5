/** What a query asks for: words, each with what is as good as it, and names of several parts. Pure. */
import { type Synonyms, synonymsIn } from "./synonyms.ts"
import { fold, identifiersOf, isPartOfPair, isUnspaced, lettersOf, type Term, termsOf } from "./terms.ts"
import { isFunctionWord, relatedForms, wordForms } from "./wordForms.ts"

/** Terms that stand for a word of a query. */
export interface Alternative {
  /** All of them must be there: parts of a word that is written apart. */
  readonly terms: readonly [string, ...ReadonlyArray<string>]
  /** Whether a longer word that begins like this is nearly as good; of one term only. */
  readonly isPrefix: boolean
  /** What it is worth beside the word as it was asked for, up to 1. */
  readonly worth: number
}

/** A word of a query: a page that has one of the alternatives has it. The first one is the word as it was typed. */
export type QueryWord = readonly [Alternative, ...ReadonlyArray<Alternative>]

/** Whether what begins with one term is found where another, longer one is. */
export const isCovered = (term: string, beginning: string): boolean =>
  term.length > beginning.length && term.startsWith(beginning)

/** A word for a store, which asks what pages have it: without what only pages have that have the beginning of a word. */
export const foundBy = (word: QueryWord): ReadonlyArray<Alternative> => {
  const beginnings = word.filter(({ isPrefix }) => isPrefix).map(({ terms: [term] }) => term)
  return word.filter(({ terms }) => !terms.some((term) => beginnings.some((one) => isCovered(term, one))))
}

export interface SearchQuery {
  readonly words: ReadonlyArray<QueryWord>
  /** Names of several parts, as terms: a page that has one as it stands comes before those that have its parts. */
  readonly identifiers: ReadonlyArray<string>
  /** Of what is looked through, as BCP 47 has it. */
  readonly language?: string | undefined
}

/** Most words of a query; further ones are not looked for. */
export const maxQueryWords = 32
/** Most alternatives of all words together, but for the words themselves. */
const maxAlternatives = 64

const worth = { form: 0.9, joined: 0.9, apart: 0.8, related: 0.7 } as const

const alternative = (worth: number, isPrefix: boolean, ...terms: Alternative["terms"]): Alternative => ({
  terms,
  isPrefix,
  worth
})

/**
 * Every word, the last one also as the beginning of a word. Words that only hold a sentence together are not looked for
 * where there are others. There is no syntax: signs only separate, or hold a name together.
 * @param language of what is looked through, as BCP 47 has it
 * @param synonyms names that mean the same where it is looked
 */
export const parseQuery = (query: string, language?: string, synonyms?: Synonyms): SearchQuery => {
  const terms = termsOf(query)
  const asked = [...terms.keys()].filter((at) => !isPartOfPair(terms, at))
  const telling = asked.filter((at) => !isFunctionWord(terms[at]!.text, language))
  const named = synonyms && synonymsIn(texts(terms, asked), synonyms, language)
  const words = new Map<string, QueryWord>()
  let left = maxAlternatives
  for (const at of telling.length === 0 ? asked : telling) {
    const { text } = terms[at]!
    const word = alternative(1, isBeginning(terms, at) || words.get(text)?.[0].isPrefix === true, text)
    const others = isUnspaced(text) ? [] : othersOf(query, terms, at, language).slice(0, left)
    left -= others.length
    words.set(text, [word, ...others, ...otherNames(others, named?.get(text))])
    if (words.size === maxQueryWords) break
  }
  const identifiers = [...new Set(identifiersOf(query).map(({ text }) => text))]
  return { words: [...words.values()], identifiers, language }
}

const texts = (terms: ReadonlyArray<Term>, places: ReadonlyArray<number>) => places.map((at) => terms[at]!.text)

/** Names of the same that are not known as forms of the word. */
const otherNames = (known: ReadonlyArray<Alternative>, names: ReadonlyArray<Alternative> = []) => {
  const forms = new Set(known.map(({ terms }) => terms.join(" ")))
  return names.filter(({ terms }) => !forms.has(terms.join(" ")))
}

/** Whether longer words are meant, too: where somebody still types. The beginnings of words with one letter are all words. */
const isBeginning = (terms: ReadonlyArray<Term>, at: number): boolean => {
  const { text } = terms[at]!
  return isUnspaced(text) ? lettersOf(text) === 1 : at === terms.length - 1 && text.length > 1
}

/** What is as good as a word of a query: its other forms, it with its neighbours, its parts. */
const othersOf = (
  query: string,
  terms: ReadonlyArray<Term>,
  at: number,
  language: string | undefined
): ReadonlyArray<Alternative> => {
  const { end, start, text } = terms[at]!
  const others = wordForms(text, language).map((form) => alternative(worth.form, false, form))
  for (const [first, second] of [
    [at - 1, at],
    [at, at + 1]
  ] as const) {
    const [one, other] = [terms[first], terms[second]]
    if (one === undefined || other === undefined || isUnspaced(one.text) || isUnspaced(other.text)) continue
    if (/^[\s-]{1,3}$/.test(query.slice(one.end, Math.min(other.start, one.end + 4))))
      // with its endings: `back up` is in `backups`
      others.push(alternative(worth.joined, true, one.text + other.text))
  }
  const [part, ...parts] = query
    .slice(start, end)
    .split(/(?<=\p{Ll})(?=\p{Lu})/u)
    .map(fold)
  if (part !== undefined && parts.length > 0) others.push(alternative(worth.apart, false, part, ...parts))
  return others
}

/** English words that a verb is written with, together and apart: `setup`, `set up`. */
const withParticle = /^([a-z]{3,})(up|in|on|out|off|down|back|over|by)$/
/** And those that stand before a word: `onchain`, `on-chain`. */
const afterParticle = /^(on|off|in|out|up|down|over|e)([a-z]{4,})$/

/** What a word is where others write it apart. It says little beside the word itself: `in` is on every page. */
const apartOf = (text: string): ReadonlyArray<Alternative> => {
  const [, verb, particle] = withParticle.exec(text) ?? []
  const [, before, word] = afterParticle.exec(text) ?? []
  const verbs =
    verb === undefined || word !== undefined || isFunctionWord(verb)
      ? []
      : [verb, ...wordForms(verb).filter((form) => form.endsWith("ing"))]
  return [
    ...verbs.map((form) => alternative(worth.apart, false, form, particle!)),
    ...(word === undefined ? [] : [alternative(worth.apart, false, before!, word)])
  ]
}

/** What others may have in place of a word of a query, where few pages answer it. @param isRare whether few have the word */
export const otherwise = ([{ terms }]: QueryWord, isRare: boolean, language?: string): ReadonlyArray<Alternative> => [
  ...relatedForms(terms[0], language).map(({ isPrefix, text }) => alternative(worth.related, isPrefix, text)),
  ...(isRare ? apartOf(terms[0]) : [])
]
