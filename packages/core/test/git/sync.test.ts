import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { orderOf } from "../../src/git/GitSync.ts"
import { formatCredentials, parseCredentials, repositoryName } from "../../src/git/repository.ts"

describe("orderOf", () => {
  const now = "2026-01-02T00:00:00.000Z"
  it.each([
    ["2026-01-01T12:00:00Z", "2026-01-01T12:00:00.000Z"],
    ["2026-01-01T12:00:00+02:00", "2026-01-01T10:00:00.000Z"],
    // a clock that runs ahead does not shut out what comes later (threat 36)
    ["2199-01-01T00:00:00Z", now],
    ["1999-01-01T00:00:00Z", "1999-01-01T00:00:00.000Z"],
    ["tomorrow", undefined],
    ["1", undefined],
    ["", undefined]
  ])("%s is ordered at %s", (timestamp, expected) => {
    expect(orderOf(timestamp, now)).toBe(expected)
  })
})

describe("repositories", () => {
  it.each([
    ["https://example.org/owner/name.git", "owner/name"],
    ["https://example.org/owner/name/", "owner/name"],
    ["https://example.org/group/sub/name", "sub/name"],
    ["https://example.org/", "example.org"]
  ])("%s is called %s", (url, name) => {
    expect(repositoryName(url)).toBe(name)
  })
  it("credentials survive being one text", () => {
    const { username, password } = parseCredentials(
      formatCredentials({ username: "me", password: Redacted.make("a:b@c/d%") })
    )
    expect([username, Redacted.value(password)]).toEqual(["me", "a:b@c/d%"])
  })
})
