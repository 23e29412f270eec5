import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Translations of spaces, their runs, and the memory of what was translated. Durations are in milliseconds. */
export const translations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer } = types

  yield* sql`CREATE TABLE translations (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    source_space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    source_language ${text} NOT NULL,
    language ${text} NOT NULL,
    instructions ${text},
    translate_slugs ${integer} NOT NULL,
    status ${text} NOT NULL,
    error ${text},
    result_space_id ${text} REFERENCES spaces(id) ON DELETE SET NULL,
    result_revision ${text},
    result_root ${text},
    runs ${integer} NOT NULL,
    total_words ${integer} NOT NULL,
    total_pages ${integer} NOT NULL,
    total_duration ${integer} NOT NULL,
    latest_run_duration ${integer} NOT NULL,
    latest_pages ${integer} NOT NULL,
    latest_words ${integer} NOT NULL,
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX translations_by_organization ON translations (organization_id, id)`
  yield* sql`CREATE INDEX translations_by_source ON translations (source_space_id)`
  yield* sql`CREATE INDEX translations_by_result ON translations (result_space_id)`

  yield* sql`CREATE TABLE translation_runs (
    id ${text} PRIMARY KEY,
    translation_id ${text} NOT NULL REFERENCES translations(id) ON DELETE CASCADE,
    status ${text} NOT NULL,
    requested_by ${text},
    progress ${text},
    source_revision ${text},
    revision ${text},
    pages ${integer} NOT NULL,
    words ${integer} NOT NULL,
    error ${text},
    problems ${text} NOT NULL,
    problem_count ${integer} NOT NULL,
    created_at ${text} NOT NULL,
    started_at ${text},
    finished_at ${text}
  ) ${tableOptions}`
  yield* sql`CREATE INDEX translation_runs_by_translation ON translation_runs (translation_id, id)`

  yield* sql`CREATE TABLE translation_pages (
    translation_id ${text} NOT NULL REFERENCES translations(id) ON DELETE CASCADE,
    page_id ${text} NOT NULL,
    PRIMARY KEY (translation_id, page_id)
  ) ${tableOptions}`

  yield* sql`CREATE TABLE translation_memory (
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    hash ${text} NOT NULL,
    body ${text} NOT NULL,
    run_id ${text} NOT NULL,
    words ${integer} NOT NULL,
    used_at ${text} NOT NULL,
    PRIMARY KEY (organization_id, hash)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX translation_memory_by_run ON translation_memory (organization_id, run_id)`
  yield* sql`CREATE INDEX translation_memory_by_use ON translation_memory (organization_id, used_at)`
})
