import type { UploadKind, UploadRecord } from "@octavo/core/content/uploads/Upload"
import { UploadStore } from "@octavo/core/content/uploads/UploadStore"
import { Effect } from "effect"
import { anyRow, store } from "./store.ts"

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly kind: UploadKind
  readonly name: string
  readonly content_type: string
  readonly size: number | bigint
  readonly created_by: string | null
  readonly created_at: string
  readonly expires_at: string
  readonly blob: string | null
}

const toRecord = (row: Row): UploadRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  kind: row.kind,
  name: row.name,
  contentType: row.content_type,
  size: Number(row.size),
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  blob: row.blob
})

export const uploadStoreLayer = store(UploadStore, "uploads", ({ sql }) => {
  return {
    insert: (upload) =>
      sql`INSERT INTO uploads ${sql.insert({
        id: upload.id,
        organization_id: upload.organizationId,
        kind: upload.kind,
        name: upload.name,
        content_type: upload.contentType,
        size: upload.size,
        created_by: upload.createdBy,
        created_at: upload.createdAt,
        expires_at: upload.expiresAt,
        blob: upload.blob
      })}`.pipe(Effect.asVoid),
    get: (id) =>
      sql<Row>`SELECT * FROM uploads WHERE id = ${id}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toRecord(row)))
      ),
    fill: (id, blob, expiresAt) =>
      sql`UPDATE uploads SET blob = ${blob}, expires_at = ${expiresAt}
        WHERE id = ${id} AND blob IS NULL RETURNING id`.pipe(anyRow),
    removeExpired: (at) =>
      sql`DELETE FROM uploads WHERE expires_at <= ${at} RETURNING id`.pipe(Effect.map((rows) => rows.length))
  }
})
