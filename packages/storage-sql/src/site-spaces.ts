import type { SiteRecord } from "@octavo/core/delivery/site-records/Site"
import type { SiteSpaceRecord } from "@octavo/core/delivery/site-records/SiteSpace"
import { type SiteSpacePlace, SiteSpaceStore } from "@octavo/core/delivery/site-records/SiteSpaceStore"
import type { SiteView } from "@octavo/core/delivery/site-records/SiteStore"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { spacesInScope } from "./permissions.ts"
import { isDefault, joinSections, nextAtRoot, urlPath, visibleToAll } from "./site-structure.ts"
import { selectSpaces } from "./spaces.ts"
import { first, store } from "./store.ts"
import { boolean, type Row, table, text } from "./table.ts"

/** Of site spaces as they are kept: the title is the space's where they have none of their own. */
type Stored = Omit<SiteSpaceRecord, "urlPath" | "language" | "isDefault" | "title"> & { readonly title: string | null }

export const siteSpacesTable = table<Stored>()("site_spaces", {
  id: text.fixed,
  siteId: text.fixed,
  spaceId: text,
  sectionId: text.orNull.fixed,
  path: text,
  title: text.orNull,
  pageId: text.orNull,
  versionOf: text.orNull,
  position: text,
  condition: text.orNull.at("condition_expression"),
  hidden: boolean,
  draft: boolean
})

/** Site spaces in the rows of other things, as `siteSpaceColumns` selects them. */
const selectedTable = table<{ readonly x: SiteSpaceRecord }>()("site_spaces", {
  x: {
    id: text,
    siteId: text,
    spaceId: text,
    sectionId: text.orNull,
    path: text,
    urlPath: text,
    title: text,
    pageId: text.orNull,
    versionOf: text.orNull,
    position: text,
    language: text.orNull,
    condition: text.orNull,
    hidden: boolean,
    draft: boolean,
    isDefault: boolean
  }
})

export type SiteSpaceRow = Row<{ readonly x: SiteSpaceRecord }>

export const toSiteSpace = (row: SiteSpaceRow): SiteSpaceRecord => selectedTable.decode(row).x

/** Where a site space stands. */
const placesTable = table<SiteSpacePlace>()("site_spaces", {
  id: text.fixed,
  spaceId: text,
  sectionId: text.orNull,
  path: text,
  position: text,
  title: text.computed,
  pageId: text.orNull,
  versionOf: text.orNull
})

/** Of site spaces `x` on sites `i`, in sections `c`, that show spaces `s`. */
export const siteSpaceColumns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`x.id AS x_id, x.site_id AS x_site_id, x.space_id AS x_space_id, x.section_id AS x_section_id,
    x.path AS x_path, ${urlPath(sql)} AS x_url_path,
    coalesce(x.title, s.title) AS x_title, x.page_id AS x_page_id, x.version_of AS x_version_of, x.position AS x_position, s.language AS x_language,
    x.condition_expression AS x_condition,
    x.hidden AS x_hidden, x.draft AS x_draft, ${isDefault(sql)} AS x_is_default`

/** Of site spaces `x`, in sections `c`, that show spaces `s`. */
export const inView = (sql: SqlClient.SqlClient, organizationId: string, view: SiteView): Statement.Fragment =>
  sql`${spacesInScope(sql, organizationId, view.spaces)} AND ${
    view.only !== undefined ? among(sql, view.only) : view.shownOnly ? visibleToAll(sql) : sql`1 = 1`
  }`

const among = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>): Statement.Fragment =>
  ids.length === 0 ? sql`1 = 0` : sql.in("x.id", ids)

export const siteSpaceStoreLayer = store(SiteSpaceStore, "siteSpaces", ({ rows, sql }) => {
  const siteSpaces = rows(siteSpacesTable)
  const places = rows(placesTable, "x", {
    columns: sql`coalesce(x.title, s.title) AS title`,
    join: sql`JOIN spaces s ON s.id = x.space_id`
  })
  const from = (site: SiteRecord, view: SiteView): Statement.Fragment =>
    sql`site_spaces x JOIN sites i ON i.id = x.site_id JOIN spaces s ON s.id = x.space_id ${joinSections(sql)}
      WHERE x.site_id = ${site.id} AND ${inView(sql, site.organizationId, view)}`

  /** Site spaces with their spaces: one query for each kind. */
  const select = Effect.fnUntraced(function* (where: Statement.Fragment) {
    const siteSpaces = (yield* sql<SiteSpaceRow>`SELECT ${siteSpaceColumns(sql)} FROM ${where}`).map(toSiteSpace)
    if (siteSpaces.length === 0) return []
    const spaces = yield* selectSpaces(sql, sql.in("s.id", [...new Set(siteSpaces.map(({ spaceId }) => spaceId))]))
    const byId = new Map(spaces.map((space) => [space.id, space]))
    return siteSpaces.flatMap((siteSpace) => {
      const space = byId.get(siteSpace.spaceId)
      return space === undefined ? [] : [{ siteSpace, space }]
    })
  })

  return {
    all: (site, view) => select(sql`${from(site, view)} ORDER BY x.position, x.id`),
    get: (site, siteSpaceId, view) => select(sql`${from(site, view)} AND x.id = ${siteSpaceId}`).pipe(first),
    places: (siteId) => places.all(sql`x.site_id = ${siteId} ORDER BY x.position, x.id`),
    placed: (of) =>
      sql<SiteSpaceRow>`SELECT ${siteSpaceColumns(sql)}
        FROM site_spaces x JOIN sites i ON i.id = x.site_id JOIN spaces s ON s.id = x.space_id ${joinSections(sql)}
        WHERE ${"space" in of ? sql`x.space_id = ${of.space}` : sql`x.site_id = ${of.site}`} ORDER BY x.id`.pipe(
        Effect.map((rows) => rows.map(toSiteSpace))
      ),
    insert: (all) =>
      siteSpaces.insertAll(all.map((one) => ({ versionOf: null, ...one, condition: null, hidden: false }))),
    update: (siteSpaceId, patch) => siteSpaces.update(patch, sql`id = ${siteSpaceId}`),
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
