import { statementCounts, toParameter } from "@octavo/storage-sql"
import type Database from "better-sqlite3"
import { Context, Effect, Option, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlConnection from "effect/sql/SqlConnection"
import type * as SqlError from "effect/sql/SqlError"
import { isBusy, toSqlError } from "./errors.ts"
import type { Durability, SharedSync } from "./SharedSync.ts"
import type { Mode, Prepared, Statements } from "./Statements.ts"

/** One way to run statements; Effect's connection is made out of it. */
export interface Runner {
  readonly run: (
    sql: string,
    parameters: ReadonlyArray<unknown>,
    mode: Mode,
    cached: boolean
  ) => Effect.Effect<any, SqlError.SqlError>
  readonly stream: (sql: string, parameters: ReadonlyArray<unknown>) => Stream.Stream<any, SqlError.SqlError>
}

export const toConnection = ({ run, stream }: Runner): SqlConnection.Connection => {
  const rows =
    (cached: boolean): SqlConnection.Connection["execute"] =>
    (sql, parameters, transform) => {
      const result = run(sql, parameters, "rows", cached)
      return transform === undefined ? result : Effect.map(result, transform)
    }
  return {
    execute: rows(true),
    executeUnprepared: rows(false),
    executeRaw: (sql, parameters) => run(sql, parameters, "raw", true),
    executeValues: (sql, parameters) => run(sql, parameters, "values", true),
    executeValuesUnprepared: (sql, parameters) => run(sql, parameters, "values", false),
    executeStream: (sql, parameters, transform) => {
      const result = stream(sql, parameters)
      return transform === undefined ? result : Stream.mapArray(result, (chunk) => transform(chunk) as typeof chunk)
    }
  }
}

const counts = statementCounts("sqlite")

const execute = (
  fiber: { readonly context: Context.Context<never> },
  prepared: Prepared,
  parameters: ReadonlyArray<unknown>,
  mode: Mode
) => Effect.succeed(prepared.run(parameters.map(toParameter), mode, Context.get(fiber.context, SqlClient.SafeIntegers)))

const retryDelay = 10

/**
 * Runs everything on one connection. A write that finds the database locked by another process is tried again for
 * `busyTimeout` milliseconds without blocking this process. A stream reads all its rows when it starts, so that other
 * statements may run while it is consumed.
 */
export const direct = (
  statements: Statements,
  options: { readonly busyTimeout: number; readonly durability: Durability; readonly onRollback: () => void }
): Runner => {
  const { database } = statements
  const { durability } = options
  /** Whether the transaction that is open has changed the schema. */
  let schemaChanged = false
  /** Runs a statement, and tells what it begins and ends. */
  const runTold = (sql: string, prepared: Prepared, run: () => Effect.Effect<any>): Effect.Effect<any> => {
    const isFree = !database.inTransaction
    if (sql.startsWith("BEGIN")) {
      const result = run()
      if (isFree) durability.began()
      schemaChanged = false
      return result
    }
    const changesSchema = schemaStatement.test(sql)
    schemaChanged ||= changesSchema
    if (isFree ? prepared.statement.readonly : sql !== "COMMIT") return run()
    if (isFree) durability.began()
    durability.committing()
    try {
      return run()
    } finally {
      durability.committed(isFree ? changesSchema : schemaChanged)
    }
  }
  const attempt = (
    sql: string,
    parameters: ReadonlyArray<unknown>,
    mode: Mode,
    cached: boolean,
    deadline: number | undefined
  ): Effect.Effect<any, SqlError.SqlError> =>
    Effect.withFiber((fiber) => {
      try {
        if (sql.startsWith("ROLLBACK")) options.onRollback()
        counts.ran.value++
        const prepared = statements.get(sql, cached)
        return runTold(sql, prepared, () => execute(fiber, prepared, parameters, mode))
      } catch (cause) {
        if (isBusy(cause) && !database.inTransaction) {
          counts.waits.value++
          const end = deadline ?? performance.now() + options.busyTimeout
          if (performance.now() < end) return Effect.delay(attempt(sql, parameters, mode, cached, end), retryDelay)
        }
        counts.failed.value++
        return Effect.fail(toSqlError(cause, "execute"))
      }
    })
  const run: Runner["run"] = (sql, parameters, mode, cached) => attempt(sql, parameters, mode, cached, undefined)
  return {
    run,
    stream: (sql, parameters) =>
      Stream.unwrap(Effect.map(run(sql, parameters, "rows", false), Stream.fromIterable<unknown>))
  }
}

/** What changes tables: the count of changed rows does not tell of it. */
const schemaStatement = /^\s*(?:CREATE|ALTER|DROP|VACUUM|REINDEX|ANALYZE|PRAGMA)\b/i

/** Outside of transactions: every statement waits until no transaction holds the connection, and then for the disk. */
export const waitingRunner = (
  writer: Runner,
  whenFree: SqlConnection.Borrower,
  settled: Effect.Effect<void, SqlError.SqlError>
): Runner => ({
  run: (sql, parameters, mode, cached) =>
    Effect.tap(
      whenFree(() => writer.run(sql, parameters, mode, cached)),
      () => settled
    ),
  stream: (sql, parameters) =>
    Stream.unwrap(
      Effect.map(
        Effect.tap(
          whenFree(() => writer.run(sql, parameters, "rows", false)),
          () => settled
        ),
        Stream.fromIterable<unknown>
      )
    )
})

/**
 * Outside of transactions, with connections beside it: what only reads runs at once, the rest goes to `writer`. It runs
 * on the writing connection while that has no transaction and all of it is durable, since every write empties the page
 * cache of all others, and else on one that sees what is durable. What another process has just committed is waited for.
 * A stream has a connection of its own: an open read would hold the reader at an old snapshot.
 */
export const routedRunner = (
  { sync, writing }: { readonly sync: SharedSync; readonly writing: Statements },
  open: () => Database.Database,
  writer: Runner
): Runner => {
  /** Commits of this process, and of another one, that are not durable. */
  const settled = Effect.suspend(() => {
    sync.isBehind()
    return sync.settled
  })
  return {
    run: (sql, parameters, mode, cached) =>
      Effect.withFiber((fiber) => {
        const find = () =>
          (sync.isSettled && !writing.database.inTransaction ? writing : sync.reading).reading(sql, cached)
        const read = (prepared: Prepared) => {
          try {
            counts.ran.value++
            return execute(fiber, prepared, parameters, mode)
          } catch (cause) {
            return Effect.fail(toSqlError(cause, "execute"))
          }
        }
        const prepared = find()
        if (prepared === undefined) return writer.run(sql, parameters, mode, cached)
        const result = read(prepared)
        if (!sync.isBehind()) return result
        // what was read is from before, or may be lost
        const again = Effect.suspend(() => read(find() ?? prepared))
        return sync.settled.pipe(
          Effect.andThen(again),
          Effect.tap(() => (sync.isBehind() ? sync.settled : Effect.void))
        )
      }),
    stream: (sql, parameters) =>
      sync.reading.reading(sql, false) === undefined
        ? writer.stream(sql, parameters)
        : iterate(open, sql, parameters, settled)
  }
}

/** The rows of a statement on a connection that is opened for them, some at a time. */
const iterate = (
  open: () => Database.Database,
  sql: string,
  parameters: ReadonlyArray<unknown>,
  settled: Effect.Effect<void, SqlError.SqlError>
): Stream.Stream<any, SqlError.SqlError> => {
  const attempt = <A>(f: () => A) => Effect.try({ try: f, catch: (cause) => toSqlError(cause, "stream") })
  return Stream.unwrap(
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(attempt(open), (database) => Effect.sync(() => database.close()))
      const rows = yield* attempt(() => database.prepare(sql).iterate(...parameters.map(toParameter)))
      yield* Effect.addFinalizer(() => Effect.sync(() => rows.return?.()))
      const next = attempt(() => {
        const chunk: Array<unknown> = []
        for (let row = rows.next(); !row.done; row = rows.next()) {
          chunk.push(row.value)
          if (chunk.length === chunkSize) return [chunk, Option.some(undefined)] as const
        }
        return [chunk, Option.none()] as const
      })
      // the first read is the one that decides what is seen
      const first = Effect.tap(next, () => settled)
      return Stream.paginate(true, (isFirst) =>
        Effect.map(isFirst ? first : next, ([chunk, more]) => [chunk, Option.map(more, () => false)] as const)
      )
    })
  )
}

const chunkSize = 256
