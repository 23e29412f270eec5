import { Role, rank } from "@octavo/core/kernel/shared/roles"
import type { AggregateRecord, GrantObject, Subject } from "@octavo/core/people/grants/Grant"
import { type GrantChange, GrantStore } from "@octavo/core/people/grants/GrantStore"
import type { TeamRecord } from "@octavo/core/people/teams/Team"
import type { UserRecord } from "@octavo/core/people/users/User"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { chunkRows, literal } from "./Dialect.ts"
import { store } from "./store.ts"
import { after, containing, ordered } from "./support.ts"
import { type FieldsOfTable, integer, type Row, tableOf, text } from "./table.ts"
import { teamColumns, teamsTable } from "./teams.ts"
import { nameKey, person, usersTable } from "./users.ts"

/** People with what they may do with something. */
const aggregateTable = tableOf("users", {
  user: person,
  level: integer.computed,
  reason: text.computed.of<AggregateRecord["reason"]>(),
  team: text.orNull.computed,
  collection: text.orNull.computed,
  lastSeenAt: text.orNull.computed,
  sortKey: text.computed
})

type AggregateRow = Row<FieldsOfTable<typeof aggregateTable>>

const sortKeys = { name: "u.name_key", joinedAt: "e.joined_at", lastSeenAt: "coalesce(e.last_seen_at, '')" } as const

const roles: ReadonlyArray<Role> = Role.literals

/** Rank of the role in a column: 1 to 6, 0 for none. */
const rankOf = (sql: SqlClient.SqlClient, column: string): Statement.Fragment =>
  sql`CASE ${literal(column)} ${literal(roles.map((role) => `WHEN '${role}' THEN ${rank(role)}`).join(" "))} ELSE 0 END`

