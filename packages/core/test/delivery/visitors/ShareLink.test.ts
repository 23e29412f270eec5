import { describe, expect, it } from "vitest"
import { hashShareKey, linkOfKey, makeShareKey } from "../../../src/delivery/visitors/ShareLink.ts"

const key = "0123456789ABCDEFGHIJKL"
const doors = {
  shareLinks: [
    { id: "a", keyHash: hashShareKey(makeShareKey()) },
    { id: "b", keyHash: hashShareKey(key) },
    { id: "c", keyHash: hashShareKey(makeShareKey()) }
  ]
}

describe("share keys", () => {
  it("have 22 letters of 62: 131 bits, and are never the same", () => {
    const keys = Array.from({ length: 1000 }, makeShareKey)
    expect(keys.every((one) => /^[0-9A-Za-z]{22}$/.test(one))).toBe(true)
    expect(new Set(keys).size).toBe(1000)
  })

  it("belong to one link", () => {
    expect(linkOfKey(doors, key)).toBe("b")
  })

  it.each(
    [
      "",
      key.slice(0, -1),
      `${key}M`,
      key.toLowerCase(),
      ` ${key}`,
      `${key}\n`,
      `${key.slice(0, -1)}M`,
      `1${key.slice(1)}`,
      "0".repeat(22),
      `${key},${key}`,
      `${key}\u0000`,
      encodeURIComponent(`${key}/`),
      hashShareKey(key),
      "%",
      "x".repeat(100_000)
    ].map((guess) => [guess] as const)
  )("near misses belong to none: %j", (guess) => {
    expect(linkOfKey(doors, guess)).toBeUndefined()
  })
})
