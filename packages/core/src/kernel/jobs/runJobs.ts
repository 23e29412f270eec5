/**
 * Jobs whose runs are rows that somebody looks at: pending, in progress, then completed or failed with words. A run that
 * fails and may go better later is pending again, with the reason.
 */
import { Cause, Data, Effect } from "effect"
import { now } from "../shared/clock.ts"
import type { StorageError } from "../shared/errors.ts"
import { Transaction } from "../shared/Transaction.ts"
import { traced } from "../shared/traced.ts"
import { JobLost, type JobRun, Jobs, type QueueName } from "./Jobs.ts"

/** Nobody waits for the run any more: it was cancelled, or deleted. */
export class Cancelled extends Data.TaggedError("Cancelled") {}

/** What is told of a failure. */
export interface Described {
  readonly reason: string
  /** When it is not tried again. */
  readonly lastReason?: string
  readonly isRetryable: boolean
}

/** What a run's state says; `Ended` is what else is noted of one that failed for good. */
type RunPatch<Ended> = {
  readonly status: "pending" | "in-progress" | "failed"
  readonly updatedAt: string
  readonly startedAt?: string
  readonly completedAt?: string
  readonly reason?: string
} & Partial<Ended>

interface RunJobs<Run, Failure, Ended> {
  readonly queue: QueueName
  /** A noun, for the log and for who waits: `import`. */
  readonly name: string
  readonly get: (id: string) => Effect.Effect<Run | undefined, StorageError>
  /** Changes a run that is in one of these states; `false`: it is in another one, or gone. */
  readonly update: (
    id: string,
    from: ReadonlyArray<"pending" | "in-progress">,
    patch: RunPatch<Ended>
  ) => Effect.Effect<boolean, StorageError>
  /** Carries the run out, and notes that it is completed. */
  readonly perform: (run: Run, job: JobRun) => Effect.Effect<void, Failure | Cancelled>
  readonly describe: (cause: Cause.Cause<unknown>) => Described
  /** What is noted of a run that failed for good, at that time. */
  readonly ended?: (at: string) => Ended
}

/** Takes the next run of a queue and carries it out; waits until there is one. */
export const makeRunJobs = Effect.fnUntraced(function* <
  Run extends { readonly id: string; readonly startedAt: string | null },
  Failure,
  Ended extends object = object
>({ describe, ended, get, name, perform, queue, update }: RunJobs<Run, Failure, Ended>) {
  const jobs = yield* Jobs
  const transaction = yield* Transaction

  const end = (id: string, job: JobRun, { isRetryable, lastReason, reason: usual }: Described) =>
    Effect.gen(function* () {
      const final = job.last || !isRetryable
      const reason = final ? (lastReason ?? usual) : usual
      const at = yield* now
      yield* transaction.run(
        Effect.andThen(
          job.held,
          update(id, ["pending", "in-progress"], {
            ...(final ? { status: "failed", completedAt: at, ...ended?.(at) } : { status: "pending" }),
            updatedAt: at,
            reason
          } as RunPatch<Ended>)
        )
      )
      yield* Effect.logWarning(`The ${name} failed`).pipe(Effect.annotateLogs({ [name]: id, reason, final }))
      return final
    })

  const handle = traced(`${queue}.handle`)(function* (job: JobRun) {
    const run = yield* get(job.id)
    if (run === undefined) return
    const at = yield* now
    const begun = yield* update(run.id, ["pending", "in-progress"], {
      status: "in-progress",
      updatedAt: at,
      ...(run.startedAt === null ? { startedAt: at } : {})
    } as RunPatch<Ended>)
    if (!begun) return
    yield* perform(run, job).pipe(
      Effect.catchCause((cause) => {
        const error = Cause.squash(cause)
        if (error instanceof Cancelled) return Effect.void
        if (error instanceof JobLost || Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
        // the queue tries again only what may go better then
        return Effect.flatMap(end(run.id, job, describe(cause)), (final) =>
          final ? Effect.void : Effect.failCause(cause)
        )
      })
    )
  })

  /** The processes of all tries died. */
  const abandon = traced(`${queue}.abandon`)(function* (job: JobRun) {
    if ((yield* get(job.id)) === undefined) return
    const reason = `The server was stopped again and again in the middle of this ${name}; ask for it again once that is mended`
    yield* end(job.id, { ...job, last: true }, { reason, isRetryable: false })
  })

  return jobs.work(queue, handle, abandon)
})
