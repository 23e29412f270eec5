/** The pages that answer a query: those that have all of its words, and where these are few, those that have some. */
import { Effect } from "effect"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { QueryWord, SearchQuery } from "../content-index/SearchQuery.ts"
import type { Matches, SearchScope, SearchStore } from "../content-index/SearchStore.ts"
import type { Revision } from "../revisions/model/RevisionTree.ts"
import { byScore, type Had, type Ranked, rank } from "./rank.ts"
import { hadOf, importanceOf, type Posting, promising, rankedPages, widened } from "./relaxed.ts"
import { nearWords, suggestedFor, togetherOf, type Vocabulary, withSpelling } from "./spelling.ts"
import { type MatchingPage, makeVisiblePages } from "./visiblePages.ts"
import { makeVocabularies } from "./vocabularies.ts"

/** A page at its position in the whole result. */
export type Placed = Ranked<MatchingPage> & { readonly rank: number }

/** A space that is searched as one visitor sees it, or as it is. */
export interface Looked {
  readonly spaceId: string
  readonly tree: Revision
  readonly judge: Judge | undefined
}

/** The pages that have some words of a query. */
export interface SomeWords {
  /** With what may have been meant by words that nothing has. */
  readonly query: SearchQuery
  /** The best first. */
  readonly pages: ReadonlyArray<Placed>
  /** Where there are none, queries that find something. */
  readonly meant: ReadonlyArray<string>
}

/** Most pages that are looked up for one word: what more have tells little. */
const mostOfWord = 1000

/** A name as a word that is looked up. */
const nameWord = (term: string): QueryWord => [{ terms: [term], isPrefix: false, worth: 1 }]

