import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** What sites expect to know of their visitors, as JSON. */
export const adaptiveSchemas = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text } = types

  yield* sql`CREATE TABLE site_adaptive_schemas (
    site_id ${text} PRIMARY KEY REFERENCES sites(id) ON DELETE CASCADE,
    json_schema ${text} NOT NULL,
    updated_at ${text} NOT NULL
  ) ${tableOptions}`
})
