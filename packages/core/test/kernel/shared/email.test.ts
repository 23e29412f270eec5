import { expect, it } from "vitest"
import { domainOf, nameFromEmail, readEmail } from "../../../src/kernel/shared/email.ts"

it("reads addresses, in lower case, and refuses what is none", () => {
  expect(readEmail(" Ada@Example.ORG ")).toBe("ada@example.org")
  for (const text of [
    "",
    "a",
    "a@b",
    "a b@c.de",
    "a@b.cd,e@f.gh",
    "a@b.cd\r\nx",
    "<a@b.cd>",
    `${"x".repeat(250)}@c.de`
  ]) {
    expect(readEmail(text), text).toBeUndefined()
  }
})

it("takes an address apart", () => {
  expect([domainOf("a@b.cd"), nameFromEmail("ada.l@b.cd")]).toEqual(["b.cd", "ada.l"])
  expect([...nameFromEmail(`${"x".repeat(100)}@b.cd`)].length).toBe(64)
})
