import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * What a link leads to depends on what it is to be: a place, the bytes of a picture, a text. The indexes are made anew,
 * page by page, by whoever comes first.
 */
export const referenceKinds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE content_indexes SET after = ''`
})
