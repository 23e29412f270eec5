/** Titles and descriptions in other languages than the site's first one. */
import { Schema } from "effect"
import { Text } from "../../kernel/shared/text.ts"

/** Texts by locale, like `fr` and `pt-br`. */
export type Localized = Readonly<Record<string, string>>

const mostLocales = 50
const locale = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

/** A field of a body: texts of `min` to `max` characters by locale; `null` and none at all remove them. */
export const LocalizedText = (min: number, max: number) =>
  Schema.NullOr(
    Schema.Record(Schema.String, Text(min, max)).check(
      Schema.makeFilter((texts) => {
        const locales = Object.keys(texts)
        if (locales.length > mostLocales) return `must be in at most ${mostLocales} locales`
        const wrong = locales.find((one) => !locale.test(one))
        return wrong === undefined || `${JSON.stringify(wrong.slice(0, 60))} is no locale: it must be like fr or pt-br`
      })
    )
  )

export const LocalizedTexts = Schema.Record(Schema.String, Schema.String)

/** What is stored of such a field. */
export const localizedOrNull = (texts: Localized | null): Localized | null =>
  texts === null || Object.keys(texts).length === 0 ? null : texts

/** The text for a reader of a language: of the locale itself, else of its language without a region. */
export const localizedTo = (language: string, text: string, texts: Localized | null): string => {
  if (texts === null) return text
  const wanted = language.toLowerCase()
  const find = (name: string) => Object.entries(texts).find(([one]) => one.toLowerCase() === name)?.[1]
  return find(wanted) ?? find(wanted.split("-")[0]!) ?? text
}
