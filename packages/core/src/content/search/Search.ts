/** Full-text search over the primary content of spaces. */
import { Context, Effect, Layer } from "effect"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { Forbidden, Invalid, NotFound, StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { type ListParams, type Page, paginate, type Slice, type Sliced } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Access } from "../../people/permissions/Access.ts"
import { ContentIndex } from "../content-index/ContentIndex.ts"
import { type SearchScope, SearchStore } from "../content-index/SearchStore.ts"
import { type QueryTerm, queryTerms } from "../content-index/terms.ts"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import { computedKey } from "../revisions/computed/indexedPages.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { OpenContent } from "../space-content/OpenContent.ts"
import { SpaceContent } from "../space-content/SpaceContent.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { excerpts, type ReadySection, readySection } from "./excerpt.ts"
import { byScore, type Ranked, rank } from "./rank.ts"
import type { SearchHit, SearchSpaceResult } from "./SearchResult.ts"
import { type MatchingPage, makeVisiblePages } from "./visiblePages.ts"

type Failure = Forbidden | NotFound | Invalid | StorageError

/**
 * Most pages of a query that are weighed against each other. When more match, those with the words in their titles and
 * headings are, and the rest follows them in the order of the index: a word that is everywhere costs little more than
 * one that is not.
 */
