/** A store as it was before ids began with a letter. */

import { withEarlierIds } from "@octavo/core/kernel/shared/currentIds"
import type { OctavoConfig } from "@octavo/runtime/config"
import { Dialect, literal, migrations } from "@octavo/storage-sql"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { onDatabase } from "./rows.ts"

/** Addresses and texts as somebody wrote them, or as they were sent: nobody changes what they say. */
const asWritten = new Set([
  "site_events.url",
  "site_events.referrer",
  "links.href",
  "users.photo_url",
  "git_syncs.url",
  "webhook_deliveries.response",
  "blobs.storage_key",
  "blob_chunks.storage_key"
])

/** Number of the migration before. */
export const versionBefore = migrations.findIndex(({ name }) => name === "lettered_ids")

/** What each migration since has made, and takes it back: they all come again. */
const takenBack: Readonly<Record<string, ReadonlyArray<string>>> = {
  computed_pages: [
    "DROP TABLE computed_pages",
    "DROP INDEX content_indexes_computed",
    "ALTER TABLE content_indexes DROP COLUMN computed"
  ],
  email_domain_proofs: [
    "DROP TABLE email_domain_proofs",
    "DROP TABLE former_members",
    "ALTER TABLE users DROP COLUMN named_by"
  ],
  events: ["DROP TABLE presences", "DROP TABLE presence_processes", "DROP TABLE space_events"],
  known_conflicts: [
    "DROP INDEX change_requests_in_work",
    "ALTER TABLE change_requests DROP COLUMN conflicts",
    "ALTER TABLE change_requests DROP COLUMN conflicts_between"
  ],
  embeddings: [
    "DROP TABLE embedding_sections",
    "DROP TABLE embedding_pages",
    "DROP TABLE embedding_spaces",
    "DROP TABLE embeddings"
  ],
  notifications: ["DROP TABLE notifications", "DROP TABLE notification_settings"],
  page_histories: ["DROP TABLE git_history_pages", "DROP TABLE git_histories"],
  remote_pictures: [
    "DROP TABLE remote_picture_places",
    "DROP TABLE remote_pictures",
    "DROP TABLE remote_picture_scans"
  ],
  searching: ["DROP INDEX search_pages_varying"],
  seen_pages: ["DROP TABLE seen_pages"],
  site_exports: ["DROP TABLE site_exports"],
  site_description: ["ALTER TABLE sites DROP COLUMN description"],
  site_space_versions: ["ALTER TABLE site_spaces DROP COLUMN version_of"]
}

/** How each store takes back the trigger by which a revision moves its head. */
const headMovesBack = {
  sqlite: ["DROP TRIGGER revisions_move_heads"],
  postgres: ["DROP TRIGGER revisions_move_heads ON revisions", "DROP FUNCTION move_head"]
}

/** Tables that the version before did not have: what was in them is gone when it is taken back. */
export const laterTables: ReadonlySet<string> = new Set(
  Object.values(takenBack).flatMap((statements) =>
    statements.flatMap((statement) => /^DROP TABLE (\w+)$/.exec(statement)?.[1] ?? [])
  )
)

/**
 * Takes the store back to the version before: every id in every column of text as it was made then. What is named by
 * its hash is as it always was.
 * @returns how many values there are of them, by table
 */
export const takeIdsBack = (config: OctavoConfig): Promise<Record<string, number>> =>
  onDatabase(
    config,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { kind, portable } = yield* Dialect
      const changed: Record<string, number> = {}
      const all = Effect.gen(function* () {
        for (const { name } of migrations.slice(versionBefore + 1).reverse()) {
          const statements = name === "head_moves" ? headMovesBack[kind] : (takenBack[name] ?? [])
          for (const statement of statements) yield* sql`${literal(statement)}`
        }
        const references = yield* portable.dropReferences
        for (const { columns, key, name } of yield* portable.tables) {
          if (name === "octavo_migrations" || name === "changed_parts") continue
          const texts = columns.filter((column) => column.kind === "text" && !asWritten.has(`${name}.${column.name}`))
          const rows = yield* sql<Record<string, string | null>>`SELECT * FROM ${sql(name)}`
          for (const row of rows) {
            const earlier = texts.flatMap((column) => {
              const value = row[column.name]
              return typeof value === "string" && withEarlierIds(value) !== value
                ? [[column.name, withEarlierIds(value)] as const]
                : []
            })
            if (earlier.length === 0) continue
            changed[name] = (changed[name] ?? 0) + earlier.length
            yield* sql`UPDATE ${sql(name)} SET ${sql.csv(earlier.map(([column, value]) => sql`${sql(column)} = ${value}`))}
              WHERE ${sql.and(key.map((column) => sql`${sql(column)} = ${row[column]!}`))}`
          }
        }
        yield* portable.complete(references)
        yield* sql`DELETE FROM octavo_migrations WHERE id > ${versionBefore}`
      })
      yield* portable.unchecked(sql.withTransaction(all))
      return changed
    })
  )
