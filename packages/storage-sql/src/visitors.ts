import type { SiteVisibility } from "@octavo/core/delivery/site-records/Site"
import type { PublishingAuthRecord } from "@octavo/core/delivery/visitors/PublishingAuth"
import type { ShareLinkRecord } from "@octavo/core/delivery/visitors/ShareLink"
import { VisitorStore } from "@octavo/core/delivery/visitors/VisitorStore"
import { Effect } from "effect"
import { ascending, store } from "./store.ts"
import { containing } from "./support.ts"
import { boolean, table, text } from "./table.ts"
import { nameKey } from "./users.ts"

export const shareLinksTable = table<ShareLinkRecord>()("share_links", {
  id: text.fixed,
  siteId: text.fixed,
  name: text.also("name_key", nameKey),
  active: boolean,
  keyHash: text.fixed,
  sealedKey: text.fixed,
  createdAt: text
})

export const publishingAuthsTable = table<PublishingAuthRecord>()("publishing_auths", {
  siteId: text.fixed,
  backend: text,
  keyId: text,
  sealedKey: text.fixed,
  fallbackUrl: text.orNull,
  logoutUrl: text.orNull
})

/** A site with its active share links: one row for each, or one without. */
interface DoorRow {
  readonly published: number
  readonly visibility: SiteVisibility
  readonly key_id: string | null
  readonly link_id: string | null
  readonly key_hash: string | null
}

export const visitorStoreLayer = store(VisitorStore, "visitors", ({ rows, sql }) => {
  const publishingAuths = rows(publishingAuthsTable)
  const shareLinks = rows(shareLinksTable, "l")

  return {
    accessRules: (siteId) =>
      sql<DoorRow>`SELECT i.published, i.visibility, a.key_id, l.id AS link_id, l.key_hash
        FROM sites i
        LEFT JOIN publishing_auths a ON a.site_id = i.id
        LEFT JOIN share_links l ON l.site_id = i.id AND l.active = 1
        WHERE i.id = ${siteId}`.pipe(
        Effect.map((rows) => {
          const [row] = rows
          if (row === undefined) return undefined
          return {
            published: row.published === 1,
            visibility: row.visibility,
            keyId: row.key_id,
            shareLinks: rows.flatMap(({ key_hash, link_id }) =>
              link_id === null || key_hash === null ? [] : [{ id: link_id, keyHash: key_hash }]
            )
          }
        })
      ),
    listShareLinks: (siteId, search, slice) => {
      const where = sql`l.site_id = ${siteId} AND ${
        search === "" ? sql`1 = 1` : sql`l.name_key LIKE ${containing(nameKey(search))} ESCAPE '\\'`
      }`
      return shareLinks.list(where, ascending("l.created_at", "l.id"), slice)
    },
    shareLink: (siteId, id) => shareLinks.first(sql`id = ${id} AND site_id = ${siteId}`),
    insertShareLink: (link) => shareLinks.insert(link),
    updateShareLink: (siteId, id, { active, name }) =>
      shareLinks.change({ active, name }, sql`id = ${id} AND site_id = ${siteId}`),
    removeShareLink: (siteId, id) => shareLinks.remove(sql`id = ${id} AND site_id = ${siteId}`),
    countShareLinks: (siteId) => shareLinks.count(sql`l.site_id = ${siteId}`),
    auth: (siteId) => publishingAuths.first(sql`site_id = ${siteId}`),
    setAuth: (auth, at) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM publishing_auths WHERE site_id = ${auth.siteId}`
        yield* sql`INSERT INTO publishing_auths ${sql.insert({
          ...publishingAuthsTable.insert(auth),
          updated_at: at
        })}`
      }).pipe(sql.withTransaction)
  }
})
