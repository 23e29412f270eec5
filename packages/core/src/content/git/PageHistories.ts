/**
 * When pages were written and by whom, as the history of their repository says. It is read after an import, which shows
 * its content without waiting for it: by one fiber of the process, for one space after the other. What is asked for in a
 * process that ends is read with the next import. Decision 0121.
 */
import { Cause, Context, Effect, Latch, Layer } from "effect"
import { now } from "../../kernel/shared/clock.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { type FileHistory, Git, GitError, type GitSource } from "./Git.ts"
import { GitStore } from "./GitStore.ts"
import { HistoryRead } from "./HistoryRead.ts"
import { readKnown } from "./importSpace.ts"
import { type PageHistory, PageHistoryStore, type SpaceHistory } from "./PageHistoryStore.ts"

/** A commit that a space was imported from. */
export interface ImportedCommit {
  readonly spaceId: string
  readonly source: GitSource
  readonly commit: string
  /** What it holds, by its hash. */
  readonly root: string
}

/** Most spaces that wait in a process; what is asked for beyond is read with the next import. */
const mostWaiting = 1000
/** Rows of one transaction. */
const rowsAtOnce = 1000

export class PageHistories extends Context.Service<
  PageHistories,
  {
    /** Runs an import; what it answers has its history read afterwards, which nobody waits for. */
    readonly after: <E, R>(
      run: Effect.Effect<ImportedCommit | undefined, E, R>
    ) => Effect.Effect<ImportedCommit | undefined, E, R>
    /**
     * Notes what is known of the files that a space was just imported from, where that is no repository that it is
     * synchronized with: a folder of this machine.
     * @param root content that came of it, by its hash
     */
    readonly note: (
      spaceId: string,
      root: string,
      histories: ReadonlyMap<string, FileHistory>
    ) => Effect.Effect<void, StorageError>
    /** Waits until all is read that this process was asked for. */
    readonly settled: Effect.Effect<void>
  }
