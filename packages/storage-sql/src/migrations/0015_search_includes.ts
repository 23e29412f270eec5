import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Pages are found by what they include: the indexes are made anew, page by page, by whoever comes first. */
export const searchIncludes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE content_indexes SET after = ''`
})
