import { describe, expect, it } from "vitest"
import { richDocumentLimits, richDocumentProblem } from "../../../src/kernel/shared/richDocument.ts"

const text = { object: "text", leaves: [{ object: "leaf", text: "Hi", marks: [] }] }
const paragraph = { object: "block", type: "paragraph", nodes: [text] }
const document = (...nodes: ReadonlyArray<unknown>) => ({
  object: "document",
  data: { schemaVersion: 8, other: 1 },
  nodes
})
const deep = (levels: number): unknown =>
  levels === 0 ? text : { object: "block", type: "blockquote", nodes: [deep(levels - 1)] }

describe("a rich document", () => {
  it.each([
    ["empty", document(), true],
    ["a paragraph", document(paragraph), true],
    ["unknown blocks and keys", document({ object: "block", type: "own", key: "k", data: { a: [1] }, extra: 1 }), true],
    [
      "fragments",
      document({
        object: "block",
        type: "image",
        isVoid: true,
        fragments: [{ object: "fragment", nodes: [paragraph] }]
      }),
      true
    ],
    ["as deep as allowed", document(deep(richDocumentLimits.depth - 1)), true],
    ["too deep", document(deep(richDocumentLimits.depth + 1)), false],
    ["too many", document(...Array.from({ length: richDocumentLimits.nodes + 1 }, () => text)), false],
    ["too large", document({ object: "text", leaves: [{ text: "x".repeat(richDocumentLimits.characters) }] }), false],
    ["no object", { data: {}, nodes: [] }, false],
    ["no data", { object: "document", nodes: [] }, false],
    ["nodes of another kind", document({ object: "page" }), false],
    ["a block without a type", document({ object: "block", nodes: [] }), false],
    ["text without leaves", document({ object: "text" }), false],
    ["leaves without text", document({ object: "text", leaves: [{}] }), false],
    ["nodes that are no list", { object: "document", data: {}, nodes: {} }, false],
    ["a schema version that is no number", { object: "document", data: { schemaVersion: "8" }, nodes: [] }, false],
    ["null", null, false]
  ])("%s", (_, value, valid) => expect(richDocumentProblem(value) === undefined).toBe(valid))
})
