import type { Language } from "@octavo/core/content/spaces/Space"
import type { SiteRecord } from "@octavo/core/delivery/site-records/Site"
import type { NewSiteSpace, SiteSpacePatch, SiteSpaceRecord } from "@octavo/core/delivery/site-records/SiteSpace"
import { SiteSpaceStore } from "@octavo/core/delivery/site-records/SiteSpaceStore"
import type { SiteView } from "@octavo/core/delivery/site-records/SiteStore"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { spacesInScope } from "./permissions.ts"
import { isDefault, joinSections, nextAtRoot, shown, urlPath } from "./site-structure.ts"
import { selectSpaces } from "./spaces.ts"
import { first, store } from "./store.ts"

export interface SiteSpaceRow {
  readonly x_id: string
  readonly x_site_id: string
  readonly x_space_id: string
  readonly x_section_id: string | null
  readonly x_path: string
  readonly x_url_path: string
  readonly x_title: string
  readonly x_page_id: string | null
  readonly x_position: string
  readonly x_language: Language | null
  readonly x_condition: string | null
  readonly x_hidden: number
  readonly x_draft: number
  readonly x_default: number
}

interface PlaceRow {
  readonly id: string
  readonly space_id: string
  readonly section_id: string | null
  readonly path: string
  readonly position: string
  readonly title: string
  readonly page_id: string | null
}

export const toSiteSpace = (row: SiteSpaceRow): SiteSpaceRecord => ({
  id: row.x_id,
  siteId: row.x_site_id,
  spaceId: row.x_space_id,
  sectionId: row.x_section_id,
  path: row.x_path,
  urlPath: row.x_url_path,
  title: row.x_title,
  pageId: row.x_page_id,
  position: row.x_position,
  language: row.x_language,
  condition: row.x_condition,
  hidden: row.x_hidden === 1,
  draft: row.x_draft === 1,
  isDefault: row.x_default === 1
})

/** Of site spaces `x` on sites `i`, in sections `c`, that show spaces `s`. */
export const siteSpaceColumns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`x.id AS x_id, x.site_id AS x_site_id, x.space_id AS x_space_id, x.section_id AS x_section_id,
    x.path AS x_path, ${urlPath(sql)} AS x_url_path,
    coalesce(x.title, s.title) AS x_title, x.page_id AS x_page_id, x.position AS x_position, s.language AS x_language,
    x.condition_expression AS x_condition,
    x.hidden AS x_hidden, x.draft AS x_draft, ${isDefault(sql)} AS x_default`

/** Of site spaces `x`, in sections `c`, that show spaces `s`. */
export const inView = (sql: SqlClient.SqlClient, organizationId: string, view: SiteView): Statement.Fragment =>
  sql`${spacesInScope(sql, organizationId, view.spaces)} AND ${
    view.only !== undefined ? among(sql, view.only) : view.shownOnly ? shown(sql) : sql`1 = 1`
  }`

const among = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>): Statement.Fragment =>
  ids.length === 0 ? sql`1 = 0` : sql.in("x.id", ids)

const toInsert = (siteSpace: NewSiteSpace) => ({
  id: siteSpace.id,
  site_id: siteSpace.siteId,
  space_id: siteSpace.spaceId,
  section_id: siteSpace.sectionId,
  path: siteSpace.path,
  title: siteSpace.title,
  position: siteSpace.position,
  condition_expression: null,
  page_id: siteSpace.pageId,
  hidden: 0,
  draft: siteSpace.draft ? 1 : 0
})

const toSiteSpaceColumns = (patch: SiteSpacePatch): Record<string, string | number | null> => ({
  ...(patch.path === undefined ? {} : { path: patch.path }),
  ...(patch.condition === undefined ? {} : { condition_expression: patch.condition }),
  ...(patch.hidden === undefined ? {} : { hidden: patch.hidden ? 1 : 0 }),
  ...(patch.draft === undefined ? {} : { draft: patch.draft ? 1 : 0 }),
  ...(patch.spaceId === undefined ? {} : { space_id: patch.spaceId }),
  ...(patch.pageId === undefined ? {} : { page_id: patch.pageId }),
  ...(patch.position === undefined ? {} : { position: patch.position })
})

export const siteSpaceStoreLayer = store(SiteSpaceStore, "siteSpaces", ({ insertAll, sql }) => {
  const from = (site: SiteRecord, view: SiteView): Statement.Fragment =>
    sql`site_spaces x JOIN sites i ON i.id = x.site_id JOIN spaces s ON s.id = x.space_id ${joinSections(sql)}
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

  return {
    all: (site, view) => select(sql`${from(site, view)} ORDER BY x.position, x.id`),
    get: (site, siteSpaceId, view) => select(sql`${from(site, view)} AND x.id = ${siteSpaceId}`).pipe(first),
    places: (siteId) =>
      sql<PlaceRow>`SELECT x.id, x.space_id, x.section_id, x.path, x.position, x.page_id,
          coalesce(x.title, s.title) AS title
        FROM site_spaces x JOIN spaces s ON s.id = x.space_id
        WHERE x.site_id = ${siteId} ORDER BY x.position, x.id`.pipe(
        Effect.map((rows) =>
          rows.map(({ page_id, section_id, space_id, ...row }) => ({
            ...row,
            spaceId: space_id,
            sectionId: section_id,
            pageId: page_id
          }))
        )
      ),
    placed: (of) =>
      sql<SiteSpaceRow>`SELECT ${siteSpaceColumns(sql)}
        FROM site_spaces x JOIN sites i ON i.id = x.site_id JOIN spaces s ON s.id = x.space_id ${joinSections(sql)}
        WHERE ${"space" in of ? sql`x.space_id = ${of.space}` : sql`x.site_id = ${of.site}`} ORDER BY x.id`.pipe(
        Effect.map((rows) => rows.map(toSiteSpace))
      ),
    insert: (siteSpaces) => insertAll("site_spaces", siteSpaces.map(toInsert)),
    update: (siteSpaceId, patch) => {
      const set = toSiteSpaceColumns(patch)
      return Object.keys(set).length === 0
        ? Effect.void
        : sql`UPDATE site_spaces SET ${sql.update(set)} WHERE id = ${siteSpaceId}`.pipe(Effect.asVoid)
    },
    remove: (siteId, siteSpaceId) =>
      Effect.gen(function* () {
        const [gone] = yield* sql<{ position: string; section_id: string | null }>`DELETE FROM site_spaces
          WHERE id = ${siteSpaceId} AND site_id = ${siteId} RETURNING position, section_id`
        if (gone === undefined) return false
        const after = sql`${gone.position}`
        yield* gone.section_id === null
          ? sql`UPDATE sites SET default_site_space =
              ${nextAtRoot(sql, sql`x.site_id = ${siteId} AND x.section_id IS NULL`, after)}
            WHERE id = ${siteId} AND default_site_space = ${siteSpaceId}`
          : sql`UPDATE site_sections SET default_site_space =
              ${nextAtRoot(sql, sql`x.section_id = ${gone.section_id}`, after)}
            WHERE id = ${gone.section_id} AND default_site_space = ${siteSpaceId}`
        return true
      }).pipe(sql.withTransaction)
  }
})
