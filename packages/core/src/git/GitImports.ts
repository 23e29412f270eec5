/**
 * Carries imports out: the worker's side of `GitSync`. The new content is made beside the old one and shown in one
 * transaction, so readers see the old revision until the new one is whole, and a run that is killed leaves nothing.
 */
import { Cause, Context, Effect, Layer, Schema } from "effect"
import { Blobs } from "../content/Blobs.ts"
import { Objects } from "../content/model/Objects.ts"
import type { RevisionError } from "../content/model/RevisionError.ts"
import { RevisionTree } from "../content/model/RevisionTree.ts"
import { primary, type RevisionGit, type RevisionRecord } from "../content/Revision.ts"
import { RevisionStore } from "../content/RevisionStore.ts"
import { JobLost, type JobRun, Jobs } from "../jobs/Jobs.ts"
import { Access } from "../permissions/Access.ts"
import { CurrentActor } from "../shared/Actor.ts"
import { now } from "../shared/clock.ts"
import { type Forbidden, NotFound, StorageError } from "../shared/errors.ts"
import { makeId } from "../shared/ids.ts"
import { Seal } from "../shared/Seal.ts"
import { Transaction } from "../shared/Transaction.ts"
import { Git, GitError, type GitSnapshot } from "./Git.ts"
import type { GitFailure, GitOperationRecord, GitSyncRecord, ImportCounts } from "./GitOperation.ts"
import { GitStore } from "./GitStore.ts"
import { credentialsPurpose } from "./GitSync.ts"
import { importSpace, type Report } from "./importSpace.ts"
import { parseCredentials } from "./repository.ts"

export interface ImportResult {
  /** The space's revision afterwards; a new one only if something changed. */
  readonly revisionId: string
  readonly changed: boolean
  readonly counts: ImportCounts
}

export class GitImports extends Context.Service<
  GitImports,
  {
    /** Takes the next import from the queue and carries it out; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
    /** Imports a snapshot that is at hand, for a directory of this machine; the caller needs the right to import. */
    readonly importSnapshot: (
      spaceId: string,
      snapshot: GitSnapshot,
      report: Report
    ) => Effect.Effect<
      ImportResult,
      GitError | StorageError | Forbidden | NotFound | RevisionError,
      CurrentActor
    >
  }
