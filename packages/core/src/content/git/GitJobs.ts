/**
 * The worker's side of Git synchronization: takes operations from the queue, carries them out, and keeps what became
 * of them. A run that is killed leaves nothing; its job is taken up again.
 */

import { Cause, Context, Effect, Layer, Schema } from "effect"
import { JobLost, type JobRun, Jobs, maxAttempts } from "../../kernel/jobs/Jobs.ts"
import { now } from "../../kernel/shared/clock.ts"
import { NotFound, PreconditionFailed, StorageError } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { primary } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { GitError } from "./Git.ts"
import { SyncConflict } from "./GitConflicts.ts"
import { GitExports } from "./GitExports.ts"
import { GitImports } from "./GitImports.ts"
import type { GitFailure, GitOperationRecord } from "./GitOperation.ts"
import { GitStore } from "./GitStore.ts"
import { GitSynced } from "./GitSynced.ts"
import { makeOperationRun } from "./operationRun.ts"

export class GitJobs extends Context.Service<
  GitJobs,
  {
    /** Takes the next operation and carries it out; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/git/GitJobs") {
  static readonly layer = Layer.effect(
    GitJobs,
    Effect.gen(function* () {
      const store = yield* GitStore
      const jobs = yield* Jobs
      const transaction = yield* Transaction
      const imports = yield* GitImports
      const exports = yield* GitExports
      const revisions = yield* RevisionStore
      const gitSynced = yield* GitSynced

      /** What both ends of an operation tell: where the space and the repository are. */
      const told = Effect.fnUntraced(function* ({ id, kind, spaceId }: GitOperationRecord) {
        const head = yield* revisions.head(spaceId, primary)
        const sync = yield* store.sync(spaceId)
        return {
          spaceId,
          operation: { id, kind },
          revisionId: head?.revisionId ?? null,
          commitId: sync?.commit ?? null
        }
      })

      const fail = Effect.fnUntraced(function* (
        operation: GitOperationRecord,
        run: JobRun,
        cause: Cause.Cause<unknown>
      ) {
        const retryable = isRetryable(cause)
        const final = run.last || !retryable
        const failure = retryable && final ? gaveUp(describe(cause), operation, run) : describe(cause)
        yield* Effect.logWarning(`Git ${operation.kind} failed`).pipe(
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
            if (!final) return
            yield* gitSynced.announce({ state: "failure", ...(yield* told(operation)) })
          })
        )
        // the queue tries again only what may go better then
        if (!final) return yield* Effect.failCause(cause)
      })

      const handle = traced("GitJobs.handle")(function* (run: JobRun) {
        const operation = yield* store.operation(run.id)
        if (operation === undefined || operation.state === "completed" || operation.state === "failed") return
        const first = operation.startedAt === null
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.updateOperation(operation.id, {
              state: "running",
              attempts: run.attempt,
              ...(first ? { startedAt: yield* now } : {})
            })
            if (!first) return
            yield* gitSynced.announce({ state: "started", ...(yield* told(operation)) })
          })
        )
        const { perform } = operation.kind === "import" ? imports : exports
        yield* perform(makeOperationRun(store, operation, run, gitSynced)).pipe(
          Effect.catchCause((cause) => {
            const lost = Cause.squash(cause) instanceof JobLost || Cause.hasInterruptsOnly(cause)
            return lost ? Effect.failCause(cause) : fail(operation, run, cause)
          })
        )
      })

      /** The processes of all runs died: the operation ends with words, and not as one that seems to run. */
      const abandon = traced("GitJobs.abandon")(function* (run: JobRun) {
        const operation = yield* store.operation(run.id)
        if (operation === undefined || operation.state === "completed" || operation.state === "failed") return
        yield* fail(operation, { ...run, last: true }, Cause.fail(new Abandoned({ kind: operation.kind })))
      })

      return GitJobs.of({ work: jobs.work("git", handle, abandon) })
    })
  )
}

class Abandoned extends Schema.TaggedError<Abandoned>()("Abandoned", { kind: Schema.Literals(["import", "export"]) }) {
  override get message(): string {
    return (
      `The server was stopped ${maxAttempts} times in the middle of this ${this.kind}, and nothing of it is shown. ` +
      `Look into the server's log for the reason (often memory), then ask for the ${this.kind} again`
    )
  }
}

const describe = (cause: Cause.Cause<unknown>): GitFailure => {
  const error = Cause.squash(cause)
  if (error instanceof GitError) return { reason: error.reason, message: error.message }
  if (error instanceof SyncConflict) return { reason: "Conflict", message: error.message }
  if (error instanceof StorageError) return { reason: "Storage", message: error.message }
  if (error instanceof PreconditionFailed) return { reason: "Refused", message: error.message }
  if (error instanceof Abandoned) return { reason: "Internal", message: error.message }
  if (error instanceof NotFound) return { reason: "Internal", message: "The space was deleted meanwhile" }
  return {
    reason: "Internal",
    message: `The operation met an error of Octavo: ${error instanceof Error ? error.message : "unknown"}`
  }
}

/** What was an outage each time, with the way to go on. */
const gaveUp = ({ message, reason }: GitFailure, { kind }: GitOperationRecord, { attempt }: JobRun): GitFailure => ({
  reason,
  message: `${message.replace(/\.?$/, ".")} It was tried ${attempt} times. Ask for the ${kind} again once that is mended; nothing was lost.`
})

const isRetryable = (cause: Cause.Cause<unknown>): boolean => {
  const error = Cause.squash(cause)
  return error instanceof GitError || error instanceof StorageError ? error.retryable : false
}
