import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/**
 * Files' bytes in a table of their own, so that they can be removed: chunks by key and number. A blob tells where its
 * bytes lie and since when nothing names it. What files there are move over; the objects that were their chunks stay,
 * because a page may have the same bytes.
 */
export const blobKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { bytes, integer, text } = types
  const at = new Date().toISOString()

  yield* sql`CREATE TABLE blob_chunks (
    storage_key ${text} NOT NULL,
    number ${integer} NOT NULL,
    written_at ${text} NOT NULL,
    data ${bytes} NOT NULL,
    PRIMARY KEY (storage_key, number)
  ) ${tableOptions}`

  const old = yield* sql<{ hash: string; chunks: string }>`SELECT hash, chunks FROM blobs`
  for (const { chunks, hash } of old) {
    const objects = JSON.parse(chunks) as ReadonlyArray<string>
    for (const [number, object] of objects.entries()) {
      yield* sql`INSERT INTO blob_chunks (storage_key, number, written_at, data)
        SELECT ${hash}, ${number}, ${at}, data FROM objects WHERE hash = ${object}`
    }
  }

  yield* sql`ALTER TABLE blobs ADD COLUMN storage_key ${text} NOT NULL DEFAULT ''`
  yield* sql`ALTER TABLE blobs ADD COLUMN outside ${integer} NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE blobs ADD COLUMN unnamed_since ${text}`
  yield* sql`UPDATE blobs SET storage_key = hash, unnamed_since = ${at}`
  yield* sql`ALTER TABLE blobs DROP COLUMN chunks`
  yield* sql`CREATE UNIQUE INDEX blobs_by_key ON blobs (storage_key, outside)`
  yield* sql`CREATE INDEX blobs_unnamed ON blobs (unnamed_since) WHERE unnamed_since IS NOT NULL`
})
