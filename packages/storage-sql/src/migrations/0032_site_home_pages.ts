import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** The page that was chosen for the root of a site space. No reference: the page may go, and come back. */
export const siteHomePages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types } = yield* Dialect
  yield* sql`ALTER TABLE site_spaces ADD COLUMN page_id ${types.text}`
})
