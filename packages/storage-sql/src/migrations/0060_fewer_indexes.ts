import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Two indexes that each edit wrote and nothing looks anything up by: revisions are found by their ids and their heads, and
 * what happened lately stands in the order of time.
 */
export const fewerIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX IF EXISTS revisions_by_space`
  yield* sql`DROP INDEX IF EXISTS space_events_by_time`
})
