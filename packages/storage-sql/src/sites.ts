import type { Role } from "@octavo/core/shared/roles"
import type { SiteAddress } from "@octavo/core/sites/resolveUrl"
import type {
  AgentsContext,
  SiteFilter,
  SitePatch,
  SiteRecord,
  SiteType,
  SiteVisibility
} from "@octavo/core/sites/Site"
import type { NewSiteSpace, SiteSpacePatch, SiteSpaceRecord } from "@octavo/core/sites/SiteSpace"
import { SiteSpaceStore } from "@octavo/core/sites/SiteSpaceStore"
import { SiteStore, type SiteView } from "@octavo/core/sites/SiteStore"
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { chunkRows, Dialect } from "./Dialect.ts"
import { spacesInScope, visibleSites } from "./permissions.ts"
import { selectSpaces } from "./spaces.ts"
import { after, containing, countOf, ordered, storage } from "./support.ts"
import { nameKey } from "./users.ts"

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly type: SiteType
  readonly title: string
  readonly visibility: SiteVisibility
  readonly published: number
  readonly basename: string | null
  readonly hostname: string | null
  readonly proxy: string | null
  readonly agents_context: AgentsContext
  readonly adaptive_content: number
  readonly default_level: Role | null
  readonly default_site_space: string | null
  readonly created_at: string
  readonly updated_at: string
}

const toRecord = (row: Row, siteSpaces: number): SiteRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  type: row.type,
  title: row.title,
  visibility: row.visibility,
  published: row.published === 1,
  basename: row.basename,
  hostname: row.hostname,
  proxy: row.proxy,
  agentsContext: row.agents_context,
  adaptiveContent: row.adaptive_content === 1,
  defaultLevel: row.default_level,
  defaultSiteSpace: row.default_site_space,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  siteSpaces
})

/** Columns of the fields that are there. */
const toColumns = (patch: SitePatch): Record<string, string | number | null> => ({
  ...(patch.title === undefined ? {} : { title: patch.title, title_key: nameKey(patch.title) }),
  ...(patch.visibility === undefined ? {} : { visibility: patch.visibility }),
  ...(patch.published === undefined ? {} : { published: patch.published ? 1 : 0 }),
  ...(patch.basename === undefined ? {} : { basename: patch.basename }),
  ...(patch.proxy === undefined ? {} : { proxy: patch.proxy }),
  ...(patch.agentsContext === undefined ? {} : { agents_context: patch.agentsContext }),
  ...(patch.adaptiveContent === undefined ? {} : { adaptive_content: patch.adaptiveContent ? 1 : 0 }),
  ...(patch.defaultLevel === undefined ? {} : { default_level: patch.defaultLevel }),
  ...(patch.defaultSiteSpace === undefined ? {} : { default_site_space: patch.defaultSiteSpace })
})

interface SiteSpaceRow {
  readonly x_id: string
  readonly x_site_id: string
  readonly x_space_id: string
  readonly x_path: string
  readonly x_title: string
  readonly x_position: string
  readonly x_condition: string | null
  readonly x_hidden: number
  readonly x_draft: number
  readonly x_default: number
}

const toSiteSpace = (row: SiteSpaceRow): SiteSpaceRecord => ({
  id: row.x_id,
  siteId: row.x_site_id,
  spaceId: row.x_space_id,
  path: row.x_path,
  title: row.x_title,
  position: row.x_position,
  condition: row.x_condition,
  hidden: row.x_hidden === 1,
  draft: row.x_draft === 1,
  isDefault: row.x_default === 1
})

/** Of site spaces `x` on sites `i` that show spaces `s`. */
const siteSpaceColumns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`x.id AS x_id, x.site_id AS x_site_id, x.space_id AS x_space_id, x.path AS x_path,
    coalesce(x.title, s.title) AS x_title, x.position AS x_position, x.condition_expression AS x_condition,
    x.hidden AS x_hidden, x.draft AS x_draft, CASE WHEN i.default_site_space = x.id THEN 1 ELSE 0 END AS x_default`

/** What visitors are shown: of site spaces `x`. */
const shown = (sql: SqlClient.SqlClient): Statement.Fragment => sql`x.draft = 0 AND x.condition_expression IS NULL`

/** Of site spaces `x` that show spaces `s`. */
const inView = (sql: SqlClient.SqlClient, organizationId: string, view: SiteView): Statement.Fragment =>
  sql`${spacesInScope(sql, organizationId, view.spaces)} AND ${view.shownOnly ? shown(sql) : sql`1 = 1`}`

