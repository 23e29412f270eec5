import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** SAML providers of organizations. What is not set yet is empty. */
export const samlProviders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text } = types

  yield* sql`CREATE TABLE saml_providers (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    label ${text} NOT NULL,
    sso_url ${text} NOT NULL,
    entity_id ${text} NOT NULL,
    certificate ${text} NOT NULL,
    default_team_id ${text} REFERENCES teams(id) ON DELETE SET NULL,
    default_role ${text},
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX saml_providers_by_organization ON saml_providers (organization_id, id)`
  yield* sql`CREATE INDEX saml_providers_by_team ON saml_providers (default_team_id)`
})
