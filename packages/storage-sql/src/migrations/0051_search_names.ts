import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Names of several parts are terms of their own, and each heading is known by itself. The indexes are made anew, page by
 * page, by whoever comes first.
 */
export const searchNames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE content_indexes SET after = ''`
})
