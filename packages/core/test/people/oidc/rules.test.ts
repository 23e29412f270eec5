import { expect, it } from "@effect/vitest"
import { isAllowed, placesOf, verifiedEmail } from "../../../src/people/oidc/rules.ts"

it.each([
  // what the provider says, whether it is trusted without a word, what counts
  [{ email: "Ada@X.test", emailVerified: true }, false, "ada@x.test"],
  [{ email: "ada@x.test", emailVerified: false }, false, undefined],
  [{ email: "ada@x.test", emailVerified: undefined }, false, undefined],
  [{ email: "ada@x.test", emailVerified: undefined }, true, "ada@x.test"],
  [{ email: "ada@x.test", emailVerified: false }, true, undefined],
  [{ email: "ada", emailVerified: true }, true, undefined],
  [{ email: undefined, emailVerified: true }, true, undefined]
] as const)("of %j an address counts that was verified (trusted: %s)", (claims, trustsEmails, email) => {
  expect(verifiedEmail(claims, { trustsEmails })).toBe(email)
})

it.each([
  [undefined, [], true],
  ["ada@x.test", [], true],
  ["ada@x.test", ["y.test", "x.test"], true],
  ["ada@evil-x.test", ["x.test"], false],
  ["ada@x.test.evil.test", ["x.test"], false],
  ["ada@sub.x.test", ["x.test"], false],
  [undefined, ["x.test"], false]
] as const)("%s may come in where %j may: %s", (email, domains, allowed) => {
  expect(isAllowed(email, { domains })).toBe(allowed)
})

const groups = {
  admins: { role: "admin", team: "core" },
  writers: { role: "edit", team: "core" },
  readers: { team: "readers" }
} as const

it.each([
  [["writers", "admins"], { role: "admin", join: ["core"], leave: ["readers"] }],
  [["writers"], { role: "edit", join: ["core"], leave: ["readers"] }],
  [["readers"], { role: "comment", join: ["readers"], leave: ["core"] }],
  [["others", "__proto__", "constructor"], { role: "comment", join: [], leave: ["core", "readers"] }],
  [[], { role: "comment", join: [], leave: ["core", "readers"] }]
] as const)("groups %j give the places of the mapping, and take the others", (names, places) => {
  expect(placesOf({ groups, role: "comment" }, names)).toEqual(places)
})

it("groups say nothing of roles where none is mapped", () => {
  expect(placesOf({ groups: { readers: { team: "readers" } }, role: "read" }, [])).toEqual({
    role: undefined,
    join: [],
    leave: ["readers"]
  })
})
