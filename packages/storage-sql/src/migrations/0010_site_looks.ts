import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** What was set of the looks of sites and of their site spaces, as JSON. */
export const siteLooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text } = types

  yield* sql`CREATE TABLE site_customizations (
    site_id ${text} PRIMARY KEY REFERENCES sites(id) ON DELETE CASCADE,
    settings ${text} NOT NULL,
    updated_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE TABLE site_space_customizations (
    site_space_id ${text} PRIMARY KEY REFERENCES site_spaces(id) ON DELETE CASCADE,
    settings ${text} NOT NULL,
    updated_at ${text} NOT NULL
  ) ${tableOptions}`
})
