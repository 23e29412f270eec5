import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Imports of files: what was left out of them; and whether a language model tidies what is imported. */
export const importFiles = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types } = yield* Dialect
  const { integer, text } = types

  yield* sql`ALTER TABLE import_runs ADD COLUMN enhance ${integer} NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE import_runs ADD COLUMN warnings ${text} NOT NULL DEFAULT '[]'`
})
