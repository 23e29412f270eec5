import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Reviews of change requests, and who is asked for one. */
export const reviews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer } = types

  // nobody could be asked until now; `reviews`: how many there were when it was asked for
  yield* sql`DROP TABLE change_request_reviewers`
  yield* sql`CREATE TABLE change_request_reviewers (
    change_request_id ${text} NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE,
    user_id ${text} NOT NULL,
    requested_by ${text},
    revision ${text} NOT NULL,
    reviews ${integer} NOT NULL,
    created_at ${text} NOT NULL,
    PRIMARY KEY (change_request_id, user_id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX change_request_reviewers_by_user ON change_request_reviewers (user_id)`

  yield* sql`CREATE TABLE change_request_reviews (
    id ${text} PRIMARY KEY,
    change_request_id ${text} NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE,
    number ${integer} NOT NULL,
    reviewer_id ${text} NOT NULL,
    is_requested ${integer} NOT NULL,
    requested_by ${text},
    status ${text} NOT NULL,
    revision ${text} NOT NULL,
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    UNIQUE (change_request_id, number)
  ) ${tableOptions}`
})
