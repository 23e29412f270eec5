import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** The indexes of the primary content: words of pages, and links. */
export const search = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { textSearch, types, tableOptions } = yield* Dialect
  const { text, integer } = types

  // how far a space's indexes are; its pages have the numbers from number * 2^24 on, of which so many were given out
  yield* sql`CREATE TABLE content_indexes (
    space_id ${text} PRIMARY KEY REFERENCES spaces(id) ON DELETE CASCADE,
    number ${integer} NOT NULL UNIQUE,
    pages ${integer} NOT NULL,
    root ${text} NOT NULL,
    after ${text}
  ) ${tableOptions}`

  yield* sql`CREATE TABLE search_pages (
    id ${integer} PRIMARY KEY,
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    page_id ${text} NOT NULL,
    body ${text} NOT NULL,
    conditional ${integer} NOT NULL,
    strong ${text} NOT NULL,
    sections ${text} NOT NULL,
    UNIQUE (space_id, page_id)
  ) ${tableOptions}`
  yield* textSearch.create

  yield* sql`CREATE TABLE links (
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    source_kind ${text} NOT NULL,
    source_id ${text} NOT NULL,
    ordinal ${integer} NOT NULL,
    href ${text} NOT NULL,
    link_key ${text} NOT NULL,
    anchor ${text},
    other_space ${text},
    locations ${text} NOT NULL,
    status ${text} NOT NULL,
    target_kind ${text},
    target_id ${text},
    PRIMARY KEY (space_id, source_kind, source_id, ordinal)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX links_by_key ON links (space_id, link_key)`
  yield* sql`CREATE INDEX links_by_target ON links (space_id, target_kind, target_id)`
  yield* sql`CREATE INDEX links_by_other_space ON links (other_space, link_key)
    WHERE other_space IS NOT NULL`
})