export const grantStoreLayer = store(GrantStore, "grants", ({ dialect, lockOrganization, sliced, sql }) => {
  const onObject = (object: GrantObject) => sql`g.object_kind = ${object.kind} AND g.object_id = ${object.id}`

  /** Whether the content is still the organization's: it may have been deleted or transferred since it was looked at. */
  const holds = (organizationId: string, object: GrantObject) =>
    Effect.map(
      object.kind === "space"
        ? sql`SELECT 1 FROM spaces
            WHERE id = ${object.id} AND organization_id = ${organizationId} AND deleted_at IS NULL`
        : object.kind === "site"
          ? sql`SELECT 1 FROM sites WHERE id = ${object.id} AND organization_id = ${organizationId}`
          : sql`SELECT 1 FROM collections WHERE id = ${object.id} AND organization_id = ${organizationId}`,
      (rows) => rows.length > 0
    )

  const existing = (organizationId: string, kind: Subject["kind"], ids: ReadonlyArray<string>) =>
    kind === "user"
      ? sql<{ id: string }>`SELECT user_id AS id FROM members
          WHERE organization_id = ${organizationId} AND ${sql.in("user_id", ids)}`
      : sql<{ id: string }>`SELECT id FROM teams WHERE organization_id = ${organizationId} AND ${sql.in("id", ids)}`

  const allExist = Effect.fnUntraced(function* (organizationId: string, subjects: ReadonlyArray<Subject>) {
    for (const kind of ["user", "team"] as const) {
      const ids = subjects.filter((subject) => subject.kind === kind)
      for (const part of chunkRows(dialect, ids)) {
        const found = yield* existing(
          organizationId,
          kind,
          part.map(({ id }) => id)
        )
        if (found.length !== part.length) return false
      }
    }
    return true
  })

  /** Inside a transaction that holds the organization. */
  const write = Effect.fnUntraced(function* (
    organizationId: string,
    object: GrantObject,
    subject: Subject,
    role: Role | null,
    at: string,
    mustExist: boolean
  ) {
    const where = sql`object_kind = ${object.kind} AND object_id = ${object.id}
      AND subject_kind = ${subject.kind} AND subject_id = ${subject.id}`
    const [row] = yield* sql<{ role: Role }>`SELECT role FROM grants WHERE ${where}`
    if (row === undefined && mustExist) return undefined
    if (role === null) yield* sql`DELETE FROM grants WHERE ${where}`
    else if (row !== undefined) yield* sql`UPDATE grants SET role = ${role} WHERE ${where}`
    else {
      yield* sql`INSERT INTO grants ${sql.insert({
        object_kind: object.kind,
        object_id: object.id,
        subject_kind: subject.kind,
        subject_id: subject.id,
        organization_id: organizationId,
        role,
        created_at: at
      })}`
    }
    return { subject, before: row?.role ?? null } satisfies GrantChange
  })

  /**
   * Who can access the content, with the rank of their role there. The rule of `effectiveRole` as one number: the
   * nearest level that speaks counts, on it a grant before the default level, of several grants the best. So what each
   * level says is worth 20 a level for its nearness, 10 more when it is a grant, and its rank.
   */
  const aggregated = (organizationId: string, object: GrantObject): Statement.Fragment => {
    // nothing is above a site: a null with the type and collation of ids
    const start =
      object.kind === "space"
        ? sql`SELECT 0, 'space', s.id, s.parent_id, s.default_level FROM spaces s WHERE s.id = ${object.id}`
        : object.kind === "site"
          ? sql`SELECT 0, 'site', i.id, CASE WHEN 1 = 0 THEN i.id END, i.default_level FROM sites i WHERE i.id = ${object.id}`
          : sql`SELECT 0, 'collection', o.id, o.parent_id, o.default_level FROM collections o WHERE o.id = ${object.id}`
    return sql`WITH RECURSIVE chain(depth, kind, id, parent_id, default_level) AS (
        ${start}
        UNION ALL
        SELECT chain.depth + 1, 'collection', c.id, c.parent_id, c.default_level
          FROM chain JOIN collections c ON c.id = chain.parent_id
      ),
      granted(depth, subject_kind, subject_id, role) AS (
        SELECT chain.depth, g.subject_kind, g.subject_id, g.role
          FROM chain JOIN grants g ON g.object_kind = chain.kind AND g.object_id = chain.id
      ),
      said(user_id, team_id, worth) AS (
        SELECT subject_id, CASE WHEN 1 = 0 THEN subject_id END, (100000 - depth) * 20 + 10 + ${rankOf(sql, "role")}
          FROM granted WHERE subject_kind = 'user'
        UNION ALL
        SELECT tm.user_id, tm.team_id, (100000 - granted.depth) * 20 + 10 + ${rankOf(sql, "granted.role")}
          FROM granted JOIN team_members tm ON tm.team_id = granted.subject_id WHERE granted.subject_kind = 'team'
      ),
      spoken(user_id, worth, own) AS (
        SELECT user_id, max(worth), max(CASE WHEN team_id IS NULL THEN worth END) FROM said GROUP BY user_id
      ),
      fallback(worth) AS (
        SELECT coalesce(max((100000 - depth) * 20 + ${rankOf(sql, "default_level")}), 0)
          FROM chain WHERE default_level IS NOT NULL
      ),
      everyone(user_id, joined_at, last_seen_at, worth, reason, level, depth) AS (
        SELECT m.user_id, m.joined_at, m.last_seen_at, spoken.worth,
          CASE
            WHEN m.role = 'admin' THEN 'organization'
            WHEN m.role IS NULL OR coalesce(spoken.worth, 0) > fallback.worth
              THEN CASE WHEN spoken.own = spoken.worth THEN 'member' ELSE 'team' END
            WHEN fallback.worth > 0 THEN 'default'
            ELSE 'organization'
          END,
          CASE
            WHEN m.role = 'admin' THEN 6
            WHEN m.role IS NULL THEN coalesce(spoken.worth, 0) % 10
            WHEN coalesce(spoken.worth, 0) > fallback.worth THEN spoken.worth % 10
            WHEN fallback.worth > 0 THEN fallback.worth % 10
            ELSE ${rankOf(sql, "m.role")}
          END,
          CASE
            WHEN m.role = 'admin' THEN 0
            WHEN m.role IS NULL OR coalesce(spoken.worth, 0) > fallback.worth
              THEN 100000 - coalesce(spoken.worth, 0) / 20
            WHEN fallback.worth > 0 THEN 100000 - fallback.worth / 20
            ELSE 0
          END
        FROM members m CROSS JOIN fallback LEFT JOIN spoken ON spoken.user_id = m.user_id
        WHERE m.organization_id = ${organizationId} AND m.disabled = 0
      )`
  }

  return {
    put: (organizationId, object, subjects, role, at) =>
      Effect.gen(function* () {
        yield* lockOrganization(organizationId)
        if (!(yield* holds(organizationId, object))) return undefined
        if (!(yield* allExist(organizationId, subjects))) return undefined
        const changes: Array<GrantChange> = []
        for (const subject of subjects) {
          const change = yield* write(organizationId, object, subject, role, at, false)
          if (change !== undefined) changes.push(change)
        }
        return changes
      }).pipe(sql.withTransaction),
    change: (organizationId, object, subject, role) =>
      Effect.andThen(lockOrganization(organizationId), write(organizationId, object, subject, role, "", true)).pipe(
        sql.withTransaction
      ),
    listUsers: (object, slice) => {
      const order = [{ column: sql`g.created_at` }, { column: sql`g.subject_id` }]
      const from = sql`grants g JOIN users u ON u.id = g.subject_id
        WHERE ${onObject(object)} AND g.subject_kind = 'user'`
      return sliced(order, slice, from, (rest) =>
        Effect.map(
          sql<Row<UserRecord> & { readonly role: Role; readonly granted_at: string }>`
            SELECT ${usersTable.columns("u")}, g.role, g.created_at AS granted_at FROM ${from} AND ${rest}`,
          (rows) => rows.map((row) => ({ role: row.role, user: usersTable.decode(row), createdAt: row.granted_at }))
        )
      )
    },
    listTeams: (organizationId, object, slice) => {
      const order = [{ column: sql`x.created_at` }, { column: sql`x.subject_id` }]
      const from = sql`grants x JOIN teams t ON t.id = x.subject_id
        WHERE x.object_kind = ${object.kind} AND x.object_id = ${object.id} AND x.subject_kind = 'team'`
      return sliced(order, slice, from, (rest) =>
        Effect.map(
          sql<Row<TeamRecord> & { readonly role: Role; readonly granted_at: string }>`
            SELECT ${teamColumns(sql, organizationId)}, x.role, x.created_at AS granted_at
            FROM ${from} AND ${rest}`,
          (rows) => rows.map((row) => ({ role: row.role, team: teamsTable.decode(row), createdAt: row.granted_at }))
        )
      )
    },
    aggregate: (organizationId, object, filter, slice) => {
      const descending = filter.order === "desc"
      const sortKey = literal(sortKeys[filter.sort ?? "name"])
      const order = [
        { column: sql`${sortKey}`, descending },
        { column: sql`u.id`, descending }
      ]
      const text = filter.search === undefined ? undefined : containing(nameKey(filter.search))
      const wanted = sql.and([
        filter.role === undefined ? sql`e.level > 0` : sql`e.level = ${rank(filter.role)}`,
        text === undefined
          ? sql`1 = 1`
          : sql`(u.name_key LIKE ${text} ESCAPE '\\' OR u.email LIKE ${text} ESCAPE '\\')`,
        filter.team === undefined
          ? sql`1 = 1`
          : sql`e.user_id IN (SELECT tm.user_id FROM team_members tm JOIN teams t ON t.id = tm.team_id
              WHERE t.id = ${filter.team} AND t.organization_id = ${organizationId})`
      ])
      const from = sql`FROM everyone e JOIN users u ON u.id = e.user_id WHERE ${wanted}`
      const all = aggregated(organizationId, object)
      const teamOf = sql`CASE WHEN e.reason = 'team' THEN (
        SELECT min(said.team_id) FROM said WHERE said.user_id = e.user_id AND said.worth = e.worth
      ) END`
      // the first of the chain is the content itself
      const collectionOf = sql`CASE WHEN e.depth > 0 THEN (SELECT chain.id FROM chain WHERE chain.depth = e.depth) END`
      return Effect.all({
        items: Effect.map(
          sql<AggregateRow>`${all}
            SELECT ${usersTable.columns("u", "user")}, e.level, e.reason, e.last_seen_at, ${teamOf} AS team, ${collectionOf} AS collection, ${sortKey} AS sort_key ${from} AND ${after(sql, order, slice.after)} ${ordered(sql, order, slice)}`,
          (rows) =>
            rows.map(aggregateTable.decode).map(({ level, ...found }) => ({ role: roles[level - 1]!, ...found }))
        ),
        count: Effect.map(sql<{ n: number | bigint }>`${all} SELECT count(*) AS n ${from}`, ([row]) =>
          Number(row?.n ?? 0)
        )
      })
    }
  }
})
