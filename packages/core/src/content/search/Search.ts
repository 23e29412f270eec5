/** Full-text search over the primary content of spaces. */
import { Context, Effect, Layer } from "effect"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { Forbidden, Invalid, NotFound, StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { ContentIndex } from "../content-index/ContentIndex.ts"
import { parseQuery, type SearchQuery } from "../content-index/SearchQuery.ts"
import { SearchStore } from "../content-index/SearchStore.ts"
import { Embeddings } from "../embeddings/Embeddings.ts"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import { computedKey } from "../revisions/computed/indexedPages.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { OpenContent } from "../space-content/OpenContent.ts"
import { SpaceContent } from "../space-content/SpaceContent.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { excerpts, type ReadySection, readySection } from "./excerpt.ts"
import { type FoundInSpaces, makeFindInSpaces } from "./findInSpaces.ts"
import { makeFindPassages, type Passage } from "./findPassages.ts"
import { makeGlossarySynonyms } from "./glossarySynonyms.ts"
import { makeMatching, type Placed, sliceOf } from "./matching.ts"
import { isEnough, rankedPages } from "./relaxed.ts"
import type { SearchHit, SearchSpaceResult } from "./SearchResult.ts"
import type { MatchingPage } from "./visiblePages.ts"

type Failure = Forbidden | NotFound | Invalid | StorageError

export interface ReaderSearch {
  /** Of what the visitor reads, as BCP 47 has it. */
  readonly language: string | undefined
  /** Pages of each space, at most. */
  readonly most: number
  /** So many better ones of each space are left out. */
  readonly skip?: number
  /** The space that is read: its pages come before what is as good elsewhere. */
  readonly reading?: string | undefined
}

export interface FoundForReaders {
  readonly spaces: ReadonlyArray<SearchSpaceResult & { readonly count: number }>
  /** What is in further spaces: these have nothing better. */
  readonly others: { readonly spaces: number; readonly count: number }
  /** Queries that find something, where this one does not. */
  readonly meant: ReadonlyArray<string>
}

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
     * The same for the pages of a site: how many pages of each of the fifty best spaces were found, of which `most` after
     * the first `skip` are there, and what may be meant where nothing is found.
     */
    readonly forReaders: (
      spaceIds: ReadonlyArray<string>,
      query: string,
      judge: Judge,
      options: ReaderSearch
    ) => Effect.Effect<FoundForReaders, StorageError>
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

      const space = traced("Search.space")(function* (spaceId: string, text: string, params: ListParams = {}) {
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

      const { findInSpaces, lookedAt, spacesWithAll } = makeFindInSpaces({
        store,
        index,
        matching,
        queryIn,
        synonymsOf,
        openSpace,
        signing
      })

      /** What was found in spaces, as it is shown. */
      const toSpaces = Effect.fnUntraced(function* ({ items, query }: FoundInSpaces) {
        const shown: Array<SearchSpaceResult & { readonly count: number }> = []
        for (const { count, opened, pages, score } of items) {
          const { id, title } = opened.space
          // what is shown of a space takes as long as others may wait
          if (shown.length > 0) yield* Effect.yieldNow
          shown.push({ type: "space", id, title, score, pages: yield* toHits(opened, pages, query), count })
        }
        return shown
      })

      const organization = traced("Search.organization")(function* (
        organizationId: string,
        query: string,
        params: ListParams = {}
      ) {
        const scope = yield* access.list(organizationId, "organization.search")
        const list = ["organization", organizationId]
        const found = yield* findInSpaces({ kind: "organization", organizationId, scope }, list, query, params)
        return { ...found.page, items: (yield* toSpaces(found)).map(({ count: _, ...one }) => one) }
      })

      const published = traced("Search.published")(function* (
        spaceIds: ReadonlyArray<string>,
        query: string,
        judge: Judge,
        params: ListParams = {},
        language?: string
      ) {
        const list = ["spaces", ...spaceIds, judge.context()]
        const seen = { judge, language }
        const found = yield* findInSpaces({ kind: "spaces", spaceIds }, list, query, params, seen)
        return { ...found.page, items: (yield* toSpaces(found)).map(({ count: _, ...one }) => one) }
      })

      const forReaders = traced("Search.forReaders")(function* (
        spaceIds: ReadonlyArray<string>,
        query: string,
        judge: Judge,
        { language, most, reading, skip = 0 }: ReaderSearch
      ) {
        const seen = { judge, language, most, skip, reading }
        const found = yield* findInSpaces({ kind: "spaces", spaceIds }, [], query, {}, seen).pipe(
          // it names no place in a list that could be wrong
          Effect.catchTag("Invalid", (error) => Effect.die(error))
        )
        const { count, items, meant, page } = found
        const spaces = yield* toSpaces(found)
        const shown = items.reduce((sum, one) => sum + one.count, 0)
        return { spaces, others: { spaces: page.count - items.length, count: count - shown }, meant }
      })

      const passages = makeFindPassages({
        store,
        index,
        matching,
        queryIn,
        sectionsOf,
        openSpace,
        spacesWithAll,
        lookedAt,
        embeddings: yield* Embeddings
      })

      return Search.of({ space, organization, published, forReaders, passages })
    })
  )
}

const keptBytes = 32 * 1024 * 1024
/** Bytes in memory of a letter: the text, and the same folded. */
const weight = 4

const nothing = { items: [] as ReadonlyArray<Placed>, count: 0 }
