import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** External links among sections; drafts of section groups; titles and descriptions in other languages. */
export const externalLinks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { integer, text } = types

  yield* sql`CREATE TABLE site_external_links (
    id ${text} PRIMARY KEY,
    site_id ${text} NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
    group_id ${text},
    title ${text} NOT NULL,
    localized_title ${text},
    description ${text},
    localized_description ${text},
    icon ${text},
    url ${text} NOT NULL,
    condition_expression ${text},
    draft ${integer} NOT NULL,
    position ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX site_external_links_by_site ON site_external_links (site_id)`
  yield* sql`ALTER TABLE site_section_groups ADD COLUMN localized_title ${text}`
  yield* sql`ALTER TABLE site_section_groups ADD COLUMN draft ${integer} NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE site_sections ADD COLUMN localized_title ${text}`
  yield* sql`ALTER TABLE site_sections ADD COLUMN localized_description ${text}`
  yield* sql`ALTER TABLE site_sections ADD COLUMN in_draft ${integer} NOT NULL DEFAULT 0`
})
