/** Files' bytes in the database, and what is known of those that lie anywhere. */
import { BlobStorage } from "@octavo/core/content/revisions/BlobStorage"
import { type BlobRecord, BlobStore } from "@octavo/core/content/revisions/BlobStore"
import { ObjectMissing } from "@octavo/core/content/revisions/model/Objects"
import { now } from "@octavo/core/kernel/shared/clock"
import { makeHasher } from "@octavo/core/kernel/shared/hash"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Effect, Layer, Option, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { blobColumns, blobTexts } from "./blobReferences.ts"
import { chunkRows, Dialect } from "./Dialect.ts"
import { store } from "./store.ts"
import { storage } from "./support.ts"
import { boolean, integer, type Row, table, text } from "./table.ts"

/** Bytes of a chunk: what is read of a file at a time. */
const chunkBytes = 256 * 1024

/** So many chunks are written together, since each commit waits for the disk: what is in memory of a file at any time. */
const chunksAtOnce = 8

/** So many keys are looked at together for whether they are still needed. */
const keysAtOnce = 1_000

type Chunk = {
  readonly storage_key: string
  readonly number: number
  readonly written_at: string
  readonly data: Uint8Array
}

/** A blob is a list of chunks, so that a file of any size is written and read with flat memory. */
export const blobStorageLayer = Layer.effect(
  BlobStorage,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect

    /** Buffers whose bytes were written: used again, since memory that waits to be collected adds up. */
    const free: Array<Uint8Array> = []

    return BlobStorage.of({
      write: Effect.fnUntraced(function* (bytes, note) {
        const key = makeId()
        const written_at = yield* now
        const hasher = makeHasher()
        let size = 0
        let number = 0
        let buffer: Uint8Array | undefined
        let filled = 0
        let waiting: Array<{ readonly chunk: Chunk; readonly buffer: Uint8Array }> = []
        const cut = () => {
          if (buffer === undefined) return
          const data = buffer.subarray(0, filled)
          waiting.push({ chunk: { storage_key: key, number: number++, written_at, data }, buffer })
          buffer = undefined
          filled = 0
        }
        const flush = Effect.suspend(() => {
          const written = waiting
          waiting = []
          const rows = chunkRows(
            dialect,
            written.map(({ chunk }) => chunk)
          )
          return Effect.forEach(rows, (some) => sql`INSERT INTO blob_chunks ${sql.insert(some)}`, {
            discard: true
          }).pipe(
            Effect.tap(() =>
              Effect.sync(() => free.push(...written.slice(0, chunksAtOnce - free.length).map(({ buffer }) => buffer)))
            )
          )
        })
        yield* Stream.runForEach(bytes, (piece) =>
          Effect.gen(function* () {
            hasher.update(piece)
            size += piece.length
            for (let start = 0; start < piece.length; ) {
              buffer ??= free.pop() ?? new Uint8Array(chunkBytes)
              const part = piece.subarray(start, start + chunkBytes - filled)
              buffer.set(part, filled)
              filled += part.length
              start += part.length
              if (filled === chunkBytes) cut()
              if (waiting.length === chunksAtOnce) yield* storage("files.write")(sql.withTransaction(flush))
            }
          })
        )
        cut()
        const stored = { key, hash: hasher.digest(), size }
        yield* storage("files.write")(sql.withTransaction(Effect.andThen(flush, note(stored))))
        return stored
      }),
      read: (key, { end, start }) => {
        const first = Math.floor(start / chunkBytes)
        return Stream.range(first, Math.ceil(end / chunkBytes) - 1).pipe(
          Stream.mapEffect((number) =>
            sql<{ data: Uint8Array }>`SELECT data FROM blob_chunks
              WHERE storage_key = ${key} AND number = ${number}`.pipe(
              storage("files.read"),
              Effect.flatMap(([row]) => {
                const offset = number * chunkBytes
                return row === undefined
                  ? Effect.fail(new ObjectMissing({ hash: key }))
                  : Effect.succeed(row.data.subarray(Math.max(0, start - offset), Math.max(0, end - offset)))
              })
            )
          )
        )
      },
      remove: (keys) =>
        keys.length === 0
          ? Effect.void
          : sql`DELETE FROM blob_chunks WHERE ${sql.in("storage_key", keys)}`.pipe(
              Effect.asVoid,
              storage("files.remove")
            ),
      before: (at) =>
        Stream.paginate("", (after) =>
          sql<{ storage_key: string }>`SELECT storage_key FROM blob_chunks
            WHERE number = 0 AND storage_key > ${after} AND written_at < ${at}
            ORDER BY storage_key LIMIT ${keysAtOnce}`.pipe(
            storage("files.before"),
            Effect.map((rows) => {
              const keys = rows.map((row) => row.storage_key)
              return [[keys], keys.length < keysAtOnce ? Option.none() : Option.fromUndefinedOr(keys.at(-1))] as const
            })
          )
        )
    })
  })
)

