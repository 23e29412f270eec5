import { describe, expect, it } from "vitest"
import type { Role } from "../../../src/kernel/shared/roles.ts"
import { type AccessFacts, effectiveRole, type Level } from "../../../src/people/permissions/effectiveRole.ts"

const level = (grants: ReadonlyArray<Role> = [], defaultLevel: Role | null = null): Level => ({ grants, defaultLevel })
const member = (role: Role | null, ...levels: ReadonlyArray<Level>): AccessFacts => ({
  membership: { role, disabled: false },
  levels
})

// one row a case
const cases: ReadonlyArray<readonly [string, AccessFacts, Role | undefined]> = [
  ["nobody is absent", { membership: undefined, levels: [level(["admin"], "admin")] }, undefined],
  ["a disabled member is absent", { membership: { role: "admin", disabled: true }, levels: [level()] }, undefined],
  ["an organization admin is always admin", member("admin", level(["read"], "read")), "admin"],
  ["the organization role holds when no level speaks", member("edit", level(), level()), "edit"],
  ["a grant raises", member("read", level(["review"])), "review"],
  ["a grant lowers", member("create", level(["read"])), "read"],
  ["the best of several grants on one level counts", member("read", level(["comment", "edit", "read"])), "edit"],
  ["a grant beats the default level of the same content", member("read", level(["comment"], "create")), "comment"],
  ["a default level raises", member("read", level([], "edit")), "edit"],
  ["a default level lowers", member("create", level([], "comment")), "comment"],
  [
    "the nearest level overrides wider grants, downwards too",
    member("read", level([], "comment"), level(["admin"])),
    "comment"
  ],
  ["a nearer grant overrides a wider one, downwards too", member("edit", level(["read"]), level(["create"])), "read"],
  ["a silent level lets the wider one speak", member("read", level(), level(["create"]), level(["comment"])), "create"],
  ["a wider default level counts when nothing nearer speaks", member("read", level(), level([], "review")), "review"],
  ["a guest without grants is absent", member(null, level()), undefined],
  ["default levels are not for guests", member(null, level([], "edit"), level([], "create")), undefined],
  ["a guest sees what is granted", member(null, level(["comment"])), "comment"],
  ["a guest sees through a collection's grant", member(null, level([], "edit"), level(["read"])), "read"],
  ["without levels the organization role holds", member("review"), "review"]
]

describe("effectiveRole", () => {
  it.each(cases)("%s", (_, facts, expected) => {
    expect(effectiveRole(facts)).toBe(expected)
  })
})
