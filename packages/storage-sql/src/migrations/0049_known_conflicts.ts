import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** How many conflicts a change request has, and between which revisions that was found. */
export const knownConflicts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types } = yield* Dialect
  yield* sql`ALTER TABLE change_requests ADD COLUMN conflicts ${types.integer} NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE change_requests ADD COLUMN conflicts_between ${types.text}`
  // looked through now and then: those alone that somebody works on
  yield* sql`CREATE INDEX change_requests_in_work ON change_requests (updated_at, id) WHERE status IN ('draft', 'open')`
})