export const makeMatching = (store: SearchStore["Service"], appUrl: string) => {
  const visible = makeVisiblePages(store, appUrl)
  const vocabularies = makeVocabularies(store)

  /** The pages that have a name of the query as it stands, and their numbers. */
  const namedIn = Effect.fnUntraced(function* (scope: SearchScope, { identifiers, words }: SearchQuery) {
    const found = yield* Effect.forEach(identifiers, (term) =>
      store.find(scope, [...words, nameWord(term)], rankedPages)
    )
    return found.flatMap(({ candidates }) => candidates)
  })

  /**
   * A slice of the pages that have all words: the ranked ones, then the others. Key `[score, number, rank]`.
   * @param matches all of them where a visitor sees others than the index has, else those that `find` gives
   * @param known how many there are, where that is known
   */
  const withAll = Effect.fnUntraced(function* (
    scope: SearchScope,
    query: SearchQuery,
    { candidates, count: counted, isAll }: Matches,
    { after, limit }: Slice,
    known?: number
  ): Effect.fn.Return<Sliced<Placed>, StorageError> {
    const { words } = query
    const count = isAll ? candidates.length : (known ?? counted ?? (yield* store.count(scope, words)))
    const named = yield* namedIn(scope, query)
    const whole: Had = { words: new Set(words.keys()), identifier: true }
    const pages = new Map(candidates.map((one) => [one.number, one] as const))
    const had = new Map<number, Had>()
    for (const one of named) {
      if (!isAll && !pages.has(one.number)) pages.set(one.number, one)
      // what a visitor is shown of a page that varies may have its parts alone
      if (!one.varies) had.set(one.number, whole)
    }
    const ranked: ReadonlyArray<Ranked<MatchingPage>> = rank(pages.values(), query, undefined, had)
    const [score, number, last] = (after ?? []) as ReadonlyArray<number>
    const past = (one: Ranked) => score === undefined || byScore({ score, number: number! }, one) < 0
    let rest: ReadonlyArray<Ranked<MatchingPage>> = ranked.filter(past).slice(0, limit)
    if (rest.length < limit && !isAll) {
      const others = yield* store.scan(scope, words, score === 0 ? number! : -1, limit - rest.length + ranked.length)
      rest = [
        ...rest,
        ...others.flatMap((one) => (pages.has(one.number) ? [] : [{ ...one, score: 0 }])).slice(0, limit - rest.length)
      ]
    }
    return { items: rest.map((one, i) => ({ ...one, rank: (last ?? 0) + i + 1 })), count }
  })

  const postingOf = (scope: SearchScope) => (word: QueryWord) =>
    Effect.gen(function* () {
      const all = yield* store.numbers(scope, word, false, mostOfWord)
      const strong = all.length === 0 ? [] : yield* store.numbers(scope, word, true, mostOfWord)
      return { all: new Set(all), strong: new Set(strong) } satisfies Posting
    })

  /** The words of a scope, as those who look see them. */
  const vocabularyOf = Effect.fnUntraced(function* (
    scope: SearchScope,
    looked: ReadonlyArray<Looked>
  ): Effect.fn.Return<Vocabulary, StorageError> {
    if (looked.length === 0) return yield* vocabularies(scope, undefined)
    const all = new Map<string, number>()
    for (const { judge, spaceId, tree } of looked) {
      const isShown = judge === undefined ? undefined : yield* visible.shownToAll(tree, judge)
      const version = `${tree.hash} ${judge?.context()}`
      for (const [word, pages] of yield* vocabularies({ kind: "space", spaceId }, version, isShown))
        all.set(word, (all.get(word) ?? 0) + pages)
    }
    return all
  })

  /** What may be meant by words of which nothing is near enough to be taken for them. */
  const meantBy = Effect.fnUntraced(function* (asked: SearchQuery, vocabulary: Vocabulary) {
    const near: Array<ReadonlyArray<string>> = []
    for (const text of suggestedFor(asked)) {
      near.push(nearWords(text, vocabulary))
      // each word is held against the whole vocabulary
      yield* Effect.yieldNow
    }
    return togetherOf(near)
  })

  /** @param looked the spaces of the scope; none where the index says all that is seen of them */
  const withSome = Effect.fnUntraced(function* (
    scope: SearchScope,
    asked: SearchQuery,
    looked: ReadonlyArray<Looked>
  ): Effect.fn.Return<SomeWords, StorageError> {
    const anew = new Map<number, MatchingPage>()
    /** The pages that have words, as they are seen. */
    const postingsOf = Effect.fnUntraced(function* (words: ReadonlyArray<QueryWord>) {
      let postings: ReadonlyArray<Posting> = yield* Effect.forEach(words, postingOf(scope))
      for (const { judge, spaceId, tree } of looked) {
        if (judge === undefined) continue
        const seen = yield* visible.withSome(spaceId, tree, judge, words, postings)
        postings = seen.postings
        for (const [number, page] of seen.anew) anew.set(number, page)
      }
      return postings
    })
    const { identifiers, words } = asked
    let postings = yield* postingsOf([...words, ...identifiers.map(nameWord)])
    const named = new Set(postings.slice(words.length).flatMap(({ all }) => [...all]))
    postings = postings.slice(0, words.length)
    let query = widened(
      asked,
      postings.map(({ all }) => all.size)
    )
    const wider = query.words.flatMap((word, n) => (word === words[n] ? [] : [n]))
    postings = replaced(postings, wider, yield* postingsOf(wider.map((n) => query.words[n]!)))
    const unknown = new Set(postings.flatMap(({ all }, n) => (all.size === 0 ? [n] : [])))
    if (unknown.size > 0) {
      query = withSpelling(query, unknown, yield* vocabularyOf(scope, looked))
      const places = [...unknown]
      postings = replaced(postings, places, yield* postingsOf(places.map((n) => query.words[n]!)))
    }
    const importance = importanceOf(postings.map(({ all }) => all.size))
    const had = hadOf(postings, named)
    const numbers = promising(had, postings, importance).slice(0, rankedPages)
    const pages = (yield* store.pages(numbers)).map((page): MatchingPage => anew.get(page.number) ?? page)
    const ranked = rank(pages, query, importance, had)
    if (ranked.length === 0)
      return { query, pages: [], meant: yield* meantBy(asked, yield* vocabularyOf(scope, looked)) }
    return { query, pages: ranked.map((one, i) => ({ ...one, rank: i + 1 })), meant: [] }
  })

  return {
    withAll,
    withSome,
    visiblePages: visible.withAll,
    shownToAll: visible.shownToAll,
    hiddenFrom: visible.hiddenFrom
  }
}

/** A list with others in some places. */
const replaced = <A>(list: ReadonlyArray<A>, places: ReadonlyArray<number>, others: ReadonlyArray<A>) =>
  places.reduce((all, place, n) => all.with(place, others[n]!), list)

/** A slice of pages that are all known. Key as of `withAll`. */
export const sliceOf = (pages: ReadonlyArray<Placed>, { after, limit }: Slice): Sliced<Placed> => {
  const [score, number] = (after ?? []) as ReadonlyArray<number>
  const rest = score === undefined ? pages : pages.filter((one) => byScore({ score, number: number! }, one) < 0)
  return { items: rest.slice(0, limit), count: pages.length }
}
