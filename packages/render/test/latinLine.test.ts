import { serialize } from "node:v8"
import { describe, expect, it } from "vitest"
import { latinLine } from "../src/latinLine.ts"

/** Whether V8 holds a string by one byte a character; its own format for values says so. */
const isOneByte = (text: string): boolean => serialize(text)[2] === '"'.charCodeAt(0)

describe("lines in Latin-1 form", () => {
  it("stay as they are where they are Latin-1, as strings of one byte", () => {
    const page = "const café = 1\n// …"
    const line = page.slice(0, page.indexOf("\n"))
    expect(isOneByte(line)).toBe(false)
    expect(latinLine(line)).toBe("const café = 1")
    expect(isOneByte(latinLine(line))).toBe(true)
  })

  it("have another character of the same kind for each one that is not", () => {
    for (const [line, latin] of [
      ["let 名 = “ж”", "let é = §é§"],
      ["a\u3000b", "a\xa0b"],
      ["👍🏽 ok", "§§§§ ok"],
      ["𝒳1", "éé1"],
      ["\ud83d x", "§ x"],
      ["", ""]
    ] as const) {
      expect(latinLine(line)).toBe(latin)
      expect(latinLine(line)).toHaveLength(line.length)
      expect(isOneByte(latinLine(line))).toBe(true)
    }
  })
})
