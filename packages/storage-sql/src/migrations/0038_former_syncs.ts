import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Places that a space was imported from or exported to before the one that it is synchronized with now. */
export const formerSyncs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { tableOptions, types } = yield* Dialect
  const { integer, text } = types

  yield* sql`CREATE TABLE git_former_syncs (
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    place ${text} NOT NULL,
    record ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    PRIMARY KEY (space_id, place)
  ) ${tableOptions}`
  // what an older version noted as Git's may be what was edited here: it is looked at before it is used
  yield* sql`ALTER TABLE git_syncs ADD COLUMN is_checked ${integer} NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE git_syncs ADD COLUMN is_replaced ${integer} NOT NULL DEFAULT 0`
})
