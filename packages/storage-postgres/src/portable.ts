/** What Postgres tells of its schema, and how rows come into it from another store. */
import { type ColumnKind, literal, type Portable } from "@octavo/storage-sql"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"

const kinds: Readonly<Record<string, ColumnKind>> = {
  text: "text",
  varchar: "text",
  uuid: "text",
  int4: "integer",
  int8: "integer",
  float8: "real",
  bytea: "bytes",
  timestamp: "time",
  timestamptz: "time"
}

const unknownType = (column: string, type: string): SqlError.SqlError => {
  const message = `${column} has the unknown type ${type}`
  return new SqlError.SqlError({
    reason: new SqlError.ConstraintError({ cause: new Error(message), message, operation: "portable" })
  })
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface ColumnRow {
  readonly table: string
  readonly column: string
  readonly type: string
  /** Place in the primary key; 0 when it is not part of it. */
  readonly place: number
}

export const makePortable = (sql: SqlClient.SqlClient): Portable => ({
  tables: Effect.gen(function* () {
    const rows = yield* sql<ColumnRow>`SELECT c.relname AS "table", a.attname AS "column", t.typname AS type,
        coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 AS place
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> 'search_terms'
      ORDER BY c.relname COLLATE "C", a.attnum`
    for (const { column, table, type } of rows) {
      if (kinds[type] === undefined) return yield* Effect.fail(unknownType(`${table}.${column}`, type))
    }
    return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
      name,
      columns: columns.map(({ column, type }) => ({ name: column, kind: kinds[type]! })),
      key: columns
        .filter(({ place }) => place > 0)
        .sort((a, b) => a.place - b.place)
        .map(({ column }) => column)
    }))
  }),
  references: sql<{ table: string; columns: string; to: string; to_columns: string }>`SELECT
      f.relname AS "table", t.relname AS "to",
      (SELECT json_agg(a.attname ORDER BY k.n) FROM unnest(x.conkey) WITH ORDINALITY k(attnum, n)
        JOIN pg_attribute a ON a.attrelid = x.conrelid AND a.attnum = k.attnum)::text AS columns,
      (SELECT json_agg(a.attname ORDER BY k.n) FROM unnest(x.confkey) WITH ORDINALITY k(attnum, n)
        JOIN pg_attribute a ON a.attrelid = x.confrelid AND a.attnum = k.attnum)::text AS to_columns
    FROM pg_constraint x JOIN pg_class f ON f.oid = x.conrelid JOIN pg_class t ON t.oid = x.confrelid
    WHERE x.contype = 'f' AND x.connamespace = current_schema()::regnamespace
    ORDER BY f.relname, x.conname`.pipe(
    Effect.map((rows) =>
      rows.map(({ columns, table, to, to_columns }) => ({
        table,
        columns: JSON.parse(columns) as ReadonlyArray<string>,
        to,
        toColumns: JSON.parse(to_columns) as ReadonlyArray<string>
      }))
    )
  ),
  beginSnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
  // the library's dates are without a zone: they are in that of the session
  read: (column, kind) =>
    literal(
      kind === "time"
        ? `to_char(${quoted(column)}::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ${quoted(column)}`
        : quoted(column)
    ),
  time: (value) => sql`${value}::text::timestamptz::timestamp`,
  unchecked: (effect) => effect,
  dropReferences: Effect.gen(function* () {
    const rows = yield* sql<{
      table: string
      name: string
      definition: string
    }>`SELECT conrelid::regclass::text AS "table",
        conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conrelid, conname`
    for (const { name, table } of rows) yield* sql.unsafe(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`)
    return rows.map(
      ({ definition, name, table }) => `ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`
    )
  }),
  complete: Effect.fnUntraced(function* (references) {
    for (const statement of references) yield* sql.unsafe(statement)
    const counters = yield* sql<{ table: string; column: string }>`SELECT c.relname AS "table", a.attname AS "column"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
        AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL`
    for (const { column, table } of counters) {
      yield* sql`SELECT setval(pg_get_serial_sequence(${quoted(table)}, ${column}), max(${sql(column)}))
        FROM ${sql(table)}`
    }
  })
})
