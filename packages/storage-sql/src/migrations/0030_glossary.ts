import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Entries of glossaries, and their terms, a row for each language. */
export const glossary = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text } = types

  yield* sql`CREATE TABLE glossary_entries (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX glossary_entries_by_organization ON glossary_entries (organization_id, id)`
  yield* sql`CREATE TABLE glossary_terms (
    entry_id ${text} NOT NULL REFERENCES glossary_entries(id) ON DELETE CASCADE,
    language ${text} NOT NULL,
    term ${text} NOT NULL,
    term_key ${text} NOT NULL,
    PRIMARY KEY (entry_id, language)
  ) ${tableOptions}`
})
