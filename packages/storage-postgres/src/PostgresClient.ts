import { PgClient, type PgConnection, PgPool, PgTypes } from "@effect/sql-pg"
import { countPool, Dialect, type DialectShape, Epoch, literal, statementCounts, Wakeups } from "@octavo/storage-sql"
import { Context, type Duration, Effect, Layer, type Redacted, Result, Semaphore } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlConnection from "effect/sql/SqlConnection"
import * as SqlError from "effect/sql/SqlError"
import { commit, PostgresConnection } from "./Connection.ts"
import { makeChangedParts, makeCommitLog, makeEpoch } from "./changedParts.ts"
import { connectionError, refineError } from "./errors.ts"
import { makeHeadMoves } from "./headMoves.ts"
import { makePortable } from "./portable.ts"
import { makeTextSearch } from "./textSearch.ts"
import { makeWakeups } from "./wakeups.ts"

export interface PostgresConfig {
  readonly url: Redacted.Redacted
  readonly maxConnections?: number
  readonly connectTimeout?: Duration.Input
  /** How long a statement waits for a connection when all are in use. */
  readonly acquireTimeout?: Duration.Input
  readonly idleTimeout?: Duration.Input
  readonly applicationName?: string
  /** Off for poolers that do not keep prepared statements between queries. */
  readonly prepare?: boolean
}

/** The pool itself, for LISTEN and NOTIFY. */
export class Postgres extends Context.Service<Postgres, PgPool.PgPool>()("octavo/storage-postgres/Postgres") {}

/** 64-bit and decimal numbers (bigint, count, sum) read as JS numbers, as SQLite gives them. */
const numbers = (): PgTypes.Registry => {
  const registry = PgTypes.makeRegistry()
  for (const oid of [PgTypes.OID.int8, PgTypes.OID.numeric])
    registry.register<unknown>(oid, {
      encode: (value) => PgTypes.encode(value, oid),
      decode: (bytes) => Result.map(PgTypes.decode(bytes, oid, 1), Number)
    })
  return registry
}

