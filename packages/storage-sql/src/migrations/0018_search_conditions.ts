import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Pages are found by their whole text, and those of whose text some is shown under a condition are known as such. The
 * indexes are made anew, page by page, by whoever comes first.
 */
export const searchConditions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE search_pages RENAME COLUMN conditional TO varies`
  yield* sql`UPDATE content_indexes SET after = ''`
})
