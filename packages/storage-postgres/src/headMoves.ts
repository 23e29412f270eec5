/** The trigger by which a revision moves its head, and marks what it merged. */
import { type HeadMoves, literal, markMerged, moveData, moveHead, noteMove } from "@octavo/storage-sql"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"

const members = Object.entries(moveData).map(([name, column]) => `'${name}', NEW.${column}`)
const data = `json_strip_nulls(json_build_object(${members.join(", ")}))::text`

export const makeHeadMoves = (sql: SqlClient.SqlClient): HeadMoves => ({
  create: Effect.all([
    sql`${literal(`CREATE OR REPLACE FUNCTION move_head() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      ${moveHead}; ${noteMove(data)};
      IF NEW.merged_from IS NOT NULL THEN ${markMerged}; END IF; RETURN NULL;
    END $$`)}`,
    sql`DROP TRIGGER IF EXISTS revisions_move_heads ON revisions`,
    sql`${literal(`CREATE TRIGGER revisions_move_heads AFTER INSERT ON revisions
      FOR EACH ROW WHEN (NEW.sequence > 0) EXECUTE FUNCTION move_head()`)}`
  ]).pipe(Effect.asVoid)
})