>()("@octavo/core/git/GitImports") {
  static readonly layer = Layer.effect(
    GitImports,
    Effect.gen(function* () {
      const context = yield* Effect.context<RevisionTree | Objects | Blobs>()
      const store = yield* GitStore
      const revisions = yield* RevisionStore
      const transaction = yield* Transaction
      const access = yield* Access
      const git = yield* Git
      const jobs = yield* Jobs
      const seal = yield* Seal

      const makeContent = (snapshot: GitSnapshot, base: string, report: Report) =>
        Effect.provideContext(importSpace(snapshot, base, report), context)

      /**
       * Makes the content and moves the head, again when someone else moved it meanwhile.
       * @param settle runs in the transaction that moves the head; what it fails with undoes the move
       */
      const apply = <E, R>(
        spaceId: string,
        snapshot: GitSnapshot,
        about: { readonly author: string | null; readonly git: RevisionGit | null; readonly standalone: boolean },
        report: Report,
        settle: (result: ImportResult) => Effect.Effect<void, E, R>
      ): Effect.Effect<ImportResult, E | GitError | StorageError | RevisionError | NotFound, R> =>
        Effect.gen(function* () {
          for (;;) {
            const head = yield* revisions.head(spaceId, primary)
            if (head === undefined) return yield* NotFound.of("space", spaceId)
            const made = yield* makeContent(snapshot, head.root, report)
            const revision: RevisionRecord = {
              id: makeId(),
              spaceId,
              root: made.root,
              parents: [head.revisionId],
              type: "edits",
              author: about.author,
              message: about.git?.message ?? null,
              git: about.git,
              createdAt: yield* now
            }
            const changed = made.root !== head.root
            const result: ImportResult = {
              revisionId: changed || about.standalone ? revision.id : head.revisionId,
              changed,
              counts: made.counts
            }
            const moved = yield* transaction.run(
              Effect.gen(function* () {
                if (about.standalone) yield* revisions.insert(revision)
                else if (changed && !(yield* revisions.advance(primary, head.sequence, revision))) return false
                yield* settle(result)
                return true
              })
            )
            if (moved) return result
          }
        })

      const importSnapshot = Effect.fn("GitImports.importSnapshot")(function* (
        spaceId: string,
        snapshot: GitSnapshot,
        report: Report
      ) {
        const actor = yield* CurrentActor
        yield* access.space(spaceId, "space.git")
        return yield* apply(
          spaceId,
          snapshot,
          { author: actor.kind === "user" ? actor.userId : null, git: null, standalone: false },
          report,
          () => Effect.void
        )
      })

      const perform = (operation: GitOperationRecord, run: JobRun) =>
        Effect.gen(function* () {
          const { id, request, spaceId } = operation
          const report: Report = (message, fraction) =>
            store.updateOperation(id, { progress: { message, ...(fraction === undefined ? {} : { fraction }) } }).pipe(
              // progress is for people: a store that is busy does not fail the import
              Effect.ignore
            )
          const finish = (patch: Partial<Pick<GitOperationRecord, "counts" | "revisionId" | "commit">>) =>
            Effect.gen(function* () {
              yield* run.held
              yield* store.updateOperation(id, {
                state: "completed",
                progress: null,
                error: null,
                credentials: null,
                finishedAt: yield* now,
                ...patch
              })
            })

          const sync = yield* store.sync(spaceId)
          if (!request.force && sync !== undefined && sync.orderedAt > operation.orderedAt) {
            return yield* transaction.run(finish({}))
          }
          const credentials =
            operation.credentials === null
              ? undefined
              : parseCredentials(yield* seal.open(credentialsPurpose(id), operation.credentials))
          yield* report("Connecting")
          const snapshot = yield* git.open(
            { url: request.url, ref: request.ref, directory: request.directory, credentials },
            { onProgress: (message, fraction) => report(message, fraction) }
          )
          const next: GitSyncRecord = {
            spaceId,
            url: request.url,
            ref: request.ref,
            directory: request.directory,
            repoName: request.repoName,
            provider: request.provider,
            integration: null,
            infoURL: request.infoURL,
            repoTreeURL: request.repoTreeURL,
            repoCommitURL: request.repoCommitURL,
            commit: snapshot.commit?.oid ?? null,
            tree: snapshot.tree,
            orderedAt: operation.orderedAt,
            updatedAt: yield* now
          }
          yield* apply(
            spaceId,
            snapshot,
            { author: operation.actorId, git: revisionGit(snapshot, operation), standalone: request.standalone },
            report,
            (result) =>
              Effect.gen(function* () {
                if (!request.standalone) {
                  // another import may have been settled since this one looked: the newer event wins
                  const latest = yield* store.sync(spaceId)
                  if (!request.force && latest !== undefined && latest.orderedAt > operation.orderedAt) {
                    return yield* new Outdated()
                  }
                  yield* store.putSync(next)
                }
                yield* finish({
                  counts: result.counts,
                  revisionId: result.revisionId,
                  commit: snapshot.commit?.oid ?? null
                })
              })
          ).pipe(Effect.catch((error) => (error instanceof Outdated ? transaction.run(finish({})) : Effect.fail(error))))
        })

      const fail = (operation: GitOperationRecord, run: JobRun, cause: Cause.Cause<unknown>) =>
        Effect.gen(function* () {
          const failure = describe(cause)
          const final = run.last || !isRetryable(cause)
          yield* Effect.logWarning("Git import failed").pipe(
            Effect.annotateLogs({ operation: operation.id, space: operation.spaceId, reason: failure.reason, final })
          )
          yield* transaction.run(
            Effect.gen(function* () {
              yield* run.held
              yield* store.updateOperation(
                operation.id,
                final
                  ? { state: "failed", error: failure, progress: null, credentials: null, finishedAt: yield* now }
                  : { state: "pending", error: failure, progress: { message: "Waiting to try again" } }
              )
            })
          )
          // the queue tries again only what may go better then
          if (!final) return yield* Effect.failCause(cause)
        })

      const handle = Effect.fn("GitImports.handle")(function* (run: JobRun) {
        const operation = yield* store.operation(run.id)
        if (operation === undefined || operation.state === "completed" || operation.state === "failed") return
        yield* store.updateOperation(operation.id, {
          state: "running",
          attempts: run.attempt,
          ...(operation.startedAt === null ? { startedAt: yield* now } : {})
        })
        yield* Effect.scoped(perform(operation, run)).pipe(
          Effect.catchCause((cause) => {
            const lost = Cause.squash(cause) instanceof JobLost || Cause.hasInterruptsOnly(cause)
            return lost ? Effect.failCause(cause) : fail(operation, run, cause)
          })
        )
      })

      return GitImports.of({ work: jobs.work("git", handle), importSnapshot })
    })
  )
}

/** An import that found a newer one settled. */
class Outdated extends Schema.TaggedError<Outdated>()("Outdated", {}) {}

const revisionGit = (snapshot: GitSnapshot, { request }: GitOperationRecord): RevisionGit | null =>
  snapshot.commit === undefined
    ? null
    : {
        oid: snapshot.commit.oid,
        message: snapshot.commit.message,
        createdByGitBook: false,
        ...(request.repoCommitURL === null ? {} : { url: joinUrl(request.repoCommitURL, snapshot.commit.oid) }),
        ref: request.ref,
        ...(request.repoTreeURL === null ? {} : { tree: request.repoTreeURL })
      }

const joinUrl = (prefix: string, rest: string): string => (prefix.endsWith("/") ? prefix + rest : `${prefix}/${rest}`)

const describe = (cause: Cause.Cause<unknown>): GitFailure => {
  const error = Cause.squash(cause)
  if (error instanceof GitError) return { reason: error.reason, message: error.message }
  if (error instanceof StorageError) return { reason: "Storage", message: error.message }
  if (error instanceof NotFound) return { reason: "Internal", message: "The space was deleted meanwhile" }
  return { reason: "Internal", message: `The import met an error of Octavo: ${error instanceof Error ? error.message : "unknown"}` }
}

const isRetryable = (cause: Cause.Cause<unknown>): boolean => {
  const error = Cause.squash(cause)
  return error instanceof GitError ? error.retryable : error instanceof StorageError && error.retryable
}
