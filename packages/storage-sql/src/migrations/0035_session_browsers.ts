import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** The browser that a session is of, as its person knows it. */
export const sessionBrowsers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types } = yield* Dialect
  yield* sql`ALTER TABLE sessions ADD COLUMN browser ${types.text}`
})
