/** Emoji by their names in texts. */
import { gemoji } from "gemoji"
import { describe, expect, it } from "vitest"
import { withEmoji } from "../src/emojiNames.ts"

describe("Emoji by their names", () => {
  it("are each drawn by every name that they have", () => {
    for (const { emoji, names } of gemoji) for (const name of names) expect(withEmoji(`:${name}:`), name).toBe(emoji)
    expect(gemoji.length).toBeGreaterThan(1_800)
  })

  it.each([
    ["a text around", "It is done :tada:, or (:x:).", "It is done 🎉, or (❌)."],
    ["several", ":x::white_check_mark: :+1:", "❌✅ 👍"],
    ["beside a name that none has", ":x::nothing_of_it:", "❌:nothing_of_it:"],
    ["at the end of a line", "a\n:warning:\nb", "a\n⚠️\nb"]
  ])("are drawn in %s", (_, text, drawn) => {
    expect(withEmoji(text)).toBe(drawn)
  })

  it.each([
    ...["", ":", "::", ": x :", ":x", "10:30:45", "a:x:b", "::x::", "std::x::y", ":X:", ":constructor:", ":__proto__:"],
    ...[":toString:", "http://a.b:80:", `:${"x".repeat(1e5)}:`, ":x".repeat(1e5)]
  ])("are nothing but text in %j", (text) => {
    expect(withEmoji(text)).toBe(text)
  })
})
