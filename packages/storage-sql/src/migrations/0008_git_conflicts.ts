import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Git's version of a space that waits in a change request. */
export const gitConflicts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { text } = (yield* Dialect).types

  yield* sql`ALTER TABLE git_syncs ADD COLUMN pending ${text}`
  yield* sql`ALTER TABLE git_operations ADD COLUMN change_request ${text}`
})
