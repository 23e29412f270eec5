/** Redirects of `.gitbook.yaml`: what they lead to, and how they follow files that move. */

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { moveRedirects, parseSpaceConfig } from "../src/index.ts"

describe("a redirect names", () => {
  it.each([
    ["a.md", "a.md"],
    ["./dir//a.md", "dir/a.md"],
    ["/dir/", "dir"],
    ["dir/#top", "dir#top"],
    ["./a.md#one/../two", "a.md#one/../two"],
    ["#top", "#top"]
  ])("by %s the file %s", (written, destination) => {
    const { redirects } = parseSpaceConfig(`redirects:\n  old: ${JSON.stringify(written)}\n`)
    expect(redirects).toEqual([{ source: "old", destination }])
  })
})

describe("redirects to files that moved", () => {
  const moves: Readonly<Record<string, string>> = { "a.md": "b/c.md", dir: "dir.md", "two words.md": "two words: x.md" }
  const movedTo = (path: string) => moves[path]

  it.each([
    ["keep the form of the path", "redirects:\n  x: ./a.md\n", "redirects:\n  x: ./b/c.md\n"],
    [
      "and comments",
      "# a\nredirects: # b\n  x: a.md # c\n\n  y: z.md\n",
      "# a\nredirects: # b\n  x: b/c.md # c\n\n  y: z.md\n"
    ],
    ["and line ends", "redirects:\r\n  x: dir/#t\r\n", "redirects:\r\n  x: dir.md#t\r\n"],
    ["in braces", "redirects: { x: a.md, y: z.md }\n", "redirects: { x: b/c.md, y: z.md }\n"],
    [
      "and say what would be no text by itself",
      "redirects:\n  x: two words.md\n",
      'redirects:\n  x: "two words: x.md"\n'
    ],
    ["not beside others", "root: a.md\nx: a.md\nredirects: {}\n", "root: a.md\nx: a.md\nredirects: {}\n"],
    ["nor where nothing can be read", "redirects: [a.md\n", "redirects: [a.md\n"]
  ])("%s", (_, text, expected) => {
    expect(moveRedirects(text, movedTo)).toBe(expected)
  })

  const name = fc.constantFrom("a.md", "./a.md", "/a.md#x", "dir", "dir/#t", "two words.md", "z.md", "#t", "é: {}.md")
  const style = fc.constantFrom(
    (one: string) => JSON.stringify(one),
    (one: string) => `'${one}'`,
    (one: string) => (/[#:{}]/.test(one) ? JSON.stringify(one) : one)
  )
  const line = fc.record({ name, style, note: fc.constantFrom("", " # note", "   # a.md") })

  it("lead to where the file is, and all else stays, however they are written", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom("\n", "\r\n"), (lines, end) => {
        const text = [
          "# ours",
          "redirects:",
          ...lines.map((one, i) => `  s${i}: ${one.style(one.name)}${one.note}`),
          ""
        ].join(end)
        const before = parseSpaceConfig(text).redirects
        const moved = moveRedirects(text, movedTo)
        expect(parseSpaceConfig(moved).redirects).toEqual(
          before.map(({ destination, source }) => {
            const [file = "", ...anchor] = destination.split(/(?=#)/)
            return { source, destination: (moves[file] ?? file) + anchor.join("") }
          })
        )
        expect(moved.split(end).map((one) => one.replace(/: .*?(?= *# |$)/, ""))).toEqual(
          text.split(end).map((one) => one.replace(/: .*?(?= *# |$)/, ""))
        )
        expect(moveRedirects(moved, movedTo)).toBe(moved)
      })
    )
  })
})
