/** Whatever two people do to one document, it can be merged, and what either wrote is there. */
import fc from "fast-check"
import type { Node } from "prosemirror-model"
import { Transform } from "prosemirror-transform"
import { describe, expect, it } from "vitest"
import { merge } from "../src/collaboration/merge.ts"
import { fromEditor, schema, stepsBetween, toEditor } from "../src/index.ts"
import { read } from "./documents.ts"
import { trees, written } from "./pages.ts"
import { transacted, transactions } from "./transactions.ts"

/** The document with a word at a place in one of its texts; the same where it has none. */
const withWord = (doc: Node, word: string, a: number, b: number): Node => {
  const places: Array<{ readonly at: number; readonly size: number }> = []
  doc.descendants(({ content, isTextblock }, at) => {
    if (isTextblock) places.push({ at, size: content.size })
  })
  const place = places[a % places.length]
  if (place === undefined) return doc
  const end = place.at + 1 + (b % (place.size + 1))
  const isWithin = (doc.resolve(end).nodeAfter?.text?.charCodeAt(0) ?? 0) >> 10 === 0x37
  return new Transform(doc).insert(isWithin ? end - 1 : end, schema.text(word)).doc
}

const has = (doc: Node, word: string): boolean => doc.textContent.includes(word)

describe("two documents that were made of one", () => {
  it("are one that the schema allows, with what either wrote", () => {
    fc.assert(
      fc.property(
        fc.oneof(written, trees),
        transactions,
        transactions,
        fc.nat(999),
        fc.nat(999),
        (text, one, other, a, b) => {
          const base = toEditor(read(text, false))
          const mine = withWord(transacted(base, one), "Mine", a, b)
          const theirs = withWord(transacted(base, other), "Theirs", b, a)
          const merged = merge(base, mine, theirs)
          merged.check()
          expect(has(merged, "Mine")).toBe(has(mine, "Mine"))
          expect(has(merged, "Theirs")).toBe(has(theirs, "Theirs"))
          const transform = new Transform(mine)
          for (const step of stepsBetween(mine, merged)) transform.step(step)
          expect(transform.doc.eq(merged)).toBe(true)
          toEditor(fromEditor(merged)).check()
        }
      ),
      { numRuns: 500 }
    )
  })

  it("are the one that was changed where the other was not, and the same where both are", () => {
    fc.assert(
      fc.property(written, transactions, (text, drawn) => {
        const base = toEditor(read(text, false))
        const changed = transacted(base, drawn)
        const again = schema.nodeFromJSON(changed.toJSON())
        expect(merge(base, changed, schema.nodeFromJSON(base.toJSON())).eq(changed)).toBe(true)
        expect(merge(base, schema.nodeFromJSON(base.toJSON()), changed).eq(changed)).toBe(true)
        expect(merge(base, changed, again).eq(changed)).toBe(true)
      }),
      { numRuns: 100 }
    )
  })
})
