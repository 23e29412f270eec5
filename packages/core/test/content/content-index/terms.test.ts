import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fold, maxQueryTerms, maxTermLength, queryTerms, termsOf } from "../../../src/content/content-index/terms.ts"

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

describe("queryTerms", () => {
  const show = (query: string) => queryTerms(query).map(({ isPrefix, text }) => text + (isPrefix ? "*" : ""))
  const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
    ["the last word may be the beginning of one", "Set up inst", ["set", "up", "inst*"]],
    ["not when it has one letter", "plan b", ["plan", "b"]],
    ["a word twice is one", "log log", ["log*"]],
    ["pairs must be there as they are", "検索", ["検索"]],
    ["and each pair of a longer run", "全文検索", ["全文", "文検", "検索"]],
    ["one letter begins a pair or ends a run", "本", ["本*"]],
    [
      "signs of query languages are signs",
      '"a" AND NEAR(b c, 2) OR title:x* -y',
      ["a", "and", "near", "b", "c", "2", "or", "title", "x", "y"]
    ],
    ["nothing to look for", "?! 🚀 \0", []]
  ]
  it.each(cases)("%s", (_, query, expected) => {
    expect(show(query)).toEqual(expected)
  })

  it("looks for the first words of a long query", () => {
    const query = Array.from({ length: 100 }, (_, i) => `w${i}`).join(" ")
    expect(queryTerms(query)).toHaveLength(maxQueryTerms)
  })
})
