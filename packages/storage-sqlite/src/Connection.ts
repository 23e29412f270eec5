import { statementCounts, toParameter } from "@octavo/storage-sql"
import type Database from "better-sqlite3"
import { Context, Effect, Option, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlConnection from "effect/sql/SqlConnection"
import type * as SqlError from "effect/sql/SqlError"
import { isBusy, toSqlError } from "./errors.ts"
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
  options: { readonly busyTimeout: number; readonly onRollback: () => void }
): Runner => {
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
        return execute(fiber, statements.get(sql, cached), parameters, mode)
      } catch (cause) {
        if (isBusy(cause) && !statements.database.inTransaction) {
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

/** Outside of transactions: every statement waits until no transaction holds the connection. */
export const waitingRunner = (writer: Runner, whenFree: SqlConnection.Borrower): Runner => ({
  run: (sql, parameters, mode, cached) => whenFree(() => writer.run(sql, parameters, mode, cached)),
  stream: (sql, parameters) =>
    Stream.unwrap(
      Effect.map(
        whenFree(() => writer.run(sql, parameters, "rows", false)),
        Stream.fromIterable<unknown>
      )
    )
})

/**
 * Outside of transactions, with a second connection: what only reads runs at once, the rest goes to `writer`. It runs on
 * the writing connection while that has no transaction, since every write empties the page cache of all others, and else
 * on the second one. A stream has a connection of its own: an open read would hold the reader at an old snapshot.
 */
export const routedRunner = (
  { reading, writing }: { readonly reading: Statements; readonly writing: Statements },
  open: () => Database.Database,
  writer: Runner
): Runner => ({
  run: (sql, parameters, mode, cached) =>
    Effect.withFiber((fiber) => {
      const prepared = (writing.database.inTransaction ? reading : writing).reading(sql, cached)
      if (prepared === undefined) return writer.run(sql, parameters, mode, cached)
      try {
        counts.ran.value++
        return execute(fiber, prepared, parameters, mode)
      } catch (cause) {
        return Effect.fail(toSqlError(cause, "execute"))
      }
    }),
  stream: (sql, parameters) =>
    reading.reading(sql, false) === undefined ? writer.stream(sql, parameters) : iterate(open, sql, parameters)
})

/** The rows of a statement on a connection that is opened for them, some at a time. */
const iterate = (
  open: () => Database.Database,
  sql: string,
  parameters: ReadonlyArray<unknown>
): Stream.Stream<any, SqlError.SqlError> => {
  const attempt = <A>(f: () => A) => Effect.try({ try: f, catch: (cause) => toSqlError(cause, "stream") })
  return Stream.unwrap(
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(attempt(open), (database) => Effect.sync(() => database.close()))
      const rows = yield* attempt(() => database.prepare(sql).iterate(...parameters.map(toParameter)))
      yield* Effect.addFinalizer(() => Effect.sync(() => rows.return?.()))
      return Stream.paginate(undefined, () =>
        attempt(() => {
          const chunk: Array<unknown> = []
          for (let row = rows.next(); !row.done; row = rows.next()) {
            chunk.push(row.value)
            if (chunk.length === chunkSize) return [chunk, Option.some(undefined)] as const
          }
          return [chunk, Option.none()] as const
        })
      )
    })
  )
}

const chunkSize = 256
