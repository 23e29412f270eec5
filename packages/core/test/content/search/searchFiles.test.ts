/** What is found in files is what the index of a store finds, in the same order. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { type SearchDocument, toSearchDocument } from "../../../src/content/content-index/SearchDocument.ts"
import { parseQuery, type QueryWord } from "../../../src/content/content-index/SearchQuery.ts"
import type { PageRecord } from "../../../src/content/revisions/model/Records.ts"
import { excerpts, readySection } from "../../../src/content/search/excerpt.ts"
import { type Had, rank, strongOf } from "../../../src/content/search/rank.ts"
import { hadOf, importanceOf, isEnough, type Posting, promising, widened } from "../../../src/content/search/relaxed.ts"
import { type FiledDocument, findInFiles, searchFiles } from "../../../src/content/search/searchFiles.ts"
import { addTo, withSpelling } from "../../../src/content/search/spelling.ts"

const words = [
  "set",
  "setup",
  "up",
  "install",
  "installation",
  "settings",
  "Über",
  "uber",
  "git",
  "a",
  "of",
  "检索",
  "检索系统",
  "索",
  "ночь",
  "constructor",
  "log_level",
  "logLevel",
  "log level",
  "logs",
  "how do I"
]
const words2 = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((some) => some.join(" "))

const document = fc
  .record({ title: words2, sections: fc.array(fc.record({ title: words2, text: words2 }), { maxLength: 4 }) })
  .map(({ sections, title }): SearchDocument & { readonly title: string } => {
    const page = { type: "document", title } as unknown as PageRecord
    const made = sections.map((one, n) => ({ ...one, anchor: n === 0 ? "" : `part-${n}` }))
    return { ...toSearchDocument(page, "", made as never, false)!, title }
  })

const filed = ({ classes, lines, sections, title }: SearchDocument & { readonly title: string }): FiledDocument => ({
  classes,
  lines,
  page: { title, href: "/", description: "", above: [], sections }
})

const has = (terms: ReadonlyArray<string>, word: QueryWord): boolean =>
  word.some((one) =>
    one.terms.every((sought) => terms.some((term) => (one.isPrefix ? term.startsWith(sought) : term === sought)))
  )

const loader = (files: ReadonlyMap<string, string>) => async (path: string) => JSON.parse(files.get(path)!)

/** What the pages of an index come to for a query, by their terms alone. */
const answer = (documents: ReadonlyArray<SearchDocument>, asked: ReturnType<typeof parseQuery>) => {
  const candidates = documents.map((one, number) => ({
    number,
    spaceId: "",
    pageId: "",
    body: "",
    strong: strongOf(one),
    varies: false
  }))
  const numbers = [...documents.keys()]
  const having = (word: QueryWord, classes: number) =>
    new Set(numbers.filter((n) => has(documents[n]!.classes.slice(0, classes).flat(), word)))
  const postingOf = (word: QueryWord): Posting => ({ all: having(word, 4), strong: having(word, 2) })
  const named = new Set(
    asked.identifiers.flatMap((term) => [...having([{ terms: [term], isPrefix: false, worth: 1 }], 4)])
  )
  if (asked.words.length === 0) return { query: asked, ranked: [] }
  const postings = asked.words.map(postingOf)
  const all = numbers.filter((n) => postings.every((one) => one.all.has(n)))
  if (isEnough(all.length, asked)) {
    const whole: Had = { words: new Set(postings.keys()), identifier: true }
    const had = new Map([...named].map((n) => [n, whole]))
    return {
      query: asked,
      ranked: rank(
        all.map((n) => candidates[n]!),
        asked,
        undefined,
        had
      )
    }
  }
  const wider = widened(
    asked,
    postings.map((one) => one.all.size)
  )
  const unknown = new Set(wider.words.flatMap((word, n) => (postingOf(word).all.size === 0 ? [n] : [])))
  const vocabulary = new Map<string, number>()
  addTo(vocabulary, documents.map(strongOf))
  const query = withSpelling(wider, unknown, vocabulary)
  const meant = query.words.map(postingOf)
  const importance = importanceOf(meant.map((one) => one.all.size))
  const had = hadOf(meant, named)
  const found = promising(had, meant, importance).map((n) => candidates[n]!)
  return { query, ranked: rank(found, query, importance, had) }
}

it("finds what the index of a store finds, in its order, with its excerpts", () =>
  fc.assert(
    fc.asyncProperty(fc.array(document, { maxLength: 14 }), words2, async (documents, text) => {
      const { query, ranked } = answer(documents, parseQuery(text))
      const load = loader(searchFiles(documents.map(filed)))
      const { count, found, score } = await findInFiles(load, text, 5)
      expect(count).toBe(ranked.length)
      // the pages of results, one after the other
      const rest = await findInFiles(load, text, 20, undefined, 5)
      expect([rest.count, rest.score, rest.found.length]).toEqual([count, score, Math.max(0, count - 5)])
      expect([...found, ...rest.found].map(({ page }) => page.title)).toEqual(
        ranked.map(({ number }) => documents[number]!.title)
      )
      expect(found.map(({ excerpts, page, score }) => ({ excerpts, score, title: page.title }))).toEqual(
        ranked.slice(0, 5).map(({ number, score }) => ({
          excerpts: excerpts(documents[number]!.sections.map(readySection), query),
          score,
          title: documents[number]!.title
        }))
      )
    }),
    { numRuns: 300 }
  ))

it("loads the parts that a query needs, of an index that has many", async () => {
  const many = Array.from({ length: 300 }, (_, n) => {
    const text = Array.from({ length: 40 }, (_, k) => `word${(n * 40 + k) % 3000}`).join(" ")
    return filed({
      ...toSearchDocument(
        { type: "document", title: `Page ${n}` } as unknown as PageRecord,
        "",
        [{ anchor: "", title: "", text } as never],
        false
      )!,
      title: `Page ${n}`
    })
  })
  const files = searchFiles(many)
  const parts = [...files.keys()].filter((path) => path.startsWith("terms/"))
  expect(parts.length).toBeGreaterThan(2)
  const loaded: Array<string> = []
  const load = loader(files)
  const noting = (path: string) => {
    loaded.push(path)
    return load(path)
  }
  const { count } = await findInFiles(noting, "word1234 ", 10)
  expect(count).toBe(4)
  expect(loaded.filter((path) => path.startsWith("terms/"))).toHaveLength(1)
  expect(loaded.filter((path) => path.startsWith("pages/"))).toHaveLength(4)
})

it("has the same bytes for the same pages", () => {
  const pages = fc.sample(document, { numRuns: 20, seed: 1 }).map(filed)
  expect([...searchFiles(pages)]).toEqual([...searchFiles(structuredClone(pages))])
})
