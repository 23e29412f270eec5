import type { SiteAddress } from "@octavo/core/delivery/site-records/resolveUrl"
import type { SiteFilter, SiteRecord } from "@octavo/core/delivery/site-records/Site"
import { type Findable, SiteStore, type SiteView } from "@octavo/core/delivery/site-records/SiteStore"
import { readyLinks } from "@octavo/core/delivery/site-records/siteOrder"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { reaches, visibleSites } from "./permissions.ts"
import { selectSections } from "./site-sections.ts"
import { inView, type SiteSpaceRow, siteSpaceColumns, toSiteSpace } from "./site-spaces.ts"
import { joinSections, ready, visibleToAll } from "./site-structure.ts"
import { anyRow, first, store } from "./store.ts"
import { containing } from "./support.ts"
import { boolean, type FieldsOfTable, integer, json, type Row as TableRow, table, text } from "./table.ts"
import { nameKey } from "./users.ts"

export const sitesTable = table<Omit<SiteRecord, "shareKey">>()("sites", {
  id: text.fixed,
  organizationId: text.fixed,
  type: text.fixed,
  title: text.also("title_key", nameKey),
  description: text.orNull,
  icon: json.orNull,
  visibility: text,
  published: boolean,
  basename: text.orNull,
  hostname: text.orNull.fixed,
  customHostname: text.orNull.computed,
  proxy: text.orNull,
  agentsContext: text,
  adaptiveContent: boolean,
  defaultLevel: text.orNull,
  defaultSiteSpace: text.orNull,
  defaultSiteSection: text.orNull,
  createdAt: text.fixed,
  updatedAt: text,
  siteSpaces: integer.computed
})

type Row = TableRow<FieldsOfTable<typeof sitesTable>>

const customHostname = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`(SELECT n.hostname FROM custom_hostnames n WHERE n.site_id = i.id) AS custom_hostname`

const selectSites = (sql: SqlClient.SqlClient, organizationId: string, view: SiteView, rest: Statement.Fragment) =>
  Effect.map(
    sql<Row>`SELECT ${sitesTable.columns("i")}, ${customHostname(sql)},
        (SELECT count(*) FROM site_spaces x JOIN spaces s ON s.id = x.space_id ${joinSections(sql)}
          WHERE x.site_id = i.id AND ${inView(sql, organizationId, view)}) AS site_spaces
      FROM sites i WHERE i.organization_id = ${organizationId} AND ${rest}`,
    (rows) => rows.map(sitesTable.decode)
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
          WHERE x.site_id = i.id AND ${visibleToAll(sql)})`
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

export const siteStoreLayer = store(SiteStore, "sites", (tools) => {
  const { countOf, dialect, rows, sliced, sql } = tools
  const sites = rows(sitesTable)
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
    const rows = yield* sql<
      Row & SiteSpaceRow
    >`SELECT ${sitesTable.columns("i")}, ${customHostname(sql)}, 0 AS site_spaces, ${siteSpaceColumns(sql)}
      FROM sites i
      JOIN site_spaces x ON x.site_id = i.id
      JOIN spaces s ON s.id = x.space_id AND s.organization_id = i.organization_id AND s.deleted_at IS NULL
      ${joinSections(sql)}
      WHERE ${where}
      ORDER BY CASE WHEN i.id = ${id} THEN 0 ELSE 1 END, x.position, x.id`
    const [row] = rows
    if (row === undefined) return undefined
    const site = sitesTable.decode(row)
    const siteSpaces = rows.map(toSiteSpace).filter(({ siteId }) => siteId === site.id)
    const records =
      site.defaultSiteSection === null ? { sections: [], groups: [], links: [] } : yield* selectSections(tools, site.id)
    const links = drafts ? records.links : readyLinks(records)
    return { site: { ...site, siteSpaces: siteSpaces.length }, siteSpaces, ...records, links }
  })

  return {
    get: (organizationId, siteId, view) => selectSites(sql, organizationId, view, sql`i.id = ${siteId}`).pipe(first),
    insert: (site) =>
      sql`INSERT INTO sites ${sql.insert(
        sitesTable.insert({ ...site, updatedAt: site.createdAt })
      )} ON CONFLICT (basename) DO NOTHING RETURNING id`.pipe(anyRow),
    update: (id, patch, at) =>
      sites.update({ ...patch, updatedAt: at }, sql`id = ${id}`).pipe(
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
          sql<
            Row & { readonly organization: string }
          >`SELECT ${sitesTable.columns("i")}, ${customHostname(sql)}, 0 AS site_spaces, o.title AS organization
            FROM ${from} ORDER BY ${findable.by === "member" ? sql`o.title, o.id, ` : sql``}i.title_key, i.id LIMIT ${limit}`,
          (rows) => rows.map((row) => ({ site: sitesTable.decode(row), organization: row.organization }))
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
