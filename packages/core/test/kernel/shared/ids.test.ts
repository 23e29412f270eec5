import { describe, expect, it } from "vitest"
import { idPattern, makeId, makeSecret } from "../../../src/kernel/shared/ids.ts"
import { codePoints, isStorable } from "../../../src/kernel/shared/text.ts"

describe("makeId", () => {
  it("makes distinct ids that sort in the order they were made", () => {
    const ids = Array.from({ length: 20_000 }, () => makeId())
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
    for (const id of ids.slice(0, 100)) expect(id).toMatch(idPattern)
  })
})

describe("makeSecret", () => {
  it("uses the whole alphabet evenly", () => {
    const text = Array.from({ length: 200 }, () => makeSecret(310)).join("")
    const counts = new Map<string, number>()
    for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(62)
    // 1,000 each on average; six standard deviations
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190)
  })
})

describe("text", () => {
  it.each([
    ["", 0],
    ["abc", 3],
    ["é", 1],
    ["😀😀", 2],
    ["👨‍👩‍👧", 5]
  ])("%j has %i code points", (text, n) => {
    expect(codePoints(text)).toBe(n)
  })
  it.each([
    ["plain", true],
    ["😀", true],
    ["a\0b", false],
    ["\ud83d", false],
    ["\ude00", false],
    ["\ude00\ud83d", false],
    ["x\ud83d\ude00y", true]
  ])("%j can be stored: %s", (text, expected) => {
    expect(isStorable(text)).toBe(expected)
  })
})
