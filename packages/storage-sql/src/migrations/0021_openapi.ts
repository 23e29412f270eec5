import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** OpenAPI specifications and their versions; texts are blobs. */
export const openapi = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer } = types

  yield* sql`CREATE TABLE openapi_specs (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    slug ${text} NOT NULL,
    visibility ${text} NOT NULL,
    source_url ${text},
    source_text ${text} REFERENCES blobs(hash),
    state ${text} NOT NULL,
    run ${text} NOT NULL UNIQUE,
    etag ${text},
    last_version ${text},
    last_processed_at ${text},
    error_code ${text},
    errors ${text} NOT NULL,
    error_count ${integer} NOT NULL,
    refresh_at ${text},
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    UNIQUE (organization_id, slug)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX openapi_specs_by_refresh ON openapi_specs (refresh_at)`
  yield* sql`CREATE TABLE openapi_versions (
    id ${text} PRIMARY KEY,
    spec_id ${text} NOT NULL REFERENCES openapi_specs(id) ON DELETE CASCADE,
    format ${text} NOT NULL,
    raw ${text} NOT NULL REFERENCES blobs(hash),
    raw_size ${integer} NOT NULL,
    content ${text} NOT NULL REFERENCES blobs(hash),
    description_index ${text} NOT NULL REFERENCES blobs(hash),
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX openapi_versions_by_spec ON openapi_versions (spec_id, id)`
})
