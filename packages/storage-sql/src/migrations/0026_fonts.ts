import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Uploaded files that wait to be taken, and custom fonts. */
export const fonts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { integer, text } = types

  yield* sql`CREATE TABLE uploads (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    kind ${text} NOT NULL,
    name ${text} NOT NULL,
    content_type ${text} NOT NULL,
    size ${integer} NOT NULL,
    created_by ${text} REFERENCES users(id) ON DELETE CASCADE,
    created_at ${text} NOT NULL,
    expires_at ${text} NOT NULL,
    blob ${text} REFERENCES blobs(hash)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX uploads_by_end ON uploads (expires_at)`
  yield* sql`CREATE INDEX uploads_by_blob ON uploads (blob)`

  yield* sql`CREATE TABLE fonts (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    family ${text} NOT NULL,
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX fonts_by_organization ON fonts (organization_id, created_at, id)`
  yield* sql`CREATE TABLE font_faces (
    font_id ${text} NOT NULL REFERENCES fonts(id) ON DELETE CASCADE,
    weight ${integer} NOT NULL,
    format ${text} NOT NULL,
    size ${integer} NOT NULL,
    blob ${text} NOT NULL REFERENCES blobs(hash),
    PRIMARY KEY (font_id, weight)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX font_faces_by_blob ON font_faces (blob)`
})
