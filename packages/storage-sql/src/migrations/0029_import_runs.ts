import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Imports of websites. */
export const importRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text } = types

  yield* sql`CREATE TABLE import_runs (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    change_request_id ${text},
    page_id ${text},
    site_id ${text},
    status ${text} NOT NULL,
    source ${text} NOT NULL,
    created_by ${text} REFERENCES users(id) ON DELETE CASCADE,
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    started_at ${text},
    completed_at ${text},
    reason ${text},
    pages ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX import_runs_by_organization ON import_runs (organization_id, id)`
})
