/** A whole store as the parts of the portable form, of one moment and with flat memory. */
import { TransferRefused } from "@octavo/core/connections/backups/errors"
import {
  type Manifest,
  type Part,
  partBytes,
  portableVersion,
  type TableShape,
  type Value
} from "@octavo/core/connections/backups/Portable"
import { BlobStorage, OutsideBlobStorage } from "@octavo/core/content/revisions/BlobStorage"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { makeHasher } from "@octavo/core/kernel/shared/hash"
import { Effect, Option, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { changedPartsTable, Dialect, type DialectShape } from "./Dialect.ts"
import { jobsMigrationsTable } from "./JobQueue.ts"
import { migrationsTable, transferTable } from "./Migrations.ts"
import { migrator } from "./migrations/index.ts"

/** What a store has of itself: the target makes its own. */
const ownTables: ReadonlySet<string> = new Set([
  migrationsTable,
  jobsMigrationsTable,
  transferTable,
  changedPartsTable,
  // what those hear, and who these are, who have something open on the processes of the store
  "space_events",
  "presences",
  "presence_processes"
])

/** The tables whose rows are moved, with their columns in the order of names, which is the same in every store. */
export const portableTables = ({
  portable
}: DialectShape): Effect.Effect<ReadonlyArray<TableShape>, SqlError.SqlError> =>
  Effect.map(portable.tables, (tables) =>
    tables
      .filter(({ name }) => !ownTables.has(name))
      .map((table) => ({ ...table, columns: table.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }))
  )

/** Runs with everything of the client that is in context read as it is at one moment. Nobody waits for it. */
export const snapshot = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { portable } = yield* Dialect
    return yield* effect.pipe(
      // transactions of other clients begin as ever
      Effect.provideService(SqlClient.BeginTransaction, undefined),
      sql.withTransaction,
      Effect.provideService(SqlClient.BeginTransaction, portable.beginSnapshot)
    )
  })

/** The migrations of the store. Fails where there is none, a newer one, or the half of one. */
export const requireStore = Effect.gen(function* () {
  const migrations = yield* migrator.applied
  if (migrations.length === 0) return yield* new TransferRefused({ message: "There is no Octavo in this database" })
  return migrations
})

export interface ReadOptions {
  /** Version of this Octavo. */
  readonly octavo: string
  readonly createdAt: string
  /** Leaves out the bytes that lie outside of the database: the target finds them where they are. */
  readonly withoutFiles?: boolean
}

interface FileRow {
  readonly hash: string
  readonly size: number
  readonly storage_key: string
}

const filesAtOnce = 500

/** The parts of the store. To be run inside `snapshot`; the manifest is read at once, the rest as it is asked for. */
export const readStore = Effect.fnUntraced(function* (options: ReadOptions) {
  const sql = yield* SqlClient.SqlClient
  const dialect = yield* Dialect
  const outside = yield* OutsideBlobStorage

  const migrations = yield* requireStore
  const tables = yield* portableTables(dialect)
  const rows: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = yield* sql<{ n: number }>`SELECT count(*) AS n FROM ${sql(name)}`
    rows[name] = Number(row!.n)
  }
  // a store of before there were files outside has none
  const hasFiles =
    options.withoutFiles !== true &&
    (tables.find(({ name }) => name === "blobs")?.columns ?? []).some(({ name }) => name === "outside")
  const [files] = hasFiles
    ? yield* sql<{ count: number; bytes: number }>`SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes
        FROM blobs WHERE outside = 1`
    : [{ count: 0, bytes: 0 }]
  if (files!.count > 0 && outside === undefined) {
    return yield* new TransferRefused({
      message: `${files!.count} files lie outside of the database, and no place outside is configured; set OCTAVO_FILES as the server has it`
    })
  }
  const manifest: Manifest = {
    portable: portableVersion,
    octavo: options.octavo,
    createdAt: options.createdAt,
    migrations,
    tables,
    rows,
    files: { count: Number(files!.count), bytes: Number(files!.bytes) }
  }

  const fileRows = Stream.paginate("", (after) =>
    Effect.map(
      sql<FileRow>`SELECT hash, size, storage_key FROM blobs WHERE outside = 1 AND hash > ${after}
        ORDER BY hash LIMIT ${filesAtOnce}`,
      (found) => [found, found.length < filesAtOnce ? Option.none() : Option.some(found.at(-1)!.hash)] as const
    )
  )
  const storage = outside ?? (yield* BlobStorage)
  const parts: Stream.Stream<Part, SqlError.SqlError | StorageError> = Stream.make<[Part]>({
    kind: "manifest",
    manifest
  }).pipe(
    Stream.concat(Stream.fromIterable(tables).pipe(Stream.flatMap((table) => rowsOf(sql, dialect, table)))),
    Stream.concat(
      manifest.files.count === 0 ? Stream.empty : Stream.flatMap(fileRows, (row) => fileParts(storage, row))
    ),
    Stream.concat(Stream.make<[Part]>({ kind: "end" }))
  )
  return { manifest, parts }
})

