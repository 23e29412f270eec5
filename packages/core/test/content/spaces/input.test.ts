/** Limits of the specification at the limit and one past it, in code points, and what bodies ignore (threat: mass assignment). */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CollectionUpdate, MoveInput, NewCollectionInput } from "../../../src/content/collections/input.ts"
import { NewSpaceInput, SpaceTransfer, SpaceUpdate } from "../../../src/content/spaces/input.ts"

const takes = (schema: Schema.Codec<any, any>, value: unknown): boolean => {
  try {
    Schema.decodeUnknownSync(schema)(value)
    return true
  } catch {
    return false
  }
}
const flag = "🏴‍☠️"

describe("limits", () => {
  it.each([
    ["collection title", NewCollectionInput, "title", 50],
    ["collection title in a patch", CollectionUpdate, "title", 50],
    ["collection description", CollectionUpdate, "description", 100],
    ["space title", NewSpaceInput, "title", 50],
    ["space title in a patch", SpaceUpdate, "title", 50],
    ["space emoji", NewSpaceInput, "emoji", 50],
    ["space emoji in a patch", SpaceUpdate, "emoji", 50]
  ] as const)("%s", (_, schema, field, max) => {
    for (const letter of ["x", "é", "😀", "\u0301"]) {
      expect(takes(schema, { [field]: letter.repeat(max) })).toBe(true)
      expect(takes(schema, { [field]: letter.repeat(max + 1) })).toBe(false)
    }
    // four code points that are drawn as one
    expect(takes(schema, { [field]: flag.repeat(Math.floor(max / 4)) })).toBe(true)
    expect(takes(schema, { [field]: flag.repeat(Math.floor(max / 4) + 1) })).toBe(false)
    expect(takes(schema, { [field]: "" })).toBe(true)
    expect(takes(schema, { [field]: 5 })).toBe(false)
  })
})

describe("bodies", () => {
  it.each<readonly [string, Schema.Codec<any, any>, Record<string, unknown>]>([
    ["a new collection", NewCollectionInput, { title: "A", parent: "p" }],
    ["a change of a collection", CollectionUpdate, { title: "A", description: "d", defaultLevel: "edit" }],
    ["a change of a space", SpaceUpdate, { title: "A", emoji: "x", language: "de", editMode: "locked" }],
    ["a transfer", SpaceTransfer, { organization: "o", parent: "p" }],
    ["a move", MoveInput, { parent: null, position: { before: { type: "space", space: "s" } } }]
  ])("%s is what it names; other fields are left out", (_, schema, body) => {
    const more = {
      id: "x",
      object: "y",
      permissions: { admin: true },
      deletedAt: null,
      visibility: "public",
      revision: "r",
      createdAt: "now",
      organizationId: "o"
    }
    expect(Schema.decodeUnknownSync(schema)({ ...more, ...body })).toEqual(body)
  })

  it("moves, levels and languages are what the contract lists", () => {
    expect(takes(MoveInput, {})).toBe(true)
    expect(takes(MoveInput, { position: { before: { type: "collection", collection: "c" } } })).toBe(true)
    expect(takes(MoveInput, { position: { before: { type: "space", collection: "c" } } })).toBe(false)
    expect(takes(MoveInput, { position: { before: { type: "page", page: "c" } } })).toBe(false)
    expect(takes(MoveInput, { parent: 1 })).toBe(false)
    for (const defaultLevel of ["read", "comment", "edit", "review", "create", "admin", "inherit", null]) {
      expect(takes(SpaceUpdate, { defaultLevel })).toBe(true)
      expect(takes(CollectionUpdate, { defaultLevel })).toBe(true)
    }
    expect(takes(SpaceUpdate, { defaultLevel: "owner" })).toBe(false)
    expect(takes(SpaceUpdate, { language: "zh-tw" })).toBe(true)
    expect(takes(SpaceUpdate, { language: "xx" })).toBe(false)
    expect(takes(SpaceUpdate, { editMode: "draft" })).toBe(false)
    expect(takes(SpaceUpdate, { icon: "javascript:alert(1)" })).toBe(false)
    expect(takes(SpaceUpdate, { icon: "https://example.org/i.png" })).toBe(true)
    expect(takes(SpaceTransfer, {})).toBe(false)
  })
})
