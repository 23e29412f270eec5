import type { TeamFilter, TeamRecord, TeamRole } from "@octavo/core/people/teams/Team"
import { TeamStore } from "@octavo/core/people/teams/TeamStore"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { membersTable, selectMembers } from "./members.ts"
import { reachedSpaces } from "./permissions.ts"
import { anyRow, ascending, store } from "./store.ts"
import { containing } from "./support.ts"
import { integer, type Row, table, text } from "./table.ts"
import { nameKey } from "./users.ts"

export const teamsTable = table<TeamRecord>()("teams", {
  id: text.fixed,
  organizationId: text.fixed,
  title: text.also("title_key", nameKey),
  createdAt: text.fixed,
  members: integer.computed,
  spaces: integer.computed
})

/** Columns of teams `t` with their counts. */
export const teamColumns = (sql: SqlClient.SqlClient, organizationId: string): Statement.Fragment =>
  sql`${teamsTable.columns("t")},
    (SELECT count(*) FROM team_members tm WHERE tm.team_id = t.id) AS members,
    (SELECT count(*) FROM spaces s
      WHERE ${reachedSpaces(sql, organizationId, sql`g.subject_kind = 'team' AND g.subject_id = t.id`)}) AS spaces`

export const teamStoreLayer = store(TeamStore, "teams", ({ inParts, lockOrganization, sliced, sql }) => {
  const order = ascending("t.id")

  const titled = (title: string | undefined) =>
    title === undefined || title === "" ? sql`1 = 1` : sql`t.title_key LIKE ${containing(nameKey(title))} ESCAPE '\\'`

  const matching = (organizationId: string, { owner, title }: TeamFilter) =>
    owner === undefined
      ? titled(title)
      : sql`${titled(title)} AND (
          EXISTS (SELECT 1 FROM members m WHERE m.organization_id = ${organizationId} AND m.user_id = ${owner}
            AND m.role = 'admin' AND m.disabled = 0)
          OR EXISTS (SELECT 1 FROM team_members o JOIN members m ON m.user_id = o.user_id
            WHERE o.team_id = t.id AND o.user_id = ${owner} AND o.role = 'owner'
              AND m.organization_id = ${organizationId} AND m.disabled = 0))`

  return {
    get: (organizationId, id) =>
      sql<Row<TeamRecord>>`SELECT ${teamColumns(sql, organizationId)} FROM teams t
        WHERE t.organization_id = ${organizationId} AND t.id = ${id}`.pipe(
        Effect.map(([row]) => row && teamsTable.decode(row))
      ),
    list: (organizationId, filter, slice) => {
      const where = sql`t.organization_id = ${organizationId} AND ${matching(organizationId, filter)}`
      return sliced(order, slice, sql`teams t WHERE ${where}`, (rest) =>
        Effect.map(
          sql<Row<TeamRecord>>`SELECT ${teamColumns(sql, organizationId)} FROM teams t
            WHERE ${where} AND ${rest}`,
          (rows) => rows.map(teamsTable.decode)
        )
      )
    },
    insert: (team) =>
      Effect.gen(function* () {
        yield* lockOrganization(team.organizationId)
        yield* sql`INSERT INTO teams ${sql.insert(teamsTable.insert(team))}`
      }).pipe(sql.withTransaction),
    rename: (organizationId, id, title) =>
      Effect.gen(function* () {
        yield* lockOrganization(organizationId)
        const [before] = yield* sql<{ title: string }>`SELECT title FROM teams
          WHERE organization_id = ${organizationId} AND id = ${id}`
        yield* sql`UPDATE teams SET ${sql.update(teamsTable.patch({ title }))}
          WHERE organization_id = ${organizationId} AND id = ${id}`
        return before?.title
      }).pipe(sql.withTransaction),
    remove: (organizationId, id) =>
      Effect.gen(function* () {
        yield* lockOrganization(organizationId)
        const gone = yield* sql`DELETE FROM teams WHERE organization_id = ${organizationId} AND id = ${id} RETURNING id`
        if (gone.length === 0) return false
        yield* sql`DELETE FROM grants WHERE subject_kind = 'team' AND subject_id = ${id}`
        return true
      }).pipe(sql.withTransaction),
    listMembers: (organizationId, teamId, slice) => {
      const byUser = [{ column: sql`m.user_id` }]
      const inTeam = sql`JOIN team_members x ON x.user_id = m.user_id AND x.team_id = ${teamId}`
      return sliced(byUser, slice, sql`members m ${inTeam} WHERE m.organization_id = ${organizationId}`, (rest) =>
        Effect.map(
          selectMembers<{ readonly place: TeamRole }>(sql, organizationId, sql`${rest}`, {
            columns: sql`, x.role AS place`,
            join: inTeam
          }),
          (rows) => rows.map((row) => ({ member: membersTable.decode(row), role: row.place }))
        )
      )
    },
    listOf: (organizationId, userId, filter, slice) => {
      const from = sql`teams t JOIN team_members x ON x.team_id = t.id AND x.user_id = ${userId}
        WHERE t.organization_id = ${organizationId} AND ${titled(filter.title)}`
      return sliced(order, slice, from, (rest) =>
        Effect.map(
          sql<
            Row<TeamRecord> & { readonly place: TeamRole }
          >`SELECT ${teamColumns(sql, organizationId)}, x.role AS place
            FROM ${from} AND ${rest}`,
          (rows) => rows.map((row) => ({ team: teamsTable.decode(row), role: row.place }))
        )
      )
    },
    isMember: (organizationId, userId) =>
      sql`SELECT 1 FROM members WHERE organization_id = ${organizationId} AND user_id = ${userId}`.pipe(anyRow),
    places: (userId, teamIds) =>
      teamIds.length === 0
        ? Effect.succeed(new Map())
        : sql<{ team_id: string; role: TeamRole }>`SELECT team_id, role FROM team_members
            WHERE user_id = ${userId} AND ${sql.in("team_id", teamIds)}`.pipe(
            Effect.map((rows) => new Map(rows.map((row) => [row.team_id, row.role])))
          ),
    change: (organizationId, teamId, change) =>
      Effect.gen(function* () {
        yield* lockOrganization(organizationId)
        const team = yield* sql`SELECT id FROM teams WHERE organization_id = ${organizationId} AND id = ${teamId}`
        if (team.length === 0) return undefined
        const ids = [...change.put.keys()]
        const found = yield* inParts(
          ids,
          (some) => sql<{ user_id: string }>`SELECT user_id FROM members
            WHERE organization_id = ${organizationId} AND ${sql.in("user_id", some)}`
        )
        const known = new Set(found.map((row) => row.user_id))
        const unknown = ids.filter((id) => !known.has(id))
        if (unknown.length > 0) return { unknown, changed: false }
        let changed = false
        for (const [userId, role] of change.put) {
          const done = yield* role === undefined
            ? sql`INSERT INTO team_members ${sql.insert({ team_id: teamId, user_id: userId, role: "member" })}
                ON CONFLICT (team_id, user_id) DO NOTHING RETURNING user_id`
            : sql`INSERT INTO team_members ${sql.insert({ team_id: teamId, user_id: userId, role })}
                ON CONFLICT (team_id, user_id) DO UPDATE SET role = excluded.role
                WHERE team_members.role <> excluded.role RETURNING user_id`
          changed ||= done.length > 0
        }
        for (const userId of change.remove) {
          const done = yield* sql`DELETE FROM team_members WHERE team_id = ${teamId} AND user_id = ${userId}
            RETURNING user_id`
          changed ||= done.length > 0
        }
        return { unknown, changed }
      }).pipe(sql.withTransaction)
  }
})
