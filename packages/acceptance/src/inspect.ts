/** What is at rest: every text and byte of a store, and every file beside it. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { rawSqlite } from "./stores.ts"
import type { World } from "./world.ts"

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The rows, and the bytes of the database file where there is one: what is deleted may still be in those. */
export const dumpStore = async (world: World): Promise<string> =>
  `${await dumpRows(world)}\n${world.store.name === "SQLite" ? rawSqlite(world.database).toString("latin1") : ""}`

/** Every row of every table as text; bytes as Latin-1, so that what is in them is found as well. */
export const dumpRows = (world: World): Promise<string> =>
  world.operate(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* world.store.name === "SQLite"
        ? sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
        : sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
      const rows: Array<string> = []
      for (const { name } of tables) {
        // the client knows no tsvector
        const columns = name === "search_terms" && world.store.name === "Postgres" ? "id, terms::text" : "*"
        for (const row of yield* sql.unsafe<Record<string, unknown>>(`SELECT ${columns} FROM ${quoted(name)}`)) {
          rows.push(
            `${name} ${Object.values(row)
              .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
              .join(" | ")}`
          )
        }
      }
      return rows.join("\n")
    }).pipe(Effect.orDie)
  )

/** Every file below a directory with its path, as Latin-1. */
export const dumpDirectory = (directory: string, leaveOut: RegExp): string =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !leaveOut.test(path))
    .map((path) => `${path}\n${readFileSync(path).toString("latin1")}`)
    .join("\n")

/** How many revisions a space has had. */
export const countRevisions = (world: World, spaceId: string): Promise<number> =>
  world.operate(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ n: number | string }>`SELECT count(*) AS n FROM revisions WHERE space_id = ${spaceId}`
      return Number(row!.n)
    }).pipe(Effect.orDie)
  )
