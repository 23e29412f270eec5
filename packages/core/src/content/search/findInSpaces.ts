/** The pages of many spaces that answer a query: the spaces by their best pages, each with its best ones. */
import { Effect } from "effect"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { Invalid, StorageError } from "../../kernel/shared/errors.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import type { SigningKey } from "../../kernel/shared/signature.ts"
import type { ContentIndex } from "../content-index/ContentIndex.ts"
import { parseQuery, type SearchQuery } from "../content-index/SearchQuery.ts"
import { type Matches, onlySpace, type SearchScope, type SearchStore } from "../content-index/SearchStore.ts"
import type { Synonyms } from "../content-index/synonyms.ts"
import type { Revision } from "../revisions/model/RevisionTree.ts"
import type { SpaceRecord } from "../spaces/Space.ts"
import type { Looked, makeMatching, Placed, SomeWords } from "./matching.ts"
import { ofReadPart, rank } from "./rank.ts"
import { isEnough, rankedOfMany, rankedPages } from "./relaxed.ts"
import type { MatchingPage } from "./visiblePages.ts"

/** Pages of one space in a result over many. */
const pagesOfSpace = 10

/** Where many spaces are. */
export type Many = Exclude<SearchScope, { readonly kind: "space" }>

/** A space with the score of its best page. */
interface Best {
  readonly spaceId: string
  readonly score: number
}

interface OpenSpace {
  readonly space: SpaceRecord
  readonly expanded: Revision
}

/** Who looks, where it is not a member, and how much is wanted. */
interface Seen {
  readonly judge?: Judge
  readonly language?: string | undefined
  /** Pages of each space, at most. */
  readonly most?: number
  /** So many better ones of each space are left out. */
  readonly skip?: number
  /** The space that is read: its pages come before what is as good elsewhere. */
  readonly reading?: string | undefined
}

/** What was found, before it is made ready to be shown. */
export interface FoundInSpaces {
  readonly page: Page<Best>
  readonly items: ReadonlyArray<{
    readonly opened: OpenSpace
    readonly score: number
    readonly pages: ReadonlyArray<Placed>
    /** How many pages of the space there are. */
    readonly count: number
  }>
  /** How many pages there are in all spaces. */
  readonly count: number
  readonly query: SearchQuery
  /** Queries that find something, where this one does not. */
  readonly meant: ReadonlyArray<string>
}

interface Parts {
  readonly store: SearchStore["Service"]
  readonly index: ContentIndex["Service"]
  readonly matching: ReturnType<typeof makeMatching>
  readonly queryIn: (
    spaceIds: ReadonlyArray<string>,
    text: string,
    language: string | undefined
  ) => Effect.Effect<SearchQuery, StorageError>
  readonly synonymsOf: (organizationId: string) => Effect.Effect<Synonyms, StorageError>
  readonly openSpace: (spaceId: string) => Effect.Effect<OpenSpace | undefined, StorageError>
  readonly signing: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, SigningKey>>
}

