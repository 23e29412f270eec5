import type { Role } from "@octavo/core/kernel/shared/roles"
import type { OrganizationPatch, OrganizationRecord } from "@octavo/core/people/organizations/Organization"
import { OrganizationStore } from "@octavo/core/people/organizations/OrganizationStore"
import { Effect } from "effect"
import { store } from "./store.ts"
import { json } from "./support.ts"

interface Row {
  readonly id: string
  readonly title: string
  readonly created_at: string
  readonly email_domains: string
  readonly hostname: string | null
  readonly default_role: Role | null
  readonly default_site: string | null
  readonly logo: string | null
  readonly sso: number
  readonly ai: number
  readonly invite_links: number
  readonly merge_rules: string
}

const toRecord = (row: Row): OrganizationRecord => ({
  id: row.id,
  title: row.title,
  createdAt: row.created_at,
  emailDomains: json(row.email_domains),
  hostname: row.hostname,
  defaultRole: row.default_role,
  defaultSite: row.default_site,
  logo: row.logo,
  sso: row.sso === 1,
  ai: row.ai === 1,
  inviteLinks: row.invite_links === 1,
  mergeRules: json(row.merge_rules)
})

/** Columns of the fields that are there. */
const toColumns = (patch: OrganizationPatch): Record<string, string | number | null> => ({
  ...(patch.title === undefined ? {} : { title: patch.title }),
  ...(patch.emailDomains === undefined ? {} : { email_domains: JSON.stringify(patch.emailDomains) }),
  ...(patch.hostname === undefined ? {} : { hostname: patch.hostname }),
  ...(patch.defaultRole === undefined ? {} : { default_role: patch.defaultRole }),
  ...(patch.defaultSite === undefined ? {} : { default_site: patch.defaultSite }),
  ...(patch.logo === undefined ? {} : { logo: patch.logo }),
  ...(patch.sso === undefined ? {} : { sso: patch.sso ? 1 : 0 }),
  ...(patch.ai === undefined ? {} : { ai: patch.ai ? 1 : 0 }),
  ...(patch.inviteLinks === undefined ? {} : { invite_links: patch.inviteLinks ? 1 : 0 }),
  ...(patch.mergeRules === undefined ? {} : { merge_rules: JSON.stringify(patch.mergeRules) })
})

export const organizationStoreLayer = store(OrganizationStore, "organizations", ({ dialect, sliced, sql }) => {
  const { rowLock } = dialect
  return {
    get: (id) =>
      sql<Row>`SELECT * FROM organizations WHERE id = ${id}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toRecord(row)))
      ),
    bySubdomain: (subdomain) =>
      sql<Row>`SELECT * FROM organizations WHERE hostname = ${subdomain}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toRecord(row)))
      ),
    titled: (title, limit) =>
      sql<Row>`SELECT * FROM organizations WHERE title = ${title} ORDER BY id LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(toRecord))
      ),
    hold: (id) =>
      sql<Row>`SELECT * FROM organizations WHERE id = ${id} ${rowLock}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toRecord(row)))
      ),
    insert: (organization) =>
      sql`INSERT INTO organizations ${sql.insert({
        id: organization.id,
        created_at: organization.createdAt,
        ...toColumns(organization)
      })}`.pipe(Effect.asVoid),
    update: (id, patch) => {
      const set = toColumns(patch)
      if (Object.keys(set).length === 0) return Effect.succeed(true)
      return sql`UPDATE organizations SET ${sql.update(set)} WHERE id = ${id}`.pipe(
        Effect.as(true),
        Effect.catchReason("SqlError", "UniqueViolation", () => Effect.succeed(false))
      )
    },
    teamOwnerIn: (userId, organizationIds) =>
      sql<{ organization_id: string }>`SELECT DISTINCT t.organization_id FROM team_members x
        JOIN teams t ON t.id = x.team_id
        WHERE x.user_id = ${userId} AND x.role = 'owner' AND ${sql.in("t.organization_id", organizationIds)}`.pipe(
        Effect.map((rows) => new Set(rows.map((row) => row.organization_id)))
      ),
    list: (userId, only, slice) => {
      const order = [{ column: sql`o.id` }]
      const chosen = only === undefined ? sql`1 = 1` : sql`o.id = ${only}`
      const from =
        userId === null
          ? sql`organizations o WHERE ${chosen}`
          : sql`organizations o JOIN members m ON m.organization_id = o.id
              WHERE m.user_id = ${userId} AND m.disabled = 0 AND ${chosen}`
      return sliced(order, slice, from, (rest) =>
        Effect.map(sql<Row>`SELECT o.* FROM ${from} AND ${rest}`, (rows) => rows.map(toRecord))
      )
    }
  }
})
