import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Which pages of a change request somebody has seen. */
export const seenPages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text } = types
  yield* sql`CREATE TABLE seen_pages (
    change_request_id ${text} NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE,
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    page_id ${text} NOT NULL,
    state ${text} NOT NULL,
    seen_at ${text} NOT NULL,
    PRIMARY KEY (change_request_id, user_id, page_id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX seen_pages_by_user ON seen_pages (user_id)`
})
