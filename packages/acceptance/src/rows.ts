/** Every row of a store as the database itself gives it, and rows for every table that there is. */
import { contentHash } from "@octavo/core/kernel/shared/hash"
import type { OctavoConfig } from "@octavo/runtime/config"
import { clientLayer } from "@octavo/runtime/store"
import { Dialect } from "@octavo/storage-sql"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Runs on the database alone, without an Octavo. */
export const onDatabase = <A, E>(
  config: OctavoConfig,
  effect: Effect.Effect<A, E, SqlClient.SqlClient | Dialect>
): Promise<A> => Effect.runPromise(Effect.provide(effect, clientLayer(config)))

/** What each store makes for itself. */
const own = new Set([
  "octavo_migrations",
  "octavo_jobs_migrations",
  "changed_parts",
  "space_events",
  "presences",
  "presence_processes"
])

/** Dates of the library's queue: SQLite gives them as text without a zone. */
const plain = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? `${value.length} bytes ${contentHash(value)}`
    : value instanceof Date
      ? value.toISOString().replace(/\.000Z$/, "Z")
      : typeof value === "string" && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)
        ? `${value.replace(" ", "T")}Z`
        : value

/** Rows by table, in one order. What says how far the full-text index is, is left out: that is made anew. */
export const everyRow = (config: OctavoConfig): Promise<Record<string, ReadonlyArray<string>>> =>
  onDatabase(
    config,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { portable } = yield* Dialect
      const found: Record<string, ReadonlyArray<string>> = {}
      for (const { name } of yield* portable.tables) {
        if (own.has(name)) continue
        const rows = yield* sql<Record<string, unknown>>`SELECT * FROM ${sql(name)}`
        found[name] = rows
          .map((row) =>
            JSON.stringify(
              Object.entries(row)
                .filter(([column]) => name !== "content_indexes" || !["after", "computed"].includes(column))
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([column, value]) => [column, plain(value)])
            )
          )
          .sort()
      }
      return found
    })
  )

/** What a log of commits says of its rows by itself. */
const numbered = new Set(["space_events.number", "space_events.transaction"])

/** Letters that stores, drivers and JSON treat in ways of their own. */
const odd = "ü😀é\u2028\t\"'\\%_$1 {}"

/**
 * Puts rows into every table of the schema, whatever it is: texts of odd letters, the largest numbers, all bytes, and
 * references to rows that are there. The job queue's table is the library's.
 */
export const rowsForEveryTable = (config: OctavoConfig, each = 2): Promise<void> =>
  onDatabase(
    config,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { portable } = yield* Dialect
      const references = yield* portable.references
      let waiting = (yield* portable.tables).filter(({ name }) => !name.startsWith("octavo_"))
      let count = 0
      while (waiting.length > 0) {
        const names = new Set(waiting.map(({ name }) => name))
        const ready = waiting.filter(({ name }) =>
          references.every(({ table, to }) => table !== name || to === name || !names.has(to))
        )
        if (ready.length === 0) throw new Error(`tables refer to each other in a ring: ${[...names].join(", ")}`)
        for (const { columns, name } of ready) {
          for (let i = 0; i < each; i++) {
            count++
            const row: Record<string, unknown> = {}
            for (const column of columns) {
              if (numbered.has(`${name}.${column.name}`)) continue
              row[column.name] =
                column.kind === "text"
                  ? `${odd} ${count} ${column.name}`
                  : column.kind === "integer"
                    ? (i % 2 === 0 ? 1 : -1) * (Number.MAX_SAFE_INTEGER - count)
                    : column.kind === "real"
                      ? 0.1 + count
                      : Uint8Array.from({ length: 256 }, (_, byte) => byte)
            }
            for (const { columns: from, table, to, toColumns } of references) {
              if (table !== name) continue
              const [parent] =
                to === name
                  ? [undefined]
                  : yield* sql<Record<string, unknown>>`SELECT * FROM ${sql(to)}
                ORDER BY ${sql(toColumns[0]!)} DESC LIMIT 1 OFFSET ${i}`
              for (const [at, column] of from.entries()) row[column] = parent?.[toColumns[at]!] ?? null
            }
            yield* sql`INSERT INTO ${sql(name)} ${sql.insert(row)}`
          }
        }
        waiting = waiting.filter((table) => !ready.includes(table))
      }
    })
  )
