import { describe, expect, it } from "vitest"
import { type Candidate, linesOf, matchRenames, type Newcomer, similarity } from "../../../src/content/git/identity.ts"

const text = (...words: ReadonlyArray<string>) => words.map((word) => `A line about ${word}.`).join("\n")
const old = (id: string, oid: string, body = ""): Candidate => ({ id, oid, lines: () => linesOf(body) })
const fresh = (path: string, oid: string, body = ""): Newcomer => ({ path, oid, lines: () => linesOf(body) })

describe("similarity", () => {
  it("is 1 for equal texts, 0 for strangers and for empty ones", () => {
    expect(similarity(linesOf(text("a", "b")), linesOf(text("a", "b")))).toBe(1)
    expect(similarity(linesOf(text("a")), linesOf(text("b")))).toBe(0)
    expect(similarity(linesOf(""), linesOf(""))).toBe(0)
  })
  it("does not see white space at the ends of lines", () => {
    expect(similarity(linesOf("  Some words\r\n"), linesOf("Some words"))).toBe(1)
  })
})

describe("matchRenames", () => {
  const cases: ReadonlyArray<
    readonly [string, ReadonlyArray<Candidate>, ReadonlyArray<Newcomer>, Record<string, string>]
  > = [
    ["equal bytes are the same page", [old("p1", "x")], [fresh("new.md", "x")], { "new.md": "p1" }],
    [
      "a file with other bytes and other text is a new page",
      [old("p1", "x", text("a"))],
      [fresh("n.md", "y", text("b"))],
      {}
    ],
    [
      "half of the lines are enough",
      [old("p1", "x", text("a", "b", "c"))],
      [fresh("n.md", "y", text("a", "b", "d"))],
      { "n.md": "p1" }
    ],
    [
      "equal bytes go before similar text",
      [old("p1", "x", text("a", "b"))],
      [fresh("similar.md", "y", text("a", "b")), fresh("same.md", "x", text("a", "b"))],
      { "same.md": "p1" }
    ],
    [
      "the most similar pair wins, each page once",
      [old("p1", "x", text("a", "b", "c", "d")), old("p2", "z", text("a", "b", "c", "e"))],
      [fresh("n.md", "y", text("a", "b", "c", "e", "f"))],
      { "n.md": "p2" }
    ],
    [
      "two copies take two pages",
      [old("p1", "x"), old("p2", "x")],
      [fresh("a.md", "x"), fresh("b.md", "x")],
      { "a.md": "p1", "b.md": "p2" }
    ]
  ]
  it.each(cases)("%s", (_, gone, added, expected) => {
    expect(Object.fromEntries(matchRenames(gone, added))).toEqual(expected)
  })
})
