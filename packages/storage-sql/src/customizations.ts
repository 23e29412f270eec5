import { CustomizationStore } from "@octavo/core/delivery/sites/CustomizationStore"
import { Effect } from "effect"
import { anyRow, store } from "./store.ts"
import { containing, fromJson } from "./support.ts"

interface Row {
  /** `null`: the site itself. */
  readonly site_space_id: string | null
  readonly settings: string
  readonly updated_at: string
}

const toStored = ({ settings, updated_at }: Row) => ({
  settings: fromJson<Record<string, unknown>>(settings),
  updatedAt: updated_at
})

export const customizationStoreLayer = store(CustomizationStore, "customizations", ({ sql }) => {
  return {
    all: (siteId) =>
      sql<Row>`SELECT NULL AS site_space_id, settings, updated_at FROM site_customizations WHERE site_id = ${siteId}
        UNION ALL SELECT c.site_space_id, c.settings, c.updated_at
        FROM site_spaces x JOIN site_space_customizations c ON c.site_space_id = x.id
        WHERE x.site_id = ${siteId}`.pipe(
        Effect.map((rows) => {
          const site = rows.find((row) => row.site_space_id === null)
          return {
            site: site === undefined ? undefined : toStored(site),
            siteSpaces: new Map(
              rows.flatMap((row) => (row.site_space_id === null ? [] : [[row.site_space_id, toStored(row)] as const]))
            )
          }
        })
      ),
    sitesWithFont: (organizationId, fontId) => {
      const named = sql`c.settings LIKE ${containing(JSON.stringify(fontId))} ESCAPE '\\'`
      return sql<{ id: string }>`SELECT s.id FROM sites s JOIN site_customizations c ON c.site_id = s.id
        WHERE s.organization_id = ${organizationId} AND ${named}
        UNION SELECT s.id FROM sites s JOIN site_spaces x ON x.site_id = s.id
        JOIN site_space_customizations c ON c.site_space_id = x.id
        WHERE s.organization_id = ${organizationId} AND ${named} ORDER BY id`.pipe(
        Effect.map((rows) => rows.map(({ id }) => id))
      )
    },
    putSite: (siteId, { settings, updatedAt }) =>
      sql`INSERT INTO site_customizations ${sql.insert({
        site_id: siteId,
        settings: JSON.stringify(settings),
        updated_at: updatedAt
      })} ON CONFLICT (site_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`.pipe(
        Effect.asVoid
      ),
    putSiteSpace: (siteSpaceId, { settings, updatedAt }) =>
      sql`INSERT INTO site_space_customizations ${sql.insert({
        site_space_id: siteSpaceId,
        settings: JSON.stringify(settings),
        updated_at: updatedAt
      })} ON CONFLICT (site_space_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`.pipe(
        Effect.asVoid
      ),
    removeSiteSpace: (siteSpaceId) =>
      sql`DELETE FROM site_space_customizations WHERE site_space_id = ${siteSpaceId} RETURNING site_space_id`.pipe(
        anyRow
      )
  }
})
