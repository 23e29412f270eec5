import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Pages elsewhere that a change request is about, as JSON. */
export const changeRequestLinks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types } = yield* Dialect
  yield* sql`ALTER TABLE change_requests ADD COLUMN links ${types.text}`
})
