import { shorten } from "@octavo/core/connections/conversations/shorten"
import { describe, expect, it } from "vitest"

describe("shortened texts", () => {
  it("are cut between words, and not within a letter", () => {
    expect(shorten("one two three", 9)).toBe("one two…")
    expect(shorten("abcdefghij", 5)).toBe("abcd…")
    expect(shorten("abc😀def", 5)).toBe("abc…")
    expect(shorten("short", 5)).toBe("short")
  })
})
