/**
 * What can be looked up in the primary content of a space: the pages that have a word, the links that lead somewhere.
 * Both indexes are of one revision, and move with the head in its transaction; that costs what changed. A space whose
 * content comes all at once (a large import, a copy, a store from before there were indexes) is indexed page by page, in short transactions,
 * while its head may move on: pages up to some id are in, and those that changed since it was begun.
 *
 * Computed pages are in the indexes like any others. They change with what they are computed of, which no head tells: what
 * is in is named, and whoever looks something up compares the name with what sources make now. Decision 0062.
 */
import { Context, Effect, Layer } from "effect"
import { defined } from "../../kernel/shared/defined.ts"
import { Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import { computedKey, indexedPages } from "../revisions/computed/indexedPages.ts"
import { isNotStored, missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { RevisionDiff } from "../revisions/model/diff.ts"
import { scan } from "../revisions/model/PersistentMap.ts"
import { emptyRoot, type PageRecord } from "../revisions/model/Records.ts"
import { type Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"
import { primary } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { type ContentIndexState, ContentIndexStore, type IndexedSpaces } from "./ContentIndexStore.ts"
import { LinkStore } from "./LinkStore.ts"
import { isIndexed, linkReader, withoutLinks } from "./linkReader.ts"
import { type PageContent, pageContents } from "./pageContent.ts"
import type { LinkWorld } from "./pageLinks.ts"
import { makePutPages } from "./putPages.ts"
import { SearchStore } from "./SearchStore.ts"

/** Pages that are put into the indexes at once. */
const batch = 100
/** Most pages and reusable contents that come in with one move of the head. */
const atOnce = 500

export class ContentIndex extends Context.Service<
  ContentIndex,
  {
    /**
     * Works out what long texts say that a move from one root to another puts into the indexes: before the transaction,
     * which others wait for. What is new and neither stored nor kept is left to that.
     */
    readonly prepare: (spaceId: string, from: string, to: string) => Effect.Effect<void, StorageError>
    /** Inside the transaction that moves the head of the primary content from one root to another. */
    readonly move: (spaceId: string, from: string, to: string, diff: RevisionDiff) => Effect.Effect<void, StorageError>
    /**
     * Sees to it that the indexes of a space are complete, and answers what they are of.
     * @param computed `computedKey` of the content that the caller sees; without it, what is in stays
     */
    readonly complete: (
      spaceId: string,
      root: string,
      computed?: string | null
    ) => Effect.Effect<ContentIndexState, StorageError>
    /** Sees to it that the computed pages of spaces are in as sources make them now. One statement when there are none. */
    readonly completeComputed: (of: IndexedSpaces) => Effect.Effect<void, StorageError>
    /** Completes the indexes of all spaces; answers how many were not. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/content/content-index/ContentIndex") {
  static readonly layer = Layer.effect(
    ContentIndex,
    Effect.gen(function* () {
      const store = yield* ContentIndexStore
      const search = yield* SearchStore
      const links = yield* LinkStore
      const trees = yield* RevisionTree
      const revisions = yield* RevisionStore
      const transaction = yield* Transaction
      const spaces = yield* SpaceStore
      const computedContent = yield* ComputedContent
      const keys = makePartCache<{ readonly key: string | null }>(yield* Epoch, 10_000)
      const appUrl = app(yield* Instance, "")

      const reader = linkReader(trees, links)
      const { pagesShowing, retargeted, targetsOf } = reader
      const put = makePutPages(search, links, reader, batch)

      /** A revision of a space with its computed pages. */
      const open = Effect.fnUntraced(function* (spaceId: string, root: string) {
        const tree = yield* missingIsDamage(trees.open(root))
        const space = tree.root.counts.computed === undefined ? undefined : yield* spaces.get(spaceId)
        return space === undefined ? tree : yield* missingIsDamage(computedContent.expand(space, tree))
      })

      /**
       * Inside a transaction that holds the indexes of one root: makes them those of another. When very much changed,
       * what comes in is left to `step`, so that no transaction is long.
       */
      const follow = Effect.fnUntraced(function* (
        spaceId: string,
        before: ContentIndexState,
        to: string,
        diff: RevisionDiff
      ) {
        const tree = yield* open(spaceId, to)
        const what = yield* changesOf(spaceId, diff, tree)
        const state = {
          root: to,
          after: what.isMuch ? "" : before.after,
          computed: computedKey(tree) === before.computed ? before.computed : ""
        }
        // the row comes first: who makes it holds it
        yield* store.put(spaceId, state)
        yield* putChanges(spaceId, before.root, tree, diff, what, before.after === null)
        return state
      })

      /** What a move puts into the indexes: pages that changed, or that show what changed. */
      const changesOf = Effect.fnUntraced(function* (
        spaceId: string,
        { pages, reusableContents }: RevisionDiff,
        tree: Revision
      ) {
        const changed = [...pages.created, ...pages.edited.filter(isIndexed).map((edit) => edit.after)]
        const others = [
          ...reusableContents.created,
          ...reusableContents.deleted,
          ...reusableContents.edited.flatMap(({ after, before }) => [before, after])
        ]
        const shown = yield* pagesShowing(spaceId, others, tree)
        for (const { id } of [...changed, ...pages.deleted]) shown.delete(id)
        for (const id of shown) {
          const page = yield* missingIsDamage(tree.page(id))
          if (page !== undefined) changed.push(page)
        }
        const shared = [...reusableContents.created, ...reusableContents.edited.map((edit) => edit.after)]
        return { changed, shared, isMuch: changed.length + shared.length > atOnce }
      })

      const putChanges = Effect.fnUntraced(function* (
        spaceId: string,
        from: string,
        tree: Revision,
        diff: RevisionDiff,
        { changed, isMuch, shared }: Effect.Success<ReturnType<typeof changesOf>>,
        /** Whether all pages of `from` are in. */
        isComplete: boolean,
        /** Of the only page that changed: search has it already. */
        searched?: PageContent
      ) {
        const { pages, reusableContents } = diff
        const gone = pages.deleted.map(({ id }) => id)
        yield* search.remove(spaceId, gone)
        yield* links.put(spaceId, [
          ...gone.map((id) => withoutLinks({ kind: "page", id })),
          ...reusableContents.deleted.map(({ id }) => withoutLinks({ kind: "reusable-content", id }))
        ])
        yield* links.retarget(spaceId, yield* retargeted(spaceId, diff, from, tree))
        if (isMuch) return
        const before = isComplete ? new Map(pages.edited.map(({ before }) => [before.id, before])) : undefined
        yield* put({ spaceId, appUrl }, tree, changed, shared, { before, searched })
      })

      /** What is searched of the only page that changed, where that was there before: its index moves on by itself. */
      const onlyText = Effect.fnUntraced(function* (
        spaceId: string,
        tree: Revision,
        { pages }: RevisionDiff,
        [page, ...others]: ReadonlyArray<PageRecord>
      ) {
        if (page === undefined || others.length + pages.created.length + pages.deleted.length > 0) return undefined
        const content = yield* pageContents({ spaceId, appUrl }, tree)(page)
        return content.document && { content, page: { id: page.id, document: content.document } }
      })

      const move = traced("ContentIndex.move")(function* (
        spaceId: string,
        from: string,
        to: string,
        diff: RevisionDiff
      ) {
        const { created, deleted, edited } = diff.reusableContents
        // which pages show what is shared is looked up when the indexes are held
        if (created.length + deleted.length + edited.length === 0) {
          const tree = yield* open(spaceId, to)
          const what = yield* changesOf(spaceId, diff, tree)
          if (!what.isMuch) {
            const found = yield* onlyText(spaceId, tree, diff, what.changed)
            const moved = yield* store.move(spaceId, { from, to, computed: computedKey(tree) }, found?.page)
            if (moved !== undefined) {
              const put = moved.isPut ? found?.content : undefined
              return yield* putChanges(spaceId, from, tree, diff, what, true, put)
            }
          }
        }
        const state = yield* store.hold(spaceId)
        // content that was there before there was an index comes in by and by
        if (state === undefined && from !== emptyRoot.root) return
        const before = state ?? nothing
        const between = before.root === from ? diff : yield* missingIsDamage(trees.diff(before.root, to))
        yield* follow(spaceId, before, to, between)
      })

      /** Works out what pages say, which is kept for a while: so that no transaction does. */
      const workOut = (world: LinkWorld, tree: Revision, pages: ReadonlyArray<PageRecord>) =>
        Effect.forEach(pages, pageContents(world, tree), { discard: true })

      const pagesFrom = (tree: Revision, after: string) =>
        missingIsDamage(
          trees.read((lookup) => {
            const range = { ...(after === "" ? {} : { after }), limit: batch }
            return scan(lookup, tree.root.pages, range).map(([, page]) => page)
          })
        )

      const prepare = traced("ContentIndex.prepare")(function* (spaceId: string, from: string, to: string) {
        if (from === to) return
        const { pages } = yield* missingIsDamage(trees.diff(from, to))
        const changed = [...pages.created, ...pages.edited.filter(isIndexed).map((edit) => edit.after)]
        if (changed.length > atOnce) return
        yield* workOut({ spaceId, appUrl }, yield* open(spaceId, to), changed)
      }, isNotStored)

      /**
       * An index that nothing is in yet, held: where two begin at once, the one that comes second goes on with what the
       * first one has put in, of whatever content that was.
       */
      const begun = Effect.fnUntraced(function* (spaceId: string) {
        const head = yield* revisions.head(spaceId, primary)
        if (head === undefined) return undefined
        yield* store.make(spaceId, { root: head.root, after: "", computed: null })
        return yield* store.hold(spaceId)
      })

      /** The next pages of an index that is being made; `true` when it is complete. */
      const step = Effect.fnUntraced(function* (spaceId: string) {
        const ahead = yield* store.get(spaceId)
        const head = ahead?.after == null ? undefined : yield* revisions.head(spaceId, primary)
        if (ahead?.after != null && head !== undefined) {
          const tree = yield* open(spaceId, head.root)
          yield* workOut({ spaceId, appUrl }, tree, yield* pagesFrom(tree, ahead.after))
        }
        return yield* transaction.run(
          Effect.gen(function* () {
            const known = (yield* store.hold(spaceId)) ?? (yield* begun(spaceId))
            const head = yield* revisions.head(spaceId, primary)
            if (head === undefined || known === undefined) return true
            const { after, computed } =
              known.root === head.root
                ? known
                : yield* follow(spaceId, known, head.root, yield* missingIsDamage(trees.diff(known.root, head.root)))
            if (after === null) return true
            const tree = yield* open(spaceId, head.root)
            const pages = yield* pagesFrom(tree, after)
            const isLast = pages.length < batch
            const hasComputed = computed !== null || computedKey(tree) !== null
            // what is made anew is it as a whole
            if (after === "" && hasComputed) yield* store.forgetComputed(spaceId)
            yield* store.put(spaceId, {
              root: head.root,
              after: isLast ? null : pages.at(-1)!.id,
              computed: !hasComputed ? null : after === "" ? "" : computed
            })
            const reusables = after === "" ? yield* missingIsDamage(tree.reusableContents()) : []
            yield* put({ spaceId, appUrl }, tree, pages, reusables)
            return isLast
          })
        )
      })

      /** Takes computed pages out that are not there any more, or puts in those that are. */
      const putComputed = Effect.fnUntraced(function* (
        spaceId: string,
        tree: Revision,
        pages: ReadonlyArray<PageRecord>,
        names: ReadonlyMap<string, string>,
        gone: ReadonlyArray<string>
      ) {
        yield* search.remove(spaceId, gone)
        yield* links.put(
          spaceId,
          gone.map((id) => withoutLinks({ kind: "page", id }))
        )
        yield* store.removeComputed(spaceId, gone)
        yield* put({ spaceId, appUrl }, tree, pages, [])
        yield* store.putComputed(spaceId, names)
        const leading = yield* links.known(
          spaceId,
          [...names.keys(), ...gone].map((id) => `page:${id}`)
        )
        yield* links.retarget(spaceId, yield* targetsOf(tree, leading))
      })

      /**
       * Computed pages as they are to be put in, their texts made: before the transaction. One whose text cannot be made
       * is found by its title, and has no name, so that it is tried again.
       */
      const madeComputed = Effect.fnUntraced(function* (spaceId: string, tree: Revision, ids: ReadonlyArray<string>) {
        const read = pageContents({ spaceId, appUrl }, tree)
        const all = indexedPages(tree.computed)
        const names = new Map<string, string>()
        const pages: Array<PageRecord> = []
        for (const id of ids) {
          const { body, ...rest } = tree.computed!.pages.get(id)!.page
          const page = { ...rest, ...defined({ body }) }
          const isMade = yield* read(page).pipe(
            Effect.as(true),
            Effect.catch((error) => Effect.as(Effect.logWarning("A computed page could not be read", id, error), false))
          )
          pages.push(isMade ? page : rest)
          names.set(id, isMade ? all.get(id)! : "")
          yield* Effect.yieldNow
        }
        return { names, pages }
      })

      /**
       * One look at the computed pages of a space: brings those in that are others than are in, batch by batch. `true`
       * when they are those that sources make now.
       */
      const settle = Effect.fnUntraced(function* (spaceId: string) {
        const state = yield* store.get(spaceId)
        if (state === undefined || state.after !== null || state.computed === null) return true
        const tree = yield* open(spaceId, state.root)
        const key = computedKey(tree)
        if (state.computed === key) return true
        const known = yield* store.computedPages(spaceId)
        const now = indexedPages(tree.computed)
        const gone = Array.from(known.keys()).filter((id) => !now.has(id))
        const changed = Array.from(now).flatMap(([id, name]) => (known.get(id) === name ? [] : [id]))
        let isWhole = true
        for (let start = 0; start === 0 || start < changed.length; start += batch) {
          const { names, pages } = yield* madeComputed(spaceId, tree, changed.slice(start, start + batch))
          for (const name of names.values()) isWhole &&= name !== ""
          const isLast = start + batch >= changed.length
          const isDone = yield* transaction.run(
            Effect.gen(function* () {
              const held = yield* store.hold(spaceId)
              if (held?.root !== state.root || held.after !== null) return false
              yield* putComputed(spaceId, tree, pages, names, start === 0 ? gone : [])
              if (!isLast) return true
              if (computedKey(yield* open(spaceId, state.root)) !== key) return false
              const addresses = yield* links.keys(spaceId, "slug:")
              yield* links.retarget(spaceId, yield* targetsOf(tree, addresses))
              yield* store.put(spaceId, { ...held, computed: key === null || isWhole ? key : `${key} ${incomplete}` })
              return true
            })
          )
          if (!isDone) return false
        }
        return true
      })

      const completeNow = Effect.fnUntraced(function* (spaceId: string) {
        for (let isDone = false; !isDone; isDone = yield* settle(spaceId)) {
          while (!(yield* step(spaceId))) yield* Effect.yieldNow
        }
      })

      const complete = Effect.fnUntraced(function* (spaceId: string, root: string, key?: string | null) {
        const state = yield* store.get(spaceId)
        if (state === undefined && root === emptyRoot.root) return nothing
        const isSettled = key === undefined ? state?.computed !== "" : state?.computed === key
        if (state !== undefined && state.after === null && state.root === root && isSettled) return state
        yield* completeNow(spaceId)
        return (yield* store.get(spaceId)) ?? nothing
      })

      /** What sources make of the content of a space now. */
      const keyOf = (spaceId: string) =>
        keys(
          spaceId,
          spaceId,
          Effect.gen(function* () {
            const head = yield* revisions.head(spaceId, primary)
            return { key: head === undefined ? null : computedKey(yield* open(spaceId, head.root)) }
          })
        )

      const completeComputed = traced("ContentIndex.completeComputed")(function* (of: IndexedSpaces) {
        for (const { computed, spaceId } of yield* store.computing(of)) {
          const { key } = yield* keyOf(spaceId)
          if (key !== computed) yield* completeNow(spaceId)
        }
      })

      const sweep = Effect.gen(function* () {
        let count = 0
        for (let behind = yield* store.behind(batch); behind.length > 0; behind = yield* store.behind(batch)) {
          for (const spaceId of behind) yield* completeNow(spaceId)
          count += behind.length
        }
        return count
      }).pipe(Effect.withSpan("ContentIndex.sweep"))

      return ContentIndex.of({ prepare, move, complete, completeComputed, sweep })
    })
  )
}

const nothing: ContentIndexState = { root: emptyRoot.root, after: null, computed: null }

/** Behind a key: some texts could not be made. */
const incomplete = "incomplete"
