import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mergeText } from "../../src/merge/mergeText.ts"

const names = { ours: "primary", theirs: "change request #1" }
const merge = (base: string, ours: string, theirs: string) => mergeText(base, ours, theirs, names)
const page = (...blocks: ReadonlyArray<string>) => `# Title\n\n${blocks.join("\n\n")}\n`

const clean: ReadonlyArray<readonly [string, string, string, string, string]> = [
  ["nothing changed", page("a"), page("a"), page("a"), page("a")],
  ["only ours changed", page("a"), page("b"), page("a"), page("b")],
  ["only theirs changed", page("a"), page("a"), page("b"), page("b")],
  ["both changed alike", page("a"), page("b"), page("b"), page("b")],
  ["different blocks", page("a", "b", "c"), page("A", "b", "c"), page("a", "b", "C"), page("A", "b", "C")],
  ["neighbouring blocks", page("a", "b"), page("A", "b"), page("a", "B"), page("A", "B")],
  [
    "different lines of one block",
    page("one\ntwo\nthree"),
    page("ONE\ntwo\nthree"),
    page("one\ntwo\nTHREE"),
    page("ONE\ntwo\nTHREE")
  ],
  ["neighbouring lines of one block", page("one\ntwo"), page("ONE\ntwo"), page("one\nTWO"), page("ONE\nTWO")],
  [
    "one inserts a block, the other edits one",
    page("a", "b"),
    page("a", "new", "b"),
    page("a", "B"),
    page("a", "new", "B")
  ],
  [
    "one appends, the other edits the last block",
    page("a", "b"),
    page("a", "b", "c"),
    page("a", "B"),
    page("a", "B", "c")
  ],
  [
    "one deletes a block, the other edits another",
    page("a", "b", "c"),
    page("a", "c"),
    page("a", "b", "C"),
    page("a", "C")
  ],
  ["one deletes the last block, the other appends one", page("a", "b"), page("a"), page("a", "b", "c"), page("a", "c")],
  ["both delete the same block", page("a", "b", "c"), page("a", "c"), page("a", "c"), page("a", "c")],
  ["both insert the same block at the same place", page("a"), page("a", "n"), page("a", "n"), page("a", "n")],
  [
    "inserts at different places",
    page("a", "b", "c"),
    page("x", "a", "b", "c"),
    page("a", "b", "c", "y"),
    page("x", "a", "b", "c", "y")
  ],
  [
    "the header key by key",
    "---\nicon: a\ndescription: old\n---\n\nText\n",
    "---\nicon: b\ndescription: old\n---\n\nText\n",
    "---\nicon: a\ndescription: new\n---\n\nText\n",
    "---\nicon: b\ndescription: new\n---\n\nText\n"
  ],
  [
    "a folded value of the header is one key",
    "---\ndescription: >-\n  one\n  two\nicon: a\n---\n\nText\n",
    "---\ndescription: >-\n  ONE\n  two\nicon: a\n---\n\nText\n",
    "---\ndescription: >-\n  one\n  two\nicon: b\n---\n\nText\n",
    "---\ndescription: >-\n  ONE\n  two\nicon: b\n---\n\nText\n"
  ],
  [
    "rows of a table",
    "| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n",
    "| a | b |\n| - | - |\n| 1 | X |\n| 3 | 4 |\n",
    "| a | b |\n| - | - |\n| 1 | 2 |\n| Y | 4 |\n",
    "| a | b |\n| - | - |\n| 1 | X |\n| Y | 4 |\n"
  ],
  [
    "a fence is one block",
    "```js\na\n\nb\n```\n",
    "```js\nA\n\nb\n```\n",
    "```js\na\n\nB\n```\n",
    "```js\nA\n\nB\n```\n"
  ],
  ["line ends of the other side stay", "a\r\n\r\nb\r\n", "A\r\n\r\nb\r\n", "a\r\n\r\nB\r\n", "A\r\n\r\nB\r\n"],
  ["a missing final newline stays", "a\n\nb", "A\n\nb", "a\n\nb", "A\n\nb"],
  ["what follows a text without a final newline begins a line", "a\n\nb", "A\n\nb", "a\n\nb\n\nc\n", "A\n\nb\n\nc\n"]
]

describe("mergeText merges", () => {
  it.each(clean)("%s", (_, base, ours, theirs, expected) => {
    expect(merge(base, ours, theirs)).toEqual({ text: expected, conflicts: 0 })
    expect(merge(base, theirs, ours)).toEqual({ text: expected, conflicts: 0 })
  })
})

describe("mergeText keeps both sides", () => {
  it("of one line", () => {
    expect(merge(page("a"), page("ours"), page("theirs"))).toEqual({
      text: "# Title\n\n<<<<<<< primary\nours\n=======\ntheirs\n>>>>>>> change request #1\n",
      conflicts: 1
    })
  })
  it("of different insertions at the same place", () => {
    const { conflicts, text } = merge(page("a"), page("a", "mine"), page("a", "yours"))
    expect(conflicts).toBe(1)
    expect(text).toContain("mine")
    expect(text).toContain("yours")
  })
  it("of a block that one deleted and the other edited", () => {
    const { conflicts, text } = merge(page("a", "b"), page("a"), page("a", "B"))
    expect(conflicts).toBe(1)
    expect(text).toContain("B")
  })
})

describe("mergeText always", () => {
  const line = fc.constantFrom(
    "a",
    "b",
    "c",
    "",
    "# T",
    "* x",
    "> q",
    "```",
    "{% hint %}",
    "{% endhint %}",
    "---",
    "k: v"
  )
  const text = fc
    .array(line, { maxLength: 12 })
    .chain((lines) => fc.constantFrom("\n", "\r\n").map((end) => lines.join(end)))

  it("gives the changed side when the other is the base", () => {
    fc.assert(
      fc.property(text, text, (base, side) => {
        expect(merge(base, side, base)).toEqual({ text: side, conflicts: 0 })
        expect(merge(base, base, side)).toEqual({ text: side, conflicts: 0 })
      })
    )
  })
  it("counts as many conflicts from either side, and merges alike when there are none", () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const one = merge(base, ours, theirs)
        const other = merge(base, theirs, ours)
        expect(other.conflicts).toBe(one.conflicts)
        if (one.conflicts === 0) expect(stripEnds(other.text)).toEqual(stripEnds(one.text))
      }),
      { numRuns: 500 }
    )
  })
  it("loses no line that a side added", () => {
    const unique = fc.array(
      fc.nat(30).map((n) => `line ${n}`),
      { maxLength: 10 }
    )
    fc.assert(
      fc.property(unique, unique, unique, (base, ours, theirs) => {
        const merged = merge(base.join("\n"), ours.join("\n"), theirs.join("\n")).text.split("\n")
        for (const side of [ours, theirs]) {
          for (const added of side) if (!base.includes(added)) expect(merged).toContain(added)
        }
      }),
      { numRuns: 500 }
    )
  })
})

const stripEnds = (text: string) => text.replace(/\r\n/g, "\n").replace(/\n+$/, "")
