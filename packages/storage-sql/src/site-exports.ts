import type { SiteExportRecord, SiteExportStatus } from "@octavo/core/delivery/site-exports/SiteExport"
import { SiteExportStore } from "@octavo/core/delivery/site-exports/SiteExportStore"
import { Effect } from "effect"
import { descending, store } from "./store.ts"
import { integer, table, text } from "./table.ts"

export const siteExportsTable = table<SiteExportRecord>()("site_exports", {
  id: text.fixed,
  organizationId: text.fixed,
  siteId: text.fixed,
  status: text,
  origin: text.orNull.fixed,
  base: text.fixed,
  createdBy: text.orNull.fixed,
  createdAt: text.fixed,
  updatedAt: text,
  startedAt: text.orNull,
  completedAt: text.orNull,
  expiresAt: text.orNull,
  reason: text.orNull,
  pages: integer.orNull,
  files: integer.orNull,
  size: integer.orNull,
  blob: text.orNull
})

const active: ReadonlyArray<SiteExportStatus> = ["pending", "in-progress"]

export const siteExportStoreLayer = store(SiteExportStore, "site-exports", ({ rows, sql }) => {
  const siteExports = rows(siteExportsTable)
  return {
    insert: (record) => siteExports.insert(record),
    get: (id) => siteExports.first(sql`id = ${id}`),
    list: (siteId, slice) => siteExports.list(sql`site_id = ${siteId}`, descending("id"), slice),
    update: (id, from, patch) => siteExports.change(patch, sql`id = ${id} AND ${sql.in("status", from)}`),
    active: (organizationId, siteId) =>
      Effect.all({
        all: siteExports.count(sql`organization_id = ${organizationId} AND ${sql.in("status", active)}`),
        ofSite: siteExports.count(sql`site_id = ${siteId} AND ${sql.in("status", active)}`)
      }),
    remove: (id) => siteExports.remove(sql`id = ${id}`),
    removeEnded: (siteId, except) =>
      Effect.asVoid(
        siteExports.remove(sql`site_id = ${siteId} AND id <> ${except} AND NOT (${sql.in("status", active)})`)
      ),
    removeExpired: (at) =>
      sql`DELETE FROM site_exports WHERE expires_at <= ${at} RETURNING id`.pipe(Effect.map((gone) => gone.length))
  }
})
