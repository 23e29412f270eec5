import type { FontFaceRecord, FontFormat, FontRecord } from "@octavo/core/delivery/fonts/Font"
import { FontStore } from "@octavo/core/delivery/fonts/FontStore"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { anyRow, first, store } from "./store.ts"

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly family: string
  readonly created_at: string
  readonly weight: number | bigint
  readonly format: FontFormat
  readonly size: number | bigint
  readonly blob: string
}

/** Fonts of rows that are in the order of fonts, then of weights. */
const toRecords = (rows: ReadonlyArray<Row>): ReadonlyArray<FontRecord> => {
  const fonts = new Map<string, FontRecord & { readonly faces: Array<FontFaceRecord> }>()
  for (const row of rows) {
    const { created_at: createdAt, family, id, organization_id: organizationId } = row
    const font = fonts.get(id) ?? { id, organizationId, family, faces: [], createdAt }
    font.faces.push({ weight: Number(row.weight), format: row.format, size: Number(row.size), blob: row.blob })
    fonts.set(id, font)
  }
  return [...fonts.values()]
}

export const fontStoreLayer = store(FontStore, "fonts", ({ insertAll, lockOrganization, sql }) => {
  const find = (where: Statement.Fragment) =>
    Effect.map(
      sql<Row>`SELECT f.id, f.organization_id, f.family, f.created_at, x.weight, x.format, x.size, x.blob
        FROM fonts f JOIN font_faces x ON x.font_id = f.id WHERE ${where}
        ORDER BY f.created_at, f.id, x.weight`,
      toRecords
    )

  const insertFaces = (fontId: string, faces: ReadonlyArray<FontFaceRecord>) =>
    insertAll(
      "font_faces",
      faces.map(({ blob, format, size, weight }) => ({ font_id: fontId, weight, format, size, blob }))
    )

  return {
    all: (organizationId) => find(sql`f.organization_id = ${organizationId}`),
    get: (organizationId, id) => find(sql`f.id = ${id} AND f.organization_id = ${organizationId}`).pipe(first),
    lock: lockOrganization,
    insert: (font) =>
      Effect.andThen(
        sql`INSERT INTO fonts ${sql.insert({
          id: font.id,
          organization_id: font.organizationId,
          family: font.family,
          created_at: font.createdAt
        })}`,
        insertFaces(font.id, font.faces)
      ).pipe(Effect.asVoid, sql.withTransaction),
    replace: (id, family, faces) =>
      Effect.gen(function* () {
        yield* sql`UPDATE fonts SET family = ${family} WHERE id = ${id}`
        yield* sql`DELETE FROM font_faces WHERE font_id = ${id}`
        yield* insertFaces(id, faces)
      }).pipe(sql.withTransaction),
    remove: (organizationId, id) =>
      sql`DELETE FROM fonts WHERE id = ${id} AND organization_id = ${organizationId} RETURNING id`.pipe(anyRow)
  }
})
