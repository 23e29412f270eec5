/** Custom fonts of an organization: as the store keeps them, and as the API shows them. */
import { Schema } from "effect"
import { downloadUrl } from "../../content/revisions/downloads.ts"
import type { ViewContext } from "../../content/space-content/view.ts"
import { Text } from "../../kernel/shared/text.ts"

export const FontFormat = Schema.Literals(["woff2", "woff"])
export type FontFormat = typeof FontFormat.Type

export interface FontFaceRecord {
  readonly weight: number
  readonly format: FontFormat
  /** Hash of the file's bytes. */
  readonly blob: string
  /** In bytes. */
  readonly size: number
}

export interface FontRecord {
  readonly id: string
  readonly organizationId: string
  readonly family: string
  /** By weight. */
  readonly faces: ReadonlyArray<FontFaceRecord>
  readonly createdAt: string
}

const Family = Text(1, 50)
const Weight = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(1000))
const StorageKey = Text(1, 512)

const definition = {
  id: Schema.String,
  custom: Schema.Boolean,
  fontFamily: Schema.String,
  fontFaces: Schema.Array(
    Schema.Struct({
      weight: Schema.Finite,
      sources: Schema.Array(Schema.Struct({ url: Schema.String, format: Schema.optionalKey(FontFormat) }))
    })
  )
}

/** A custom font as a site's looks hold it. On the way in only the id counts. */
export const FontDefinition = Schema.Struct({ ...definition, custom: Schema.Literal(true) }).annotate({
  identifier: "CustomizationFontDefinitionInput"
})
export type FontDefinition = typeof FontDefinition.Type

export const CustomFont = Schema.Struct({
  ...definition,
  permissions: Schema.Struct({ edit: Schema.Boolean })
}).annotate({ identifier: "CustomizationFontDefinition" })
export type CustomFont = typeof CustomFont.Type

/** How many weights a font may have. */
const mostFaces = 20
/** How many fonts an organization may have. */
export const mostFonts = 100
/** What a font without it can't be: the weight of plain text. */
const regular = 400

/** Body of `PUT .../fonts`. */
export const NewFont = Schema.Struct({
  fontFamily: Family,
  fontFaces: Schema.optionalKey(
    Schema.Array(Schema.Struct({ weight: Weight, storageKey: StorageKey })).check(Schema.isMaxLength(mostFaces))
  )
}).annotate({ identifier: "NewCustomFont" })
export type NewFont = typeof NewFont.Type

/** Body of `POST .../fonts/{fontId}`: weights that are not named stay, `null` removes one. */
export const FontUpdate = Schema.Struct({
  fontFamily: Schema.optionalKey(Family),
  fontFaces: Schema.optionalKey(
    Schema.Array(Schema.Struct({ weight: Weight, storageKey: Schema.NullOr(StorageKey) })).check(
      Schema.isMaxLength(mostFaces)
    )
  )
}).annotate({ identifier: "CustomFontUpdate" })
export type FontUpdate = typeof FontUpdate.Type

/** Why these can't be the weights of a font; `undefined` when they can. */
export const weightsProblem = (weights: ReadonlyArray<number>): string | undefined => {
  const twice = weights.find((weight, i) => weights.indexOf(weight) !== i)
  if (twice !== undefined) return `The weight ${twice} is given twice; give each weight once`
  if (!weights.includes(regular)) return `A font needs a face of weight ${regular}; add one to fontFaces`
  return weights.length <= mostFaces
    ? undefined
    : `A font has at most ${mostFaces} weights; this would be ${weights.length}`
}

const addressOf = (
  context: Pick<ViewContext, "instance" | "key">,
  { organizationId }: FontRecord,
  { blob, format, weight }: FontFaceRecord
): string =>
  downloadUrl(
    { ...context, owner: { organization: organizationId } },
    { blob, contentType: `font/${format}`, name: `${weight}.${format}` }
  )

export const toDefinition = (context: Pick<ViewContext, "instance" | "key">, font: FontRecord): FontDefinition => ({
  id: font.id,
  custom: true,
  fontFamily: font.family,
  fontFaces: font.faces.map((face) => ({
    weight: face.weight,
    sources: [{ url: addressOf(context, font, face), format: face.format }]
  }))
})
