import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrator } from "@octavo/storage-sql"
import { Effect, type Scope } from "effect"
import { layer, type SqliteConfig } from "./SqliteClient.ts"

/** A new database file in a directory of its own, deleted with the scope. */
export const freshDatabase: Effect.Effect<SqliteConfig, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "octavo-sqlite-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
).pipe(Effect.map((directory) => ({ filename: join(directory, "octavo.db") })))

/** Makes a file with all tables, of which `migratedDatabase` makes copies; answers its path. Deleted with the scope. */
export const makeTemplate: Effect.Effect<string, never, Scope.Scope> = Effect.flatMap(freshDatabase, (config) =>
  migrator.migrate.pipe(Effect.provide(layer(config)), Effect.orDie, Effect.as(config.filename))
)

/**
 * A new database file with all tables and nothing in them, deleted with the scope: a copy of what `makeTemplate` made. As
 * with the tests' Postgres, what it stores survives a crash of the process, not of the machine: it waits for no disk.
 */
export const migratedDatabase = (template: string): Effect.Effect<SqliteConfig, never, Scope.Scope> =>
  Effect.map(freshDatabase, ({ filename }) => {
    copyFileSync(template, filename)
    return { filename, durable: false }
  })

/** A new database in memory. */
export const memoryDatabase: SqliteConfig = { filename: ":memory:" }
