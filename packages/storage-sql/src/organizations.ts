import type { OrganizationRecord } from "@octavo/core/people/organizations/Organization"
import { OrganizationStore } from "@octavo/core/people/organizations/OrganizationStore"
import { Effect } from "effect"
import { ascending, store } from "./store.ts"
import { boolean, json, type Row, table, text } from "./table.ts"

export const organizationsTable = table<OrganizationRecord>()("organizations", {
  id: text.fixed,
  title: text,
  createdAt: text.fixed,
  emailDomains: json,
  hostname: text.orNull,
  defaultRole: text.orNull,
  defaultSite: text.orNull,
  logo: text.orNull,
  sso: boolean,
  ai: boolean,
  inviteLinks: boolean,
  mergeRules: json
})

export const organizationStoreLayer = store(OrganizationStore, "organizations", ({ dialect, rows, sliced, sql }) => {
  const organizations = rows(organizationsTable)
  const { rowLock } = dialect
  return {
    get: (id) => organizations.first(sql`id = ${id}`),
    bySubdomain: (subdomain) => organizations.first(sql`hostname = ${subdomain}`),
    titled: (title, limit) => organizations.all(sql`title = ${title} ORDER BY id LIMIT ${limit}`),
    hold: (id) => organizations.first(sql`id = ${id} ${rowLock}`),
    insert: (organization) => organizations.insert(organization),
    update: (id, patch) =>
      organizations.update(patch, sql`id = ${id}`).pipe(
        Effect.as(true),
        Effect.catchReason("SqlError", "UniqueViolation", () => Effect.succeed(false))
      ),
    teamOwnerIn: (userId, organizationIds) =>
      sql<{ organization_id: string }>`SELECT DISTINCT t.organization_id FROM team_members x
        JOIN teams t ON t.id = x.team_id
        WHERE x.user_id = ${userId} AND x.role = 'owner' AND ${sql.in("t.organization_id", organizationIds)}`.pipe(
        Effect.map((rows) => new Set(rows.map((row) => row.organization_id)))
      ),
    list: (userId, only, slice) => {
      const chosen = only === undefined ? sql`1 = 1` : sql`o.id = ${only}`
      const from =
        userId === null
          ? sql`organizations o WHERE ${chosen}`
          : sql`organizations o JOIN members m ON m.organization_id = o.id
              WHERE m.user_id = ${userId} AND m.disabled = 0 AND ${chosen}`
      return sliced(ascending("o.id"), slice, from, (rest) =>
        Effect.map(
          sql<Row<OrganizationRecord>>`SELECT ${organizationsTable.columns("o")} FROM ${from} AND ${rest}`,
          (rows) => rows.map(organizationsTable.decode)
        )
      )
    }
  }
})
