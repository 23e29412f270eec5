/** Full-text search over the primary content of spaces. */
import { Context, Effect, Layer } from "effect"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { Forbidden, Invalid, NotFound, StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Access } from "../../people/permissions/Access.ts"
import { ContentIndex } from "../content-index/ContentIndex.ts"
import { parseQuery, type SearchQuery } from "../content-index/SearchQuery.ts"
import { type SearchScope, SearchStore } from "../content-index/SearchStore.ts"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import { computedKey } from "../revisions/computed/indexedPages.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { OpenContent } from "../space-content/OpenContent.ts"
import { SpaceContent } from "../space-content/SpaceContent.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { excerpts, type ReadySection, readySection } from "./excerpt.ts"
import { makeFindPassages, type Passage } from "./findPassages.ts"
import { makeGlossarySynonyms } from "./glossarySynonyms.ts"
import { type Looked, makeMatching, type Placed, type SomeWords, sliceOf } from "./matching.ts"
import { rank } from "./rank.ts"
import { isEnough, rankedOfMany, rankedPages } from "./relaxed.ts"
import type { SearchHit, SearchSpaceResult } from "./SearchResult.ts"
import type { MatchingPage } from "./visiblePages.ts"

type Failure = Forbidden | NotFound | Invalid | StorageError

/** Pages of one space in a result over many. */
const pagesOfSpace = 10

export class Search extends Context.Service<
  Search,
  {
    /** Pages of a space, the best first. Visitors of a site find what they are shown. */
    readonly space: (
      spaceId: string,
      query: string,
      params?: ListParams
    ) => Effect.Effect<Page<SearchHit>, Failure, CurrentActor>
    /** The spaces of an organization with pages that match, of those that the caller may read. */
    readonly organization: (
      organizationId: string,
      query: string,
      params?: ListParams
    ) => Effect.Effect<Page<SearchSpaceResult>, Failure, CurrentActor>
    /**
     * The same over some spaces, as a visitor of a site sees them. Who calls it has decided that the visitor may:
     * nothing is checked but that the spaces are not deleted.
     * @param language of what the visitor reads, as BCP 47 has it
     */
    readonly published: (
      spaceIds: ReadonlyArray<string>,
      query: string,
      judge: Judge,
      params?: ListParams,
      language?: string
    ) => Effect.Effect<Page<SearchSpaceResult>, Invalid | StorageError>
    /**
     * The sections of the best pages that are most likely to answer a question, with their texts as the same visitor
     * sees them. Who calls it has decided that the visitor may.
     */
    readonly passages: (
      spaceIds: ReadonlyArray<string>,
      question: string,
      judge: Judge,
      language?: string
    ) => Effect.Effect<ReadonlyArray<Passage>, StorageError>
  }
