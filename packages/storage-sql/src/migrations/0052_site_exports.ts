import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Exports of sites as static files, each with its zip. */
export const siteExports = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { integer, text } = types

  yield* sql`CREATE TABLE site_exports (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    site_id ${text} NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
    status ${text} NOT NULL,
    origin ${text},
    base ${text} NOT NULL,
    created_by ${text} REFERENCES users(id) ON DELETE SET NULL,
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    started_at ${text},
    completed_at ${text},
    expires_at ${text},
    reason ${text},
    pages ${integer},
    files ${integer},
    size ${integer},
    blob ${text} REFERENCES blobs(hash)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX site_exports_by_organization ON site_exports (organization_id, id)`
  yield* sql`CREATE INDEX site_exports_by_site ON site_exports (site_id, id)`
  yield* sql`CREATE INDEX site_exports_by_expiry ON site_exports (expires_at)`
  yield* sql`CREATE INDEX site_exports_by_person ON site_exports (created_by)`
  yield* sql`CREATE INDEX site_exports_by_blob ON site_exports (blob)`
})