export const rankedPages = 100
/** The same for a query over many spaces. */
const rankedOfMany = 500
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
     */
    readonly published: (
      spaceIds: ReadonlyArray<string>,
      query: string,
      judge: Judge,
      params?: ListParams
    ) => Effect.Effect<Page<SearchSpaceResult>, Invalid | StorageError>
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
      const visiblePages = makeVisiblePages(store, app(instance, ""))

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
        terms: ReadonlyArray<QueryTerm>
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
          const parts = excerpts(one.sections ?? sections.get(one.body) ?? [], terms)
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

      /**
       * A slice of the pages that match: the ranked ones, then the others. Key `[score, number, rank]`.
       * @param seen all of them, where a visitor sees others than the index has
       */
      const matching = Effect.fnUntraced(function* (
        scope: SearchScope,
        terms: ReadonlyArray<QueryTerm>,
        { after, limit }: Slice,
        seen?: ReadonlyArray<MatchingPage>
      ) {
        const { candidates, isAll } =
          seen === undefined ? yield* store.find(scope, terms, rankedPages) : { candidates: seen, isAll: true }
        const count = isAll ? candidates.length : yield* store.count(scope, terms)
        const ranked: ReadonlyArray<Ranked<MatchingPage>> = rank(candidates, terms)
        const [score, number, last] = (after ?? []) as ReadonlyArray<number>
        const past = (one: Ranked) => score === undefined || byScore({ score, number: number! }, one) < 0
        let rest: ReadonlyArray<Ranked<MatchingPage>> = ranked.filter(past).slice(0, limit)
        if (rest.length < limit && !isAll) {
          const known = new Set(ranked.map((one) => one.number))
          const others = yield* store.scan(
            scope,
            terms,
            score === 0 ? number! : -1,
            limit - rest.length + ranked.length
          )
          rest = [
            ...rest,
            ...others
              .flatMap((one) => (known.has(one.number) ? [] : [{ ...one, score: 0 }]))
              .slice(0, limit - rest.length)
          ]
        }
        const items = rest.map((one, i) => ({ ...one, rank: (last ?? 0) + i + 1 }))
        return { items, count } satisfies Sliced<Placed>
      })

      const space = Effect.fn("Search.space")(function* (spaceId: string, query: string, params: ListParams = {}) {
        const open = yield* content.open(spaceId)
        const { judge } = open
        yield* index.complete(spaceId, open.space.head.root, computedKey(open.expanded))
        const terms = queryTerms(query)
        const scope = { kind: "space", spaceId } as const
        const seen =
          judge === undefined || terms.length === 0
            ? undefined
            : yield* visiblePages(spaceId, open.expanded, judge, terms)
        const page = yield* paginate(
          ["search", spaceId, query, judge === undefined ? null : judge.context()],
          params,
          ({ number, rank, score }: Placed) => [score, number, rank],
          (slice) => (terms.length === 0 ? nothing : matching(scope, terms, slice, seen))
        ).pipe(signing)
        return { ...page, items: yield* toHits(open, page.items, terms) }
      })

      const openSpace = Effect.fnUntraced(function* (spaceId: string) {
        const space = yield* spaces.get(spaceId)
        if (space === undefined || space.deletedAt !== null) return undefined
        const tree = yield* missingIsDamage(trees.open(space.head.root))
        return { space, expanded: yield* missingIsDamage(computed.expand(space, tree)) }
      })

      /** The spaces of a scope with their best pages. */
      const inSpaces = Effect.fnUntraced(function* (
        scope: Exclude<SearchScope, { readonly kind: "space" }>,
        list: ReadonlyArray<string>,
        query: string,
        params: ListParams,
        judge?: Judge
      ) {
        const terms = queryTerms(query)
        if (terms.length > 0)
          yield* index.completeComputed(scope.kind === "spaces" ? scope : { organizationId: scope.organizationId })
        const seen = new Map<string, ReadonlyArray<MatchingPage> | undefined>()
        const page = yield* paginate(
          ["search", ...list, query],
          params,
          ({ score, spaceId }: Best) => [score, spaceId],
          ({ after, limit }) =>
            Effect.gen(function* () {
              if (terms.length === 0) return { items: [], count: 0 }
              const matched = Array.from((yield* store.spaces(scope, terms)).keys())
              for (const spaceId of judge === undefined ? [] : matched) {
                const opened = yield* openSpace(spaceId)
                seen.set(
                  spaceId,
                  opened === undefined ? [] : yield* visiblePages(spaceId, opened.expanded, judge!, terms)
                )
              }
              const found = matched.filter((spaceId) => seen.get(spaceId)?.length !== 0)
              const { candidates } = yield* store.find(scope, terms, rankedOfMany)
              const best = new Map<string, number>()
              for (const one of rank(
                [
                  ...candidates.filter(({ spaceId }) => seen.get(spaceId) === undefined),
                  ...[...seen.values()].flatMap((some) => some ?? [])
                ],
                terms
              )) {
                if (!best.has(one.spaceId)) best.set(one.spaceId, one.score)
              }
              const all = found.map((spaceId) => ({ spaceId, score: best.get(spaceId) ?? 0 }))
              const rest = all.sort(bestSpace).filter((one) => {
                const [score, spaceId] = (after ?? []) as [number?, string?]
                return score === undefined || bestSpace({ score, spaceId: spaceId! }, one) < 0
              })
              return { items: rest.slice(0, limit), count: all.length }
            })
        ).pipe(signing)
        const items: Array<SearchSpaceResult> = []
        for (const { score, spaceId } of page.items) {
          const opened = yield* openSpace(spaceId)
          // deleted since it was found
          if (opened === undefined) continue
          const first = { after: undefined, limit: pagesOfSpace }
          const { items: pages } = yield* matching({ kind: "space", spaceId }, terms, first, seen.get(spaceId))
          items.push({
            type: "space",
            id: spaceId,
            title: opened.space.title,
            score,
            pages: yield* toHits(opened, pages, terms)
          })
        }
        return { ...page, items }
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
        params: ListParams = {}
      ) {
        const list = ["spaces", ...spaceIds, judge.context()]
        return yield* inSpaces({ kind: "spaces", spaceIds }, list, query, params, judge)
      })

      return Search.of({ space, organization, published })
    })
  )
}

const keptBytes = 32 * 1024 * 1024
/** Bytes in memory of a letter: the text, and the same folded. */
const weight = 4

/** A page at its position in the whole result. */
type Placed = Ranked<MatchingPage> & { readonly rank: number }

/** A space with the score of its best page. */
interface Best {
  readonly spaceId: string
  readonly score: number
}

const nothing = Effect.succeed({ items: [] as ReadonlyArray<Placed>, count: 0 })

const bestSpace = (a: Best, b: Best): number =>
  b.score - a.score || (a.spaceId < b.spaceId ? -1 : a.spaceId === b.spaceId ? 0 : 1)