>()("@octavo/core/content/git/PageHistories") {
  static readonly layer = Layer.effect(
    PageHistories,
    Effect.gen(function* () {
      const store = yield* PageHistoryStore
      const syncs = yield* GitStore
      const transaction = yield* Transaction
      const git = yield* Git
      const historyRead = yield* HistoryRead
      const trees = yield* RevisionTree
      const scope = yield* Effect.scope
      /** By space: of two commits, the later is read. */
      const waiting = new Map<string, ImportedCommit>()
      let isReading = false
      const idle = yield* Latch.make(true)
      let busy = 0
      /** Imports and readings: until all of them have ended, something may be asked for. */
      const counted = <A, E, R>(run: Effect.Effect<A, E, R>) =>
        Effect.acquireUseRelease(
          Effect.sync(() => {
            if (busy++ === 0) idle.closeUnsafe()
          }),
          () => run,
          () =>
            Effect.sync(() => {
              if (--busy === 0) idle.openUnsafe()
            })
        )

      /** Writes while the space is synchronized with the commit; `false` when it is not any more. */
      const writeSynchronized = ({ commit, spaceId }: ImportedCommit, change: Effect.Effect<void, StorageError>) =>
        transaction.run(
          Effect.gen(function* () {
            const sync = yield* syncs.sync(spaceId)
            if (sync?.commit !== commit) return false
            yield* change
            return true
          })
        )

      /** The pages of some content that came from files, with the paths of these. */
      const filesOf = Effect.fnUntraced(function* (root: string) {
        const { all } = yield* readKnown(yield* missingIsDamage(trees.open(root)))
        return all.flatMap(({ body, git, id, updatedAt }) =>
          git === undefined || body === undefined ? [] : [{ pageId: id, body, updatedAt, path: git.path }]
        )
      })

      /** @param write answers `false` when nothing is to be written any more */
      const put = Effect.fnUntraced(function* (
        spaceId: string,
        state: Omit<SpaceHistory, "readAt">,
        files: Effect.Success<ReturnType<typeof filesOf>>,
        found: ReadonlyMap<string, FileHistory>,
        write: (change: Effect.Effect<void, StorageError>) => Effect.Effect<boolean, StorageError>
      ) {
        const pages = files.flatMap(({ path, ...page }): ReadonlyArray<PageHistory> => {
          const history = found.get(path)
          return history === undefined ? [] : [{ ...page, ...history }]
        })
        const { gone, put } = difference(yield* store.pages(spaceId), pages)
        // in parts, so that nobody waits for all of them: each row is true by itself, for the text that it names
        for (let at = 0; at < Math.max(gone.length, put.length); at += rowsAtOnce) {
          const some = <A>(rows: ReadonlyArray<A>) => rows.slice(at, at + rowsAtOnce)
          if (!(yield* write(store.change(spaceId, some(gone), some(put))))) return
        }
        const complete = store.complete(spaceId, { ...state, readAt: yield* now })
        yield* write(Effect.andThen(complete, historyRead.announce({ spaceId })))
      })

      const read = traced("PageHistories.read")(function* (wanted: ImportedCommit) {
        const { commit, root, source, spaceId } = wanted
        const state = yield* store.state(spaceId)
        if (state?.commit === commit && state.root === root) return
        const files = yield* filesOf(root)
        const found = yield* git.history(source, commit, new Set(files.map(({ path }) => path)))
        yield* put(spaceId, { commit, root }, files, found, (change) => writeSynchronized(wanted, change))
      })

      const note = traced("PageHistories.note")(function* (
        spaceId: string,
        root: string,
        histories: ReadonlyMap<string, FileHistory>
      ) {
        yield* put(spaceId, { commit: noCommit, root }, yield* filesOf(root), histories, (change) =>
          Effect.as(transaction.run(change), true)
        )
      })

      const readAll = Effect.gen(function* () {
        for (let [next] = waiting.values(); next !== undefined; [next] = waiting.values()) {
          waiting.delete(next.spaceId)
          yield* read(next).pipe(Effect.catchCause((cause) => tell(next!, cause)))
        }
      }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            isReading = false
          })
        )
      )

      const ask = (wanted: ImportedCommit) =>
        Effect.suspend(() => {
          if (waiting.size >= mostWaiting && !waiting.has(wanted.spaceId)) return tell(wanted, Cause.fail(tooMany()))
          waiting.delete(wanted.spaceId)
          waiting.set(wanted.spaceId, wanted)
          if (isReading) return Effect.void
          isReading = true
          return Effect.asVoid(Effect.forkIn(counted(readAll), scope, { startImmediately: true }))
        })

      return PageHistories.of({
        note,
        after: (run) => counted(Effect.tap(run, (wanted) => (wanted === undefined ? Effect.void : ask(wanted)))),
        settled: idle.await
      })
    })
  )
}

/** Stands in place of a commit where there is none that an import could be of. */
const noCommit = ""

const tooMany = () => new GitError({ reason: "TooLarge", message: "Too many histories wait to be read." })

/** What is not read is told, and pages keep the dates that they have. */
const tell = ({ commit, spaceId }: ImportedCommit, cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
  const error = Cause.squash(cause)
  const known =
    error instanceof GitError ? { reason: error.reason, message: error.message } : { message: String(error) }
  return Effect.logWarning("The history of a repository was not read: its pages are dated by their imports").pipe(
    Effect.annotateLogs({ space: spaceId, commit, ...known })
  )
}

const isSame = (one: PageHistory, other: PageHistory): boolean =>
  one.body === other.body &&
  one.updatedAt === other.updatedAt &&
  one.changedAt === other.changedAt &&
  one.authors.length === other.authors.length &&
  one.authors.every((name, i) => name === other.authors[i])

/** What is to be written: ids of pages whose row goes, and rows that are new or other ones. */
const difference = (before: ReadonlyArray<PageHistory>, after: ReadonlyArray<PageHistory>) => {
  const left = new Map(before.map((page) => [page.pageId, page]))
  const put = after.filter((page) => {
    const known = left.get(page.pageId)
    left.delete(page.pageId)
    return known === undefined || !isSame(known, page)
  })
  return { gone: [...left.keys()], put }
}
