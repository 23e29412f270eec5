import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/**
 * Computed pages are in the indexes: which they are of a space, and what is in of each. Pages are found by the operations
 * that they show, too. The indexes are made anew, page by page, by whoever comes first.
 */
export const computedPages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { tableOptions, types } = yield* Dialect
  const { text } = types
  yield* sql`ALTER TABLE content_indexes ADD COLUMN computed ${text}`
  yield* sql`UPDATE content_indexes SET computed = '', after = ''`
  yield* sql`CREATE INDEX content_indexes_computed ON content_indexes (space_id) WHERE computed IS NOT NULL`
  yield* sql`CREATE TABLE computed_pages (
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    page_id ${text} NOT NULL,
    name ${text} NOT NULL,
    PRIMARY KEY (space_id, page_id)
  ) ${tableOptions}`
})
