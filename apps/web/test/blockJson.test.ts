/** What is kept and sent is JSON, and of a long page only what was edited is written anew. */
import { readDocument } from "@octavo/document"
import { fromEditor, toEditor } from "@octavo/editor"
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { jsonBytes } from "../src/logic/blockJson.ts"

const textOf = (value: unknown): string => new TextDecoder().decode(jsonBytes(value))

describe("JSON of texts as bytes", () => {
  it("is what JSON.stringify makes of any value", () => {
    const values = fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: false })
    fc.assert(
      fc.property(values, (value) => {
        const expected = JSON.stringify(value)
        fc.pre(expected !== undefined)
        expect(textOf(value)).toBe(expected)
        expect(textOf({ text: { object: "block", value }, missing: undefined })).toBe(
          JSON.stringify({ text: { object: "block", value } })
        )
      })
    )
  })

  it("writes of a page of 3,000 blocks the one that was edited", () => {
    const text = Array.from({ length: 3000 }, (_, at) => `A paragraph with **${at}**.`).join("\n\n")
    const references = { refOf: () => undefined, hrefOf: () => undefined }
    const before = toEditor(readDocument(text, references))
    const work = (doc: typeof before) => ({ base: "r1", fields: {}, text: { document: fromEditor(doc) } })
    const first = textOf(work(before))
    expect(first).toBe(JSON.stringify(work(before)))
    const middle = before.child(1500)
    const edited = middle.copy(middle.content.cut(0, 5))
    const after = before.copy(before.content.replaceChild(1500, edited))
    const stringify = vi.spyOn(JSON, "stringify")
    const second = textOf(work(after))
    const writes = stringify.mock.calls.filter(([value]) => typeof value === "object" && value !== null)
    stringify.mockRestore()
    expect(writes.length).toBe(1)
    expect(second).toBe(JSON.stringify(work(after)))
  })
})
