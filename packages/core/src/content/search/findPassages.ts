/** What pages have to say to a question: the sections that may answer it, as one visitor sees them. */
import { Effect } from "effect"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { traced } from "../../kernel/shared/traced.ts"
import type { ContentIndex } from "../content-index/ContentIndex.ts"
import type { SearchQuery } from "../content-index/SearchQuery.ts"
import type { SearchScope, SearchStore } from "../content-index/SearchStore.ts"
import type { Embeddings } from "../embeddings/Embeddings.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { Revision } from "../revisions/model/RevisionTree.ts"
import type { SpaceRecord } from "../spaces/Space.ts"
import type { ReadySection } from "./excerpt.ts"
import type { Looked, makeMatching } from "./matching.ts"
import { choosePassages, type FoundSections, type NearPlace } from "./passages.ts"
import { type Ranked, rank } from "./rank.ts"
import { isEnough, rankedOfMany } from "./relaxed.ts"
import type { MatchingPage } from "./visiblePages.ts"

/** Pages whose sections are weighed against each other. */
const weighedPages = 12

/** A section of a page that may answer a question. */
export interface Passage {
  readonly spaceId: string
  readonly revisionId: string
  readonly pageId: string
  /** Of the page in its space. */
  readonly path: string
  /** Empty for what stands before the first heading. */
  readonly anchor: string
  readonly pageTitle: string
  readonly title: string
  readonly text: string
}

/** A page that was found, at its place. */
interface PlacedPage extends FoundSections, Pick<Passage, "spaceId" | "revisionId" | "pageId" | "path"> {}

type Spaces = Extract<SearchScope, { readonly kind: "spaces" }>

interface Parts {
  readonly store: SearchStore["Service"]
  readonly index: ContentIndex["Service"]
  readonly matching: ReturnType<typeof makeMatching>
  readonly queryIn: (
    spaceIds: ReadonlyArray<string>,
    text: string,
    language: string | undefined
  ) => Effect.Effect<SearchQuery, StorageError>
  readonly sectionsOf: (
    pages: ReadonlyArray<MatchingPage>
  ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<ReadySection>>, StorageError>
  readonly openSpace: (
    spaceId: string
  ) => Effect.Effect<{ readonly space: SpaceRecord; readonly expanded: Revision } | undefined, StorageError>
  readonly spacesWithAll: (
    scope: Spaces,
    query: SearchQuery,
    judge: Judge
  ) => Effect.Effect<
    {
      readonly counts: ReadonlyMap<string, number>
      readonly seen: ReadonlyMap<string, ReadonlyArray<MatchingPage>>
    },
    StorageError
  >
  readonly lookedAt: (scope: Spaces, judge: Judge) => Effect.Effect<ReadonlyArray<Looked>, StorageError>
  readonly embeddings: Embeddings["Service"]
}

export const makeFindPassages = (parts: Parts) => {
  const { embeddings, index, lookedAt, matching, openSpace, queryIn, sectionsOf, spacesWithAll, store } = parts

  /** Pages where they stand, but for those that have gone since they were found. */
  const placed = Effect.fnUntraced(function* (pages: ReadonlyArray<Ranked<MatchingPage>>) {
    const sections = yield* sectionsOf(pages)
    const opened = new Map<string, Effect.Success<ReturnType<typeof openSpace>>>()
    const found: Array<PlacedPage> = []
    for (const { body, pageId, score, sections: own, spaceId } of pages) {
      if (!opened.has(spaceId)) opened.set(spaceId, yield* openSpace(spaceId))
      const open = opened.get(spaceId)
      const page = open && (yield* missingIsDamage(open.expanded.page(pageId)))
      if (open === undefined || page === undefined) continue
      const ancestors = yield* missingIsDamage(open.expanded.ancestors(pageId))
      found.push({
        spaceId,
        revisionId: open.space.head.revisionId,
        pageId,
        title: page.title,
        path: [...ancestors, page].map(({ slug }) => slug).join("/"),
        score,
        sections: own ?? sections.get(body) ?? []
      })
    }
    return found
  })

  /**
   * The sections that are nearest to the question by their vectors, where they stand, of the pages whose whole text this
   * visitor is shown. Their texts are read anew: a page that changed since its vectors were made is let pass.
   * @param known pages that were found by their words
   */
  const near = Effect.fnUntraced(function* (
    scope: Spaces,
    question: string,
    judge: Judge,
    known: ReadonlyArray<PlacedPage>
  ): Effect.fn.Return<ReadonlyArray<NearPlace<PlacedPage>>, StorageError> {
    if (!embeddings.isAvailable) return []
    const trees = new Map<string, Revision>()
    const found = yield* embeddings.nearest(
      scope.spaceIds,
      question,
      Effect.fnUntraced(function* (spaceId) {
        const opened = yield* openSpace(spaceId)
        if (opened === undefined) return undefined
        trees.set(spaceId, opened.expanded)
        return yield* matching.hiddenFrom(spaceId, opened.expanded, judge)
      })
    )
    const shown: Array<MatchingPage> = []
    const marks = new Map(found.map(({ mark, number }) => [number, mark]))
    for (const page of yield* store.pages([...marks.keys()])) {
      const tree = trees.get(page.spaceId)
      if (tree === undefined || embeddings.markOf(page) !== marks.get(page.number)) continue
      if ((yield* matching.shownToAll(tree, judge))(page)) shown.push(page)
    }
    const pages = new Map(known.map((page) => [page.pageId, page]))
    const others = shown.filter(({ pageId }) => !pages.has(pageId)).map((page) => ({ ...page, score: 0 }))
    for (const page of yield* placed(others)) pages.set(page.pageId, page)
    const byNumber = new Map(shown.map(({ number, pageId }) => [number, pages.get(pageId)]))
    return found.flatMap(({ at, number }) => {
      const page = byNumber.get(number)
      return page === undefined ? [] : [{ page, at }]
    })
  })

  return traced("Search.passages")(function* (
    spaceIds: ReadonlyArray<string>,
    question: string,
    judge: Judge,
    language?: string
  ): Effect.fn.Return<ReadonlyArray<Passage>, StorageError> {
    const asked = yield* queryIn(spaceIds, question, language)
    const { words } = asked
    if (words.length === 0 || spaceIds.length === 0) return []
    const scope = { kind: "spaces", spaceIds } as const
    yield* index.completeComputed(scope)
    const { counts, seen } = yield* spacesWithAll(scope, asked, judge)
    const count = Array.from(counts.values()).reduce((sum, one) => sum + one, 0)
    let query = asked
    let pages: ReadonlyArray<Ranked<MatchingPage>>
    if (isEnough(count, asked)) {
      const { candidates } = yield* store.find(scope, words, rankedOfMany)
      const others = candidates.filter(({ spaceId }) => !seen.has(spaceId))
      pages = rank([...others, ...Array.from(seen.values()).flat()], asked)
    } else {
      const some = yield* matching.withSome(scope, asked, yield* lookedAt(scope, judge))
      query = some.query
      pages = some.pages
    }
    const found = yield* placed(pages.slice(0, weighedPages))
    const alike = yield* near(scope, question, judge, found)
    return choosePassages(found, query, alike).map(({ anchor, page, text, title }) => {
      const { pageId, path, revisionId, spaceId } = page
      return { spaceId, revisionId, pageId, path, anchor, pageTitle: page.title, title, text }
    })
  })
}