const makeDialect = (sql: SqlClient.SqlClient): DialectShape => ({
  kind: "postgres",
  types: {
    text: literal(`text COLLATE "C"`),
    integer: literal("bigint"),
    real: literal("double precision"),
    bytes: literal("bytea")
  },
  tableOptions: literal(""),
  // not FOR UPDATE: it also holds off foreign keys of rows that others add, which lock in an order of their own
  rowLock: literal("FOR NO KEY UPDATE"),
  freeRowLock: literal("FOR NO KEY UPDATE SKIP LOCKED"),
  keyLock: literal("FOR KEY SHARE"),
  hold: Effect.asVoid,
  writesTogether: true,
  greatest: literal("GREATEST"),
  maxParameters: 32_767,
  lock: (name) => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`),
  rows: (alias, rows, columns) =>
    sql`json_to_recordset(${JSON.stringify(rows)}::json) AS ${literal(alias)}(${literal(
      Object.entries(columns)
        .map(([name, type]) => `${name} ${type === "text" ? `text COLLATE "C"` : "bigint"}`)
        .join(", ")
    )})`,
  jsonText: (column, member) => sql`(${column}::jsonb ->> ${member}::text) COLLATE "C"`,
  currentIds: (column) =>
    sql`regexp_replace(${column}, ${literal(String.raw`'(?<![\w-])0(?=[0-9A-Z][0-9A-Za-z]{20}(?![\w-]))'`)}, 'a', 'g')`,
  tableExists: (table) =>
    Effect.map(
      sql`SELECT 1 AS found FROM pg_tables WHERE schemaname = current_schema() AND tablename = ${table}`,
      (rows) => rows.length > 0
    ),
  textSearch: makeTextSearch(sql),
  changedParts: makeChangedParts(sql),
  headMoves: makeHeadMoves(sql),
  commitLog: makeCommitLog(sql),
  clock: literal("(extract(epoch FROM statement_timestamp()) * 1000)::bigint"),
  portable: makePortable(sql)
})

/**
 * Sessions that transactions leave to all that are none, where there are enough: a request that reads looks first what has
 * changed, by a statement of a millisecond, and does not wait for that until one of those who write is done.
 */
const leftToReads = 2

const mostTransactions = (maxConnections: number): number =>
  maxConnections < 4 * leftToReads ? maxConnections : maxConnections - leftToReads

const busy = "no database connection became free in time"

/** Hands out sessions of the pool; when all are in use, only as long as `acquireTimeout` says. */
const makeAcquirers = (pool: PgPool.PgPool, maxConnections: number, acquireTimeout: Duration.Input) => {
  let inUse = 0
  const { waits } = statementCounts("postgres")
  countPool(pool, { inUse: () => inUse, most: maxConnections })
  const enter = Effect.sync(() => {
    inUse++
  })
  const leave = Effect.sync(() => {
    inUse--
  })
  const bounded = <A, R>(acquire: Effect.Effect<A, SqlError.SqlError, R>) =>
    Effect.timeoutOrElse(
      Effect.andThen(
        Effect.sync(() => waits.value++),
        acquire
      ),
      {
        duration: acquireTimeout,
        orElse: () => Effect.fail(connectionError(new Error(busy), busy, "acquire"))
      }
    )
  const leased = (acquire: PgPool.PgPool["get"], reserved: boolean) =>
    Effect.acquireRelease(enter, () => leave).pipe(
      Effect.andThen(Effect.suspend(() => (inUse > maxConnections ? bounded(acquire) : acquire))),
      Effect.map((session) => new PostgresConnection(session, reserved)),
      Effect.mapError(refineError)
    )
  const most = mostTransactions(maxConnections)
  const places = Semaphore.makeUnsafe(most)
  let transactions = 0
  const place = Effect.acquireRelease(
    Effect.suspend(() => (transactions < most ? places.take(1) : bounded(places.take(1)))),
    () => places.release(1),
    { interruptible: true }
  )
  const counted = Effect.acquireRelease(
    Effect.sync(() => {
      transactions++
    }),
    () =>
      Effect.sync(() => {
        transactions--
      })
  )
  /** Waits for a place before it is counted as one that wants a session. */
  const reserved = Effect.mapError(Effect.andThen(place, counted), refineError).pipe(
    Effect.andThen(leased(pool.reserve, true))
  )
  const borrower: SqlConnection.Borrower = (f) =>
    Effect.suspend(() => {
      let entered = false
      const run = (session: PgConnection.PgConnection) => f(new PostgresConnection(session, false))
      const borrowed = Effect.suspend(() => {
        entered = true
        inUse++
        return inUse > maxConnections ? Effect.scoped(Effect.flatMap(bounded(pool.get), run)) : pool.use(run)
      })
      return Effect.ensuring(
        Effect.mapError(borrowed, (error) => (SqlError.isSqlError(error) ? refineError(error) : error)),
        Effect.sync(() => {
          if (entered) inUse--
        })
      )
    })
  return { acquirer: leased(pool.get, false), transactionAcquirer: reserved, borrower }
}

/**
 * The client over a pool that connects when it is first needed. An unreachable server fails statements with a
 * ConnectionError within `connectTimeout`, after at most `acquireTimeout` in the queue; they succeed again as soon as
 * it is back. After a ConnectionError of COMMIT it is unknown whether the transaction was applied.
 */
export const make = Effect.fnUntraced(function* (config: PostgresConfig) {
  const maxConnections = config.maxConnections ?? 10
  const connection: PgConnection.Config = {
    url: config.url,
    connectTimeout: config.connectTimeout ?? "5 seconds",
    keepAlive: "15 seconds",
    applicationName: config.applicationName ?? "octavo"
  }
  const pool = yield* PgPool.make({
    ...connection,
    minConnections: 0,
    maxConnections,
    idleTimeout: config.idleTimeout ?? "60 seconds",
    prepare: config.prepare ?? true,
    types: numbers(),
    maxMessageSize: 256 * 1024 * 1024
  })
  const client = yield* SqlClient.make({
    ...makeAcquirers(pool, maxConnections, config.acquireTimeout ?? "10 seconds"),
    driver: "pg",
    compiler: PgClient.makeCompiler(),
    commit,
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
  return Context.make(SqlClient.SqlClient, client).pipe(
    Context.add(Postgres, pool),
    Context.add(Dialect, makeDialect(client)),
    Context.add(Epoch, yield* makeEpoch(client)),
    Context.add(Wakeups, makeWakeups(client, connection))
  )
})

export const layer = (
  config: PostgresConfig
): Layer.Layer<SqlClient.SqlClient | Postgres | Dialect | Epoch, SqlError.SqlError> =>
  Layer.effectContext(make(config)).pipe(Layer.provide(Reactivity.layer))
