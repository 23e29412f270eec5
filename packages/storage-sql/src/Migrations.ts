import { Clock, Effect, Schema } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { Dialect, type DialectShape } from "./Dialect.ts"

/** One forward step of the schema. Never edited, renamed or removed once it was released. */
export interface Migration {
  readonly id: number
  readonly name: string
  /** Changes keys that rows refer to: foreign keys rest meanwhile, and it brings them back itself. */
  readonly movesKeys?: true
  readonly up: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient | Dialect>
}

/** A step that adds a column to a table: NULL in the rows that are there. */
export const addColumn = (table: string, column: string, type: keyof DialectShape["types"]): Migration["up"] =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { types } = yield* Dialect
    yield* sql`ALTER TABLE ${sql(table)} ADD COLUMN ${sql(column)} ${types[type]}`
  })

/** The store was migrated by a newer program: this one must not touch it. */
export class StoreTooNew extends Schema.TaggedError<StoreTooNew>()("StoreTooNew", {
  storeVersion: Schema.Int,
  programVersion: Schema.Int
}) {
  override get message() {
    return `The store is at schema version ${this.storeVersion}, this program knows versions up to ${this.programVersion}: start a newer Octavo`
  }
}

/** The store holds a migration under another name than this program's: they do not share a history. */
export class StoreDiverged extends Schema.TaggedError<StoreDiverged>()("StoreDiverged", {
  version: Schema.Int,
  stored: Schema.String,
  expected: Schema.String
}) {
  override get message() {
    return `Migration ${this.version} of the store is "${this.stored}", this program has "${this.expected}"`
  }
}

/** The store waits for the rest of a backup or a copy. */
export class StoreIncomplete extends Schema.TaggedError<StoreIncomplete>()("StoreIncomplete", {}) {
  override get message() {
    return "The store is incomplete: a restore or copy into it did not come to its end. Run that again to finish it, or delete the store"
  }
}

/** The table that is there for as long as the store is filled from a backup or from another store. */
export const transferTable = "octavo_transfer"

export interface Migrator {
  /** Brings the store up to the manifest, one transaction per step. Safe to run in many processes at once. */
  readonly migrate: Effect.Effect<
    { readonly from: number; readonly to: number },
    SqlError.SqlError | StoreTooNew | StoreDiverged | StoreIncomplete,
    SqlClient.SqlClient | Dialect
  >
  /** Names of the migrations of the store, which this program knows all. Fails where `migrate` would. */
  readonly applied: Effect.Effect<
    ReadonlyArray<string>,
    SqlError.SqlError | StoreTooNew | StoreDiverged | StoreIncomplete,
    SqlClient.SqlClient | Dialect
  >
  /** Schema version of the store; 0 when it is empty. */
  readonly version: Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient | Dialect>
  /** Schema version of this program. */
  readonly target: number
}

/** Which migrations ran. */
export const migrationsTable = "octavo_migrations"

/**
 * The manifest lists every migration, numbered from 1 without gaps.
 * @param filling of a program that fills a store: it may be incomplete
 */
export const makeMigrator = (manifest: ReadonlyArray<Migration>, filling = false): Migrator => {
  const misplaced = manifest.findIndex((migration, index) => migration.id !== index + 1)
  if (misplaced !== -1) throw new Error(`migration "${manifest[misplaced]!.name}" must have id ${misplaced + 1}`)
  const target = manifest.length

  const applied = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect
    if (!(yield* dialect.tableExists(migrationsTable))) return []
    return yield* sql<{ id: number; name: string }>`SELECT id, name FROM ${sql(migrationsTable)} ORDER BY id`
  })

  const checked = Effect.gen(function* () {
    const dialect = yield* Dialect
    if (!filling && (yield* dialect.tableExists(transferTable))) return yield* new StoreIncomplete()
    const rows = yield* applied
    for (const row of rows) {
      const migration = manifest[row.id - 1]
      if (migration === undefined)
        return yield* new StoreTooNew({ storeVersion: rows.at(-1)!.id, programVersion: target })
      if (migration.name !== row.name)
        return yield* new StoreDiverged({ version: row.id, stored: row.name, expected: migration.name })
    }
    return rows
  })

  /** Applies the next step, if any, under a lock; the version is read again inside it. */
  const step = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect
    yield* dialect.lock(migrationsTable)
    const version = (yield* checked).length
    const migration = manifest[version]
    if (migration === undefined) return version
    if (version === 0) {
      const { integer, text } = dialect.types
      yield* sql`CREATE TABLE IF NOT EXISTS ${sql(migrationsTable)} (
        id ${integer} PRIMARY KEY, name ${text} NOT NULL, applied_at ${text} NOT NULL
      ) ${dialect.tableOptions}`
    }
    yield* migration.up
    const now = new Date(yield* Clock.currentTimeMillis).toISOString()
    yield* sql`INSERT INTO ${sql(migrationsTable)} ${sql.insert({ id: migration.id, name: migration.name, applied_at: now })}`
    return migration.id
  })

  const migrate = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const from = (yield* checked).length
    let to = from
    const { portable } = yield* Dialect
    while (to < target) {
      const one = sql.withTransaction(step)
      to = yield* manifest[to]?.movesKeys === true ? portable.unchecked(one) : one
    }
    return { from, to }
  })

  return {
    migrate,
    applied: Effect.map(checked, (rows) => rows.map(({ name }) => name)),
    version: Effect.map(applied, (rows) => rows.at(-1)?.id ?? 0),
    target
  }
}
