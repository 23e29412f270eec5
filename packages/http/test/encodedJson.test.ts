/** Answers with documents that are there as JSON: the bytes that the answer has without them, and the documents in their places. */
import { documentOfJson } from "@octavo/core/kernel/shared/documentJson"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { describe, expect, it } from "vitest"
import { encodedJson, hashedJson } from "../src/encodedJson.ts"

const json = '{"object":"document","data":{},"nodes":[{"text":"ä€😀"}]}'
const asText = () => documentOfJson({ json })
const asBytes = () => documentOfJson({ json: utf8.encode(json) as Uint8Array<ArrayBuffer> })
const hashed = (hash: string) => documentOfJson({ json: utf8.encode(json) as Uint8Array<ArrayBuffer>, hash })

const answers: Readonly<Record<string, (document: () => unknown) => unknown>> = {
  "a document alone": (document) => document(),
  "one in an answer": (document) => ({ id: "ä", document: document(), more: [1] }),
  "a list of them": (document) => ({
    items: [{ body: { document: document() } }, { body: {} }, { body: { document: document() } }],
    count: 3
  }),
  "one twice": (document) => {
    const one = document()
    return [one, one]
  },
  none: () => ({ items: [], count: 0, text: "ä" })
}

describe("encodedJson", () => {
  for (const [name, make] of Object.entries(answers)) {
    for (const [kind, document] of Object.entries({ "as text": asText, "as bytes": asBytes })) {
      it(`${name}, ${kind}`, () => {
        const whole = JSON.stringify(make(() => JSON.parse(json)))
        expect(utf8.decode(encodedJson(make(document)))).toBe(whole)
        expect(utf8.decode(hashedJson(make(document)).body)).toBe(whole)
      })
    }
  }
})

describe("The hash of an answer", () => {
  it("is that of the answer, whatever its documents are kept as", () => {
    for (const make of Object.values(answers))
      expect(hashedJson(make(asText)).hash).toBe(hashedJson(make(asBytes)).hash)
  })
  it("differs where a document does, or what is around it", () => {
    const hashes = [
      { a: hashed("one") },
      { a: hashed("two") },
      { b: hashed("one") },
      { a: hashed("one"), b: hashed("two") },
      { a: hashed("two"), b: hashed("one") }
    ].map((value) => hashedJson(value).hash)
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})
