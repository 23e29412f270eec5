import { describe, expect, it } from "vitest"
import { canEdit } from "../../../src/content/spaces/editing.ts"

describe("canEdit", () => {
  it.each([
    ["live", null, true],
    ["locked", null, false],
    ["live", "2026-01-01T00:00:00.000Z", false],
    ["locked", "2026-01-01T00:00:00.000Z", false]
  ] as const)("%s, deleted %s: %s", (editMode, deletedAt, expected) => {
    expect(canEdit({ editMode, deletedAt })).toBe(expected)
  })
})
