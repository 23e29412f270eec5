import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  fold,
  identifiersOf,
  isIdentifier,
  maxTermLength,
  narrow,
  termsOf,
  wordsOf
} from "../../../src/content/content-index/terms.ts"

const texts = (text: string) => termsOf(text).map((term) => term.text)

describe("termsOf", () => {
  const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
    ["words, whatever stands between them", "Set up: (the) SDK!", ["set", "up", "the", "sdk"]],
    ["case and accents", "Crème BRÛLÉE naïve Ünïcode", ["creme", "brulee", "naive", "unicode"]],
    ["accents that are letters of their own in the text", "Cafe\u0301", ["cafe"]],
    ["letters that are two", "Straße œuvre Ærø", ["strasse", "oeuvre", "aero"]],
    ["Greek and Cyrillic", "Ελλάδα Ёлка йод", ["ελλαδα", "елка", "иод"]],
    ["full width", "ＡＰＩ ２", ["api", "2"]],
    ["vowel signs that are letters stay", "हिन्दी", ["हिन्दी"]],
    ["numbers and identifiers", "v1.2 snake_case 404", ["v1", "2", "snake", "case", "404"]],
    ["pairs of letters, and the last one, where no spaces are", "全文検索", ["全文", "文検", "検索", "索"]],
    ["one letter alone", "本", ["本"]],
    ["scripts beside each other", "iPhone用ケース", ["iphone", "用ケ", "ケー", "ース", "ス"]],
    ["Hangul, where particles hang on", "문서를", ["문서", "서를", "를"]],
    ["Thai", "ไทย", ["ไท", "ทย", "ย"]],
    ["no words", "🚀 -- !? \0", []]
  ]
  it.each(cases)("%s", (_, text, expected) => {
    expect(texts(text)).toEqual(expected)
  })

  it("finds the same in nothing but ASCII as where other letters follow", () => {
    const unit = fc.constantFrom(..."aB9_./:@$#{}- \n\0", "word", "log_level", "x".repeat(40))
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
        const text = units.join("")
        const mixed = `${text} é`
        expect([...termsOf(text).map((term) => term.text), "e"]).toEqual(texts(mixed))
        expect(wordsOf(text)).toEqual(texts(text))
        expect(wordsOf(mixed)).toEqual(texts(mixed))
        expect(termsOf(text)).toEqual(termsOf(mixed).slice(0, -1))
        expect(identifiersOf(text)).toEqual(identifiersOf(mixed))
      }),
      { numRuns: 1_000 }
    )
  })

  it("says where each stands", () => {
    const text = "Über 全文検索!"
    for (const { end, start, text: term } of termsOf(text)) expect(fold(text.slice(start, end))).toBe(term)
  })

  it("cuts what is too long, between letters", () => {
    expect(texts("x".repeat(1000))).toEqual(["x".repeat(maxTermLength)])
    expect(texts(`x${"𝒜".repeat(100)}`)[0]!.isWellFormed()).toBe(true)
  })

  it("holds for any text: terms are folded letters and numbers, in order, with all text units in place", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        let last = 0
        for (const term of termsOf(text)) {
          expect(term.start).toBeGreaterThanOrEqual(last === 0 ? 0 : last - 8)
          expect(term.text).not.toMatch(/["'\s\0(){}:*^]/)
          expect(term.text.length).toBeGreaterThan(0)
          expect(term.text.length).toBeLessThanOrEqual(maxTermLength * 4)
          last = term.start
        }
      }),
      { seed: 7, numRuns: 500 }
    )
  })
})

describe("identifiersOf", () => {
  const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
    [
      "names of several parts, whatever holds them together",
      "Set storage.type or log_level",
      ["storage.type", "log_level"]
    ],
    [
      "without the signs around them",
      "`--dry-run`, (./src/main.ts): @octavo/cli.",
      ["dry-run", "src/main.ts", "octavo/cli"]
    ],
    ["paths with their parameters", "GET /v1/spaces/{spaceId}/pages", ["v1/spaces/{spaceid}/pages"]],
    ["not what an end of a sentence holds apart", "One. Two, three - four", []],
    ["not what is too long", `${"a.".repeat(100)}b`, []],
    ["not what is written without spaces", "全文.検索", []],
    ["nothing in one word", "word", []]
  ]
  it.each(cases)("%s", (_, text, expected) => {
    expect(identifiersOf(text).map((one) => narrow(one.text))).toEqual(expected)
  })

  it("holds for any text: a name is no word, and is where its parts are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "B", ".", "_", "/", "-", " ", "検", "1", ":"), { maxLength: 40 }),
        (signs) => {
          const text = signs.join("")
          for (const { end, start, text: term } of identifiersOf(text)) {
            expect(isIdentifier(term)).toBe(true)
            expect(narrow(term)).toBe(fold(text.slice(start, end)))
            expect(termsOf(text).some((one) => one.start === start)).toBe(true)
          }
          for (const { text: term } of termsOf(text)) expect(isIdentifier(term)).toBe(false)
        }
      ),
      { seed: 3, numRuns: 500 }
    )
  })
})
