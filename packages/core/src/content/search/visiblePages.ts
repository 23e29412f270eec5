/**
 * What of the pages that match a query one visitor of a site may find: conditions are decided for that visitor, and where
 * they stand within a text, the text is read anew without what is not shown. Neither hits, nor their number, nor the words
 * around them tell of anything else.
 */
import { Effect } from "effect"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { pageContents } from "../content-index/pageContent.ts"
import type { QueryWord } from "../content-index/SearchQuery.ts"
import type { SearchStore } from "../content-index/SearchStore.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { PageNode } from "../revisions/model/PageTree.ts"
import type { Revision } from "../revisions/model/RevisionTree.ts"
import { variableScope } from "../revisions/visibleContent.ts"
import { type ReadySection, readySection } from "./excerpt.ts"
import { type Candidate, strongOf } from "./rank.ts"
import type { Posting } from "./relaxed.ts"

/** Pages of one space that are looked at for one visitor and query, where the space has conditions; the best ones. */
const judgedPages = 1000
/** Of these, pages that are read anew. */
const readPages = 200

/** A page that matches, with its sections where they are not those of the index. */
export interface MatchingPage extends Candidate {
  readonly sections?: ReadonlyArray<ReadySection>
}

/** A page's text as one visitor sees it. */
interface Seen {
  readonly strong: string
  /** All of its terms, with spaces around every one. */
  readonly terms: string
  readonly sections: ReadonlyArray<ReadySection>
}

