/** Documents that are there as JSON: they are what their JSON says, and nobody looks into them to write them. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  documentOfJson,
  jsonAroundDocuments,
  jsonOfDocument,
  lengthOfDocument
} from "../../../src/kernel/shared/documentJson.ts"
import { utf8 } from "../../../src/kernel/shared/hash.ts"

interface Document {
  readonly object: "document"
  readonly data: object
  readonly nodes: ReadonlyArray<unknown>
}

const plain: fc.Arbitrary<Document> = fc.record({
  object: fc.constant("document"),
  data: fc.object().map((data) => JSON.parse(JSON.stringify(data))),
  nodes: fc.array(fc.jsonValue(), { maxLength: 3 })
})

const encoded = (json: string, asBytes: boolean): Document =>
  documentOfJson({ json: asBytes ? (utf8.encode(json) as Uint8Array<ArrayBuffer>) : json })

const textOf = ({ json }: { readonly json: string | Uint8Array }): string =>
  typeof json === "string" ? json : utf8.decode(json)

describe("A document that is there as JSON", () => {
  it("is what its JSON says, to whoever looks", () => {
    fc.assert(
      fc.property(plain, fc.boolean(), (document, asBytes) => {
        const json = JSON.stringify(document)
        const made = encoded(json, asBytes)
        expect(made).toEqual(JSON.parse(json))
        expect({ ...made }).toEqual(JSON.parse(json))
        expect(JSON.stringify({ made })).toBe(`{"made":${json}}`)
        expect(structuredClone(made)).toEqual(JSON.parse(json))
        expect(textOf(jsonOfDocument(made)!)).toBe(json)
      })
    )
  })

  it("goes into JSON around it as it is, wherever it stands, and nobody reads it", () => {
    const around = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.jsonValue(),
        fc.boolean().map((asBytes) => ({ document: encoded("{no JSON}", asBytes) })),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie("value"), { maxKeys: 3 })
      )
    })).value
    /** The same with something else in the place of its documents. */
    const other = (value: unknown): unknown =>
      jsonOfDocument(value) !== undefined
        ? "{no JSON}"
        : Array.isArray(value)
          ? value.map(other)
          : typeof value === "object" && value !== null
            ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, other(one)]))
            : value
    fc.assert(
      fc.property(around, (value) => {
        const { documents, texts } = jsonAroundDocuments(value)
        expect(texts).toHaveLength(documents.length + 1)
        const whole = texts.flatMap((text, at) => [text, documents[at] === undefined ? "" : textOf(documents[at])])
        expect(whole.join("")).toBe(JSON.stringify(other(value)).replaceAll('"{no JSON}"', "{no JSON}"))
      })
    )
  })

  it("is read as JSON again after something else could not be written", () => {
    const circle: Record<string, unknown> = {}
    circle["itself"] = circle
    expect(() => jsonAroundDocuments(circle)).toThrow()
    const json = '{"object":"document","data":{},"nodes":[]}'
    expect(JSON.stringify(encoded(json, true))).toBe(json)
  })

  it("is as long as its JSON", () => {
    const json = '{"object":"document","data":{},"nodes":[]}'
    expect(lengthOfDocument(encoded(json, false))).toBe(json.length)
    expect(lengthOfDocument(JSON.parse(json))).toBe(json.length)
    expect(lengthOfDocument(null)).toBe(0)
  })
})
