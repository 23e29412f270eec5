import type { RedirectDestination, RedirectFilter, RedirectRecord } from "@octavo/core/delivery/redirects/Redirect"
import { type Moved, RedirectStore, type SpaceRedirect } from "@octavo/core/delivery/redirects/RedirectStore"
import { sourceKey } from "@octavo/core/delivery/redirects/source"
import type { SiteRecord } from "@octavo/core/delivery/site-records/Site"
import type { SiteView } from "@octavo/core/delivery/site-records/SiteStore"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import { Array as Arr, Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { literal } from "./Dialect.ts"
import { spacesInScope } from "./permissions.ts"
import { anyRow, store } from "./store.ts"
import { containing } from "./support.ts"
import { boolean, mapTable, table, text } from "./table.ts"

/** Where it leads to, as it is kept. */
interface Place {
  readonly kind: RedirectDestination["kind"]
  readonly siteSectionId: string | null
  readonly siteSpaceId: string | null
  readonly pageId: string | null
  readonly url: string | null
}

const toDestination = ({ kind, pageId, siteSectionId, siteSpaceId, url }: Place): RedirectDestination => {
  switch (kind) {
    case "site-section":
      return { kind, siteSectionId: siteSectionId ?? "" }
    case "site-space":
      return { kind, siteSpaceId: siteSpaceId ?? "" }
    case "site-page":
      return { kind, siteSpaceId: siteSpaceId ?? "", pageId: pageId ?? "" }
    case "external":
      return { kind, url: url ?? "" }
  }
}

const toPlace = (destination: RedirectDestination): Place => ({
  kind: destination.kind,
  siteSectionId: destination.kind === "site-section" ? destination.siteSectionId : null,
  siteSpaceId: destination.kind === "site-space" || destination.kind === "site-page" ? destination.siteSpaceId : null,
  pageId: destination.kind === "site-page" ? destination.pageId : null,
  url: destination.kind === "external" ? destination.url : null
})

export const siteRedirectsTable = mapTable(
  table<Omit<RedirectRecord, "destination"> & Place>()("site_redirects", {
    id: text.fixed,
    siteId: text.fixed,
    source: text.also("source_key", sourceKey),
    kind: text,
    siteSectionId: text.orNull,
    siteSpaceId: text.orNull,
    pageId: text.orNull,
    url: text.orNull,
    draft: boolean,
    captureWildcard: boolean,
    permanent: boolean,
    automatic: boolean,
    createdAt: text.fixed,
    updatedAt: text
  }),
  ({ kind, pageId, siteSectionId, siteSpaceId, url, ...redirect }): RedirectRecord => ({
    ...redirect,
    destination: toDestination({ kind, pageId, siteSectionId, siteSpaceId, url })
  })
)

export const spaceRedirectsTable = table<SpaceRedirect>()("space_redirects", {
  id: text.fixed,
  source: text.at("source_key"),
  pageId: text,
  createdAt: text
})

const orderColumns = { createdAt: "r.created_at", updatedAt: "r.updated_at", source: "r.source" } as const

export const redirectStoreLayer = store(RedirectStore, "redirects", ({ insertAll, rows, sql }) => {
  const spaceRedirects = rows(spaceRedirectsTable)
  const siteRedirects = rows(siteRedirectsTable, "r")
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

  const moved = ({ createdAt, destination, id, siteId, source }: Moved) =>
    siteRedirectsTable.insert({
      id,
      siteId,
      source,
      ...toPlace(destination),
      draft: false,
      captureWildcard: true,
      permanent: false,
      automatic: true,
      createdAt,
      updatedAt: createdAt
    })

  return {
    list: (site, view, filter, slice) => {
      const order = [{ column: literal(orderColumns[filter.orderBy]) }, { column: sql`r.id` }]
      const where = matching(site, view, filter)
      return siteRedirects.list(where, order, slice)
    },
    get: (site, view, id) => siteRedirects.first(sql`${inView(site, view)} AND r.id = ${id}`),
    bySource: (siteId, key, draft) =>
      siteRedirects.first(sql`site_id = ${siteId} AND source_key = ${key} AND draft = ${draft ? 1 : 0}`),
    nearest: (siteId, keys) => {
      const [own] = keys
      return own === undefined
        ? Effect.succeed(undefined)
        : siteRedirects.first(sql`site_id = ${siteId} AND draft = 0 AND ${sql.in("source_key", keys)}
              AND (source_key = ${own} OR capture_wildcard = 1)
            ORDER BY length(source_key) DESC LIMIT 1`)
    },
    insert: ({ destination, ...redirect }) =>
      sql`INSERT INTO site_redirects ${sql.insert(siteRedirectsTable.insert({ ...redirect, ...toPlace(destination) }))}
        ON CONFLICT (site_id, source_key, draft) DO NOTHING RETURNING id`.pipe(anyRow),
    update: (id, { destination, ...patch }, at) =>
      siteRedirects.update({ ...patch, ...ifDefined(destination, toPlace), updatedAt: at }, sql`id = ${id}`).pipe(
        Effect.as(true),
        Effect.catchReason("SqlError", "UniqueViolation", () => Effect.succeed(false))
      ),
    remove: (id) => siteRedirects.remove(sql`id = ${id}`),
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
    allOfSpace: (spaceId) => spaceRedirects.all(sql`space_id = ${spaceId}`),
    replaceOfSpace: (spaceId, redirects) =>
      Effect.gen(function* () {
        const before = yield* spaceRedirects.all(sql`space_id = ${spaceId}`)
        const known = new Map(before.map((one) => [one.source, one]))
        const wanted = new Map(redirects.map((one) => [one.source, one]))
        const isKept = (one: SpaceRedirect) => wanted.get(one.source)?.pageId === one.pageId
        for (const one of before) if (!isKept(one)) yield* sql`DELETE FROM space_redirects WHERE id = ${one.id}`
        const added = redirects.filter((one) => known.get(one.source)?.pageId !== one.pageId)
        yield* insertAll(
          "space_redirects",
          added.map((one) => ({ ...spaceRedirectsTable.insert(one), space_id: spaceId }))
        )
      }).pipe(sql.withTransaction),
    ofSpace: (spaceId, key) => spaceRedirects.first(sql`space_id = ${spaceId} AND source_key = ${key}`)
  }
})