/** How far it is, in words, from 0 to 1. */
export type Report = (message: string, fraction: number) => Effect.Effect<void>

/** The same parts, of which it is told how many there were. */
export const reportProgress = <E, R>(parts: Stream.Stream<Part, E, R>, report: Report): Stream.Stream<Part, E, R> =>
  Stream.suspend(() => {
    const of = { rows: 0, files: 0 }
    const done = { rows: 0, files: 0 }
    const tell = (what: "rows" | "files") =>
      report(
        `Copying ${what}: ${done[what]} of ${of[what]}`,
        (done.rows + done.files) / Math.max(1, of.rows + of.files)
      )
    return Stream.tap(parts, (part) => {
      if (part.kind === "manifest") {
        of.rows = Object.values(part.manifest.rows).reduce((sum, count) => sum + count, 0)
        of.files = part.manifest.files.count
      }
      if (part.kind === "rows") {
        done.rows += part.rows.length
        return tell("rows")
      }
      if (part.kind !== "fileEnd") return Effect.void
      done.files++
      return tell("files")
    })
  })

/** Rows that are asked for first; then as many as come to the size of a part. */
const firstRows = 16
const mostRows = 2000

const sizeOf = (value: Value): number => (typeof value === "string" || value instanceof Uint8Array ? value.length : 8)

/** The rows of a table in the order of its key. What is in one part follows from the rows alone. */
const rowsOf = (
  sql: SqlClient.SqlClient,
  { portable }: DialectShape,
  { columns, key, name }: TableShape
): Stream.Stream<Part, SqlError.SqlError> => {
  const list = sql.csv(columns.map((column) => portable.read(column.name, column.kind)))
  const keys = key.map((column) => columns.findIndex((one) => one.name === column))
  const order = sql.csv(key.map((column) => sql`${sql(column)}`))
  return Stream.paginate<
    { readonly after: ReadonlyArray<Value> | undefined; readonly limit: number },
    Part,
    SqlError.SqlError
  >({ after: undefined, limit: firstRows }, ({ after, limit }) =>
    Effect.map(
      sql<Record<string, Value>>`SELECT ${list} FROM ${sql(name)}
          WHERE ${after === undefined ? sql`1 = 1` : sql`(${order}) > (${sql.csv(after.map((value) => sql`${value}`))})`}
          ORDER BY ${order} LIMIT ${limit}`,
      (found) => {
        const rows = found.map((row) => columns.map((column) => row[column.name]!))
        const last = rows.at(-1)
        if (last === undefined) return [[], Option.none()] as const
        const size = rows.reduce((sum, row) => row.reduce<number>((all, value) => all + sizeOf(value), sum), 0)
        const fitting = Math.floor(partBytes / (size / rows.length + 1))
        const next = { after: keys.map((at) => last[at]!), limit: Math.max(1, Math.min(fitting, limit * 4, mostRows)) }
        return [[{ kind: "rows", table: name, rows }], rows.length < limit ? Option.none() : Option.some(next)] as const
      }
    )
  )
}

/** A file's bytes between its beginning and its end. Bytes that are missing do not keep the others from being read. */
const fileParts = (
  storage: BlobStorage["Service"],
  { hash, size, storage_key: key }: FileRow
): Stream.Stream<Part, StorageError> => {
  const hasher = makeHasher()
  let isWhole = true
  return Stream.make<[Part]>({ kind: "file", hash, size: Number(size) }).pipe(
    Stream.concat(
      size === 0
        ? Stream.empty
        : storage.read(key, { start: 0, end: Number(size) }).pipe(
            Stream.map((bytes): Part => {
              hasher.update(bytes)
              return { kind: "bytes", bytes }
            }),
            Stream.catchTag("ObjectMissing", () => {
              isWhole = false
              return Stream.empty
            })
          )
    ),
    Stream.concat(Stream.sync((): Part => ({ kind: "fileEnd", isWhole: hasher.digest() === hash && isWhole })))
  )
}
