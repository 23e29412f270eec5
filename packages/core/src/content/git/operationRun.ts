/** One run of a Git operation by a worker: its progress, and its one way to end well. */
import { Effect } from "effect"
import type { JobLost, JobRun } from "../../kernel/jobs/Jobs.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined } from "../../kernel/shared/defined.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { GitOperationRecord } from "./GitOperation.ts"
import type { GitStore } from "./GitStore.ts"
import type { GitSynced } from "./GitSynced.ts"
import type { Report } from "./importSpace.ts"

export interface OperationRun {
  readonly operation: GitOperationRecord
  readonly report: Report
  /** Marks the operation as completed; to be run in the transaction that shows its result. Fails when the job is lost. */
  readonly finish: (
    patch: Partial<Pick<GitOperationRecord, "counts" | "revisionId" | "commit">>
  ) => Effect.Effect<void, JobLost | StorageError>
}

export const makeOperationRun = (
  store: GitStore["Service"],
  operation: GitOperationRecord,
  run: JobRun,
  gitSynced: GitSynced["Service"]
): OperationRun => ({
  operation,
  report: (message, fraction) =>
    store
      .updateOperation(operation.id, { progress: { message, ...defined({ fraction }) } })
      // progress is for people: a store that is busy does not fail the operation
      .pipe(Effect.ignore),
  finish: (patch) =>
    Effect.gen(function* () {
      yield* run.held
      yield* store.updateOperation(operation.id, {
        state: "completed",
        progress: null,
        error: null,
        credentials: null,
        finishedAt: yield* now,
        ...patch
      })
      const { commit, id, kind, revisionId, spaceId } = { ...operation, ...patch }
      yield* gitSynced.announce({ spaceId, state: "success", operation: { id, kind }, revisionId, commitId: commit })
    })
})
