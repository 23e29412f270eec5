import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/**
 * Vectors of texts under their names, and which sections of indexed pages have which: what a page has goes with it from the
 * index, and vectors that no page has are collected.
 */
export const embeddings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { tableOptions, types } = yield* Dialect
  const { bytes, integer, text } = types
  yield* sql`CREATE TABLE embeddings (
    hash ${text} NOT NULL PRIMARY KEY,
    vector ${bytes} NOT NULL,
    written_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE TABLE embedding_spaces (
    space_id ${text} NOT NULL PRIMARY KEY REFERENCES spaces(id) ON DELETE CASCADE,
    mark ${text} NOT NULL,
    version ${integer} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE TABLE embedding_pages (
    number ${integer} NOT NULL PRIMARY KEY REFERENCES search_pages(id) ON DELETE CASCADE,
    mark ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE TABLE embedding_sections (
    number ${integer} NOT NULL REFERENCES embedding_pages(number) ON DELETE CASCADE,
    place ${integer} NOT NULL,
    hash ${text} NOT NULL REFERENCES embeddings(hash),
    PRIMARY KEY (number, place)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX embedding_sections_by_hash ON embedding_sections (hash)`
})
