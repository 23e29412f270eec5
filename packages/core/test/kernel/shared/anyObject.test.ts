import { Schema } from "effect"
import { expect, test } from "vitest"
import { NewCommentInput } from "../../../src/content/comments/input.ts"
import { ContentChange } from "../../../src/content/revisions/changes/input.ts"

/** A document that tells when somebody looks into it. */
const closed = () => Object.defineProperty({}, "nodes", { enumerable: true, get: () => expect.unreachable("walked") })

test.each([
  ["a new page", ContentChange, (document: unknown) => ({ operation: "insert_page", document: { document } })],
  [
    "an edited page",
    ContentChange,
    (document: unknown) => ({ operation: "update_page", page: "p", document: { document } })
  ],
  ["a comment", NewCommentInput, (document: unknown) => ({ body: { document } })]
])("the document of %s is taken as it is, and must be an object", (_, schema, body) => {
  const read = Schema.decodeUnknownSync(Schema.toCodecJson(schema as Schema.Codec<unknown>))
  const document = closed()
  const value = read(body(document)) as any
  expect((value.document ?? value.body).document === document).toBe(true)
  for (const wrong of [[], "a", 1, null]) expect(() => read(body(wrong))).toThrow()
})
