import type {
  RedirectDestination,
  RedirectFilter,
  RedirectPatch,
  RedirectRecord
} from "@octavo/core/delivery/redirects/Redirect"
import { type Moved, RedirectStore, type SpaceRedirect } from "@octavo/core/delivery/redirects/RedirectStore"
import { sourceKey } from "@octavo/core/delivery/redirects/source"
import type { SiteRecord } from "@octavo/core/delivery/site-records/Site"
import type { SiteView } from "@octavo/core/delivery/site-records/SiteStore"
import { Array as Arr, Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { literal } from "./Dialect.ts"
import { spacesInScope } from "./permissions.ts"
import { anyRow, store } from "./store.ts"
import { containing } from "./support.ts"

interface Row {
  readonly id: string
  readonly site_id: string
  readonly source: string
  readonly draft: number
  readonly capture_wildcard: number
  readonly permanent: number
  readonly automatic: number
  readonly kind: RedirectDestination["kind"]
  readonly site_section_id: string | null
  readonly site_space_id: string | null
  readonly page_id: string | null
  readonly url: string | null
  readonly created_at: string
  readonly updated_at: string
}

const toDestination = (row: Row): RedirectDestination => {
  const siteSpaceId = row.site_space_id ?? ""
  switch (row.kind) {
    case "site-section":
      return { kind: row.kind, siteSectionId: row.site_section_id ?? "" }
    case "site-space":
      return { kind: row.kind, siteSpaceId }
    case "site-page":
      return { kind: row.kind, siteSpaceId, pageId: row.page_id ?? "" }
    case "external":
      return { kind: row.kind, url: row.url ?? "" }
  }
}

const toRecord = (row: Row): RedirectRecord => ({
  id: row.id,
  siteId: row.site_id,
  source: row.source,
  destination: toDestination(row),
  draft: row.draft === 1,
  captureWildcard: row.capture_wildcard === 1,
  permanent: row.permanent === 1,
  automatic: row.automatic === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at
})

const destinationColumns = (destination: RedirectDestination) => ({
  kind: destination.kind,
  site_section_id: destination.kind === "site-section" ? destination.siteSectionId : null,
  site_space_id: destination.kind === "site-space" || destination.kind === "site-page" ? destination.siteSpaceId : null,
  page_id: destination.kind === "site-page" ? destination.pageId : null,
  url: destination.kind === "external" ? destination.url : null
})

/** Columns of the fields that are there. */
const toColumns = (patch: RedirectPatch): Record<string, string | number | null> => ({
  ...(patch.source === undefined ? {} : { source: patch.source, source_key: sourceKey(patch.source) }),
  ...(patch.destination === undefined ? {} : destinationColumns(patch.destination)),
  ...(patch.draft === undefined ? {} : { draft: patch.draft ? 1 : 0 }),
  ...(patch.captureWildcard === undefined ? {} : { capture_wildcard: patch.captureWildcard ? 1 : 0 }),
  ...(patch.permanent === undefined ? {} : { permanent: patch.permanent ? 1 : 0 }),
  ...(patch.automatic === undefined ? {} : { automatic: patch.automatic ? 1 : 0 })
})

const orderColumns = { createdAt: "r.created_at", updatedAt: "r.updated_at", source: "r.source" } as const

export const redirectStoreLayer = store(RedirectStore, "redirects", ({ insertAll, sliced, sql }) => {
  /** Of redirects `r` of the site: those that lead to no space that the caller must not know of. */
  const inView = (site: SiteRecord, { spaces }: SiteView): Statement.Fragment =>
    spaces.all
      ? sql`r.site_id = ${site.id}`
      : sql`r.site_id = ${site.id} AND (r.site_space_id IS NULL OR r.site_space_id IN (
          SELECT x.id FROM site_spaces x JOIN spaces s ON s.id = x.space_id
          WHERE x.site_id = ${site.id} AND ${spacesInScope(sql, site.organizationId, spaces)}))`

  const matching = (site: SiteRecord, view: SiteView, { draft, search }: RedirectFilter): Statement.Fragment =>
    sql.and([
      inView(site, view),
      sql`r.draft = ${draft ? 1 : 0}`,
      search === undefined || search === ""
        ? sql`1 = 1`
        : // as it was written, or as a browser shows it
          sql.or(
            [search, encodeURI(search)].map(
              (text) => sql`lower(r.source) LIKE ${containing(text.toLowerCase())} ESCAPE '\\'`
            )
          )
    ])

  const moved = (one: Moved) => ({
    id: one.id,
    site_id: one.siteId,
    source_key: one.source,
    ...toColumns({
      source: one.source,
      destination: one.destination,
      draft: false,
      captureWildcard: true,
      permanent: false,
      automatic: true
    }),
    created_at: one.createdAt,
    updated_at: one.createdAt
  })

  return {
    list: (site, view, filter, slice) => {
      const order = [{ column: literal(orderColumns[filter.orderBy]) }, { column: sql`r.id` }]
      const where = matching(site, view, filter)
      return sliced(order, slice, sql`site_redirects r WHERE ${where}`, (rest) =>
        Effect.map(
          sql<Row>`SELECT r.* FROM site_redirects r
            WHERE ${where} AND ${rest}`,
          (rows) => rows.map(toRecord)
        )
      )
    },
    get: (site, view, id) =>
      sql<Row>`SELECT r.* FROM site_redirects r WHERE ${inView(site, view)} AND r.id = ${id}`.pipe(
        Effect.map(([row]) => row && toRecord(row))
      ),
    bySource: (siteId, key, draft) =>
      sql<Row>`SELECT * FROM site_redirects
        WHERE site_id = ${siteId} AND source_key = ${key} AND draft = ${draft ? 1 : 0}`.pipe(
        Effect.map(([row]) => row && toRecord(row))
      ),
    nearest: (siteId, keys) => {
      const [own] = keys
      return own === undefined
        ? Effect.succeed(undefined)
        : sql<Row>`SELECT * FROM site_redirects
            WHERE site_id = ${siteId} AND draft = 0 AND ${sql.in("source_key", keys)}
              AND (source_key = ${own} OR capture_wildcard = 1)
            ORDER BY length(source_key) DESC LIMIT 1`.pipe(Effect.map(([row]) => row && toRecord(row)))
    },
    insert: ({ createdAt, id, siteId, updatedAt, ...fields }) =>
      sql`INSERT INTO site_redirects ${sql.insert({
        id,
        site_id: siteId,
        ...toColumns(fields),
        created_at: createdAt,
        updated_at: updatedAt
      })} ON CONFLICT (site_id, source_key, draft) DO NOTHING RETURNING id`.pipe(anyRow),
    update: (id, patch, at) =>
      sql`UPDATE site_redirects SET ${sql.update({ ...toColumns(patch), updated_at: at })} WHERE id = ${id}`.pipe(
        Effect.as(true),
        Effect.catchReason("SqlError", "UniqueViolation", () => Effect.succeed(false))
      ),
    remove: (id) => sql`DELETE FROM site_redirects WHERE id = ${id} RETURNING id`.pipe(anyRow),
    putMoved: (all) =>
      insertAll(
        "site_redirects",
        all.map(moved),
        sql`ON CONFLICT (site_id, source_key, draft) DO UPDATE
          SET kind = excluded.kind, site_space_id = excluded.site_space_id, page_id = excluded.page_id,
            updated_at = excluded.updated_at
          WHERE site_redirects.automatic = 1`
      ),
    dropMoved: (all) =>
      Effect.forEach(
        Arr.chunksOf(all, 100),
        (some) =>
          sql`DELETE FROM site_redirects WHERE draft = 0 AND automatic = 1 AND ${sql.or(
            some.map(
              ({ destination, siteId, source }) => sql`(site_id = ${siteId} AND source_key = ${source}
              AND site_space_id = ${destination.siteSpaceId}
              AND ${destination.kind === "site-page" ? sql`page_id = ${destination.pageId}` : sql`page_id IS NULL`})`
            )
          )}`,
        { discard: true }
      ),
    dropOf: (siteId, siteSpaceIds) =>
      siteSpaceIds.length === 0
        ? Effect.void
        : sql`DELETE FROM site_redirects
            WHERE site_id = ${siteId} AND automatic = 1 AND ${sql.in("site_space_id", siteSpaceIds)}`.pipe(
            Effect.asVoid
          ),
    allOfSpace: (spaceId) =>
      sql<SpaceRow>`SELECT * FROM space_redirects WHERE space_id = ${spaceId}`.pipe(
        Effect.map((rows) => rows.map(toSpaceRedirect))
      ),
    replaceOfSpace: (spaceId, redirects) =>
      Effect.gen(function* () {
        const before = yield* sql<SpaceRow>`SELECT * FROM space_redirects WHERE space_id = ${spaceId}`
        const known = new Map(before.map((row) => [row.source_key, row]))
        const wanted = new Map(redirects.map((one) => [one.source, one]))
        const isKept = (row: SpaceRow) => wanted.get(row.source_key)?.pageId === row.page_id
        for (const row of before) if (!isKept(row)) yield* sql`DELETE FROM space_redirects WHERE id = ${row.id}`
        const added = redirects.filter((one) => known.get(one.source)?.page_id !== one.pageId)
        yield* insertAll(
          "space_redirects",
          added.map((one) => ({
            id: one.id,
            space_id: spaceId,
            source_key: one.source,
            page_id: one.pageId,
            created_at: one.createdAt
          }))
        )
      }).pipe(sql.withTransaction),
    ofSpace: (spaceId, key) =>
      sql<SpaceRow>`SELECT * FROM space_redirects WHERE space_id = ${spaceId} AND source_key = ${key}`.pipe(
        Effect.map(([row]) => row && toSpaceRedirect(row))
      )
  }
})

interface SpaceRow {
  readonly id: string
  readonly source_key: string
  readonly page_id: string
  readonly created_at: string
}

const toSpaceRedirect = (row: SpaceRow): SpaceRedirect => ({
  id: row.id,
  source: row.source_key,
  pageId: row.page_id,
  createdAt: row.created_at
})
