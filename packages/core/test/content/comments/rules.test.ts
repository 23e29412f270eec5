import { describe, expect, it } from "vitest"
import { maxReactionsEach, permissionsOf, reactionsProblem } from "../../../src/content/comments/rules.ts"
import type { Role } from "../../../src/kernel/shared/roles.ts"

const by = (id: string | null) => ({
  postedBy: id === null ? null : { id, displayName: "", email: "", photoURL: null, createdAt: "", verifiedAt: null }
})

describe("permissions on a comment or reply", () => {
  const cases: ReadonlyArray<readonly [Role, string | null, string | null, boolean, boolean]> = [
    // role on the space, who asks, who wrote it: may edit and delete, may reply
    ["read", "ann", "ben", false, false],
    ["read", "ann", "ann", false, false],
    ["comment", "ann", "ann", true, true],
    ["comment", "ann", "ben", false, true],
    ["comment", "ann", null, false, true],
    ["edit", "ann", "ben", false, true],
    ["review", "ann", "ben", false, true],
    ["create", "ann", "ben", false, true],
    ["create", "ann", "ann", true, true],
    ["admin", "ann", "ben", true, true],
    ["admin", "ann", null, true, true],
    // the operator, who is nobody's author and an admin everywhere
    ["admin", null, null, true, true],
    ["admin", null, "ben", true, true]
  ]
  for (const [role, userId, author, edit, reply] of cases) {
    it(`${role}: ${userId ?? "the operator"} on what ${author ?? "the operator"} wrote`, () => {
      expect(permissionsOf({ role, userId }, by(author))).toEqual({ edit, reply })
    })
  }
})

describe("reactions that are added and removed", () => {
  const some = (n: number, prefix = "a") => Array.from({ length: n }, (_, i) => `${prefix}${i}`)
  const full = some(maxReactionsEach)
  const cases: ReadonlyArray<
    readonly [string, ReadonlyArray<string>, ReadonlyArray<string>, ReadonlyArray<string>, string?]
  > = [
    ["nothing", [], [], []],
    ["the first", [], ["a"], []],
    ["one that is there", ["a"], ["a"], []],
    ["removing what is not there", [], [], ["a"]],
    ["the same both ways", [], ["a", "b"], ["b"], "removedReactions"],
    ["up to the limit", some(99), ["x"], []],
    ["one past it", full, ["x"], [], "addedReactions"],
    ["the same again at the limit", full, full, []],
    ["named twice, and counted once", some(99), ["x", "x"], []],
    ["in exchange for one", full, ["x"], ["a0"]],
    ["in exchange for one that is not there", full, ["x"], ["y"], "addedReactions"]
  ]
  for (const [name, present, addedReactions, removedReactions, path] of cases) {
    it(name, () => {
      expect(reactionsProblem(present, { addedReactions, removedReactions })?.path).toBe(path)
    })
  }
})
