/** What is found in files is what the index of a store finds, in the same order. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { type SearchDocument, toSearchDocument } from "../../../src/content/content-index/SearchDocument.ts"
import { type QueryTerm, queryTerms } from "../../../src/content/content-index/terms.ts"
import type { PageRecord } from "../../../src/content/revisions/model/Records.ts"
import { excerpts, readySection } from "../../../src/content/search/excerpt.ts"
import { rank, strongOf } from "../../../src/content/search/rank.ts"
import { type FiledDocument, findInFiles, searchFiles } from "../../../src/content/search/searchFiles.ts"

const words = [
  "set",
  "setup",
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
  "constructor"
]
const words2 = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((some) => some.join(" "))

const document = fc
  .record({ title: words2, sections: fc.array(fc.record({ title: words2, text: words2 }), { maxLength: 4 }) })
  .map(({ sections, title }): SearchDocument & { readonly title: string } => {
    const page = { type: "document", title } as unknown as PageRecord
    const made = sections.map((one, n) => ({ ...one, anchor: n === 0 ? "" : `part-${n}` }))
    return { ...toSearchDocument(page, "", made as never, false)!, title }
  })

const filed = ({ classes, sections, title }: SearchDocument & { readonly title: string }): FiledDocument => ({
  classes,
  page: { title, href: "/", description: "", above: [], sections }
})

const hasAll = ({ classes }: SearchDocument, terms: ReadonlyArray<QueryTerm>): boolean =>
  terms.every(({ isPrefix, text }) => classes.flat().some((term) => (isPrefix ? term.startsWith(text) : term === text)))

const loader = (files: ReadonlyMap<string, string>) => async (path: string) => JSON.parse(files.get(path)!)

it("finds what the index of a store finds, in its order, with its excerpts", () =>
  fc.assert(
    fc.asyncProperty(fc.array(document, { maxLength: 12 }), words2, async (documents, query) => {
      const terms = queryTerms(query)
      const candidates = documents.map((one, number) => ({
        number,
        spaceId: "",
        pageId: "",
        body: "",
        strong: strongOf(one.classes),
        varies: false
      }))
      const expected = rank(
        candidates.filter(({ number }) => terms.length > 0 && hasAll(documents[number]!, terms)),
        terms
      )
      const { count, found } = await findInFiles(loader(searchFiles(documents.map(filed))), query, 5)
      expect(count).toBe(expected.length)
      expect(found.map(({ excerpts, page, score }) => ({ excerpts, score, title: page.title }))).toEqual(
        expected.slice(0, 5).map(({ number, score }) => ({
          excerpts: excerpts(documents[number]!.sections.map(readySection), terms),
          score,
          title: documents[number]!.title
        }))
      )
    })
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
