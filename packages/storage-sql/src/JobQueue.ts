import { JobLost } from "@octavo/core/kernel/jobs/Jobs"
import { whileAway } from "@octavo/core/kernel/shared/backoff"
import { Cause, Context, Deferred, Duration, Effect, Layer, type Scope } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import { Dialect } from "./Dialect.ts"
import { sharedPoll } from "./sharedPoll.ts"

/** The queue's table: made and kept up to date by the library. */
export const jobsTable = "octavo_jobs"

/** The library's own note of which migrations of that table ran. */
export const jobsMigrationsTable = `${jobsTable}_migrations`

/** Makes the table in a store where no process has worked yet. */
export const makeJobsTable: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> = Effect.scoped(
  Effect.asVoid(PersistedQueue.makeStoreSql({ tableName: jobsTable }))
)

export interface JobQueueConfig {
  /** A job whose worker went silent for so long goes to another one. Whole seconds on SQLite. */
  readonly lockExpiration?: Duration.Input
  /** How often a worker renews its claims; well below `lockExpiration`. */
  readonly lockRefreshInterval?: Duration.Input
  /** How soon a job offered by another process is noticed; this process's own offers wake workers at once. */
  readonly pollInterval?: Duration.Input
}

/** A job that will not be tried again. */
export interface DeadLetter {
  readonly queue: string
  readonly id: string
  readonly attempts: number
  /** The payload as JSON. */
  readonly element: string
  readonly failure: string | null
  readonly failedAt: string
}

export class JobQueue extends Context.Service<
  JobQueue,
  {
    /** Jobs that failed for good, latest first. */
    readonly deadLetters: (options: {
      readonly queue?: string
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<DeadLetter>, SqlError.SqlError>
    /**
     * Fences a worker that was paused past its claim. Called inside the transaction that writes a job's outcome, it
     * fails when the attempt that the worker was given is not the current one, and keeps others from claiming the job
     * until the transaction ends.
     */
    readonly assertHeld: (
      queue: string,
      job: { readonly id: string; readonly attempts: number }
    ) => Effect.Effect<void, JobLost | SqlError.SqlError>
    /** Removes jobs that ended long ago. */
    readonly clean: Effect.Effect<void, PersistedQueue.PersistedQueueError>
  }
>()("octavo/storage-sql/JobQueue") {}

/** How the jobs of a queue stand. */
export interface QueueState {
  readonly queue: string
  readonly waiting: number
  readonly running: number
  /** Dead letters. */
  readonly failed: number
  /** Age of the oldest job that has not ended, in seconds; 0 without one. */
  readonly oldest: number
}

/** How the jobs of all queues stand that have any; nothing in a store where no process has worked yet. */
export const queueStates: Effect.Effect<
  ReadonlyArray<QueueState>,
  SqlError.SqlError,
  SqlClient.SqlClient | Dialect
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { tableExists } = yield* Dialect
  if (!(yield* tableExists(jobsTable))) return []
  const rows = yield* sql<Omit<QueueState, "oldest"> & { readonly since: string | Date | null }>`
    SELECT queue_name AS queue,
      SUM(CASE WHEN state = 'pending' AND acquired_by IS NULL THEN 1 ELSE 0 END) AS waiting,
      SUM(CASE WHEN state = 'pending' AND acquired_by IS NOT NULL THEN 1 ELSE 0 END) AS running,
      SUM(CASE WHEN state = 'failed' THEN 1 ELSE 0 END) AS failed,
      MIN(CASE WHEN state = 'pending' THEN created_at END) AS since
    FROM ${sql(jobsTable)} WHERE state <> 'completed' GROUP BY queue_name`
  return rows.map(({ since, ...counts }) => ({
    ...counts,
    oldest: since === null ? 0 : Math.max(0, (Date.now() - Date.parse(toIso(since))) / 1000)
  }))
})

/** How long jobs that were done are kept: until then the same id is the same job. */
const keepDone = Duration.days(7)

/** How long dead letters are kept. */
const keepFailed = Duration.days(30)

