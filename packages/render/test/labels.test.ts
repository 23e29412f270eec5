import { SiteCustomizationSettings } from "@octavo/core/delivery/sites/customization"
import { expect, it } from "vitest"
import { directionOf, labelLanguage, labelsFor } from "../src/labels.ts"

const locales = SiteCustomizationSettings.fields.internationalization.fields.locale.literals

it.each([...locales.filter((locale) => locale !== "en"), "ar", "he"])(
  "the interface speaks %s, with every word there is",
  (locale) => {
    const [words, english] = [labelsFor(locale), labelsFor("en")]
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort())
    expect(words.next).not.toBe(english.next)
    expect(words.notFoundText).not.toBe(english.notFoundText)
    expect(Object.values(words).every((word) => word.trim() !== "")).toBe(true)
  }
)

it("regional languages have the words of their language, unknown ones English", () => {
  expect(labelsFor("pt-BR")).toBe(labelsFor("pt"))
  expect(labelsFor("zh-tw").next).toBe("下一页")
  expect(labelsFor("sl")).toBe(labelsFor("en"))
})

it.each([
  ["de", "de", undefined],
  ["pt-BR", "pt-BR", undefined],
  ["sl", "en", undefined],
  ["ar", "ar", "rtl"],
  ["he-IL", "he-IL", "rtl"],
  ["FA", "en", "rtl"]
])("a page in %s is labelled in %s and begins its lines at %s", (language, words, direction) => {
  expect([labelLanguage(language), directionOf(language)]).toEqual([words, direction])
})
