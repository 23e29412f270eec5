import { type JobRun, Jobs, maxAttempts, type QueueName } from "@octavo/core/jobs/Jobs"
import { StorageError } from "@octavo/core/shared/errors"
import { type Duration, Effect, Layer, Schedule, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { JobQueue, type JobQueueConfig, jobQueueLayer } from "./JobQueue.ts"
import { storage } from "./support.ts"

const Payload = Schema.Struct({ id: Schema.String })

const failed = (operation: string) => (cause: unknown) => new StorageError({ operation, retryable: true, cause })

/** Durable jobs over Effect's `PersistedQueue` in the store's own database. */
export const jobsLayer = (config: JobQueueConfig = {}) =>
  Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const make = (name: QueueName, wait: Duration.Input = "2 seconds") =>
        PersistedQueue.make({
          name,
          schema: Payload,
          maxAttempts,
          retrySchedule: Schedule.exponential(wait)
        })
      const queues = {
        git: yield* make("git"),
        purge: yield* make("purge"),
        // a mail server that is away stays away for a while
        mail: yield* make("mail", "30 seconds")
      } satisfies Record<QueueName, unknown>

      return Jobs.of({
        offer: (name, id) =>
          queues[name].offer({ id }, { id }).pipe(Effect.asVoid, Effect.mapError(failed("jobs.offer"))),
        work: (name, handler) =>
          queues[name]
            .take((job, { attempts }) => {
              const run: JobRun = {
                id: job.id,
                attempt: attempts,
                last: attempts >= maxAttempts,
                held: queue.assertHeld(name, { id: job.id, attempts }).pipe(storage("jobs.held"))
              }
              return handler(run)
            })
            .pipe(
              // a job that failed is the queue's business: it is tried again or kept as a dead letter
              Effect.catch(() => Effect.void)
            )
      })
    })
  ).pipe(Layer.provide(jobQueueLayer(config)))