export const blobsTable = table<BlobRecord>()("blobs", {
  hash: text.fixed,
  size: integer,
  key: text.at("storage_key"),
  outside: boolean
})

export const blobStoreLayer = store(BlobStore, "blobs", ({ rows, sql }) => {
  const columns = blobsTable.columns()
  const blobs = rows(blobsTable)

  /** Condition of a row of `blobs`: some column names it. */
  const inColumn = sql.or([
    sql`1 = 0`,
    ...blobColumns.map(
      ([table, column]) => sql`EXISTS (SELECT 1 FROM ${sql(table)} n WHERE n.${sql(column)} = blobs.hash)`
    )
  ])

  return {
    find: (hash) => blobs.first(sql`hash = ${hash}`),
    bytes: sql<{ n: number | bigint | null }>`SELECT SUM(size) AS n FROM blobs`.pipe(
      Effect.map(([row]) => Number(row?.n ?? 0))
    ),
    keep: (record, at) =>
      sql<Row<BlobRecord>>`INSERT INTO blobs ${sql.insert({
        ...blobsTable.insert(record),
        unnamed_since: at
      })} ON CONFLICT (hash) DO UPDATE SET unnamed_since = excluded.unnamed_since RETURNING ${columns}`.pipe(
        Effect.map(([row]) => blobsTable.decode(row!))
      ),
    roots: sql<{ root: string }>`SELECT root FROM revisions UNION SELECT root FROM heads`.pipe(
      Effect.map((rows) => rows.map(({ root }) => root))
    ),
    texts: Effect.forEach(
      blobTexts,
      ([table, column]) =>
        sql<{ text: string }>`SELECT ${sql(column)} AS text FROM ${sql(table)}
          WHERE ${sql(column)} LIKE ${"%/~files/%"}`
    ).pipe(Effect.map((tables) => tables.flatMap((rows) => rows.map(({ text }) => text)))),
    hashes: (after = "", limit) =>
      sql<{ hash: string }>`SELECT hash FROM blobs WHERE hash > ${after} ORDER BY hash LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(({ hash }) => hash))
      ),
    mark: (hashes, named, at) => {
      const known = hashes.filter((hash) => named.has(hash))
      const others = hashes.filter((hash) => !named.has(hash))
      return Effect.gen(function* () {
        if (known.length > 0) {
          yield* sql`UPDATE blobs SET unnamed_since = NULL
            WHERE unnamed_since IS NOT NULL AND ${sql.in("hash", known)}`
        }
        if (others.length > 0) {
          yield* sql`UPDATE blobs SET unnamed_since = NULL
            WHERE unnamed_since IS NOT NULL AND ${sql.in("hash", others)} AND ${inColumn}`
          yield* sql`UPDATE blobs SET unnamed_since = ${at}
            WHERE unnamed_since IS NULL AND ${sql.in("hash", others)} AND NOT ${inColumn}`
        }
      }).pipe(sql.withTransaction)
    },
    sweep: (before, limit) =>
      sql<Row<BlobRecord>>`DELETE FROM blobs WHERE unnamed_since < ${before} AND NOT ${inColumn} AND hash IN (
        SELECT hash FROM blobs WHERE unnamed_since < ${before} AND NOT ${inColumn} ORDER BY hash LIMIT ${limit}
      ) RETURNING ${columns}`.pipe(Effect.map((rows) => rows.map(blobsTable.decode))),
    unknownKeys: (keys, outside) =>
      keys.length === 0
        ? Effect.succeed([])
        : sql<{ storage_key: string }>`SELECT storage_key FROM blobs
            WHERE outside = ${outside ? 1 : 0} AND ${sql.in("storage_key", keys)}`.pipe(
            Effect.map((rows) => {
              const known = new Set(rows.map((row) => row.storage_key))
              return keys.filter((key) => !known.has(key))
            })
          )
  }
})
