import { migrationsTable, migrator } from "@octavo/storage-sql"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { emptyStore } from "../src/emptyStore.ts"
import { layer, Sqlite, type SqliteConfig } from "../src/SqliteClient.ts"

/** Everything that is in a database: what it is made of, and the rows of each table, those of SQLite's own included. */
const contents = (config: SqliteConfig, isMigrated: boolean) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { from } = yield* migrator.migrate
      expect(from).toBe(isMigrated ? migrator.target : 0)
      const { writer } = yield* Sqlite
      const dates = writer.prepare<[], string>(`SELECT applied_at FROM ${migrationsTable}`).pluck().all()
      for (const date of dates) expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(3_600_000)
      writer.exec(`UPDATE ${migrationsTable} SET applied_at = ''`)
      const parts = writer
        .prepare<[], { readonly type: string; readonly name: string }>(
          "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
        )
        .all()
      const tables = parts.filter(({ type }) => type === "table")
      const rows = tables.map(({ name }) => [name, writer.prepare(`SELECT * FROM "${name}"`).all()])
      return { parts, rows: Object.fromEntries(rows), version: writer.pragma("user_version") }
    }).pipe(Effect.provide(layer(config)))
  )

it("makes at once what the migrations make one after the other", async () => {
  const migrated = await contents({ filename: ":memory:" }, false)
  expect(migrated.parts.length).toBeGreaterThan(300)
  expect(await contents({ filename: ":memory:", begin: emptyStore }, true)).toEqual(migrated)
})
