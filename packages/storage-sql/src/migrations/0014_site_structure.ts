import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Sections of sites and their groups. */
export const siteStructure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer } = types

  yield* sql`ALTER TABLE sites ADD COLUMN default_site_section ${text}`

  yield* sql`CREATE TABLE site_section_groups (
    id ${text} PRIMARY KEY,
    site_id ${text} NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
    parent_id ${text},
    title ${text} NOT NULL,
    icon ${text},
    position ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX site_section_groups_by_site ON site_section_groups (site_id)`

  yield* sql`CREATE TABLE site_sections (
    id ${text} PRIMARY KEY,
    site_id ${text} NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
    group_id ${text},
    title ${text} NOT NULL,
    description ${text},
    icon ${text},
    path ${text} NOT NULL,
    condition_expression ${text},
    draft ${integer} NOT NULL,
    position ${text} NOT NULL,
    default_site_space ${text},
    UNIQUE (site_id, path)
  ) ${tableOptions}`

  // as it was, with paths that are unique in their section
  yield* sql`CREATE TABLE site_spaces_in_sections (
    id ${text} PRIMARY KEY,
    site_id ${text} NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    section_id ${text} REFERENCES site_sections(id) ON DELETE CASCADE,
    path ${text} NOT NULL,
    title ${text},
    position ${text} NOT NULL,
    condition_expression ${text},
    hidden ${integer} NOT NULL,
    draft ${integer} NOT NULL
  ) ${tableOptions}`
  yield* sql`INSERT INTO site_spaces_in_sections
      (id, site_id, space_id, section_id, path, title, position, condition_expression, hidden, draft)
    SELECT id, site_id, space_id, NULL, path, title, position, condition_expression, hidden, draft FROM site_spaces`
  // what refers to site spaces comes along
  yield* sql`CREATE TABLE looks_in_sections (
    site_space_id ${text} PRIMARY KEY REFERENCES site_spaces_in_sections(id) ON DELETE CASCADE,
    settings ${text} NOT NULL,
    updated_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`INSERT INTO looks_in_sections SELECT site_space_id, settings, updated_at FROM site_space_customizations`
  yield* sql`DROP TABLE site_space_customizations`
  yield* sql`DROP TABLE site_spaces`
  yield* sql`ALTER TABLE site_spaces_in_sections RENAME TO site_spaces`
  yield* sql`ALTER TABLE looks_in_sections RENAME TO site_space_customizations`
  yield* sql`CREATE UNIQUE INDEX site_spaces_by_path ON site_spaces (site_id, coalesce(section_id, ''), path)`
  yield* sql`CREATE INDEX site_spaces_by_site ON site_spaces (site_id, position)`
  yield* sql`CREATE INDEX site_spaces_by_space ON site_spaces (space_id)`
  yield* sql`CREATE INDEX site_spaces_by_section ON site_spaces (section_id)`
})