const selectSites = (sql: SqlClient.SqlClient, organizationId: string, view: SiteView, rest: Statement.Fragment) =>
  Effect.map(
    sql<Row & { readonly site_space_count: number | bigint }>`SELECT i.*,
        (SELECT count(*) FROM site_spaces x JOIN spaces s ON s.id = x.space_id
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

export const siteStoreLayer = Layer.effect(
  SiteStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect

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
          : sql`i.id IN (SELECT x.site_id FROM site_spaces x JOIN spaces s ON s.id = x.space_id
              WHERE x.space_id = ${filter.space} AND ${inView(sql, organizationId, view)})`
      ])

    return SiteStore.of({
      get: (organizationId, siteId, view) =>
        selectSites(sql, organizationId, view, sql`i.id = ${siteId}`).pipe(
          Effect.map(([site]) => site),
          storage("sites.get")
        ),
      insert: (site) =>
        sql`INSERT INTO sites ${sql.insert({
          id: site.id,
          organization_id: site.organizationId,
          type: site.type,
          hostname: site.hostname,
          default_site_space: null,
          created_at: site.createdAt,
          updated_at: site.createdAt,
          ...toColumns(site)
        })} ON CONFLICT (basename) DO NOTHING RETURNING id`.pipe(
          Effect.map((rows) => rows.length > 0),
          storage("sites.insert")
        ),
      update: (id, patch, at) =>
        sql`UPDATE sites SET ${sql.update({ ...toColumns(patch), updated_at: at })} WHERE id = ${id}`.pipe(
          Effect.as(true),
          Effect.catchReason("SqlError", "UniqueViolation", () => Effect.succeed(false)),
          storage("sites.update")
        ),
      remove: (id) =>
        Effect.gen(function* () {
          yield* sql`DELETE FROM grants WHERE object_kind = 'site' AND object_id = ${id}`
          yield* sql`UPDATE organizations SET default_site = NULL WHERE default_site = ${id}`
          const rows = yield* sql`DELETE FROM sites WHERE id = ${id} RETURNING id`
          return rows.length > 0
        }).pipe(sql.withTransaction, storage("sites.remove")),
      list: (organizationId, scope, filter, slice) => {
        const order = [{ column: sql`i.id` }]
        const view = { spaces: scope, shownOnly: false }
        const where = matching(organizationId, view, filter)
        return Effect.all({
          items: selectSites(
            sql,
            organizationId,
            view,
            sql`${where} AND ${after(sql, order, slice.after)} ${ordered(sql, order, slice)}`
          ),
          count: countOf(sql, sql`sites i WHERE i.organization_id = ${organizationId} AND ${where}`)
        }).pipe(storage("sites.list"))
      },
      lock: (id) =>
        sql`SELECT id FROM sites WHERE id = ${id} ${dialect.rowLock}`.pipe(
          Effect.map((rows) => rows.length > 0),
          storage("sites.lock")
        ),
      spaceTitles: (organizationId, spaceIds) =>
        spaceIds.length === 0
          ? Effect.succeed(new Map())
          : sql<{ id: string; title: string }>`SELECT id, title FROM spaces
              WHERE ${sql.in("id", spaceIds)} AND organization_id = ${organizationId} AND deleted_at IS NULL`.pipe(
              Effect.map((rows) => new Map(rows.map(({ id, title }) => [id, title]))),
              storage("sites.spaceTitles")
            ),
      published: (address) =>
        sql<Row & SiteSpaceRow>`SELECT i.*, ${siteSpaceColumns(sql)}
          FROM sites i
          JOIN site_spaces x ON x.site_id = i.id
          JOIN spaces s ON s.id = x.space_id AND s.organization_id = i.organization_id AND s.deleted_at IS NULL
          WHERE ${addressed(sql, address)} AND i.published = 1 AND ${shown(sql)}
          ORDER BY CASE WHEN i.id = ${address.by === "name" ? address.name : ""} THEN 0 ELSE 1 END,
            x.position, x.id`.pipe(
          Effect.map((rows) => {
            const [row] = rows
            if (row === undefined) return undefined
            const siteSpaces = rows.filter(({ id }) => id === row.id).map(toSiteSpace)
            return { site: toRecord(row, siteSpaces.length), siteSpaces }
          }),
          storage("sites.published")
        )
    })
  })
)

const toInsert = (siteSpace: NewSiteSpace) => ({
  id: siteSpace.id,
  site_id: siteSpace.siteId,
  space_id: siteSpace.spaceId,
  path: siteSpace.path,
  title: siteSpace.title,
  position: siteSpace.position,
  condition_expression: null,
  hidden: 0,
  draft: siteSpace.draft ? 1 : 0
})

const toSiteSpaceColumns = (patch: SiteSpacePatch): Record<string, string | number | null> => ({
  ...(patch.path === undefined ? {} : { path: patch.path }),
  ...(patch.condition === undefined ? {} : { condition_expression: patch.condition }),
  ...(patch.hidden === undefined ? {} : { hidden: patch.hidden ? 1 : 0 }),
  ...(patch.draft === undefined ? {} : { draft: patch.draft ? 1 : 0 }),
  ...(patch.spaceId === undefined ? {} : { space_id: patch.spaceId })
})

export const siteSpaceStoreLayer = Layer.effect(
  SiteSpaceStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const dialect = yield* Dialect
    const order = [{ column: sql`x.position` }, { column: sql`x.id` }]

    const from = (site: SiteRecord, view: SiteView): Statement.Fragment =>
      sql`site_spaces x JOIN sites i ON i.id = x.site_id JOIN spaces s ON s.id = x.space_id
        WHERE x.site_id = ${site.id} AND ${inView(sql, site.organizationId, view)}`

    /** Site spaces with their spaces: one query for each kind. */
    const select = Effect.fnUntraced(function* (where: Statement.Fragment) {
      const rows = yield* sql<SiteSpaceRow>`SELECT ${siteSpaceColumns(sql)} FROM ${where}`
      if (rows.length === 0) return []
      const spaces = yield* selectSpaces(sql, sql.in("s.id", [...new Set(rows.map((row) => row.x_space_id))]))
      const byId = new Map(spaces.map((space) => [space.id, space]))
      return rows.flatMap((row) => {
        const space = byId.get(row.x_space_id)
        return space === undefined ? [] : [{ siteSpace: toSiteSpace(row), space }]
      })
    })

    return SiteSpaceStore.of({
      list: (site, view, filter, slice) => {
        const where = sql`${from(site, view)} AND ${
          filter.default === undefined
            ? sql`1 = 1`
            : sql`CASE WHEN i.default_site_space = x.id THEN 1 ELSE 0 END = ${filter.default ? 1 : 0}`
        }`
        return Effect.all({
          items: select(sql`${where} AND ${after(sql, order, slice.after)} ${ordered(sql, order, slice)}`),
          count: countOf(sql, where)
        }).pipe(storage("siteSpaces.list"))
      },
      all: (site, view) => select(sql`${from(site, view)} ORDER BY x.position, x.id`).pipe(storage("siteSpaces.all")),
      get: (site, siteSpaceId, view) =>
        select(sql`${from(site, view)} AND x.id = ${siteSpaceId}`).pipe(
          Effect.map(([found]) => found),
          storage("siteSpaces.get")
        ),
      places: (siteId) =>
        sql<{ id: string; space_id: string; path: string; position: string }>`SELECT id, space_id, path, position
          FROM site_spaces WHERE site_id = ${siteId} ORDER BY position, id`.pipe(
          Effect.map((rows) => rows.map(({ space_id, ...row }) => ({ ...row, spaceId: space_id }))),
          storage("siteSpaces.places")
        ),
      showing: (spaceId) =>
        sql<SiteSpaceRow>`SELECT ${siteSpaceColumns(sql)}
          FROM site_spaces x JOIN sites i ON i.id = x.site_id JOIN spaces s ON s.id = x.space_id
          WHERE x.space_id = ${spaceId} ORDER BY x.id`.pipe(
          Effect.map((rows) => rows.map(toSiteSpace)),
          storage("siteSpaces.showing")
        ),
      insert: (siteSpaces) =>
        Effect.forEach(
          chunkRows(dialect, siteSpaces.map(toInsert)),
          (rows) => sql`INSERT INTO site_spaces ${sql.insert(rows)}`,
          { discard: true }
        ).pipe(storage("siteSpaces.insert")),
      update: (siteSpaceId, patch) => {
        const set = toSiteSpaceColumns(patch)
        return Object.keys(set).length === 0
          ? Effect.void
          : sql`UPDATE site_spaces SET ${sql.update(set)} WHERE id = ${siteSpaceId}`.pipe(
              Effect.asVoid,
              storage("siteSpaces.update")
            )
      },
      remove: (siteId, siteSpaceId) =>
        Effect.gen(function* () {
          const [gone] = yield* sql<{ position: string }>`DELETE FROM site_spaces
            WHERE id = ${siteSpaceId} AND site_id = ${siteId} RETURNING position`
          if (gone === undefined) return false
          yield* sql`UPDATE sites SET default_site_space = (
              SELECT x.id FROM site_spaces x JOIN spaces s ON s.id = x.space_id
              WHERE x.site_id = ${siteId} AND s.deleted_at IS NULL
              ORDER BY CASE WHEN ${shown(sql)} THEN 0 ELSE 1 END,
                CASE WHEN x.position > ${gone.position} THEN 0 ELSE 1 END, x.position, x.id LIMIT 1)
            WHERE id = ${siteId} AND default_site_space = ${siteSpaceId}`
          return true
        }).pipe(sql.withTransaction, storage("siteSpaces.remove"))
    })
  })
)
