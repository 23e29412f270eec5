import { describe, expect, it } from "vitest"
import type { Role } from "../../../src/kernel/shared/roles.ts"
import { type TeamRole, teamChange, teamRights } from "../../../src/people/teams/Team.ts"

describe("rights on a team", () => {
  const cases: ReadonlyArray<readonly [Role | null, TeamRole | undefined, boolean, boolean]> = [
    // role in the organization, place in the team, sees it, manages it
    ["admin", undefined, true, true],
    ["admin", "member", true, true],
    ["create", undefined, true, false],
    ["create", "member", true, false],
    ["read", "owner", true, true],
    [null, undefined, false, false],
    [null, "member", false, false],
    [null, "owner", true, true]
  ]
  for (const [role, place, view, manage] of cases) {
    it(`${role ?? "guest"}, ${place ?? "not in it"}`, () => {
      expect(teamRights(role, place)).toEqual({ view, manage })
    })
  }
})

describe("a change of a team's members", () => {
  it("removal wins over adding, a membership over adding", () => {
    const { put, remove } = teamChange({
      add: ["a", "b", "c"],
      memberships: { b: { role: "owner" }, d: { role: "member" } },
      remove: ["c", "e", "c"]
    })
    expect([...put]).toEqual([
      ["a", undefined],
      ["b", "owner"],
      ["d", "member"]
    ])
    expect(remove).toEqual(["c", "e"])
  })

  it("an empty one changes nothing", () => {
    expect(teamChange({})).toEqual({ put: new Map(), remove: [] })
  })
})
