import { readyLinks } from "@octavo/core/delivery/site-records/arrange"
import type { Favicon } from "@octavo/core/delivery/site-records/customizationValues"
import type { SiteAddress } from "@octavo/core/delivery/site-records/resolveUrl"
import type {
  AgentsContext,
  SiteFilter,
  SitePatch,
  SiteRecord,
  SiteType,
  SiteVisibility
} from "@octavo/core/delivery/site-records/Site"
import { type Findable, SiteStore, type SiteView } from "@octavo/core/delivery/site-records/SiteStore"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { reaches, visibleSites } from "./permissions.ts"
import { selectSections } from "./site-sections.ts"
import { inView, type SiteSpaceRow, siteSpaceColumns, toSiteSpace } from "./site-spaces.ts"
import { joinSections, ready, shown } from "./site-structure.ts"
import { anyRow, first, store } from "./store.ts"
import { containing, json } from "./support.ts"
import { nameKey } from "./users.ts"

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly type: SiteType
  readonly title: string
  readonly icon: string | null
  readonly visibility: SiteVisibility
  readonly published: number
  readonly basename: string | null
  readonly hostname: string | null
  readonly custom_hostname: string | null
  readonly proxy: string | null
  readonly agents_context: AgentsContext
  readonly adaptive_content: number
  readonly default_level: Role | null
  readonly default_site_space: string | null
  readonly default_site_section: string | null
  readonly created_at: string
  readonly updated_at: string
}

const toRecord = (row: Row, siteSpaces: number): SiteRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  type: row.type,
  title: row.title,
  icon: row.icon === null ? null : json<Favicon>(row.icon),
  visibility: row.visibility,
  published: row.published === 1,
  basename: row.basename,
  hostname: row.hostname,
  customHostname: row.custom_hostname,
  proxy: row.proxy,
  agentsContext: row.agents_context,
  adaptiveContent: row.adaptive_content === 1,
  defaultLevel: row.default_level,
  defaultSiteSpace: row.default_site_space,
  defaultSiteSection: row.default_site_section,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  siteSpaces
})

/** Columns of the fields that are there. */
const toColumns = (patch: SitePatch): Record<string, string | number | null> => ({
  ...(patch.title === undefined ? {} : { title: patch.title, title_key: nameKey(patch.title) }),
  ...(patch.icon === undefined ? {} : { icon: patch.icon === null ? null : JSON.stringify(patch.icon) }),
  ...(patch.visibility === undefined ? {} : { visibility: patch.visibility }),
  ...(patch.published === undefined ? {} : { published: patch.published ? 1 : 0 }),
  ...(patch.basename === undefined ? {} : { basename: patch.basename }),
  ...(patch.proxy === undefined ? {} : { proxy: patch.proxy }),
  ...(patch.agentsContext === undefined ? {} : { agents_context: patch.agentsContext }),
  ...(patch.adaptiveContent === undefined ? {} : { adaptive_content: patch.adaptiveContent ? 1 : 0 }),
  ...(patch.defaultLevel === undefined ? {} : { default_level: patch.defaultLevel }),
  ...(patch.defaultSiteSpace === undefined ? {} : { default_site_space: patch.defaultSiteSpace }),
  ...(patch.defaultSiteSection === undefined ? {} : { default_site_section: patch.defaultSiteSection })
})

const customHostname = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`(SELECT n.hostname FROM custom_hostnames n WHERE n.site_id = i.id) AS custom_hostname`

const selectSites = (sql: SqlClient.SqlClient, organizationId: string, view: SiteView, rest: Statement.Fragment) =>
  Effect.map(
    sql<Row & { readonly site_space_count: number | bigint }>`SELECT i.*, ${customHostname(sql)},
        (SELECT count(*) FROM site_spaces x JOIN spaces s ON s.id = x.space_id ${joinSections(sql)}
          WHERE x.site_id = i.id AND ${inView(sql, organizationId, view)}) AS site_space_count
      FROM sites i WHERE i.organization_id = ${organizationId} AND ${rest}`,
    (rows) => rows.map((row) => toRecord(row, Number(row.site_space_count)))
  )

const addressed = (sql: SqlClient.SqlClient, address: SiteAddress): Statement.Fragment => {
  switch (address.by) {
    case "name":
      return sql`(i.id = ${address.name} OR i.basename = ${address.name})`
    case "basename":
      return sql`i.basename = ${address.basename}`
    case "hostname":
      return sql`i.hostname = ${address.hostname}`
  }
}

/** Condition on sites `i`. */
const findableSites = (sql: SqlClient.SqlClient, findable: Findable): Statement.Fragment => {
  switch (findable.by) {
    case "operator":
      return sql`i.published = 1`
    case "everybody":
      return sql`i.published = 1 AND i.visibility = 'public' AND EXISTS (
        SELECT 1 FROM site_spaces x
          JOIN spaces s ON s.id = x.space_id AND s.organization_id = i.organization_id AND s.deleted_at IS NULL
          ${joinSections(sql)}
          WHERE x.site_id = i.id AND ${shown(sql)})`
    case "member": {
      const user = sql`${findable.userId}`
      // guests see what is granted to them alone
      return sql`${findable.organizationId === undefined ? sql`1 = 1` : sql`i.organization_id = ${findable.organizationId}`}
        AND EXISTS (SELECT 1 FROM members m
          WHERE m.organization_id = i.organization_id AND m.user_id = ${user} AND m.disabled = 0
            AND (m.role IS NOT NULL
              OR i.id IN (SELECT g.object_id FROM grants g WHERE g.object_kind = 'site' AND ${reaches(sql, user)})))`
    }
  }
}

