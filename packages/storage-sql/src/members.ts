import type { Role } from "@octavo/core/kernel/shared/roles"
import type { MemberFilter, MemberRecord } from "@octavo/core/people/members/Member"
import { MemberStore } from "@octavo/core/people/members/MemberStore"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { visibleSites, visibleSpaces } from "./permissions.ts"
import { anyRow, store } from "./store.ts"
import { containing } from "./support.ts"
import { boolean, integer, type Row, table, text } from "./table.ts"
import { nameKey, person, takeNameBack, usersTable } from "./users.ts"

/** Members, beside what `usersTable.columns` gives of them for `user`. */
export const membersTable = table<MemberRecord>()("members", {
  organizationId: text.fixed,
  user: person,
  role: text.orNull,
  disabled: boolean,
  sso: boolean,
  joinedAt: text,
  lastSeenAt: text.orNull,
  spaces: integer.computed,
  sites: integer.computed,
  teams: integer.computed
})

/** Members `m` with their users `u` and what they can reach. */
export const selectMembers = <A extends object>(
  sql: SqlClient.SqlClient,
  organizationId: string,
  rest: Statement.Fragment,
  more: { readonly columns: Statement.Fragment; readonly join: Statement.Fragment } = { columns: sql``, join: sql`` }
) => sql<A & Row<MemberRecord>>`
  SELECT ${membersTable.columns("m")}, ${usersTable.columns("u", "user")},
    CASE WHEN m.role IS NULL
      THEN (SELECT count(*) FROM spaces s WHERE ${visibleSpaces(sql, organizationId, sql`m.user_id`)})
      ELSE (SELECT count(*) FROM spaces s WHERE s.organization_id = m.organization_id AND s.deleted_at IS NULL)
    END AS spaces,
    CASE WHEN m.role IS NULL
      THEN (SELECT count(*) FROM sites s WHERE ${visibleSites(sql, organizationId, sql`m.user_id`)})
      ELSE (SELECT count(*) FROM sites s WHERE s.organization_id = m.organization_id)
    END AS sites,
    (SELECT count(*) FROM team_members tm JOIN teams t ON t.id = tm.team_id
      WHERE tm.user_id = m.user_id AND t.organization_id = m.organization_id) AS teams${more.columns}
  FROM members m JOIN users u ON u.id = m.user_id ${more.join}
  WHERE m.organization_id = ${organizationId} AND ${rest}`

const sortColumns = { joinedAt: "m.joined_at", lastSeenAt: "coalesce(m.last_seen_at, '')", name: "u.name_key" } as const

export const memberStoreLayer = store(MemberStore, "members", ({ countOf, dialect, sliced, sql }) => {
  const select = (organizationId: string, rest: Statement.Fragment) => selectMembers(sql, organizationId, rest)

  /** Runs a change that must leave an admin; other changes of the same organization's members wait. */
  const keepingAnAdmin = <E, R>(
    organizationId: string,
    userId: string,
    staysAdmin: boolean,
    change: Effect.Effect<void, E, R>
  ) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT id FROM organizations WHERE id = ${organizationId} ${dialect.rowLock}`
        const [member] = yield* sql<{ role: Role | null }>`SELECT role FROM members
          WHERE organization_id = ${organizationId} AND user_id = ${userId}`
        if (member === undefined) return "absent" as const
        if (member.role === "admin" && !staysAdmin) {
          const others = yield* countOf(
            sql`members WHERE organization_id = ${organizationId} AND role = 'admin' AND disabled = 0 AND user_id <> ${userId}`
          )
          if (others === 0) return "last-admin" as const
        }
        yield* change
        return { before: member.role }
      })
    )

  return {
    get: (organizationId, userId) =>
      select(organizationId, sql`m.user_id = ${userId}`).pipe(Effect.map(([row]) => row && membersTable.decode(row))),
    among: (organizationId, userIds) =>
      userIds.length === 0
        ? Effect.succeed(new Set())
        : sql<{ user_id: string }>`SELECT user_id FROM members
            WHERE organization_id = ${organizationId} AND ${sql.in("user_id", userIds)}`.pipe(
            Effect.map((rows) => new Set(rows.map((row) => row.user_id)))
          ),
    insert: (member) =>
      Effect.gen(function* () {
        const added = yield* sql`INSERT INTO members ${sql.insert({
          ...membersTable.insert({ ...member, disabled: false, lastSeenAt: null }),
          user_id: member.userId
        })} ON CONFLICT (organization_id, user_id) DO NOTHING RETURNING user_id`
        if (added.length > 0) yield* takeNameBack(sql, member.userId, member.organizationId)
        return added.length > 0
      }),
    list: (organizationId, filter, slice) => {
      const descending = filter.order === "desc"
      const order = [
        { column: sql.literal(sortColumns[filter.sort]), descending },
        { column: sql`m.user_id`, descending }
      ]
      const where = matching(sql, filter)
      return sliced(
        order,
        slice,
        sql`members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = ${organizationId} AND ${where}`,
        (rest) => Effect.map(select(organizationId, sql`${where} AND ${rest}`), (rows) => rows.map(membersTable.decode))
      )
    },
    setRole: (organizationId, userId, role) =>
      keepingAnAdmin(
        organizationId,
        userId,
        role === "admin",
        sql`UPDATE members SET role = ${role} WHERE organization_id = ${organizationId} AND user_id = ${userId}`.pipe(
          Effect.asVoid
        )
      ),
    remove: (organizationId, userId) =>
      keepingAnAdmin(
        organizationId,
        userId,
        false,
        Effect.gen(function* () {
          // first: whoever grants something to this member now waits, and then finds no member
          yield* sql`DELETE FROM members WHERE organization_id = ${organizationId} AND user_id = ${userId}`
          yield* sql`INSERT INTO former_members ${sql.insert({ organization_id: organizationId, user_id: userId })}
            ON CONFLICT (organization_id, user_id) DO NOTHING`
          yield* sql`DELETE FROM identities WHERE user_id = ${userId}
            AND provider_id IN (SELECT id FROM saml_providers WHERE organization_id = ${organizationId})`
          yield* sql`DELETE FROM grants WHERE organization_id = ${organizationId}
            AND subject_kind = 'user' AND subject_id = ${userId}`
          yield* sql`DELETE FROM team_members WHERE user_id = ${userId}
            AND team_id IN (SELECT id FROM teams WHERE organization_id = ${organizationId})`
          // nobody waits for the review of somebody who is gone; what is merged keeps whom it had asked
          yield* sql`DELETE FROM change_request_reviewers WHERE user_id = ${userId} AND change_request_id IN (
            SELECT c.id FROM change_requests c JOIN spaces s ON s.id = c.space_id
            WHERE s.organization_id = ${organizationId} AND c.status IN ('draft', 'open'))`
        })
      ),
    setSso: (organizationId, userId) =>
      sql`UPDATE members SET sso = 1 WHERE organization_id = ${organizationId} AND user_id = ${userId}
        RETURNING user_id`.pipe(anyRow)
  }
})

const matching = (sql: SqlClient.SqlClient, filter: MemberFilter): Statement.Fragment => {
  const role =
    filter.role === undefined
      ? sql`1 = 1`
      : filter.role === "guest"
        ? sql`m.role IS NULL`
        : sql`m.role = ${filter.role}`
  if (filter.search === undefined || filter.search === "") return role
  const text = containing(nameKey(filter.search))
  return sql`${role} AND (u.name_key LIKE ${text} ESCAPE '\\' OR u.email LIKE ${text} ESCAPE '\\')`
}
