import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseQuery } from "../../../src/content/content-index/SearchQuery.ts"
import { readySection } from "../../../src/content/search/excerpt.ts"
import { choosePassages, passageBounds } from "../../../src/content/search/passages.ts"

type Sections = ReadonlyArray<readonly [title: string, text: string]>

const page = (title: string, score: number, sections: Sections) => ({
  title,
  score,
  sections: sections.map(([heading, text], i) => readySection({ anchor: i === 0 ? "" : `s${i}`, title: heading, text }))
})

const pages = [
  page("Storage", 10, [
    ["", "Where files are kept."],
    ["Buckets", "Files are kept in a bucket of S3."],
    ["Quotas", "A quota is what a space may take."]
  ]),
  page("Backups", 8, [
    ["", "A backup has all files."],
    ["Restoring a backup", "Stop the server, then restore the backup."],
    ["Schedule", "Every night."]
  ])
]

const chosen = (question: string, of = pages) =>
  choosePassages(of, parseQuery(question)).map(({ page, title }) => `${page.title}/${title}`)

describe("the sections that are given for a question", () => {
  const cases: ReadonlyArray<readonly [question: string, first: string]> = [
    ["how do I restore a backup?", "Backups/Restoring a backup"],
    ["what is a quota?", "Storage/Quotas"],
    ["are files kept in a bucket", "Storage/Buckets"],
    ["restoring", "Backups/Restoring a backup"]
  ]
  it.each(cases)("%s", (question, first) => {
    expect(chosen(question)[0]).toBe(first)
  })

  it("have a word of the question, or stand on a page whose title does", () => {
    expect(chosen("quota")).toEqual(["Storage/Quotas"])
    expect(chosen("the backup's schedule")).toContain("Backups/Schedule")
    expect(chosen("elephants")).toEqual([])
    expect(chosen("backup", [page("Backups", 1, [["Empty", " "]])])).toEqual([])
  })

  it("are those that say the same in other words, too, and first what both words and vectors find", () => {
    const near = (places: ReadonlyArray<readonly [page: number, at: number]>, question: string) =>
      choosePassages(
        pages,
        parseQuery(question),
        places.map(([n, at]) => ({ page: pages[n]!, at }))
      ).map(({ page, title }) => `${page.title}/${title}`)
    const name = (n: number, at: number) => `${pages[n]!.title}/${pages[n]!.sections[at]!.title}`
    // in their order where no word says otherwise, each once, and nothing of places that are none
    const places = [
      [1, 1],
      [0, 1],
      [1, 1],
      [0, 99]
    ] as const
    expect(near(places, "elephants")).toEqual([name(1, 1), name(0, 1)])
    const words = chosen("how do I restore a backup?")
    expect(near([], "how do I restore a backup?")).toEqual(words)
    const all = near(places, "how do I restore a backup?")
    expect(new Set(all).size).toBe(all.length)
    for (const one of [...words, name(1, 1), name(0, 1)]) expect(all).toContain(one)
    // the second by words, which is the first by vectors, is before the first by words
    const second = pages.flatMap((page, n) =>
      page.sections.flatMap((_, at) => (name(n, at) === words[1] ? [[n, at] as const] : []))
    )
    expect(near(second, "how do I restore a backup?").slice(0, 2)).toEqual([words[1], words[0]])
  })

  it("are cut around the word that tells most where they are long", () => {
    const long = page("Long", 1, [["", `${"filler ".repeat(2000)}needle ${"filler ".repeat(2000)}`]])
    const [only] = choosePassages([long], parseQuery("needle"))
    expect(only!.text).toContain("needle")
    expect(only!.text.length).toBeLessThanOrEqual(passageBounds.length)
    expect(only!.text).toMatch(/^filler .* filler$/)
  })

  it("are never more, nor longer, than there is room for, and each is a part of its section", () => {
    const text = fc
      .array(fc.constantFrom("needle", "hay", "straw", "😀"), { maxLength: 60 })
      .map((all) => all.join(" "))
    const made = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.array(text, { maxLength: 8 })), { maxLength: 8 })
    const bounds = { count: 5, length: 100, total: 350 }
    fc.assert(
      fc.property(made, (all) => {
        const given = all.map(([score, texts], i) =>
          page(
            `P${i}`,
            score,
            texts.map((one) => ["needle", one] as const)
          )
        )
        const found = choosePassages(given, parseQuery("needle"), [], bounds)
        expect(found.length).toBeLessThanOrEqual(bounds.count)
        expect(found.reduce((sum, one) => sum + one.text.length, 0)).toBeLessThanOrEqual(bounds.total)
        for (const one of found) {
          expect(one.text.length).toBeLessThanOrEqual(bounds.length)
          expect(one.page.sections.some((section) => section.text.includes(one.text))).toBe(true)
          expect(one.text.isWellFormed()).toBe(true)
        }
      })
    )
  })
})
