import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseQuery } from "../../../src/content/content-index/SearchQuery.ts"
import { excerptLength, excerpts, maxExcerpts, readySection } from "../../../src/content/search/excerpt.ts"

const find = (query: string, ...sections: ReadonlyArray<readonly [title: string, text: string]>) =>
  excerpts(
    sections.map(([title, text], i) => readySection({ anchor: `s${i}`, title, text })),
    parseQuery(query)
  )

const marked = (query: string, text: string): string => {
  const [found] = find(query, ["", text])
  let out = ""
  let at = 0
  for (const { end, start } of found?.highlights ?? []) {
    out += `${found!.body.slice(at, start)}[${found!.body.slice(start, end)}]`
    at = end
  }
  return out + (found?.body.slice(at) ?? "")
}

describe("excerpts", () => {
  const cases: ReadonlyArray<readonly [string, string, string, string]> = [
    ["whole words", "log", "The log of a logger, a blog", "The [log] of a [logger], a blog"],
    ["a word before the last is whole", "log file", "The log of a logger, a file", "The [log] of a logger, a [file]"],
    ["whatever case and accents", "creme brulee", "Crème BRÛLÉE!", "[Crème] [BRÛLÉE]!"],
    ["pairs of letters make one place", "全文検索", "日本語の全文検索です", "日本語の[全文検索]です"],
    ["one letter", "検", "全文検索", "全文[検]索"],
    ["other forms of a word", "ship logs ", "Shipping of log files", "[Shipping] of [log] files"],
    ["a name as it stands", "storage.type", "Of a type. Set storage.type", "Of a [type]. Set [storage.type]"],
    ["words beside other scripts", "api", "新しいAPIです", "新しい[API]です"]
  ]
  it.each(cases)("%s", (_, query, text, expected) => {
    expect(marked(query, text)).toBe(expected)
  })

  it("shows the text around the first hit, cut between words", () => {
    const text = `${"before ".repeat(100)}needle ${"after ".repeat(100)}`
    const [found] = find("needle", ["Title", text])
    expect(found!.body.length).toBeLessThanOrEqual(excerptLength)
    expect(found!.body).toMatch(/^before (?:before )*needle (?:after ?)+$/)
    expect(found!.highlights).toHaveLength(1)
  })

  it("puts sections with more of the words first, those with them in the heading before others", () => {
    const found = find("alpha beta", ["", "alpha"], ["", "beta alpha"], ["Alpha", "beta"], ["", "gamma"])
    expect(found.map(({ anchor }) => anchor)).toEqual(["s2", "s1", "s0"])
    expect(find("x", ...Array.from({ length: 20 }, () => ["", "x"] as const))).toHaveLength(maxExcerpts)
  })

  it("never breaks a letter, and every highlight is in the body", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 600 }), fc.nat(590), (text, at) => {
        const query = text.slice(at, at + 3)
        for (const { body, highlights } of find(query, ["", text])) {
          if (text.isWellFormed()) expect(body.isWellFormed()).toBe(true)
          for (const { end, start } of highlights) {
            expect(start).toBeGreaterThanOrEqual(0)
            expect(end).toBeGreaterThan(start)
            expect(end).toBeLessThanOrEqual(body.length)
          }
        }
      }),
      { seed: 7, numRuns: 500 }
    )
  })
})