export const siteStoreLayer = store(SiteStore, "sites", ({ countOf, dialect, sliced, sql }) => {
  const matching = (organizationId: string, view: SiteView, filter: SiteFilter): Statement.Fragment =>
    sql.and([
      view.spaces.all
        ? sql`1 = 1`
        : sql`i.id IN (SELECT s.id FROM sites s WHERE ${visibleSites(sql, organizationId, sql`${view.spaces.grantedTo}`)})`,
      filter.title === undefined || filter.title === ""
        ? sql`1 = 1`
        : sql`i.title_key LIKE ${containing(nameKey(filter.title))} ESCAPE '\\'`,
      filter.published === undefined ? sql`1 = 1` : sql`i.published = ${filter.published ? 1 : 0}`,
      filter.type === undefined || filter.type.length === 0 ? sql`1 = 1` : sql.in("i.type", filter.type),
      filter.space === undefined
        ? sql`1 = 1`
        : sql`i.id IN (SELECT x.site_id FROM site_spaces x JOIN spaces s ON s.id = x.space_id ${joinSections(sql)}
            WHERE x.space_id = ${filter.space} AND ${inView(sql, organizationId, view)})`
    ])

  /** The site `i` of a condition with the spaces `x` that are in it too; the one of the id before others. */
  const withSpaces = Effect.fnUntraced(function* (where: Statement.Fragment, id: string, drafts = false) {
    const rows = yield* sql<Row & SiteSpaceRow>`SELECT i.*, ${customHostname(sql)}, ${siteSpaceColumns(sql)}
      FROM sites i
      JOIN site_spaces x ON x.site_id = i.id
      JOIN spaces s ON s.id = x.space_id AND s.organization_id = i.organization_id AND s.deleted_at IS NULL
      ${joinSections(sql)}
      WHERE ${where}
      ORDER BY CASE WHEN i.id = ${id} THEN 0 ELSE 1 END, x.position, x.id`
    const [row] = rows
    if (row === undefined) return undefined
    const siteSpaces = rows.filter(({ id }) => id === row.id).map(toSiteSpace)
    const records =
      row.default_site_section === null ? { sections: [], groups: [], links: [] } : yield* selectSections(sql, row.id)
    const links = drafts ? records.links : readyLinks(records)
    return { site: toRecord(row, siteSpaces.length), siteSpaces, ...records, links }
  })

  return {
    get: (organizationId, siteId, view) => selectSites(sql, organizationId, view, sql`i.id = ${siteId}`).pipe(first),
    insert: (site) =>
      sql`INSERT INTO sites ${sql.insert({
        id: site.id,
        organization_id: site.organizationId,
        type: site.type,
        hostname: null,
        default_site_space: null,
        default_site_section: null,
        created_at: site.createdAt,
        updated_at: site.createdAt,
        ...toColumns(site)
      })} ON CONFLICT (basename) DO NOTHING RETURNING id`.pipe(anyRow),
    update: (id, patch, at) =>
      sql`UPDATE sites SET ${sql.update({ ...toColumns(patch), updated_at: at })} WHERE id = ${id}`.pipe(
        Effect.as(true),
        Effect.catchReason("SqlError", "UniqueViolation", () => Effect.succeed(false))
      ),
    remove: (id) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM grants WHERE object_kind = 'site' AND object_id = ${id}`
        yield* sql`UPDATE organizations SET default_site = NULL WHERE default_site = ${id}`
        const rows = yield* sql`DELETE FROM sites WHERE id = ${id} RETURNING id`
        return rows.length > 0
      }).pipe(sql.withTransaction),
    list: (organizationId, scope, filter, slice) => {
      const order = [{ column: sql`i.id` }]
      const view = { spaces: scope, shownOnly: false }
      const where = matching(organizationId, view, filter)
      return sliced(order, slice, sql`sites i WHERE i.organization_id = ${organizationId} AND ${where}`, (rest) =>
        selectSites(sql, organizationId, view, sql`${where} AND ${rest}`)
      )
    },
    find: (findable, title, limit) => {
      const from = sql`sites i JOIN organizations o ON o.id = i.organization_id WHERE ${findableSites(sql, findable)}
        AND ${title === "" ? sql`1 = 1` : sql`i.title_key LIKE ${containing(nameKey(title))} ESCAPE '\\'`}`
      return Effect.all({
        items: Effect.map(
          sql<Row & { readonly organization: string }>`SELECT i.*, ${customHostname(sql)}, o.title AS organization
            FROM ${from} ORDER BY ${findable.by === "member" ? sql`o.title, o.id, ` : sql``}i.title_key, i.id LIMIT ${limit}`,
          (rows) => rows.map((row) => ({ site: toRecord(row, 0), organization: row.organization }))
        ),
        count: countOf(from)
      })
    },
    lock: (id) => sql`SELECT id FROM sites WHERE id = ${id} ${dialect.rowLock}`.pipe(anyRow),
    spaceTitles: (organizationId, spaceIds) =>
      spaceIds.length === 0
        ? Effect.succeed(new Map())
        : sql<{ id: string; title: string }>`SELECT id, title FROM spaces
            WHERE ${sql.in("id", spaceIds)} AND organization_id = ${organizationId} AND deleted_at IS NULL`.pipe(
            Effect.map((rows) => new Map(rows.map(({ id, title }) => [id, title])))
          ),
    published: (address) =>
      withSpaces(
        sql`${addressed(sql, address)} AND i.published = 1 AND ${ready(sql)}`,
        address.by === "name" ? address.name : ""
      ),
    previewed: (organizationId, siteId, spaces, drafts) =>
      withSpaces(
        sql`i.id = ${siteId} AND i.organization_id = ${organizationId}
          AND ${inView(sql, organizationId, { spaces, shownOnly: false })} AND ${drafts ? sql`1 = 1` : ready(sql)}`,
        siteId,
        drafts
      )
  }
})