>()("@octavo/core/content/search/Search") {
  static readonly layer = Layer.effect(
    Search,
    Effect.gen(function* () {
      const store = yield* SearchStore
      const index = yield* ContentIndex
      const content = yield* SpaceContent
      const spaces = yield* SpaceStore
      const trees = yield* RevisionTree
      const computed = yield* ComputedContent
      const access = yield* Access
      const instance = yield* Instance
      const signing = Effect.provideService(SigningKey, yield* SigningKey)
      /** A cache of the sections of pages, folded for search, by the hash of the text. */
      const sectionCache = makeLru<ReadonlyArray<ReadySection>>(keptBytes, "search")
      const matching = makeMatching(store, app(instance, ""))
      const synonymsOf = yield* makeGlossarySynonyms

      /** What somebody asks for in some spaces of one organization. */
      const queryIn = Effect.fnUntraced(function* (
        spaceIds: ReadonlyArray<string>,
        text: string,
        language: string | undefined
      ) {
        const [first] = spaceIds
        const space = first === undefined ? undefined : yield* spaces.get(first)
        return parseQuery(text, language, space && (yield* synonymsOf(space.organizationId)))
      })

      /** The sections of pages by the hashes of their texts. */
      const sectionsOf = Effect.fnUntraced(function* (pages: ReadonlyArray<MatchingPage>) {
        const found = new Map<string, ReadonlyArray<ReadySection>>()
        const missing: Array<number> = []
        for (const { body, number, sections } of pages) {
          if (sections !== undefined) continue
          const known = body === "" ? [] : sectionCache.get(body)
          if (known === undefined) missing.push(number)
          else found.set(body, known)
        }
        // by their own hashes: a page may have another text by now
        for (const [body, sections] of yield* store.sections(missing)) {
          const made = sections.map(readySection)
          const bytes = made.reduce((sum, { text, title }) => sum + weight * (text.length + title.length), 200)
          sectionCache.set(body, made, bytes)
          found.set(body, made)
        }
        return found
      })

      const toHits = Effect.fnUntraced(function* (
        { expanded, space }: Pick<OpenContent, "space" | "expanded">,
        pages: ReadonlyArray<Placed>,
        query: SearchQuery
      ) {
        const sections = yield* sectionsOf(pages)
        const places = yield* missingIsDamage(
          Effect.forEach(pages, (one) =>
            Effect.all({
              one: Effect.succeed(one),
              page: expanded.page(one.pageId),
              ancestors: expanded.ancestors(one.pageId)
            })
          )
        )
        const hits: Array<SearchHit> = []
        for (const { ancestors, one, page } of places) {
          // the head has moved since it was opened
          if (page === undefined) continue
          const path = [...ancestors, page].map(({ slug }) => slug).join("/")
          const url = app(instance, `/s/${space.id}/${path}`)
          const parts = excerpts(one.sections ?? sections.get(one.body) ?? [], query)
          hits.push({
            id: page.id,
            title: page.title,
            description: page.description ?? "",
            path,
            score: one.score,
            rank: one.rank,
            ...(parts.length === 0
              ? {}
              : {
                  sections: parts.map(({ anchor, body, highlights, score, title }) => {
                    const hash = anchor === "" ? "" : `#${anchor}`
                    return {
                      id: anchor === "" ? page.id : anchor,
                      title: title === "" ? page.title : title,
                      path: path + hash,
                      body,
                      highlights,
                      score,
                      urls: { app: url + hash }
                    }
                  })
                }),
            ancestors: ancestors.map(({ title }) => ({ title })),
            urls: { app: url }
          })
        }
        return hits
      })

      const space = Effect.fn("Search.space")(function* (spaceId: string, text: string, params: ListParams = {}) {
        const open = yield* content.open(spaceId)
        const { judge } = open
        yield* index.complete(spaceId, open.space.head.root, computedKey(open.expanded))
        const synonyms = yield* synonymsOf(open.space.organizationId)
        const asked = parseQuery(text, open.space.language ?? undefined, synonyms)
        const { words } = asked
        const scope = { kind: "space", spaceId } as const
        let query = asked
        const page = yield* paginate(
          ["search", spaceId, text, judge === undefined ? null : judge.context()],
          params,
          ({ number, rank, score }: Placed) => [score, number, rank],
          (slice) =>
            Effect.gen(function* () {
              if (words.length === 0) return nothing
              const seen =
                judge === undefined ? undefined : yield* matching.visiblePages(spaceId, open.expanded, judge, words)
              const matches =
                seen === undefined ? yield* store.find(scope, words, rankedPages) : { candidates: seen, isAll: true }
              if (isEnough(matches.candidates.length, asked))
                return yield* matching.withAll(scope, asked, matches, slice)
              const some = yield* matching.withSome(scope, asked, [{ spaceId, tree: open.expanded, judge }])
              query = some.query
              return sliceOf(some.pages, slice)
            })
        ).pipe(signing)
        return { ...page, items: yield* toHits(open, page.items, query) }
      })

      const openSpace = Effect.fnUntraced(function* (spaceId: string) {
        const space = yield* spaces.get(spaceId)
        if (space === undefined || space.deletedAt !== null) return undefined
        const tree = yield* missingIsDamage(trees.open(space.head.root))
        return { space, expanded: yield* missingIsDamage(computed.expand(space, tree)) }
      })

      /** The spaces of a scope with pages that have all words, and all that match of those that a visitor sees otherwise. */
      const spacesWithAll = Effect.fnUntraced(function* (
        scope: Many,
        { words }: SearchQuery,
        judge: Judge | undefined
      ) {
        const counts = new Map(yield* store.spaces(scope, words))
        const seen = new Map<string, ReadonlyArray<MatchingPage>>()
        for (const spaceId of judge === undefined ? [] : Array.from(counts.keys())) {
          const opened = yield* openSpace(spaceId)
          const pages =
            opened === undefined ? [] : yield* matching.visiblePages(spaceId, opened.expanded, judge!, words)
          if (pages === undefined) continue
          seen.set(spaceId, pages)
          if (pages.length === 0) counts.delete(spaceId)
          else counts.set(spaceId, pages.length)
        }
        return { counts, seen }
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
      const inSpaces = Effect.fnUntraced(function* (
        scope: Many,
        list: ReadonlyArray<string>,
        text: string,
        params: ListParams,
        { judge, language }: { readonly judge?: Judge; readonly language?: string | undefined } = {}
      ) {
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
        const known = new Map<string, ReadonlyArray<Placed>>()
        const page = yield* paginate(
          ["search", ...list, text],
          params,
          ({ score, spaceId }: Best) => [score, spaceId],
          ({ after, limit }) =>
            Effect.gen(function* () {
              if (words.length === 0) return { items: [], count: 0 }
              const all = yield* spacesWithAll(scope, asked, judge)
              seen = all.seen
              counts = all.counts
              const best = new Map<string, number>()
              const count = Array.from(all.counts.values()).reduce((sum, one) => sum + one, 0)
              const [only, ...others] = all.counts.keys()
              if (isEnough(count, asked) && only !== undefined && others.length === 0) {
                const pages = yield* pagesIn(only, asked, { seen: seen.get(only), count })
                known.set(only, pages)
                best.set(only, pages[0]?.score ?? 0)
              } else if (isEnough(count, asked)) {
                const { candidates } = yield* store.find(scope, words, rankedOfMany)
                const unvaried = candidates.filter(({ spaceId }) => !seen.has(spaceId))
                for (const one of rank([...unvaried, ...Array.from(seen.values()).flat()], asked))
                  if (!best.has(one.spaceId)) best.set(one.spaceId, one.score)
                for (const spaceId of all.counts.keys()) if (!best.has(spaceId)) best.set(spaceId, 0)
              } else {
                some = yield* matching.withSome(scope, asked, yield* lookedAt(scope, judge))
                for (const one of some.pages) if (!best.has(one.spaceId)) best.set(one.spaceId, one.score)
              }
              const rest = Array.from(best, ([spaceId, score]) => ({ spaceId, score }))
                .sort(bestSpace)
                .filter((one) => {
                  const [score, spaceId] = (after ?? []) as [number?, string?]
                  return score === undefined || bestSpace({ score, spaceId: spaceId! }, one) < 0
                })
              return { items: rest.slice(0, limit), count: best.size }
            })
        ).pipe(signing)
        const items: Array<SearchSpaceResult> = []
        for (const { score, spaceId } of page.items) {
          const opened = yield* openSpace(spaceId)
          // deleted since it was found
          if (opened === undefined) continue
          const pages =
            known.get(spaceId) ??
            (yield* pagesIn(spaceId, asked, { count: counts.get(spaceId), seen: seen.get(spaceId), some }))
          const hits = yield* toHits(opened, pages, some?.query ?? asked)
          items.push({ type: "space", id: spaceId, title: opened.space.title, score, pages: hits })
        }
        return { ...page, items }
      })

      /** The best pages of one space in a result over many. */
      const pagesIn = Effect.fnUntraced(function* (
        spaceId: string,
        query: SearchQuery,
        {
          count,
          seen,
          some
        }: {
          /** How many match, where that is known. */
          readonly count?: number | undefined
          /** All that match, where a visitor sees others than the index has. */
          readonly seen?: ReadonlyArray<MatchingPage> | undefined
          readonly some?: SomeWords | undefined
        }
      ) {
        if (some !== undefined)
          return some.pages
            .filter((one) => one.spaceId === spaceId)
            .slice(0, pagesOfSpace)
            .map((one, i) => ({ ...one, rank: i + 1 }))
        const scope = { kind: "space", spaceId } as const
        const matches =
          seen === undefined ? yield* store.find(scope, query.words, rankedPages) : { candidates: seen, isAll: true }
        const first = { after: undefined, limit: pagesOfSpace }
        return (yield* matching.withAll(scope, query, matches, first, count)).items
      })

      const organization = Effect.fn("Search.organization")(function* (
        organizationId: string,
        query: string,
        params: ListParams = {}
      ) {
        const scope = yield* access.list(organizationId, "organization.search")
        const list = ["organization", organizationId]
        return yield* inSpaces({ kind: "organization", organizationId, scope }, list, query, params)
      })

      const published = Effect.fn("Search.published")(function* (
        spaceIds: ReadonlyArray<string>,
        query: string,
        judge: Judge,
        params: ListParams = {},
        language?: string
      ) {
        const list = ["spaces", ...spaceIds, judge.context()]
        return yield* inSpaces({ kind: "spaces", spaceIds }, list, query, params, { judge, language })
      })

      const passages = makeFindPassages({
        store,
        index,
        matching,
        queryIn,
        sectionsOf,
        openSpace,
        spacesWithAll,
        lookedAt
      })

      return Search.of({ space, organization, published, passages })
    })
  )
}

const keptBytes = 32 * 1024 * 1024
/** Bytes in memory of a letter: the text, and the same folded. */
const weight = 4

/** Where many spaces are. */
type Many = Exclude<SearchScope, { readonly kind: "space" }>

/** A space with the score of its best page. */
interface Best {
  readonly spaceId: string
  readonly score: number
}

const nothing = { items: [] as ReadonlyArray<Placed>, count: 0 }

const bestSpace = (a: Best, b: Best): number =>
  b.score - a.score || (a.spaceId < b.spaceId ? -1 : a.spaceId === b.spaceId ? 0 : 1)
