import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** What clients did in their windows, for servers that share their counts. */
export const rateLimits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { integer, text } = types

  // times in milliseconds since 1970; asked is the count as it would be, had the last take not been refused
  yield* sql`CREATE TABLE rate_limits (
    name ${text} PRIMARY KEY,
    count ${integer} NOT NULL,
    asked ${integer} NOT NULL,
    ends_at ${integer} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX rate_limits_by_end ON rate_limits (ends_at)`
})
