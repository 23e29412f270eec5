import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import type { SqliteConfig } from "./SqliteClient.ts"

/** A new database file in a directory of its own, deleted with the scope. */
export const freshDatabase: Effect.Effect<SqliteConfig, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "octavo-sqlite-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
).pipe(Effect.map((directory) => ({ filename: join(directory, "octavo.db") })))

/** A new database in memory. */
export const memoryDatabase: SqliteConfig = { filename: ":memory:" }
