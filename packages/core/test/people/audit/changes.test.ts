import { expect, it } from "vitest"
import { changes } from "../../../src/people/audit/Audit.ts"

it("names what is new, and nothing else", () => {
  expect(
    changes(
      { title: "A", tags: ["x"], level: null, kept: 1 },
      { title: "B", tags: ["x"], level: "read", other: undefined }
    )
  ).toEqual({ title: { before: "A", after: "B" }, level: { before: null, after: "read" } })
  expect(changes({}, { icon: null })).toEqual({})
})
