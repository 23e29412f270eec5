import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** What people were told of, and what they want to be told. */
export const notifications = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text } = types
  yield* sql`CREATE TABLE notifications (
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    id ${text} NOT NULL,
    kind ${text} NOT NULL,
    organization_id ${text} NOT NULL,
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    change_request_id ${text} REFERENCES change_requests(id) ON DELETE CASCADE,
    comment_id ${text} REFERENCES comments(id) ON DELETE CASCADE,
    reply_id ${text},
    review_id ${text},
    actor_id ${text},
    created_at ${text} NOT NULL,
    read_at ${text},
    mail_due_at ${text},
    mail_id ${text},
    PRIMARY KEY (user_id, id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX notifications_by_time ON notifications (user_id, created_at, id)`
  yield* sql`CREATE INDEX notifications_to_mail ON notifications (mail_due_at) WHERE mail_due_at IS NOT NULL`
  yield* sql`CREATE TABLE notification_settings (
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    kind ${text} NOT NULL,
    mail ${text} NOT NULL,
    PRIMARY KEY (user_id, kind)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX notifications_by_age ON notifications (created_at)`
  yield* sql`CREATE INDEX notifications_by_space ON notifications (space_id)`
  yield* sql`CREATE INDEX notifications_by_change_request ON notifications (change_request_id)`
  yield* sql`CREATE INDEX notifications_by_comment ON notifications (comment_id)`
})
