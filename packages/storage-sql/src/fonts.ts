import type { FontFaceRecord, FontRecord } from "@octavo/core/delivery/fonts/Font"
import { FontStore } from "@octavo/core/delivery/fonts/FontStore"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { anyRow, first, store } from "./store.ts"
import { type FieldsOfTable, integer, type Row, table, tableOf, text } from "./table.ts"

export const fontsTable = tableOf("fonts", { id: text, organizationId: text, family: text, createdAt: text })

export const fontFacesTable = table<FontFaceRecord>()("font_faces", {
  weight: integer,
  format: text,
  size: integer,
  blob: text
})

type FaceRow = Row<FieldsOfTable<typeof fontsTable>> & Row<FontFaceRecord>

/** Fonts of rows that are in the order of fonts, then of weights. */
const toRecords = (rows: ReadonlyArray<FaceRow>): ReadonlyArray<FontRecord> => {
  const fonts = new Map<string, FontRecord & { readonly faces: Array<FontFaceRecord> }>()
  for (const row of rows) {
    const found = fontsTable.decode(row)
    const font = fonts.get(found.id) ?? { ...found, faces: [] }
    font.faces.push(fontFacesTable.decode(row))
    fonts.set(font.id, font)
  }
  return [...fonts.values()]
}

export const fontStoreLayer = store(FontStore, "fonts", ({ insertAll, lockOrganization, sql }) => {
  const find = (where: Statement.Fragment) =>
    Effect.map(
      sql<FaceRow>`SELECT ${fontsTable.columns("f")}, ${fontFacesTable.columns("x")}
        FROM fonts f JOIN font_faces x ON x.font_id = f.id WHERE ${where}
        ORDER BY f.created_at, f.id, x.weight`,
      toRecords
    )

  const insertFaces = (fontId: string, faces: ReadonlyArray<FontFaceRecord>) =>
    insertAll(
      "font_faces",
      faces.map((face) => ({ font_id: fontId, ...fontFacesTable.insert(face) }))
    )

  return {
    all: (organizationId) => find(sql`f.organization_id = ${organizationId}`),
    get: (organizationId, id) => find(sql`f.id = ${id} AND f.organization_id = ${organizationId}`).pipe(first),
    lock: lockOrganization,
    insert: (font) =>
      Effect.andThen(
        sql`INSERT INTO fonts ${sql.insert(fontsTable.insert(font))}`,
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
