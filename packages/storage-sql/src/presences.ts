import { PresenceStore } from "@octavo/core/connections/events/PresenceStore"
import type { UserRecord } from "@octavo/core/people/users/User"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { anyRow, store } from "./store.ts"
import type { Row } from "./table.ts"
import { usersTable } from "./users.ts"

export const presenceStoreLayer = store(PresenceStore, "presences", ({ dialect, sql }) => {
  const { clock } = dialect

  /** Ends processes, and answers where their people were. */
  const end = (which: Statement.Fragment) =>
    Effect.gen(function* () {
      const places = yield* sql<{
        readonly space_id: string
        readonly change_request_id: string | null
      }>`SELECT DISTINCT space_id, change_request_id FROM presences
        WHERE process IN (SELECT name FROM presence_processes WHERE ${which})`
      yield* sql`DELETE FROM presence_processes WHERE ${which}`
      return places.map((row) => ({ spaceId: row.space_id, changeRequestId: row.change_request_id }))
    })

  return {
    enter: (process, presences) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO presence_processes (name, heard_at) VALUES (${process}, ${clock})
          ON CONFLICT (name) DO UPDATE SET heard_at = ${clock}`
        for (const presence of presences) {
          const { id, userId, page } = presence
          yield* sql`INSERT INTO presences (id, process, space_id, change_request_id, user_id, page, came_at)
            SELECT ${id}, ${process}, ${presence.spaceId}, ${presence.changeRequestId}, u.id, ${page}, ${clock}
            FROM users u WHERE u.id = ${userId} ON CONFLICT (id) DO NOTHING`
        }
      }),
    leave: (id) => Effect.asVoid(sql`DELETE FROM presences WHERE id = ${id}`),
    beat: (process) =>
      anyRow(sql`UPDATE presence_processes SET heard_at = ${clock} WHERE name = ${process} RETURNING name`),
    end: (process) => end(sql`name = ${process}`),
    endSilent: (silence) => end(sql`heard_at < ${clock} - ${silence}`),
    at: ({ changeRequestId, spaceId }, most) =>
      Effect.map(
        sql<Row<UserRecord> & { readonly page: string | null }>`SELECT ${usersTable.columns("u")}, l.page FROM (
            SELECT p.user_id, p.page, p.came_at, row_number() OVER (
              PARTITION BY p.user_id ORDER BY p.came_at DESC, p.id DESC
            ) AS place
            FROM presences p WHERE p.space_id = ${spaceId} AND
              ${changeRequestId === null ? sql`p.change_request_id IS NULL` : sql`p.change_request_id = ${changeRequestId}`}
          ) l JOIN users u ON u.id = l.user_id
          WHERE l.place = 1 ORDER BY l.came_at DESC, u.id LIMIT ${most}`,
        (rows) => rows.map((row) => ({ user: usersTable.decode(row), page: row.page }))
      )
  }
})
