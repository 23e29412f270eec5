/** The trigger by which a revision moves its head, and marks what it merged. */
import { type HeadMoves, literal, markMerged, moveData, moveHead, noteMove } from "@octavo/storage-sql"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

const members = Object.entries(moveData).map(([name, column]) => `'${name}', NEW.${column}`)
// a merge patch leaves out what is null
const data = `json_patch('{}', json_object(${members.join(", ")}))`

export const makeHeadMoves = (sql: SqlClient.SqlClient): HeadMoves => ({
  create: Effect.andThen(
    sql`DROP TRIGGER IF EXISTS revisions_move_heads`,
    sql`${literal(`CREATE TRIGGER revisions_move_heads AFTER INSERT ON revisions WHEN NEW.sequence > 0
      BEGIN ${moveHead}; ${noteMove(data)}; ${markMerged}; END`)}`
  ).pipe(Effect.asVoid)
})
