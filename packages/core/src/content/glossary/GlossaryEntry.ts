/** Words of an organization and what they are called in other languages (`docs/contributing/wire.md#glossary`). */
import { Schema } from "effect"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { Text } from "../../kernel/shared/text.ts"
import { Language } from "../spaces/Space.ts"

/** An organization's glossary is read as a whole for each run of a translation. */
export const mostGlossaryEntries = 5_000

const mostOperations = 1_000

const Term = Text(1, 255).check(
  Schema.makeFilter((text) => !/[\n\r\u2028\u2029]/.test(text) || "must be on one line", { expected: "one line" }),
  Schema.makeFilter((text) => text.trim() !== "" || "must not be blank", { expected: "a word" })
)

const isLanguage = Schema.is(Language)

/** By language: at least one. */
export const GlossaryTranslations = Schema.Record(Schema.String, Term)
  .check(
    Schema.makeFilter((translations) => {
      const languages = Object.keys(translations)
      if (languages.length === 0) return "must name the term in at least one language"
      const unknown = languages.find((language) => !isLanguage(language))
      return unknown === undefined || `${JSON.stringify(unknown.slice(0, 20))} is no language that is known here`
    })
  )
  .annotate({ identifier: "GlossaryTranslations", description: "The term by language" })
export type GlossaryTranslations = typeof GlossaryTranslations.Type

const EntryId = Text(1, 128)

export const GlossaryOperation = Schema.Union([
  Schema.Struct({ type: Schema.Literal("insert"), translations: GlossaryTranslations }),
  Schema.Struct({ type: Schema.Literal("update"), id: EntryId, translations: GlossaryTranslations }),
  Schema.Struct({ type: Schema.Literal("delete"), id: EntryId })
]).annotate({ identifier: "GlossaryOperation" })
export type GlossaryOperation = typeof GlossaryOperation.Type

/** Body of `PUT /v1/orgs/{organizationId}/translations-glossary`. */
export const GlossaryUpdate = Schema.Struct({
  operations: Schema.Array(GlossaryOperation).check(Schema.isMaxLength(mostOperations))
}).annotate({ identifier: "GlossaryUpdate" })
export type GlossaryUpdate = typeof GlossaryUpdate.Type

export interface GlossaryEntryRecord {
  readonly id: string
  readonly organizationId: string
  readonly translations: GlossaryTranslations
  readonly createdAt: string
  readonly updatedAt: string
}

export const GlossaryEntry = Schema.Struct({
  object: Schema.Literal("glossary-entry"),
  id: Schema.String,
  translations: GlossaryTranslations,
  createdAt: Schema.String,
  updatedAt: Schema.String,
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "GlossaryEntry" })
export type GlossaryEntry = typeof GlossaryEntry.Type

export const toGlossaryEntry = (instance: InstanceConfig, entry: GlossaryEntryRecord): GlossaryEntry => ({
  object: "glossary-entry",
  id: entry.id,
  translations: entry.translations,
  createdAt: entry.createdAt,
  updatedAt: entry.updatedAt,
  urls: { location: location(instance, `/orgs/${entry.organizationId}/translations-glossary/${entry.id}`) }
})

/** A term of the glossary, as it stands in the source and as it is to be translated. */
export interface GlossaryTerm {
  readonly source: string
  readonly target: string
}
