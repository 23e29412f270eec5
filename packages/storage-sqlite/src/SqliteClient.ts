import { closeSync, mkdirSync, openSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { Dialect, type DialectShape, Epoch, isCommitted, literal, withCurrentIds } from "@octavo/storage-sql"
import Database from "better-sqlite3"
import { Context, Effect, Layer, type Scope, Semaphore } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import { direct, routedRunner, toConnection, waitingRunner } from "./Connection.ts"
import { makeChangedParts, makePartNumbers } from "./changedParts.ts"
import { toSqlError } from "./errors.ts"
import { makePortable } from "./portable.ts"
import { Statements } from "./Statements.ts"
import { makeTextSearch } from "./textSearch.ts"

export interface SqliteConfig {
  /** A path, or `:memory:`. */
  readonly filename: string
  /** How long a write waits for another process to give the database back, in milliseconds. */
  readonly busyTimeout?: number
  /** `FULL`: an acknowledged write survives power loss. `NORMAL`: it survives a crash of the process. */
  readonly synchronous?: "FULL" | "NORMAL"
  readonly statementCacheSize?: number
  /** Changes nothing, and holds up no writer: transactions only read. */
  readonly readonly?: boolean
}

/**
 * The raw handles, for the few statements where SqlClient's own 4 µs matter. Only ever read with them: writes and
 * transactions go through SqlClient. In memory both are the same connection, which also sees what is not yet committed.
 */
export class Sqlite extends Context.Service<
  Sqlite,
  { readonly writer: Database.Database; readonly reader: Database.Database }
>()("octavo/storage-sqlite/Sqlite") {}

/** What this process may block on a lock of another one; beyond it waiting is asynchronous. */
const blockingTimeout = 20

/**
 * Pages of the file that a connection holds, in KiB; the default of the driver is 16 MB for each. The system has the
 * same pages, a reader's are of no use after the next commit, and what is asked for often is kept decoded.
 */
const cacheSize = "cache_size = -4000"

const openWriter = (config: SqliteConfig): Database.Database => {
  const { filename } = config
  if (filename !== ":memory:" && statSync(filename, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw Object.assign(new Error(`${filename} is a directory, and must be a file`), { code: "EISDIR" })
  }
  if (config.readonly === true) return openReader(filename)
  if (filename !== ":memory:") {
    mkdirSync(dirname(filename), { recursive: true, mode: 0o700 })
    closeSync(openSync(filename, "a", 0o600))
  }
  const writer = new Database(filename, { timeout: config.busyTimeout ?? 5000 })
  try {
    writer.pragma("journal_mode = WAL")
    writer.pragma(`synchronous = ${config.synchronous ?? "FULL"}`)
    writer.pragma("foreign_keys = ON")
    writer.pragma(cacheSize)
    writer.pragma("journal_size_limit = 67108864")
    writer.pragma(`busy_timeout = ${blockingTimeout}`)
    writer.function("octavo_current_ids", { deterministic: true }, (text) =>
      typeof text === "string" ? withCurrentIds(text) : text
    )
    return writer
  } catch (cause) {
    writer.close()
    throw cause
  }
}

const openReader = (filename: string): Database.Database => {
  const reader = new Database(filename, { readonly: true, timeout: 1000 })
  reader.pragma(cacheSize)
  return reader
}

const opened = (open: () => Database.Database): Effect.Effect<Database.Database, SqlError.SqlError, Scope.Scope> =>
  Effect.acquireRelease(Effect.try({ try: open, catch: (cause) => toSqlError(cause, "connect") }), (database) =>
    Effect.sync(() => database.close())
  )

/**
 * SQLite plans a statement anew each time that a parameter is bound which its planner compared with a literal: that
 * costs many times what the statement itself does. It does not look behind a `+`, which changes no value.
 */
const compiler = Statement.makeCompiler({
  dialect: "sqlite",
  placeholder: () => "+?",
  onIdentifier: Statement.defaultEscape('"'),
  onRecordUpdate: () => ["", []],
  onCustom: () => ["", []]
})

const makeDialect = (sql: SqlClient.SqlClient): DialectShape => ({
  kind: "sqlite",
  types: { text: literal("TEXT"), integer: literal("INTEGER"), real: literal("REAL"), bytes: literal("BLOB") },
  tableOptions: literal("STRICT"),
  rowLock: literal(""),
  freeRowLock: literal(""),
  keyLock: literal(""),
  greatest: literal("max"),
  maxParameters: 32_766,
  // a transaction is the only one that writes from its BEGIN IMMEDIATE on
  lock: () => Effect.void,
  rows: (alias, rows, columns) =>
    sql`(SELECT ${literal(
      Object.keys(columns)
        .map((name) => `value ->> '${name}' AS ${name}`)
        .join(", ")
    )} FROM json_each(${JSON.stringify(rows)})) ${literal(alias)}`,
  jsonText: (column, member) => sql`(${column} ->> ${`$.${JSON.stringify(member)}`})`,
  currentIds: (column) => sql`octavo_current_ids(${column})`,
  tableExists: (table) =>
    Effect.map(
      sql`SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = ${table}`,
      (rows) => rows.length > 0
    ),
  textSearch: makeTextSearch(sql),
  changedParts: makeChangedParts(sql),
  // who writes is the only one, so that numbers are in the order of commits
  commitLog: {
    columns: literal("number INTEGER PRIMARY KEY AUTOINCREMENT"),
    position: (table) => sql`(SELECT CAST(coalesce(max(number), 0) AS TEXT) FROM ${literal(table)})`,
    since: (alias, position) => sql`${literal(`${alias}.number`)} > ${Number(position)}`
  },
  clock: literal("CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
  portable: makePortable(sql)
})

/** The client with one writing connection and, for files, a reading one beside it that never waits. */
const make = Effect.fnUntraced(function* (config: SqliteConfig) {
  const inMemory = config.filename === ":memory:"
  const mostStatements = config.statementCacheSize ?? 500
  const writer = yield* opened(() => openWriter(config))
  const reader = inMemory ? writer : yield* opened(() => openReader(config.filename))

  let rollbacks = 0
  const onWriting = new Statements(writer, mostStatements)
  const onWriter = direct(onWriting, {
    busyTimeout: config.busyTimeout ?? 5000,
    onRollback: () => {
      rollbacks++
    }
  })
  const writing = toConnection(onWriter)
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(writing),
    semaphore: Semaphore.makeUnsafe(1),
    isTransaction: () => writer.inTransaction
  })
  const whenFree = waitingRunner(onWriter, acquirers.borrower)
  const outside = toConnection(
    inMemory
      ? whenFree
      : routedRunner(
          { reading: new Statements(reader, mostStatements), writing: onWriting },
          () => openReader(config.filename),
          whenFree
        )
  )
  const client = yield* SqlClient.make({
    ...acquirers,
    acquirer: Effect.succeed(outside),
    borrower: (f) => f(outside),
    driver: "better-sqlite3",
    compiler,
    beginTransaction: config.readonly === true ? "BEGIN" : "BEGIN IMMEDIATE",
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "sqlite"]]
  })

  // changed rows of rolled back transactions count too, so that nothing read before a rollback outlives it
  const version = reader.prepare(inMemory ? "SELECT total_changes()" : "PRAGMA data_version").pluck()
  const read = inMemory ? () => (version.get() as number) + rollbacks : () => version.get() as number
  // in memory what is not yet committed is seen, and its numbers come again after a rollback
  const of = inMemory ? read : makePartNumbers(reader, read)

  return Context.make(SqlClient.SqlClient, client).pipe(
    Context.add(Sqlite, { writer, reader }),
    Context.add(Dialect, makeDialect(client)),
    Context.add(Epoch, { read, of, reading: (effect) => effect, isCommitted: isCommitted(client) })
  )
})

export const layer = (
  config: SqliteConfig
): Layer.Layer<SqlClient.SqlClient | Sqlite | Dialect | Epoch, SqlError.SqlError> =>
  Layer.effectContext(make(config)).pipe(Layer.provide(Reactivity.layer))
