import { describe, expect, it } from "vitest"
import { inviteesOf, isRedundant, type JoinPlan, joinPlan } from "../../../src/content/invites/Invite.ts"
import type { Role } from "../../../src/kernel/shared/roles.ts"
import type { AccessFacts, Level } from "../../../src/people/permissions/effectiveRole.ts"

const stranger = (...levels: ReadonlyArray<Level>): AccessFacts => ({ membership: undefined, levels })
const member = (role: Role | null, ...levels: ReadonlyArray<Level>): AccessFacts => ({
  membership: { role, disabled: false },
  levels
})
const level = (grants: ReadonlyArray<Role> = [], defaultLevel: Role | null = null): Level => ({ grants, defaultLevel })

const cases: ReadonlyArray<
  readonly [string, "organization" | "space" | "collection", Role | null, AccessFacts, JoinPlan | undefined]
> = [
  ["a stranger becomes a member", "organization", "edit", stranger(), { membership: { role: "edit" } }],
  ["a stranger becomes a guest", "organization", null, stranger(), { membership: { role: null } }],
  ["a guest becomes a member", "organization", "read", member(null), { membership: { role: "read" } }],
  ["a lower role is raised", "organization", "create", member("read"), { membership: { role: "create" } }],
  ["the same role gives nothing", "organization", "read", member("read"), {}],
  ["a higher role is not lowered", "organization", "read", member("admin"), {}],
  ["a guest link gives a guest nothing", "organization", null, member(null), {}],
  [
    "a stranger comes as a guest with a grant",
    "space",
    "comment",
    stranger(level()),
    { membership: { role: null }, grant: "comment" }
  ],
  [
    "a default level is not a guest's",
    "space",
    "comment",
    stranger(level([], "admin")),
    { membership: { role: null }, grant: "comment" }
  ],
  ["a level of null only lets in", "space", null, stranger(level()), { membership: { role: null } }],
  ["a member without the level gets it", "space", "edit", member("read", level()), { grant: "edit" }],
  ["a member with more keeps it", "space", "read", member("create", level()), {}],
  ["a lower grant on the space is raised", "space", "edit", member(null, level(["read"])), { grant: "edit" }],
  ["a grant that lowers is raised again", "space", "edit", member("create", level(["read"])), { grant: "edit" }],
  ["a grant of the collection is enough", "space", "edit", member(null, level(), level(["review"])), {}],
  ["a level of a collection", "collection", "review", member("read", level([], "edit")), { grant: "review" }],
  ["an admin has all", "collection", "admin", member("admin", level()), {}],
  [
    "no link lets a disabled member back in",
    "organization",
    "admin",
    { membership: { role: null, disabled: true }, levels: [] },
    undefined
  ],
  ["nor to a space", "space", "admin", { membership: { role: "read", disabled: true }, levels: [level()] }, undefined]
]

describe("what joining with a link changes", () => {
  for (const [name, kind, role, facts, plan] of cases) {
    it(name, () => {
      const found = joinPlan({ target: { kind, id: "x" }, role }, facts)
      expect(found).toEqual(plan)
      expect(isRedundant(found)).toBe(plan !== undefined && Object.keys(plan).length === 0)
    })
  }
})

describe("the people that an invitation names", () => {
  it("each address once, with its own role, the body's or the default", () => {
    const { invitees, wrong } = inviteesOf(
      {
        emails: ["Ada@Example.org ", { email: "bob@example.org", role: null }, { email: "eve@example.org" }],
        role: "edit"
      },
      "read"
    )
    expect(wrong).toEqual([])
    expect(invitees).toEqual([
      { email: "ada@example.org", role: "edit" },
      { email: "bob@example.org", role: null },
      { email: "eve@example.org", role: "edit" }
    ])
    expect(inviteesOf({ emails: ["a@b.cd"] }, "comment").invitees).toEqual([{ email: "a@b.cd", role: "comment" }])
    expect(inviteesOf({ emails: ["a@b.cd"], role: null }, "comment").invitees).toEqual([
      { email: "a@b.cd", role: null }
    ])
    expect(inviteesOf({ emails: ["a@b.cd", { email: "A@B.CD", role: "review" }] }, null).invitees).toEqual([
      { email: "a@b.cd", role: "review" }
    ])
  })

  it("says which are no addresses", () => {
    expect(
      inviteesOf({ emails: ["a@b.cd", "x", { email: "a b@c.de", role: "read" }, "a@b.cd\nBcc: x@y.zz"] }, null).wrong
    ).toEqual([1, 2, 3])
  })
})
