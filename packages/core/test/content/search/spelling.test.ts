import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseQuery } from "../../../src/content/content-index/SearchQuery.ts"
import { addTo, typos, withSpelling } from "../../../src/content/search/spelling.ts"

const vocabulary = new Map<string, number>()
addTo(vocabulary, [
  " kubernetes tail elasticsearch \n cloud watch \n cluster ",
  " trial cloud \n\n clusters ",
  " 検索 a1b2 ab \n\n "
])

describe("withSpelling", () => {
  addTo(vocabulary, [" comite "])
  for (let n = 0; n < 10; n++) addTo(vocabulary, [" committee "])
  const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
    ["a word that is one typo further, and on many more pages", "comitee", ["committee", "comite"]],
    ["a letter too few", "kubernets", ["kubernetes"]],
    ["two that changed places", "tial", ["tail", "trial"]],
    ["two typos in a long word", "elasticserhc", ["elasticsearch"]],
    ["one word for two", "cloudwatch", ["cloud+watch"]],
    ["the beginning of a word with a typo", "kubrne", ["kuberne"]],
    ["nothing for a short word", "tal", []],
    ["nothing for what is near to nothing", "zzzzzzzz", []],
    ["nothing for a number", "a1b3", []],
    ["nothing for a script without spaces", "検策", []]
  ]
  it.each(cases)("%s", (_, text, expected) => {
    const asked = parseQuery(text)
    const { words } = withSpelling(asked, new Set([0]), vocabulary)
    const more = words[0]!.slice(asked.words[0]!.length)
    expect(more.map(({ terms }) => terms.join("+"))).toEqual(expected)
  })

  it("takes the first words for others, of as many as a query may have", () => {
    const asked = parseQuery("kubernets elasticserch clustr clowd watchh tial")
    const { words } = withSpelling(asked, new Set(asked.words.keys()), vocabulary)
    expect(words.map((word, n) => word.length > asked.words[n]!.length)).toEqual([true, true, true, true, false, false])
  })

  it("leaves words that are known", () => {
    const asked = parseQuery("kubernets cluster")
    expect(withSpelling(asked, new Set([0]), vocabulary).words[1]).toEqual(asked.words[1])
  })
})

describe("typos", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 })

  /** By its definition, slowly. */
  const slow = (a: string, b: string): number => {
    if (a === "" || b === "") return a.length + b.length
    const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
    return Math.min(
      slow(a.slice(0, -1), b) + 1,
      slow(a, b.slice(0, -1)) + 1,
      slow(a.slice(0, -1), b.slice(0, -1)) + (a.at(-1) === b.at(-1) ? 0 : 1),
      swapped ? slow(a.slice(0, -2), b.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY
    )
  }

  it("are as many as the definition says, up to a bound", () => {
    const short = word.map((one) => one.slice(0, 5))
    fc.assert(
      fc.property(short, short, fc.nat(3), (a, b, most) => {
        const all = slow(a, b)
        expect(typos(a, b, most)).toBe(all <= most ? all : Math.max(most + 1, typos(a, b, most)))
        expect(typos(a, b, most) > most).toBe(all > most)
      }),
      { seed: 11, numRuns: 300 }
    )
  })
})
