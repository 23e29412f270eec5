import { closeSync, mkdirSync, openSync, realpathSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { Dialect, type DialectShape, Epoch, isCommitted, literal, withCurrentIds } from "@octavo/storage-sql"
import Database from "better-sqlite3"
import { Context, Effect, Layer, type Scope, Semaphore } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import { direct, routedRunner, toConnection, waitingRunner } from "./Connection.ts"
import { makeChangedParts } from "./changedParts.ts"
import { type CheckpointConfig, makeCheckpoints } from "./checkpoints.ts"
import { toSqlError } from "./errors.ts"
import { makeHeadMoves } from "./headMoves.ts"
import { makePortable } from "./portable.ts"
import { type Durability, nothingToKeep, SharedSync } from "./SharedSync.ts"
import { Statements } from "./Statements.ts"
import { makeTextSearch } from "./textSearch.ts"

export interface SqliteConfig {
  /** A path, or `:memory:`. */
  readonly filename: string
  /** How long a write waits for another process to give the database back, in milliseconds. */
  readonly busyTimeout?: number
  /** Whether an acknowledged write survives power loss (the default), or a crash of the process alone. */
  readonly durable?: boolean
  readonly checkpoint?: CheckpointConfig
  /** Statements that a database in memory begins with. */
  readonly begin?: string
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
    // what is in the log is synced by `SharedSync`, and moved into the file by `Checkpoints`
    writer.pragma("synchronous = NORMAL")
    if (config.durable !== false) writer.pragma("wal_autocheckpoint = 0")
    writer.pragma("foreign_keys = ON")
    writer.pragma(cacheSize)
    writer.pragma("journal_size_limit = 67108864")
    writer.pragma(`busy_timeout = ${blockingTimeout}`)
    writer.function("octavo_current_ids", { deterministic: true }, (text) =>
      typeof text === "string" ? withCurrentIds(text) : text
    )
    if (config.begin !== undefined) writer.exec(config.begin)
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
  hold: () => Effect.void,
  writesTogether: false,
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
  headMoves: makeHeadMoves(sql),
  // who writes is the only one, so that numbers are in the order of commits
  commitLog: {
    columns: literal("number INTEGER PRIMARY KEY AUTOINCREMENT"),
    key: literal("number"),
    position: (table) => sql`(SELECT CAST(coalesce(max(number), 0) AS TEXT) FROM ${literal(table)})`,
    since: (alias, position) => sql`${literal(`${alias}.number`)} > ${Number(position)}`
  },
  clock: literal("CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
  portable: makePortable(sql)
})

/** Of a file: connections that read beside the writing one, and commits that become durable together. */
const openFile = Effect.fnUntraced(function* (
  { checkpoint, durable = true, filename, readonly = false }: SqliteConfig,
  writer: Statements,
  writing: Semaphore.Semaphore
) {
  const reader = yield* opened(() => openReader(filename))
  const other = yield* opened(() => openReader(filename))
  const disk = durable && !readonly
  const { note } = yield* makeCheckpoints(filename, writing, checkpoint)
  const sync = yield* Effect.acquireRelease(
    Effect.try({
      // SQLite follows links: its log is beside the file itself
      try: () =>
        new SharedSync({
          filename: realpathSync(filename),
          writer,
          readers: [reader, other],
          disk,
          onSync: disk ? note : () => {}
        }),
      catch: (cause) => toSqlError(cause, "connect")
    }),
    ({ close }) => close
  )
  return { reader, sync }
})

/** Transactions that have ended when what they committed, and what they saw, is durable. */
const durably = (
  client: SqlClient.SqlClient,
  { settled }: Durability
): Pick<SqlClient.SqlClient, "withTransaction"> => {
  const { afterCommit, withTransaction } = client
  const isOutermost = isCommitted(client)
  return {
    withTransaction: <R, E, A>(self: Effect.Effect<A, E, R>) =>
      Effect.withFiber<A, E | SqlError.SqlError, R>(({ context }) => {
        if (!isOutermost(context)) return withTransaction(self)
        let lost: SqlError.SqlError | undefined
        const wait = Effect.catch(settled, (error) =>
          Effect.sync(() => {
            lost = error
          })
        )
        // before all others that wait for the commit
        return withTransaction(Effect.andThen(afterCommit(wait), self)).pipe(
          Effect.onError(() => wait),
          Effect.flatMap((value) => (lost === undefined ? Effect.succeed(value) : Effect.fail(lost)))
        )
      })
  }
}

/** The client with one writing connection and, for files, others beside it that read and never wait. */
const make = Effect.fnUntraced(function* (config: SqliteConfig) {
  const writer = yield* opened(() => openWriter(config))
  const writing = new Statements(writer)
  const semaphore = Semaphore.makeUnsafe(1)
  const file = config.filename === ":memory:" ? undefined : yield* openFile(config, writing, semaphore)
  const durability = file?.sync ?? nothingToKeep

  let rollbacks = 0
  const onWriter = direct(writing, {
    busyTimeout: config.busyTimeout ?? 5000,
    durability,
    onRollback: () => {
      rollbacks++
    }
  })
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.as(durability.repaired, toConnection(onWriter)),
    semaphore,
    isTransaction: () => writer.inTransaction
  })
  const whenFree = waitingRunner(onWriter, acquirers.borrower, durability.settled)
  const outside = toConnection(
    file === undefined
      ? whenFree
      : routedRunner({ sync: file.sync, writing }, () => openReader(config.filename), whenFree)
  )
  const inner = yield* SqlClient.make({
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

  const client = Object.assign(inner, durably(inner, durability))

  // changed rows of rolled back transactions count too, so that nothing read before a rollback outlives it
  const changes = writer.prepare("SELECT total_changes()").pluck()
  const inMemory = () => (changes.get() as number) + rollbacks
  const committed = isCommitted(client)
  return Context.make(SqlClient.SqlClient, client).pipe(
    Context.add(Sqlite, { writer, reader: file?.reader ?? writer }),
    Context.add(Dialect, makeDialect(client)),
    Context.add(Epoch, {
      arrived: file === undefined ? () => {} : () => file.sync.arrived(),
      read: file === undefined ? inMemory : () => file.sync.version(),
      others: file === undefined ? inMemory : () => file.sync.others(),
      // in memory what is not yet committed is seen, and its numbers come again after a rollback
      of: file === undefined ? inMemory : (part, context) => file.sync.numberOf(part, committed(context)),
      atBegin: file === undefined ? inMemory : (part, context) => file.sync.numberOf(part, committed(context)),
      latest: file === undefined ? inMemory : (context) => file.sync.latestNumber(committed(context)),
      reading: (effect) => effect,
      isCommitted: committed
    })
  )
})

export const layer = (
  config: SqliteConfig
): Layer.Layer<SqlClient.SqlClient | Sqlite | Dialect | Epoch, SqlError.SqlError> =>
  Layer.effectContext(make(config)).pipe(Layer.provide(Reactivity.layer))
