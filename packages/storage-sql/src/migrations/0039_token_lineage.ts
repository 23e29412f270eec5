import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** What a token began with, and ends with: the token that made it, and the sign-in provider behind its session. */
export const tokenLineage = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types } = yield* Dialect
  yield* sql`ALTER TABLE tokens ADD COLUMN parent_id ${types.text} REFERENCES tokens(id) ON DELETE CASCADE`
  yield* sql`ALTER TABLE tokens ADD COLUMN provider_id ${types.text}`
  yield* sql`CREATE INDEX tokens_by_parent ON tokens (parent_id)`
  yield* sql`CREATE INDEX tokens_by_provider ON tokens (provider_id)`
  // those that count in one organization came through a provider of it: known where it has one
  yield* sql`UPDATE tokens SET provider_id =
    (SELECT MIN(p.id) FROM saml_providers p WHERE p.organization_id = tokens.organization_id)
    WHERE organization_id IS NOT NULL
      AND (SELECT COUNT(*) FROM saml_providers p WHERE p.organization_id = tokens.organization_id) = 1`
})
