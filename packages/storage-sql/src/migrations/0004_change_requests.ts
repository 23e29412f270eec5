import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Change requests, the history of heads, and which revision touched which page. */
export const changeRequests = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer } = types

  // the head that a revision was made on: 'primary', a change request, or none; and its place there
  yield* sql`ALTER TABLE revisions ADD COLUMN head ${text}`
  yield* sql`ALTER TABLE revisions ADD COLUMN sequence ${integer}`
  yield* sql`ALTER TABLE revisions ADD COLUMN merged_from ${text}`
  // until now only the primary content had a history; the last revision is the head
  yield* sql`UPDATE revisions SET head = 'primary', sequence = (
      SELECT h.sequence FROM heads h WHERE h.space_id = revisions.space_id AND h.name = 'primary'
    ) - (SELECT count(*) FROM revisions r WHERE r.space_id = revisions.space_id AND r.id > revisions.id)`
  yield* sql`CREATE INDEX revisions_by_head ON revisions (space_id, head, sequence)`

  // pages that a revision of the primary content made, changed, moved or removed
  yield* sql`CREATE TABLE page_changes (
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    page_id ${text} NOT NULL,
    sequence ${integer} NOT NULL,
    revision_id ${text} NOT NULL,
    kind ${text} NOT NULL,
    PRIMARY KEY (space_id, page_id, sequence)
  ) ${tableOptions}`

  yield* sql`CREATE TABLE change_requests (
    id ${text} PRIMARY KEY,
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    number ${integer} NOT NULL,
    status ${text} NOT NULL,
    subject ${text} NOT NULL,
    description ${text},
    created_by ${text},
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    revision_initial ${text} NOT NULL,
    revision_merged_ancestor ${text},
    revision_merged ${text},
    comments ${integer} NOT NULL,
    conversations_cluster ${text},
    UNIQUE (space_id, number)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX change_requests_by_update ON change_requests (space_id, updated_at, id)`
  yield* sql`CREATE INDEX change_requests_by_creator ON change_requests (created_by)`
  yield* sql`CREATE INDEX change_requests_by_cluster ON change_requests (conversations_cluster)`

  yield* sql`CREATE TABLE change_request_reviewers (
    change_request_id ${text} NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE,
    user_id ${text} NOT NULL,
    requested_by ${text} NOT NULL,
    created_at ${text} NOT NULL,
    PRIMARY KEY (change_request_id, user_id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX change_request_reviewers_by_user ON change_request_reviewers (user_id)`
})
