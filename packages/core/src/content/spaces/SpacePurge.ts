/**
 * Removes deleted spaces for good after seven days: the worker's side of `SpaceLifecycle`. A sweep by this process's
 * clock makes a durable job for each space that is due; the job removes the space in one transaction, or nothing.
 */
import { Context, Effect, Layer } from "effect"
import { type JobRun, Jobs } from "../../kernel/jobs/Jobs.ts"
import { CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { steadyClock } from "../../kernel/shared/clock.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { TreeStore } from "../collections/TreeStore.ts"
import { parsePurgeJob, purgeBefore, purgeJob } from "./lifecycle.ts"
import { SpaceStore } from "./SpaceStore.ts"

const batch = 200

export class SpacePurge extends Context.Service<
  SpacePurge,
  {
    /** Asks for the removal of every space that is due; answers how many. A deletion is asked for once. */
    readonly sweep: Effect.Effect<number, StorageError>
    /** Takes the next removal from the queue and carries it out; waits until there is one. */
    readonly work: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/spaces/SpacePurge") {
  static readonly layer = Layer.effect(
    SpacePurge,
    Effect.gen(function* () {
      const store = yield* SpaceStore
      const tree = yield* TreeStore
      const jobs = yield* Jobs
      const audit = yield* Audit
      const transaction = yield* Transaction
      const now = yield* steadyClock

      const sweep = Effect.gen(function* () {
        const before = purgeBefore(yield* now)
        let count = 0
        let due = yield* store.deletedBefore(before, undefined, batch)
        while (due.length > 0) {
          yield* Effect.forEach(due, (space) => jobs.offer("purge", purgeJob(space)), { discard: true })
          count += due.length
          due = due.length < batch ? [] : yield* store.deletedBefore(before, due.at(-1), batch)
        }
        return count
      }).pipe(Effect.withSpan("SpacePurge.sweep"))

      const handle = traced("SpacePurge.handle")(function* (run: JobRun) {
        const { id, deletedAt } = parsePurgeJob(run.id)
        const found = yield* store.get(id)
        if (found === undefined) return
        const { organizationId } = found
        const purged = yield* transaction.run(
          Effect.gen(function* () {
            // restoring holds the same lock: one of the two finds what the other has done
            yield* tree.lock([organizationId])
            yield* run.held
            const space = yield* store.get(id)
            if (space === undefined || space.deletedAt !== deletedAt || space.organizationId !== organizationId)
              return false
            yield* store.purge(id)
            yield* audit
              .record({ organizationId, action: "space.purge", target: { type: "space", id, label: space.title } })
              .pipe(Effect.provideService(CurrentActor, operator))
            return true
          })
        )
        if (purged) yield* Effect.logInfo("Space removed for good").pipe(Effect.annotateLogs({ space: id, deletedAt }))
      })

      return SpacePurge.of({ sweep, work: jobs.work("purge", handle) })
    })
  )
}