const makeJobQueue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { cleanup } = yield* PersistedQueue.PersistedQueueStore
  const { rowLock } = yield* Dialect
  return JobQueue.of({
    clean: cleanup({ timeToLive: keepDone, failedTimeToLive: keepFailed }),
    deadLetters: ({ limit, queue }) =>
      Effect.map(
        sql<Omit<DeadLetter, "failedAt"> & { failedAt: string | Date }>`
          SELECT queue_name AS queue, id, attempts, element, last_failure AS failure, updated_at AS ${sql("failedAt")}
          FROM ${sql(jobsTable)}
          WHERE state = 'failed' AND ${queue === undefined ? sql`1 = 1` : sql`queue_name = ${queue}`}
          ORDER BY sequence DESC LIMIT ${limit}`,
        (rows) => rows.map((row) => ({ ...row, failedAt: toIso(row.failedAt) }))
      ),
    assertHeld: (queue, { attempts, id }) =>
      sql`SELECT id FROM ${sql(jobsTable)}
        WHERE queue_name = ${queue} AND id = ${id} AND state = 'pending' AND attempts = ${attempts}
          AND acquired_by IS NOT NULL ${rowLock}`.pipe(
        Effect.flatMap((rows) => (rows.length === 1 ? Effect.void : Effect.fail(new JobLost({ id }))))
      )
  })
})

/** The queue's own columns are the library's: dates on Postgres, `YYYY-MM-DD hh:mm:ss` in UTC on SQLite. */
const toIso = (value: string | Date): string =>
  (value instanceof Date ? value : new Date(`${value.replace(" ", "T")}Z`)).toISOString()

type Store = PersistedQueue.PersistedQueueStore["Service"]

interface LazyStore {
  readonly store: Store
  /** Waits until its tables are there. */
  readonly ready: Effect.Effect<void>
}

/**
 * The library's store, which makes its tables when it is built. When the database cannot be reached at that time it is
 * built later: until then offers fail and takes wait.
 */
const lazyStore = (
  build: Effect.Effect<Store, SqlError.SqlError, SqlClient.SqlClient | Scope.Scope>
): Effect.Effect<LazyStore, SqlError.SqlError, SqlClient.SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    const attempt = Effect.sandbox(build)
    const first = yield* Effect.result(attempt)
    if (first._tag === "Success") return { store: first.success, ready: Effect.void }
    if (!isUnavailable(first.failure)) return yield* Effect.failCause(first.failure)

    const ready = yield* Deferred.make<Store>()
    yield* attempt.pipe(
      Effect.retry(whileAway),
      Effect.orDie,
      Effect.flatMap((store) => Deferred.succeed(ready, store)),
      Effect.forkScoped
    )
    const now = <A>(use: (store: Store) => Effect.Effect<A, PersistedQueue.PersistedQueueError>) =>
      Effect.flatMap(Deferred.poll(ready), (done) =>
        done._tag === "Some"
          ? Effect.flatMap(done.value, use)
          : Effect.fail(new PersistedQueue.PersistedQueueError({ message: "The database cannot be reached" }))
      )
    const store: Store = {
      offer: (options) => now((store) => store.offer(options)),
      take: (options) => Effect.flatMap(Deferred.await(ready), (store) => store.take(options)),
      cleanup: (options) => now((store) => store.cleanup(options))
    }
    return { store, ready: Effect.asVoid(Deferred.await(ready)) }
  })

const isUnavailable = (cause: Cause.Cause<SqlError.SqlError>): boolean => {
  const error = Cause.squash(cause)
  return SqlError.isSqlError(error) && error.reason._tag === "ConnectionError"
}

/** Durable jobs in the same database: an offer inside a transaction is part of it. */
export const jobQueueLayer = (
  config: JobQueueConfig = {}
): Layer.Layer<PersistedQueue.PersistedQueueFactory | JobQueue, SqlError.SqlError, SqlClient.SqlClient | Dialect> => {
  const { lockExpiration = "30 seconds", lockRefreshInterval = "10 seconds", pollInterval = "5 seconds" } = config
  const store = PersistedQueue.makeStoreSql({
    tableName: jobsTable,
    lockExpiration,
    lockRefreshInterval,
    pollInterval: "500 millis"
  })
  const shared = Effect.flatMap(lazyStore(store), ({ ready, store }) =>
    sharedPoll(store, {
      ready,
      tableName: jobsTable,
      every: Duration.fromInputUnsafe(pollInterval),
      lockExpiration: Duration.fromInputUnsafe(lockExpiration)
    })
  )
  return Layer.mergeAll(PersistedQueue.layer, Layer.effect(JobQueue, makeJobQueue)).pipe(
    Layer.provide(Layer.effect(PersistedQueue.PersistedQueueStore, shared))
  )
}
