/** Names that mean the same: which words of a query they stand for, and how many of them. */
import { expect, it } from "vitest"
import { parseQuery } from "../../../src/content/content-index/SearchQuery.ts"
import { makeSynonyms, type Names } from "../../../src/content/content-index/synonyms.ts"

const made = (glossary: ReadonlyArray<Names>, mostBytes = 1_000_000) => {
  const making = makeSynonyms(mostBytes)
  for (const names of glossary) making.add(names)
  return making.made()
}

/** The names that stand for each word of a query, without their other forms. */
const namesIn = (query: string, glossary: ReadonlyArray<Names>, language?: string) =>
  parseQuery(query, language, made(glossary).synonyms).words.map(([word, ...others]) =>
    [word, ...others.filter(({ worth }) => worth === 0.7)].map(({ terms }) => terms.join(" "))
  )

const names = (...all: ReadonlyArray<string>): Names =>
  all.map((one) => one.split(": ") as unknown as readonly [string, string])
const signOn = names("en: Single sign-on", "de: SSO")
const search = names("ja: 検索エンジン", "en: search engine")

it.each<[query: string, glossary: ReadonlyArray<Names>, expected: ReturnType<typeof namesIn>]>([
  ["it", [names("de: IT", "en: informatics")], [["it", "informatics"]]],
  ["SSO", [signOn], [["sso", "single sign"]]],
  [
    "what is single  sign/on",
    [signOn],
    [
      ["single", "sso"],
      ["sign", "sso"]
    ]
  ],
  ["single sign", [signOn], [["single"], ["sign"]]],
  ["policies", [names("en: policy", "fr: règle")], [["policies", "regle"]]],
  [
    "search engines",
    [search],
    [
      ["search", "検索 索エ エン ンジ ジン"],
      ["engines", "検索 索エ エン ンジ ジン"]
    ]
  ],
  [
    "検索エンジンの",
    [search],
    [...["検索", "索エ", "エン", "ンジ", "ジン"].map((pair) => [pair, "search engine"]), ["ンの"]]
  ],
  // a name of two things does not make them one
  ["alpha", [names("en: alpha", "de: beta"), names("en: beta", "de: gamma")], [["alpha", "beta"]]],
  ["beta", [names("en: alpha", "de: beta"), names("en: beta", "de: gamma")], [["beta", "alpha", "gamma"]]],
  ["sso", [names("en: SSO"), names("en: sso", "de: SSO")], [["sso"]]],
  // of names with a word in common, each stands for what the other lacks
  ["access token", [names("en: access token", "en-gb: token")], [["access", "token"], ["token"]]],
  // what is known as a form of the word is worth more
  ["policy", [names("en: policy", "fr: policies")], [["policy"]]],
  // what every sentence has is no name of anything
  ["informatics", [names("en: informatics", "de: IT", "fr: le la les")], [["informatics"]]]
])("%s: %j", (query, glossary, expected) => expect(namesIn(query, glossary)).toEqual(expected))

it("names in the language of the query come first, and all words of a name are replaced or none", () => {
  const many = Array.from({ length: 50 }, (_, n) => `x${n}: other${n}`)
  const [first, second] = namesIn("single sign-on", [names("en: single sign-on", ...many, "en-gb: own")], "en")
  expect(first!.slice(1)).toEqual(second!.slice(1))
  expect(first!.slice(0, 3)).toEqual(["single", "own", "other0"])
  expect(first).toHaveLength(33)
})

it("no glossary is too large, and a name of very many things stands for some", () => {
  const large = Array.from({ length: 5000 }, (_, n) => names("en: thing", `de: sache${n}`))
  const { bytes, synonyms } = made(large, 100_000)
  expect(bytes).toBeLessThanOrEqual(100_000)
  expect(bytes).toBeGreaterThan(90_000)
  expect(synonyms.namesOf("thing").map(({ terms }) => terms[0])).toContain("sache0")
  expect(synonyms.namesOf("sache4999")).toEqual([])
  expect(synonyms.namesOf("thing").length).toBeLessThanOrEqual(32)
  expect(namesIn("thing ".repeat(100), large)[0]).toHaveLength(17)
})
