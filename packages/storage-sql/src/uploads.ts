import type { UploadRecord } from "@octavo/core/content/uploads/Upload"
import { UploadStore } from "@octavo/core/content/uploads/UploadStore"
import { Effect } from "effect"
import { anyRow, store } from "./store.ts"
import { integer, table, text } from "./table.ts"

export const uploadsTable = table<UploadRecord>()("uploads", {
  id: text.fixed,
  organizationId: text.fixed,
  kind: text,
  name: text,
  contentType: text,
  size: integer,
  createdBy: text.orNull,
  createdAt: text.fixed,
  expiresAt: text,
  blob: text.orNull
})

export const uploadStoreLayer = store(UploadStore, "uploads", ({ rows, sql }) => {
  const uploads = rows(uploadsTable)
  return {
    insert: (upload) => uploads.insert(upload),
    get: (id) => uploads.first(sql`id = ${id}`),
    fill: (id, blob, expiresAt) =>
      sql`UPDATE uploads SET blob = ${blob}, expires_at = ${expiresAt}
        WHERE id = ${id} AND blob IS NULL RETURNING id`.pipe(anyRow),
    removeExpired: (at) =>
      sql`DELETE FROM uploads WHERE expires_at <= ${at} RETURNING id`.pipe(Effect.map((rows) => rows.length))
  }
})