export const makeVisiblePages = (store: SearchStore["Service"], appUrl: string) => {
  /** A cache of the pages that hang on conditions, by the hash of the tree. */
  const conditionsCache = makeLru<ReadonlyMap<string, ReadonlyArray<string>>>(hangingBytes, "conditional-pages")
  /** A cache of texts, by tree, page and what the visitor's claims come to. */
  const textCache = makeLru<Seen>(textBytes, "visible-texts")

  /** The pages that hang on conditions, their own or those of what they are in, with these. */
  const hangingOf = Effect.fnUntraced(function* (tree: Revision) {
    const kept = conditionsCache.get(tree.hash)
    if (kept !== undefined) return kept
    const found = new Map<string, ReadonlyArray<string>>()
    const collect = (nodes: ReadonlyArray<PageNode>, above: ReadonlyArray<string>): void => {
      for (const { page, pages } of nodes) {
        const all = page.condition === undefined ? above : [...above, page.condition]
        if (all.length > 0) found.set(page.id, all)
        collect(pages, all)
      }
    }
    collect(yield* missingIsDamage(tree.pages()), [])
    conditionsCache.set(tree.hash, found, 200 + found.size * 200)
    return found
  })

  /** Pages as the visitor sees them, read from their sources. */
  const read = Effect.fnUntraced(function* (
    spaceId: string,
    tree: Revision,
    judge: Judge,
    pages: ReadonlyArray<Candidate>
  ) {
    const variables = yield* missingIsDamage(tree.variables())
    const contents = pageContents({ spaceId, appUrl }, tree, (page) => {
      const around = variableScope(variables, page.variables)
      return (condition) => judge.decide(condition, around)
    })
    const found = new Map<string, Seen>()
    for (const { pageId } of pages) {
      const name = `${tree.hash} ${pageId} ${judge.context()}`
      let seen = textCache.get(name)
      if (seen === undefined) {
        const page = yield* missingIsDamage(tree.page(pageId))
        if (page === undefined) continue
        const { document } = yield* contents(page)
        if (document === undefined) continue
        const { classes, sections: kept } = document
        seen = { strong: strongOf(document), terms: ` ${classes.flat().join(" ")} `, sections: kept.map(readySection) }
        const size = seen.terms.length + seen.sections.reduce((sum, { plain }) => sum + 2 * plain.length, 0)
        textCache.set(name, seen, 2 * size + 500)
        // a text takes as long to read as other requests may wait
        yield* Effect.yieldNow
      }
      found.set(pageId, seen)
    }
    return found
  })

  const isShown = (conditions: ReadonlyMap<string, ReadonlyArray<string>>, judge: Judge, pageId: string): boolean =>
    (conditions.get(pageId) ?? []).every((condition) => judge.decide(condition) === true)

  /** The pages of a space that have all words for a visitor; `undefined` where these are those of the index. */
  const withAll = Effect.fnUntraced(function* (
    spaceId: string,
    tree: Revision,
    judge: Judge,
    words: ReadonlyArray<QueryWord>
  ): Effect.fn.Return<ReadonlyArray<MatchingPage> | undefined, StorageError> {
    const conditions = yield* hangingOf(tree)
    const hasVarying = yield* store.hasVarying(spaceId)
    const varying = hasVarying ? yield* store.count({ kind: "space", spaceId, varying: true }, words) : 0
    if (conditions.size === 0 && varying === 0) return undefined
    const { candidates } = yield* store.find({ kind: "space", spaceId }, words, judgedPages)
    const shown = candidates.filter(({ pageId }) => isShown(conditions, judge, pageId))
    const anew = yield* read(spaceId, tree, judge, shown.filter(({ varies }) => varies).slice(0, readPages))
    return shown.flatMap((one): ReadonlyArray<MatchingPage> => {
      if (!one.varies) return [one]
      const seen = anew.get(one.pageId)
      return seen !== undefined && words.every((word) => hasWord(seen.terms, word))
        ? [{ ...one, strong: seen.strong, sections: seen.sections }]
        : []
    })
  })

  /**
   * Which pages of a space have each word for a visitor, of those that have it in the index, and the pages that are
   * another text for that visitor.
   * @param postings of the words; numbers of other spaces stay
   */
  const withSome = Effect.fnUntraced(function* (
    spaceId: string,
    tree: Revision,
    judge: Judge,
    words: ReadonlyArray<QueryWord>,
    postings: ReadonlyArray<Posting>
  ) {
    const conditions = yield* hangingOf(tree)
    const varying = new Set<number>()
    for (const word of (yield* store.hasVarying(spaceId)) ? words : [])
      for (const number of yield* store.numbers({ kind: "space", spaceId, varying: true }, word, false, readPages))
        varying.add(number)
    if (conditions.size === 0 && varying.size === 0) return { postings, anew: new Map<number, MatchingPage>() }
    const hidden = new Set(
      yield* store.numbersOf(
        spaceId,
        Array.from(conditions.keys()).filter((pageId) => !isShown(conditions, judge, pageId))
      )
    )
    const pages = (yield* store.pages([...varying].slice(0, readPages))).filter(({ number }) => !hidden.has(number))
    const seen = yield* read(spaceId, tree, judge, pages)
    const anew = new Map<number, MatchingPage>()
    for (const page of pages) {
      const text = seen.get(page.pageId)
      if (text !== undefined) anew.set(page.number, { ...page, strong: text.strong, sections: text.sections })
    }
    const kept = postings.map(({ all, strong }, n): Posting => {
      const isOther = (number: number) => hidden.has(number) || varying.has(number)
      const has = pages.filter(({ pageId }) => hasWord(seen.get(pageId)?.terms ?? "", words[n]!))
      const strongly = has.filter(({ pageId }) => hasWord(titlesOf(seen.get(pageId)!.strong), words[n]!))
      const together = (numbers: ReadonlySet<number>, others: ReadonlyArray<Candidate>) =>
        new Set([...[...numbers].filter((one) => !isOther(one)), ...others.map(({ number }) => number)])
      return { all: together(all, has), strong: together(strong, strongly) }
    })
    return { postings: kept, anew }
  })

  /** Whether the words of a page are those that a visitor sees, whoever asks. */
  const shownToAll = Effect.fnUntraced(function* (tree: Revision, judge: Judge) {
    const conditions = yield* hangingOf(tree)
    return ({ pageId, varies }: Candidate): boolean => !varies && isShown(conditions, judge, pageId)
  })

  /** Numbers of the pages of a space that a visitor is not shown, by their conditions and those of what they are in. */
  const hiddenFrom = Effect.fnUntraced(function* (
    spaceId: string,
    tree: Revision,
    judge: Judge
  ): Effect.fn.Return<ReadonlySet<number>, StorageError> {
    const conditions = yield* hangingOf(tree)
    const hidden = Array.from(conditions.keys()).filter((pageId) => !isShown(conditions, judge, pageId))
    return new Set(hidden.length === 0 ? [] : yield* store.numbersOf(spaceId, hidden))
  })

  return { withAll, withSome, shownToAll, hiddenFrom }
}

const hangingBytes = 8 * 1024 * 1024
const textBytes = 16 * 1024 * 1024

const hasWord = (all: string, word: QueryWord): boolean =>
  word.some(({ isPrefix, terms }) => terms.every((term) => all.includes(isPrefix ? ` ${term}` : ` ${term} `)))

/** The title and the headings of strong terms, in one line. */
const titlesOf = (strong: string): string => strong.slice(0, strong.lastIndexOf("\n")).replaceAll("\n", " ")
