import { type JobRun, Jobs, maxAttempts, type QueueName, Worker } from "@octavo/core/kernel/jobs/Jobs"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import { StorageError } from "@octavo/core/kernel/shared/errors"
import { counter, histogram } from "@octavo/core/kernel/shared/metrics"
import { CurrentRequestId, withRequestId } from "@octavo/core/kernel/shared/requestId"
import { Duration, Effect, Exit, Layer, Schedule, Schema, Stream, Tracer } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { JobQueue, type JobQueueConfig, jobQueueLayer } from "./JobQueue.ts"
import { makeJobRuns } from "./job-runs.ts"
import { storage } from "./support.ts"
import { Wakeups } from "./Wakeups.ts"

const Payload = Schema.Struct({
  id: Schema.String,
  /** The request that asked for it, and its place in a trace. */
  requestId: Schema.optionalKey(Schema.String),
  trace: Schema.optionalKey(Schema.Struct({ traceId: Schema.String, spanId: Schema.String }))
})

/** What a job remembers of whoever asks for it. */
const origin = Effect.gen(function* () {
  const requestId = yield* CurrentRequestId
  const span = yield* Effect.option(Effect.currentParentSpan)
  return {
    ...defined({ requestId }),
    ...(span._tag === "Some" && span.value.sampled && (yield* Effect.tracer) !== Tracer.nativeTracer
      ? { trace: { traceId: span.value.traceId, spanId: span.value.spanId } }
      : {})
  }
})

/** A run as part of what asked for it: its log lines and its trace. */
const told = <A, E, R>(queue: QueueName, job: typeof Payload.Type, run: Effect.Effect<A, E, R>) => {
  const named = Effect.annotateLogs(run, { queue, job: job.id })
  return (job.requestId === undefined ? named : withRequestId(named, job.requestId)).pipe(
    Effect.withSpan(`job ${queue}`, {
      kind: "consumer",
      root: job.trace === undefined,
      ...ifDefined(job.trace, (trace) => ({ parent: Tracer.externalSpan({ ...trace, sampled: true }) }))
    })
  )
}

const runBoundaries = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1800]
const runSeconds = new Map<QueueName, (seconds: number) => void>()

/** Notes how a run ended, and how long it took. */
const counted = <A, E, R>(queue: QueueName, run: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const begun = performance.now()
    return Effect.onExit(run, (exit) =>
      Effect.sync(() => {
        const outcome = Exit.isSuccess(exit) ? "done" : "failed"
        counter("octavo_job_runs_total", "Runs of jobs that ended", { queue, outcome }).value++
        let took = runSeconds.get(queue)
        if (took === undefined) {
          took = histogram("octavo_job_duration_seconds", "Time that a run of a job took", runBoundaries, { queue })
          runSeconds.set(queue, took)
        }
        took((performance.now() - begun) / 1000)
      })
    )
  })

const failed = (operation: string) => (cause: unknown) => new StorageError({ operation, retryable: true, cause })

export interface JobsConfig extends JobQueueConfig {
  /** How often it is looked whether a process that had jobs has ended. */
  readonly lookEvery?: Duration.Input
}

/** Durable jobs over Effect's `PersistedQueue` in the store's own database. */
export const jobsLayer = (config: JobsConfig = {}) =>
  Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const runs = yield* makeJobRuns(yield* Worker)
      const make = (name: QueueName, wait: Duration.Input = "2 seconds") =>
        PersistedQueue.make({
          name,
          schema: Payload,
          // one more than there are runs: it notes what became of a job none of whose runs came to an end
          maxAttempts: maxAttempts + 1,
          retrySchedule: Schedule.exponential(wait)
        })
      const queues = {
        git: yield* make("git"),
        openapi: yield* make("openapi"),
        pictures: yield* make("pictures"),
        // what a provider refuses for now it may take in a while
        translations: yield* make("translations", "15 seconds"),
        embeddings: yield* make("embeddings", "15 seconds"),
        purge: yield* make("purge"),
        conversations: yield* make("conversations"),
        imports: yield* make("imports"),
        renderer: yield* make("renderer"),
        "site-exports": yield* make("site-exports"),
        // a mail server that is away stays away for a while
        mail: yield* make("mail", "30 seconds")
      } satisfies Record<QueueName, unknown>

      const release = runs.release.pipe(
        Effect.catch((error) =>
          Effect.as(Effect.logWarning("Jobs of ended processes were not looked for", error.message), true)
        )
      )
      const lookEvery = Duration.fromInputUnsafe(config.lookEvery ?? "5 seconds")
      // while nobody has a job, hardly any can be left behind
      const pause = (isRunning: boolean) => Effect.sleep(isRunning ? lookEvery : Duration.times(lookEvery, 3))
      const looking = Effect.forever(Effect.flatMap(release, pause))
      yield* Effect.forkScoped(Effect.andThen(pause(yield* release), looking))

      const wakeups = yield* Wakeups
      // a job that is offered again is the same one, and wakes the workers of this process
      const wake = (word: string) => {
        const [name, id] = JSON.parse(word) as readonly [QueueName, string]
        // a newer server may have other queues
        return queues[name]?.offer({ id }, { id }) ?? Effect.void
      }
      const scope = yield* Effect.scope
      const listening = yield* Effect.cached(
        Effect.forkIn(
          Stream.runForEach(wakeups.heard, (word) => Effect.ignore(Effect.sandbox(Effect.suspend(() => wake(word))))),
          scope
        )
      )

      return Jobs.of({
        clean: Effect.mapError(queue.clean, failed("jobs.clean")),
        offer: (name, id) =>
          origin.pipe(
            Effect.flatMap((from) => queues[name].offer({ id, ...from }, { id })),
            Effect.andThen(wakeups.say(JSON.stringify([name, id]))),
            Effect.mapError(failed("jobs.offer"))
          ),
        work: (name, handler, abandoned = () => Effect.void) =>
          queues[name]
            .take((job, { attempts }) => {
              const claim = { queue: name, id: job.id, attempts }
              const run: JobRun = {
                id: job.id,
                attempt: attempts,
                last: attempts >= maxAttempts,
                held: queue.assertHeld(name, claim).pipe(storage("jobs.held"))
              }
              const handled =
                attempts > maxAttempts
                  ? Effect.andThen(abandoned(run), Effect.fail(new Error("The process of every run ended")))
                  : handler(run)
              return runs.during(claim, counted(name, told(name, job, handled)))
            })
            .pipe(
              // a job that failed is the queue's business: it is tried again or kept as a dead letter
              Effect.catch(() => Effect.void),
              (taken) => Effect.andThen(listening, taken)
            )
      })
    })
  ).pipe(Layer.provide(jobQueueLayer(config)))
