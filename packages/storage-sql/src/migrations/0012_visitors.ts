import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** What lets visitors into sites: share links, and the key that their tokens are signed with. Keys are sealed. */
export const visitors = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { integer, text } = types

  yield* sql`CREATE TABLE share_links (
    id ${text} PRIMARY KEY,
    site_id ${text} NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
    name ${text} NOT NULL,
    name_key ${text} NOT NULL,
    active ${integer} NOT NULL,
    key_hash ${text} NOT NULL,
    sealed_key ${text} NOT NULL,
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX share_links_by_site ON share_links (site_id, created_at, id)`

  yield* sql`CREATE TABLE publishing_auths (
    site_id ${text} PRIMARY KEY REFERENCES sites(id) ON DELETE CASCADE,
    backend ${text} NOT NULL,
    key_id ${text} NOT NULL,
    sealed_key ${text} NOT NULL,
    fallback_url ${text},
    logout_url ${text},
    updated_at ${text} NOT NULL
  ) ${tableOptions}`
})
