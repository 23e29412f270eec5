import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** What happened in spaces lately, for those who have them open, and who these are by the process that they talk to. */
export const events = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { commitLog, types, tableOptions } = yield* Dialect
  const { integer, text } = types
  yield* sql`CREATE TABLE space_events (
    ${commitLog.columns},
    space_id ${text} NOT NULL,
    change_request_id ${text},
    kind ${text} NOT NULL,
    data ${text} NOT NULL,
    noted_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX space_events_by_time ON space_events (noted_at)`
  yield* sql`CREATE TABLE presence_processes (
    name ${text} NOT NULL PRIMARY KEY,
    heard_at ${integer} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE TABLE presences (
    id ${text} NOT NULL PRIMARY KEY,
    process ${text} NOT NULL REFERENCES presence_processes(name) ON DELETE CASCADE,
    space_id ${text} NOT NULL,
    change_request_id ${text},
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    page ${text},
    came_at ${integer} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX presences_by_place ON presences (space_id, change_request_id, came_at)`
  yield* sql`CREATE INDEX presences_by_process ON presences (process)`
  yield* sql`CREATE INDEX presences_by_user ON presences (user_id)`
})
