import { describe, expect, it } from "vitest"
import { foundBy, maxQueryWords, parseQuery } from "../../../src/content/content-index/SearchQuery.ts"
import { narrow } from "../../../src/content/content-index/terms.ts"

describe("parseQuery", () => {
  const words = (query: string, language?: string) =>
    parseQuery(query, language).words.map(([{ isPrefix, terms }]) => terms.join("+") + (isPrefix ? "*" : ""))
  const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
    ["the last word may be the beginning of one", "Set up inst", ["set", "up", "inst*"]],
    ["not when it has one letter", "plan b", ["plan", "b"]],
    ["a word twice is one", "log log", ["log*"]],
    ["pairs must be there as they are", "検索", ["検索"]],
    ["and each pair of a longer run", "全文検索", ["全文", "文検", "検索"]],
    ["one letter begins a pair or ends a run", "本", ["本*"]],
    [
      "signs of query languages are signs",
      '"alpha" AND NEAR(b c, 2) OR title:x* -y',
      ["alpha", "near", "b", "c", "2", "title", "x", "y"]
    ],
    ["words of a question that tell nothing are left out", "How do I ship logs to S3?", ["ship", "logs", "s3*"]],
    ["where nothing else is asked for, they are asked for", "how to", ["how", "to*"]],
    ["nothing to look for", "?! 🚀 \0", []]
  ]
  it.each(cases)("%s", (_, query, expected) => {
    expect(words(query)).toEqual(expected)
  })

  it("knows the words of the reader's language", () => {
    expect(words("Wie kann ich Protokolle senden", "de-CH")).toEqual(["protokolle", "senden*"])
    expect(words("the die", "de")).toEqual(["the"])
    expect(words("как установить", "ru")).toEqual(["установить*"])
  })

  const alternatives = (query: string, word: number, language?: string) =>
    parseQuery(query, language)
      .words[word]!.slice(1)
      .map(({ terms }) => terms.join("+"))
  const others: ReadonlyArray<{
    readonly what: string
    readonly query: string
    readonly word?: number
    readonly language?: string
    readonly expected: ReadonlyArray<string>
  }> = [
    { what: "forms of a word", query: "logs", expected: ["log", "logging", "logged"] },
    { what: "the word of a form", query: "configuring", expected: ["configure", "configures", "configured"] },
    { what: "forms of words in y", query: "policies", expected: ["policy"] },
    { what: "forms of the language", query: "Einstellung", expected: ["einstellungen"], language: "de" },
    { what: "words written together", query: "Cloud Watch", expected: ["cloudwatch"] },
    { what: "these for each of them", query: "Cloud Watch", word: 1, expected: ["cloudwatch"] },
    { what: "these with a word that tells nothing", query: "log in", expected: ["login"] },
    { what: "words written as one", query: "logLevel", expected: ["log+level"] }
  ]
  it.each(others)("takes as well $what", ({ expected, language, query, word = 0 }) => {
    expect(alternatives(query, word, language)).toEqual(expect.arrayContaining([...expected]))
  })

  it("keeps names as they stand", () => {
    expect(parseQuery("set storage.type in --dry-run").identifiers.map(narrow)).toEqual(["storage.type", "dry-run"])
  })

  it.each([
    ["what has the beginning of a word has its longer forms", "client", ["client*"]],
    [
      "not what is another word",
      "stories",
      ["stories*", "storie", "storiing", "storied", "story", "storying", "storyed"]
    ],
    ["nor what is written together with the word before it", "make client", ["client*", "makeclient*"]]
  ])("a store is not asked for what it finds already: %s", (_, query, expected) => {
    const found = foundBy(parseQuery(query, "en").words.at(-1)!)
    expect(found.map(({ isPrefix, terms }) => terms.join("+") + (isPrefix ? "*" : ""))).toEqual(expected)
  })

  it("a store is asked for all forms of a whole word", () => {
    const [word] = parseQuery("clients reading", "en").words
    expect(foundBy(word!)).toEqual(word)
    expect(word!.length).toBeGreaterThan(1)
  })

  it("looks for the first words of a long query, and for a bounded number of others", () => {
    const query = Array.from(
      { length: 100 },
      (_, i) => `words${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`
    ).join(" ")
    const { words } = parseQuery(query)
    expect(words).toHaveLength(maxQueryWords)
    expect(words.flat().length).toBeLessThanOrEqual(maxQueryWords + 64)
  })
})
