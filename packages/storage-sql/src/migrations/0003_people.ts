import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Verified addresses, invite links, mail to send, and what was done by whom. */
export const people = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer } = types

  // until now only the operator added people
  yield* sql`ALTER TABLE users ADD COLUMN verified_at ${text}`
  yield* sql`UPDATE users SET verified_at = created_at`

  // single-use: of the secret in the link only the hash is kept
  yield* sql`CREATE TABLE email_verifications (
    hash ${text} PRIMARY KEY,
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    created_at ${text} NOT NULL,
    expires_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX email_verifications_by_user ON email_verifications (user_id)`

  yield* sql`ALTER TABLE teams ADD COLUMN title_key ${text} NOT NULL DEFAULT ''`

  // role of the organization, or level on a space or a collection
  yield* sql`CREATE TABLE link_invites (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    space_id ${text} REFERENCES spaces(id) ON DELETE CASCADE,
    collection_id ${text} REFERENCES collections(id) ON DELETE CASCADE,
    role ${text},
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX link_invites_by_organization ON link_invites (organization_id, created_at, id)`
  yield* sql`CREATE INDEX link_invites_by_space ON link_invites (space_id)`
  yield* sql`CREATE INDEX link_invites_by_collection ON link_invites (collection_id)`

  // what is to be said to whom; the words, and the secrets in them, are made when it is sent
  yield* sql`CREATE TABLE mails (
    id ${text} PRIMARY KEY,
    kind ${text} NOT NULL,
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    organization_id ${text} REFERENCES organizations(id) ON DELETE CASCADE,
    sender_id ${text},
    created_at ${text} NOT NULL,
    sent_at ${text},
    failure ${text}
  ) ${tableOptions}`
  yield* sql`CREATE INDEX mails_by_user ON mails (user_id)`

  // only ever added to; without a reference to the organization, so that an event never waits for a lock on it
  yield* sql`CREATE TABLE audit_events (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL,
    occurred_at ${text} NOT NULL,
    action ${text} NOT NULL,
    actor_kind ${text} NOT NULL,
    actor_id ${text} NOT NULL,
    actor_label ${text},
    source ${text} NOT NULL,
    target_kind ${text} NOT NULL,
    target_id ${text} NOT NULL,
    target_label ${text},
    ip ${text},
    schema_version ${integer} NOT NULL,
    payload ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX audit_events_by_time ON audit_events (organization_id, occurred_at, id)`
  yield* sql`CREATE INDEX audit_events_by_action ON audit_events (organization_id, action, occurred_at, id)`
  yield* sql`CREATE INDEX audit_events_by_actor ON audit_events (organization_id, actor_id, occurred_at, id)`
  yield* sql`CREATE INDEX audit_events_by_target ON audit_events (organization_id, target_id, occurred_at, id)`
})
