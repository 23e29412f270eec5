import { readdirSync } from "node:fs"
import { SiteCustomizationSettings } from "@octavo/core/delivery/sites/customization"
import { describe, expect, it } from "vitest"
import { directionOf, labelLanguage, labelsFor } from "../src/labels.ts"

const locales = SiteCustomizationSettings.fields.internationalization.fields.locale.literals
const english = labelsFor("en")
const others = [...new Set([...locales, "ar", "he", "nb"])].filter((locale) => locale !== "en")

describe.each(others)("the interface speaks %s", (locale) => {
  const words = labelsFor(locale)

  it("with a language of its own", () => {
    expect(labelLanguage(locale)).toBe(locale)
    expect(words).not.toBe(english)
  })

  it("with words in the order of English, which is how they are compared", () => {
    expect(Object.keys(words)).toEqual(Object.keys(english))
    expect(Object.entries(words).filter(([, word]) => word.trim() === "")).toEqual([])
  })

  it("in whole sentences that are not English", () => {
    const sentences = Object.entries(english).filter(([, word]) => word.split(" ").length > 2)
    expect(sentences.length).toBeGreaterThan(20)
    expect(sentences.filter(([name, word]) => words[name as keyof typeof words] === word)).toEqual([])
  })

  it("with the places for values that English has", () => {
    const places = (word: string) => word.match(/\{\w+\}/g) ?? []
    for (const [name, word] of Object.entries(english)) {
      expect([name, places(words[name as keyof typeof words])]).toEqual([name, places(word)])
    }
  })
})

it("every file of words is in use", () => {
  const files = readdirSync(new URL("../src/labels", import.meta.url)).map((file) => file.replace(".ts", ""))
  expect(files.filter((language) => language !== "en" && labelsFor(language) === english)).toEqual([])
})

it("regional languages have the words of their language, unknown ones English", () => {
  expect(labelsFor("pt-BR")).toBe(labelsFor("pt"))
  expect(labelsFor("zh-tw").next).toBe("下一页")
  expect(labelsFor("nb")).toBe(labelsFor("no"))
  expect(labelsFor("sl")).toBe(english)
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
