import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Comments on spaces and change requests, replies, and reactions to either. */
export const comments = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text } = types

  // without a change request: on the primary content
  yield* sql`CREATE TABLE comments (
    id ${text} PRIMARY KEY,
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    change_request_id ${text} REFERENCES change_requests(id) ON DELETE CASCADE,
    page_id ${text},
    node_id ${text},
    table_cell ${text},
    review_id ${text},
    revision ${text} NOT NULL,
    markdown ${text} NOT NULL,
    posted_by ${text},
    posted_at ${text} NOT NULL,
    edited_at ${text},
    resolved_at ${text},
    resolved_by ${text}
  ) ${tableOptions}`
  yield* sql`CREATE INDEX comments_by_place ON comments (space_id, change_request_id, posted_at, id)`
  yield* sql`CREATE INDEX comments_by_change_request ON comments (change_request_id)`

  yield* sql`CREATE TABLE comment_replies (
    id ${text} PRIMARY KEY,
    comment_id ${text} NOT NULL REFERENCES comments(id) ON DELETE CASCADE,
    markdown ${text} NOT NULL,
    posted_by ${text},
    posted_at ${text} NOT NULL,
    edited_at ${text}
  ) ${tableOptions}`
  yield* sql`CREATE INDEX comment_replies_by_comment ON comment_replies (comment_id, posted_at, id)`

  // '' for a reaction to the comment itself
  yield* sql`CREATE TABLE comment_reactions (
    comment_id ${text} NOT NULL REFERENCES comments(id) ON DELETE CASCADE,
    reply_id ${text} NOT NULL,
    emoji ${text} NOT NULL,
    user_id ${text} NOT NULL,
    reacted_at ${text} NOT NULL,
    PRIMARY KEY (comment_id, reply_id, emoji, user_id)
  ) ${tableOptions}`
})
