/** Whatever is done to a document of the editor, it can be written, and reads back as what was said. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fromEditor, placeOf, toEditor } from "../src/index.ts"
import { read, writeNearest } from "./documents.ts"
import { trees, written } from "./pages.ts"
import { transacted, transactions } from "./transactions.ts"

const keysIn = (value: unknown): string[] => {
  const keys: string[] = []
  JSON.stringify(value, (name, one: unknown) => {
    if (name === "key" && typeof one === "string") keys.push(one)
    return one
  })
  return keys
}

/** The words of a document, which are there as often. */
const wordsOf = (value: unknown): Map<string, number> => {
  const counts = new Map<string, number>()
  JSON.stringify(value, (name, one: unknown) => {
    if (name !== "text" || typeof one !== "string") return one
    for (const [word] of one.matchAll(/\p{L}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
    return one
  })
  return counts
}

describe("after anything that is done in the editor", () => {
  it("blocks have a key of their own or none, and columns and records are told apart", () => {
    fc.assert(
      fc.property(written, transactions, (text, drawn) => {
        const keys = keysIn(fromEditor(transacted(toEditor(read(text, false)), drawn)))
        expect(new Set(keys).size).toBe(keys.length)
      }),
      { numRuns: 200 }
    )
  })

  it("the document goes to the editor again, and is the same", () => {
    fc.assert(
      fc.property(fc.oneof(written, trees), transactions, (text, drawn) => {
        const document = fromEditor(transacted(toEditor(read(text, false)), drawn))
        const again = toEditor(document)
        again.check()
        expect(fromEditor(again)).toEqual(document)
      }),
      { numRuns: 300 }
    )
  })

  it("the page is saved, and no word is lost", () => {
    fc.assert(
      fc.property(written, transactions, (text, drawn) => {
        const document = fromEditor(transacted(toEditor(read(text, false)), drawn))
        const result = writeNearest(document, text)
        if ("problem" in result) throw new Error(`${result.problem.path}: ${result.problem.message}`)
        const there = wordsOf(read(result.text, false))
        for (const [word, count] of wordsOf(document)) expect(there.get(word) ?? 0, word).toBeGreaterThanOrEqual(count)
      }),
      { numRuns: 800 }
    )
  })

  it("the same of blocks that nobody writes, or it is said which block cannot be, which hardly ever happens", () => {
    let refused = 0
    const runs = 400
    fc.assert(
      fc.property(trees, transactions, (text, drawn) => {
        const doc = transacted(toEditor(read(text, false)), drawn)
        const result = writeNearest(fromEditor(doc), text)
        if (!("problem" in result)) return
        refused++
        // a place that the application can lead to
        expect(doc.nodeAt(placeOf(doc, result.problem.path)!)?.isBlock).toBe(true)
      }),
      { numRuns: runs }
    )
    expect(refused).toBeLessThan(runs / 50)
  })
})
