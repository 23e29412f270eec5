import { describe, expect, it } from "vitest"
import { Role, rank } from "../../../src/kernel/shared/roles.ts"
import { mayGrant, mayListGrants } from "../../../src/people/grants/Grant.ts"

describe("who may grant what", () => {
  it("nobody more than they have, everybody nothing", () => {
    for (const own of [null, ...Role.literals]) {
      expect(mayGrant(own, null)).toBe(true)
      for (const granted of Role.literals) expect(mayGrant(own, granted)).toBe(rank(own) >= rank(granted))
    }
  })

  it("guests see who has access only where they are admins", () => {
    expect(mayListGrants("read", "read")).toBe(true)
    expect(mayListGrants(undefined, "admin")).toBe(true)
    expect(mayListGrants(null, "admin")).toBe(true)
    expect(mayListGrants(null, "create")).toBe(false)
  })
})
