import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Redirects of sites, and those that the repositories of spaces ask for. */
export const redirects = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer } = types

  // destinations are no references: who deletes one leaves a redirect that leads nowhere, until it is changed
  yield* sql`CREATE TABLE site_redirects (
    id ${text} PRIMARY KEY,
    site_id ${text} NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
    source ${text} NOT NULL,
    source_key ${text} NOT NULL,
    draft ${integer} NOT NULL,
    capture_wildcard ${integer} NOT NULL,
    permanent ${integer} NOT NULL,
    automatic ${integer} NOT NULL,
    kind ${text} NOT NULL,
    site_section_id ${text},
    site_space_id ${text},
    page_id ${text},
    url ${text},
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    UNIQUE (site_id, source_key, draft)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX site_redirects_by_creation ON site_redirects (site_id, created_at, id)`

  // those of .gitbook.yaml: below wherever a site shows the space
  yield* sql`CREATE TABLE space_redirects (
    id ${text} PRIMARY KEY,
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    source_key ${text} NOT NULL,
    page_id ${text} NOT NULL,
    created_at ${text} NOT NULL,
    UNIQUE (space_id, source_key)
  ) ${tableOptions}`
})
