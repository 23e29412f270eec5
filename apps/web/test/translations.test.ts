/** Translations of spaces, their runs and the glossary, in words. */
import { expect, it } from "vitest"
import type { GlossaryEntry } from "../src/logic/api.ts"
import {
  entriesWith,
  entryName,
  runResult,
  runState,
  statsWords,
  termsOf,
  translationState,
  translationsOf
} from "../src/logic/translations.ts"

const error = { code: "NO_PROVIDER", message: "No provider" } as const

it.each([
  [{ status: "pending" }, null, "Not run yet", false],
  [{ status: "pending" }, undefined, "Waiting", true],
  // ended since
  [{ status: "pending", error }, { status: "completed" }, "Done", false],
  [{ status: "running" }, { status: "completed", error }, "Failed", false],
  [{ status: "pending" }, { status: "pending" }, "Waiting", true],
  [{ status: "pending", error }, { status: "pending", progress: "Waiting to try again" }, "Waiting to try again", true],
  [{ status: "running" }, { status: "running", progress: "Page 3 of 9" }, "Page 3 of 9", true],
  [{ status: "running" }, undefined, "Translating", true],
  [{ status: "completed" }, { status: "completed" }, "Done", false],
  [{ status: "completed", error }, undefined, "Failed", false]
] as const)("A translation of %j whose newest run is %j is called %s", (translation, latest, label, isUnderWay) => {
  expect(translationState(translation, latest)).toEqual({ label, isUnderWay, isWrong: label === "Failed" })
})

it.each([
  [{ status: "pending" }, "Waits for its turn"],
  [{ status: "running" }, "Translating"],
  [{ status: "running", progress: "Page 3 of 9" }, "Page 3 of 9"],
  [{ status: "completed" }, "Translated"],
  [{ status: "completed", error }, "Failed"]
] as const)("A run of %j is called %s", (run, words) => {
  expect(runState(run)).toBe(words)
})

it("Runs and translations say what was done", () => {
  expect(runResult({ pages: 1, words: 2, revision: "r" })).toBe("2 words on 1 page.")
  expect(runResult({ pages: 0, words: 0 })).toBe("Nothing was new.")
  const stats = { runs: 0, totalWords: 0 } as Parameters<typeof statsWords>[0]["stats"]
  expect(statsWords({ stats })).toBeUndefined()
  expect(statsWords({ stats: { ...stats, runs: 2 } })).toBe("2 runs")
  expect(statsWords({ stats: { ...stats, runs: 1, totalWords: 12 } })).toBe("1 run, 12 words in all")
})

const entry = (translations: GlossaryEntry["translations"]): GlossaryEntry => ({
  object: "glossary-entry",
  id: JSON.stringify(translations),
  translations,
  createdAt: "",
  updatedAt: "",
  urls: { location: "" }
})
const entries = [
  entry({ en: "space", fr: "espace" }),
  entry({ de: "Änderung", fr: "modification" }),
  entry({ en: "Merge" })
]

it("Entries are called by their English term, or by their first one, and found by any", () => {
  expect(entries.map(entryName)).toEqual(["space", "modification", "Merge"])
  const found = (words: string) => entriesWith(entries, words).map(entryName)
  expect(found("")).toEqual(["Merge", "modification", "space"])
  expect(found(" ÄNDER ")).toEqual(["modification"])
  expect(found("german")).toEqual(["modification"])
  expect(found("zzz")).toEqual([])
})

it("Terms are typed a language at a time, and those without a word are left out", () => {
  const terms = termsOf({ fr: "espace", en: "space" })
  expect(terms).toEqual([
    { language: "en", text: "space" },
    { language: "fr", text: "espace" }
  ])
  expect(translationsOf([...terms, { language: "de", text: "  " }, { language: "it", text: " spazio " }])).toEqual({
    en: "space",
    fr: "espace",
    it: "spazio"
  })
})
