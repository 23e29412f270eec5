/** What SQLite tells of its schema, and how rows come into it from another store. */
import { type ColumnKind, literal, type Portable } from "@octavo/storage-sql"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"

/** By the first word of a declared type. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  TEXT: "text",
  VARCHAR: "text",
  INTEGER: "integer",
  BOOLEAN: "integer",
  REAL: "real",
  BLOB: "bytes",
  DATETIME: "time"
}

const failure = (message: string): SqlError.SqlError =>
  new SqlError.SqlError({
    reason: new SqlError.ConstraintError({ cause: new Error(message), message, operation: "portable" })
  })

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const makePortable = (sql: SqlClient.SqlClient): Portable => {
  const names = sql<{ name: string }>`SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`.pipe(
    Effect.map((rows) => rows.map(({ name }) => name))
  )
  return {
    tables: Effect.flatMap(names, (all) =>
      Effect.forEach(all, (table) =>
        Effect.gen(function* () {
          const columns = yield* sql<{ name: string; type: string; pk: number }>`SELECT name, type, pk
            FROM pragma_table_info(${table}) ORDER BY cid`
          const shape: Array<{ readonly name: string; readonly kind: ColumnKind }> = []
          for (const { name, type } of columns) {
            const kind = kinds[/^\w*/.exec(type.toUpperCase())![0]]
            if (kind === undefined) return yield* Effect.fail(failure(`${table}.${name} has the unknown type ${type}`))
            shape.push({ name, kind })
          }
          const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
          return { name: table, columns: shape, key: key.map(({ name }) => name) }
        })
      )
    ),
    references: Effect.flatMap(names, (all) =>
      Effect.forEach(all, (table) =>
        Effect.map(
          sql<{ id: number; to_table: string; column: string; to_column: string }>`SELECT id, "table" AS to_table,
            "from" AS column, "to" AS to_column FROM pragma_foreign_key_list(${table}) ORDER BY id, seq`,
          (rows) =>
            [...Map.groupBy(rows, ({ id }) => id).values()].map((parts) => ({
              table,
              columns: parts.map(({ column }) => column),
              to: parts[0]!.to_table,
              toColumns: parts.map(({ to_column }) => to_column)
            }))
        )
      )
    ).pipe(Effect.map((tables) => tables.flat())),
    beginSnapshot: "BEGIN",
    // the library's dates are `YYYY-MM-DD hh:mm:ss` in UTC
    read: (column, kind) =>
      literal(
        kind === "time" ? `replace(${quoted(column)}, ' ', 'T') || '.000000Z' AS ${quoted(column)}` : quoted(column)
      ),
    time: (value) => sql`${value.slice(0, 19).replace("T", " ")}`,
    unchecked: (effect) =>
      Effect.acquireUseRelease(
        Effect.tap(sql<{ foreign_keys: number }>`PRAGMA foreign_keys`, () => sql`PRAGMA foreign_keys = OFF`),
        () => effect,
        // inside of another one they rest until that is over
        ([before]) => (before?.foreign_keys === 0 ? Effect.void : Effect.ignore(sql`PRAGMA foreign_keys = ON`))
      ),
    dropReferences: Effect.succeed([]),
    // what counts up (AUTOINCREMENT) follows the rows by itself
    complete: () =>
      Effect.flatMap(
        sql<{ table: string; parent: string }>`SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1`,
        ([broken]) =>
          broken === undefined
            ? Effect.void
            : Effect.fail(failure(`a row of ${broken.table} refers to one of ${broken.parent} that is not there`))
      )
  }
}
