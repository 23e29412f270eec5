import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Sessions of browsers, who people are at providers, and what may be used once. */
export const signIn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text } = types

  // the one organization where it counts
  yield* sql`ALTER TABLE tokens ADD COLUMN organization_id ${text} REFERENCES organizations(id) ON DELETE CASCADE`

  // of the secret in the cookie only the hash is kept
  yield* sql`CREATE TABLE sessions (
    hash ${text} PRIMARY KEY,
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    organization_id ${text} REFERENCES organizations(id) ON DELETE CASCADE,
    provider_id ${text},
    token_id ${text} REFERENCES tokens(id) ON DELETE CASCADE,
    created_at ${text} NOT NULL,
    expires_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX sessions_by_user ON sessions (user_id)`
  yield* sql`CREATE INDEX sessions_by_token ON sessions (token_id)`
  yield* sql`CREATE INDEX sessions_by_provider ON sessions (provider_id)`

  // a provider's own names of people
  yield* sql`CREATE TABLE identities (
    provider_id ${text} NOT NULL,
    subject ${text} NOT NULL,
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    created_at ${text} NOT NULL,
    PRIMARY KEY (provider_id, subject)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX identities_by_user ON identities (user_id)`

  yield* sql`CREATE TABLE used_once (
    purpose ${text} NOT NULL,
    id ${text} NOT NULL,
    expires_at ${text} NOT NULL,
    PRIMARY KEY (purpose, id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX used_once_by_age ON used_once (expires_at)`
})
