import { Exit, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { ContentChangesInput } from "../../../src/content/revisions/changes/input.ts"
import { detailsOf } from "../../../src/kernel/shared/checkInput.ts"
import { Text } from "../../../src/kernel/shared/text.ts"

const Kind = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("a"), n: Schema.Number }),
  Schema.Struct({ kind: Schema.Literal("b") })
])
const Input = Schema.Struct({
  title: Text(2, 5),
  role: Schema.optionalKey(Schema.NullOr(Schema.Literals(["read", "edit"]))),
  many: Schema.optionalKey(Schema.Array(Schema.String)),
  kind: Schema.optionalKey(Kind),
  own: Schema.optionalKey(Schema.Union([Schema.Boolean, Schema.String]).annotate({ message: "must be our own" }))
})

describe("what is wrong with input is told in words", () => {
  it.each([
    [Input, undefined, "", "must be an object"],
    [Input, [], "", "must be an object"],
    [Input, {}, "title", "is missing"],
    [Input, { title: 1 }, "title", "must be a string"],
    [Input, { title: "x" }, "title", "must have at least 2 characters, has 1"],
    [Input, { title: "ok", role: "boss" }, "role", "must be one of read, edit"],
    [Input, { title: "ok", role: 7 }, "role", "must be one of read, edit or null"],
    [Input, { title: "ok", many: "x" }, "many", "must be a list"],
    [Input, { title: "ok", many: [null] }, "many.0", "must be a string"],
    [Input, { title: "ok", kind: { kind: "c" } }, "kind", "must be an object whose kind is one of a, b"],
    [Input, { title: "ok", kind: { kind: "a" } }, "kind.n", "is missing"],
    [Input, { title: "ok", own: 1 }, "own", "must be our own"],
    [
      ContentChangesInput,
      { changes: [{ type: "page" }] },
      "changes.0",
      "must be an object whose operation is one of insert_page, insert_group, insert_link, update_page, delete_page, revert_page, update_reusable_content, insert_files"
    ]
  ] as const)("%#", (schema, input, path, message) => {
    const exit = Schema.decodeUnknownExit(schema as Schema.Codec<unknown, unknown>)(input)
    if (Exit.isSuccess(exit)) throw new Error("it was taken")
    const [reason] = exit.cause.reasons
    if (reason?._tag !== "Fail") throw new Error("it died")
    expect(detailsOf(reason.error.issue)).toEqual([{ path, message }])
  })
})
