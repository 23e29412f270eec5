/** API tokens in words. */
import { expect, it } from "vitest"
import type { Token } from "../src/logic/api.ts"
import { endOf, isOver, lifetimes, scopeWords, tokenFacts } from "../src/logic/tokens.ts"

const now = Date.parse("2026-03-03T12:00:00.000Z")
const token = (more: Partial<Token>): Token => ({
  object: "token",
  id: "t",
  label: "Laptop",
  scopes: null,
  createdAt: "2026-03-01T12:00:00.000Z",
  ...more
})

it("every scope has words of its own", () => {
  // that each has some is a matter of types
  expect(new Set(Object.values(scopeWords)).size).toBe(Object.keys(scopeWords).length)
})

it("every lifetime but the one without an end ends so many days from now", () => {
  for (const lifetime of Object.keys(lifetimes) as ReadonlyArray<keyof typeof lifetimes>) {
    const end = endOf(lifetime, now)
    if (lifetime === "none") expect(end).toBeUndefined()
    else expect((Date.parse(end!) - now) / 86_400_000).toBe(Number(lifetime))
  }
})

it("facts say when it was made and used, and whether it has ended", () => {
  expect(tokenFacts(token({}), now)).toEqual(["Made 2 days ago", "Never used", "No end"])
  const used = token({ lastUsedAt: "2026-03-03T11:00:00.000Z", expiresAt: "2026-03-09T12:00:00.000Z" })
  expect(tokenFacts(used, now)).toEqual(["Made 2 days ago", "Used 1 hour ago", "Ends 9 March 2026"])
  expect(tokenFacts(used, now + 30 * 86_400_000)).toContain("Ended 9 March 2026")
  expect([isOver(used, now), isOver(used, Date.parse(used.expiresAt!)), isOver(token({}), now)]).toEqual([
    false,
    true,
    false
  ])
})