export const makeFindInSpaces = ({ index, matching, openSpace, queryIn, signing, store, synonymsOf }: Parts) => {
  /** The spaces of a scope with pages that have all words, and all that match of those that a visitor sees otherwise. */
  const spacesWithAll = Effect.fnUntraced(function* (scope: Many, { words }: SearchQuery, judge: Judge | undefined) {
    const counts = new Map(yield* store.spaces(scope, words))
    const seen = new Map<string, ReadonlyArray<MatchingPage>>()
    for (const spaceId of judge === undefined ? [] : Array.from(counts.keys())) {
      const opened = yield* openSpace(spaceId)
      const pages = opened === undefined ? [] : yield* matching.visiblePages(spaceId, opened.expanded, judge!, words)
      if (pages === undefined) continue
      seen.set(spaceId, pages)
      if (pages.length === 0) counts.delete(spaceId)
      else counts.set(spaceId, pages.length)
    }
    return { counts, seen }
  })

  /** The same of one space, and what of it was found on the way: whoever looks for its pages counts most of them. */
  const oneWithAll = Effect.fnUntraced(function* (
    scope: Many,
    spaceId: string,
    { words }: SearchQuery,
    judge: Judge | undefined
  ) {
    const opened = judge === undefined ? undefined : yield* openSpace(spaceId)
    if (judge !== undefined) {
      const pages = opened === undefined ? [] : yield* matching.visiblePages(spaceId, opened.expanded, judge, words)
      if (pages !== undefined)
        return { counts: countOf(spaceId, pages.length), seen: new Map([[spaceId, pages]]), found: undefined }
    }
    const found = yield* store.find(scope, words, rankedPages)
    const count = found.count ?? (yield* store.count(scope, words))
    return { counts: countOf(spaceId, count), seen: new Map<string, ReadonlyArray<MatchingPage>>(), found }
  })

  /** The spaces of a scope as a visitor sees them; none where the index says all of them. */
  const lookedAt = Effect.fnUntraced(function* (scope: Many, judge: Judge | undefined) {
    const looked: Array<Looked> = []
    if (judge === undefined) return looked
    for (const spaceId of scope.kind === "spaces" ? scope.spaceIds : []) {
      const opened = yield* openSpace(spaceId)
      if (opened !== undefined) looked.push({ spaceId, tree: opened.expanded, judge })
    }
    return looked
  })

  /** The spaces of a scope with their best pages. */
  const findInSpaces = Effect.fnUntraced(function* (
    scope: Many,
    list: ReadonlyArray<string>,
    text: string,
    params: ListParams,
    { judge, language, most = pagesOfSpace, reading, skip = 0 }: Seen = {}
  ): Effect.fn.Return<FoundInSpaces, Invalid | StorageError> {
    const asked =
      scope.kind === "spaces"
        ? yield* queryIn(scope.spaceIds, text, language)
        : parseQuery(text, language, yield* synonymsOf(scope.organizationId))
    const { words } = asked
    if (words.length > 0)
      yield* index.completeComputed(scope.kind === "spaces" ? scope : { organizationId: scope.organizationId })
    let seen: ReadonlyMap<string, ReadonlyArray<MatchingPage>> = new Map()
    let counts: ReadonlyMap<string, number> = new Map()
    let some: SomeWords | undefined
    let all: ReadonlyArray<MatchingPage> | undefined
    const known = new Map<string, ReadonlyArray<Placed>>()
    const page = yield* paginate(
      ["search", ...list, text],
      params,
      ({ score, spaceId }: Best) => [score, spaceId],
      ({ after, limit }) =>
        Effect.gen(function* () {
          if (words.length === 0) return { items: [], count: 0 }
          const single = onlySpace(scope)
          const matches =
            single === undefined
              ? { ...(yield* spacesWithAll(scope, asked, judge)), found: undefined }
              : yield* oneWithAll(scope, single, asked, judge)
          seen = matches.seen
          counts = matches.counts
          const best = new Map<string, number>()
          const count = Array.from(matches.counts.values()).reduce((sum, one) => sum + one, 0)
          const [only, ...others] = matches.counts.keys()
          if (isEnough(count, asked) && only !== undefined && others.length === 0) {
            const pages = yield* pagesIn(only, asked, { most, skip, count, seen: seen.get(only), found: matches.found })
            known.set(only, pages)
            best.set(only, pages[0]?.score ?? 0)
          } else if (isEnough(count, asked)) {
            const { candidates, isAll } = yield* store.find(scope, words, rankedOfMany)
            if (isAll) all = candidates
            const unvaried = candidates.filter(({ spaceId }) => !seen.has(spaceId))
            for (const one of rank([...unvaried, ...Array.from(seen.values()).flat()], asked))
              if (!best.has(one.spaceId)) best.set(one.spaceId, one.score)
            for (const spaceId of matches.counts.keys()) if (!best.has(spaceId)) best.set(spaceId, 0)
          } else {
            some = yield* matching.withSome(scope, asked, yield* lookedAt(scope, judge))
            for (const one of some.pages) if (!best.has(one.spaceId)) best.set(one.spaceId, one.score)
          }
          const read = reading === undefined ? undefined : best.get(reading)
          if (read !== undefined) best.set(reading!, read * ofReadPart)
          const rest = Array.from(best, ([spaceId, score]) => ({ spaceId, score }))
            .sort(bestSpace)
            .filter((one) => {
              const [score, spaceId] = (after ?? []) as [number?, string?]
              return score === undefined || bestSpace({ score, spaceId: spaceId! }, one) < 0
            })
          return { items: rest.slice(0, limit), count: best.size }
        })
    ).pipe(signing)
    const items: Array<FoundInSpaces["items"][number]> = []
    const open = page.items.map(({ spaceId }) => spaceId).filter((id) => !known.has(id) && !seen.has(id))
    const inIndex = some === undefined ? yield* matchesIn(open, asked, counts, all) : new Map<string, Matches>()
    for (const { score, spaceId } of page.items) {
      // each is a piece of work; others may go on in between
      if (items.length > 0) yield* Effect.yieldNow
      const opened = yield* openSpace(spaceId)
      // deleted since it was found
      if (opened === undefined) continue
      const count = some?.pages.filter((one) => one.spaceId === spaceId).length ?? counts.get(spaceId) ?? 0
      const pages =
        known.get(spaceId) ??
        (yield* pagesIn(spaceId, asked, {
          most,
          skip,
          count,
          seen: seen.get(spaceId),
          found: inIndex.get(spaceId),
          some
        }))
      items.push({ opened, score, pages, count })
    }
    const count = some?.pages.length ?? Array.from(counts.values()).reduce((sum, one) => sum + one, 0)
    return { page, items, count, query: some?.query ?? asked, meant: some?.meant ?? [] }
  })

  /**
   * What the index has of several spaces: found together, because each statement looks for all words anew. Those that have
   * more than are ranked of one are left out.
   * @param counts how many match in each
   * @param all pages that match, where they are known
   */
  const matchesIn = Effect.fnUntraced(function* (
    spaceIds: ReadonlyArray<string>,
    { words }: SearchQuery,
    counts: ReadonlyMap<string, number>,
    all: ReadonlyArray<MatchingPage> | undefined
  ) {
    const found = new Map<string, Matches>()
    const few = spaceIds.filter((id) => (counts.get(id) ?? 0) <= rankedPages)
    const note = (ids: ReadonlyArray<string>, candidates: ReadonlyArray<MatchingPage>) => {
      const bySpace = Map.groupBy(candidates, ({ spaceId }) => spaceId)
      for (const id of ids) found.set(id, { candidates: bySpace.get(id) ?? [], isAll: true })
    }
    if (all !== undefined) note(few, all)
    else if (few.length > 1)
      for (const { count, ids } of together(few, counts)) {
        const { candidates, isAll } = yield* store.find({ kind: "spaces", spaceIds: ids }, words, count)
        // pages that came in meanwhile
        if (isAll) note(ids, candidates)
        yield* Effect.yieldNow
      }
    return found
  })

  /** The best pages of one space in a result over many. */
  const pagesIn = Effect.fnUntraced(function* (
    spaceId: string,
    query: SearchQuery,
    {
      count,
      found,
      most,
      seen,
      skip,
      some
    }: {
      readonly most: number
      readonly skip: number
      /** How many match. */
      readonly count: number
      /** All that match, where a visitor sees others than the index has. */
      readonly seen: ReadonlyArray<MatchingPage> | undefined
      /** What the index has, where that is known. */
      readonly found?: Matches | undefined
      readonly some?: SomeWords | undefined
    }
  ) {
    if (some !== undefined)
      return some.pages
        .filter((one) => one.spaceId === spaceId)
        .map((one, i) => ({ ...one, rank: i + 1 }))
        .slice(skip, skip + most)
    const scope = { kind: "space", spaceId } as const
    const matches =
      seen === undefined
        ? (found ?? (yield* store.find(scope, query.words, rankedPages)))
        : { candidates: seen, isAll: true }
    const first = { after: undefined, limit: skip + most }
    return (yield* matching.withAll(scope, query, matches, first, count)).items.slice(skip)
  })

  return { spacesWithAll, lookedAt, findInSpaces }
}

/** Spaces in groups that have as many pages as are read at once. */
const together = (spaceIds: ReadonlyArray<string>, counts: ReadonlyMap<string, number>) => {
  const groups: Array<{ count: number; readonly ids: Array<string> }> = []
  for (const id of spaceIds) {
    const count = counts.get(id) ?? 0
    const last = groups.at(-1)
    if (last === undefined || last.count + count > rankedOfMany) groups.push({ count, ids: [id] })
    else {
      last.count += count
      last.ids.push(id)
    }
  }
  return groups
}

const countOf = (spaceId: string, count: number): ReadonlyMap<string, number> =>
  new Map(count === 0 ? [] : [[spaceId, count]])

const bestSpace = (a: Best, b: Best): number =>
  b.score - a.score || (a.spaceId < b.spaceId ? -1 : a.spaceId === b.spaceId ? 0 : 1)
