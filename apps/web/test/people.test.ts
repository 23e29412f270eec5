/** Roles in words, and inviting people by their addresses. */
import { describe, expect, it } from "vitest"
import { addressesIn, addressProblem, inviteWords } from "../src/logic/invites.ts"
import { choiceOf, roleChoices, roleOf } from "../src/logic/memberRoles.ts"

it("every role is a choice from the highest, and comes back as it went in", () => {
  const all = roleChoices().map(([choice]) => choice)
  expect(all).toEqual(["admin", "create", "review", "edit", "comment", "read", "guest"])
  for (const choice of all) expect(choiceOf(roleOf(choice))).toBe(choice)
  expect(roleOf("guest")).toBeNull()
  expect(roleChoices("admin", "guest").map(([choice]) => choice)).toEqual(all.slice(1, -1))
})

describe("addresses are found", () => {
  it.each([
    ["", []],
    ["  \n , ;", []],
    ["ada@example.com", ["ada@example.com"]],
    ["ada@example.com, bob@example.com;eve@example.com", ["ada@example.com", "bob@example.com", "eve@example.com"]],
    ["ada@example.com bob@example.com\neve@example.com", ["ada@example.com", "bob@example.com", "eve@example.com"]],
    ["Ada Lovelace <ada@example.com>, Bob < bob@example.com >", ["ada@example.com", "bob@example.com"]],
    ["ada@example.com, Ada@Example.com", ["Ada@Example.com"]],
    // what is none is sent as well: the server says so
    ["ada, <>", ["ada", "<>"]]
  ])("in %j", (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses)
  })
})

it("what came of an invitation is said a sentence each, about nobody where there is nobody", () => {
  const told = "Who is new, or has not confirmed the address yet, gets a mail with a link that is good for seven days."
  expect(inviteWords({ users: ["a"], invited: 1 })).toEqual(["1 person is a member now.", told])
  expect(inviteWords({ users: ["a", "b", "c"], invited: 1, unsent: "No mail." })).toEqual([
    "1 person is a member now.",
    "2 were members before, with the role that they keep.",
    "No mail."
  ])
  expect(inviteWords({ users: ["a"], invited: 0 })).toEqual([
    "1 was a member before, with the role that they keep.",
    told
  ])
})

it("addresses that the server could not take are named; what else is wrong is said elsewhere", () => {
  const wrong = (...at: ReadonlyArray<number>) => ({ details: at.map((one) => ({ path: `emails.${one}` })) })
  expect(addressProblem(wrong(1), ["a@b.c", "x"])).toBe("“x” is no e-mail address. Nobody was invited yet.")
  expect(addressProblem(wrong(0, 1), ["y", "x"])).toBe("“y”, “x” are no e-mail addresses. Nobody was invited yet.")
  const many = Array.from({ length: 7 }, (_, at) => `n${at}`)
  expect(addressProblem(wrong(0, 1, 2, 3, 4, 5, 6), many)).toContain("“n4” and 2 more are")
  expect(addressProblem(new Error("away"), ["x"])).toBeUndefined()
  expect(addressProblem({ details: [{ path: "role" }] }, ["x"])).toBeUndefined()
})
