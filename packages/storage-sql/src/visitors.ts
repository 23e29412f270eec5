import type { SiteVisibility } from "@octavo/core/delivery/site-records/Site"
import type { AuthBackend, PublishingAuthRecord } from "@octavo/core/delivery/visitors/PublishingAuth"
import type { ShareLinkRecord } from "@octavo/core/delivery/visitors/ShareLink"
import { VisitorStore } from "@octavo/core/delivery/visitors/VisitorStore"
import { Effect } from "effect"
import { anyRow, store } from "./store.ts"
import { containing } from "./support.ts"
import { nameKey } from "./users.ts"

interface ShareLinkRow {
  readonly id: string
  readonly site_id: string
  readonly name: string
  readonly active: number
  readonly key_hash: string
  readonly sealed_key: string
  readonly created_at: string
}

const toShareLink = (row: ShareLinkRow): ShareLinkRecord => ({
  id: row.id,
  siteId: row.site_id,
  name: row.name,
  active: row.active === 1,
  keyHash: row.key_hash,
  sealedKey: row.sealed_key,
  createdAt: row.created_at
})

interface AuthRow {
  readonly site_id: string
  readonly backend: AuthBackend
  readonly key_id: string
  readonly sealed_key: string
  readonly fallback_url: string | null
  readonly logout_url: string | null
}

const toAuth = (row: AuthRow): PublishingAuthRecord => ({
  siteId: row.site_id,
  backend: row.backend,
  keyId: row.key_id,
  sealedKey: row.sealed_key,
  fallbackUrl: row.fallback_url,
  logoutUrl: row.logout_url
})

/** A site with its active share links: one row for each, or one without. */
interface DoorRow {
  readonly published: number
  readonly visibility: SiteVisibility
  readonly key_id: string | null
  readonly link_id: string | null
  readonly key_hash: string | null
}

export const visitorStoreLayer = store(VisitorStore, "visitors", ({ countOf, sliced, sql }) => {
  const order = [{ column: sql`l.created_at` }, { column: sql`l.id` }]

  return {
    doors: (siteId) =>
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
      return sliced(order, slice, sql`share_links l WHERE ${where}`, (rest) =>
        Effect.map(
          sql<ShareLinkRow>`SELECT l.* FROM share_links l
            WHERE ${where} AND ${rest}`,
          (rows) => rows.map(toShareLink)
        )
      )
    },
    shareLink: (siteId, id) =>
      sql<ShareLinkRow>`SELECT * FROM share_links WHERE id = ${id} AND site_id = ${siteId}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toShareLink(row)))
      ),
    insertShareLink: (link) =>
      sql`INSERT INTO share_links ${sql.insert({
        id: link.id,
        site_id: link.siteId,
        name: link.name,
        name_key: nameKey(link.name),
        active: link.active ? 1 : 0,
        key_hash: link.keyHash,
        sealed_key: link.sealedKey,
        created_at: link.createdAt
      })}`.pipe(Effect.asVoid),
    updateShareLink: (siteId, id, { active, name }) =>
      sql`UPDATE share_links SET ${sql.update({
        ...(name === undefined ? {} : { name, name_key: nameKey(name) }),
        ...(active === undefined ? {} : { active: active ? 1 : 0 })
      })} WHERE id = ${id} AND site_id = ${siteId} RETURNING id`.pipe(anyRow),
    removeShareLink: (siteId, id) =>
      sql`DELETE FROM share_links WHERE id = ${id} AND site_id = ${siteId} RETURNING id`.pipe(anyRow),
    countShareLinks: (siteId) => countOf(sql`share_links WHERE site_id = ${siteId}`),
    auth: (siteId) =>
      sql<AuthRow>`SELECT * FROM publishing_auths WHERE site_id = ${siteId}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toAuth(row)))
      ),
    setAuth: (auth, at) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM publishing_auths WHERE site_id = ${auth.siteId}`
        yield* sql`INSERT INTO publishing_auths ${sql.insert({
          site_id: auth.siteId,
          backend: auth.backend,
          key_id: auth.keyId,
          sealed_key: auth.sealedKey,
          fallback_url: auth.fallbackUrl,
          logout_url: auth.logoutUrl,
          updated_at: at
        })}`
      }).pipe(sql.withTransaction)
  }
})
