import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mergeText, type SettledClash } from "../../src/merge/mergeText.ts"

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
    expect(merge(base, ours, theirs)).toEqual({ text: expected, clashes: [] })
    expect(merge(base, theirs, ours)).toEqual({ text: expected, clashes: [] })
  })
})

describe("mergeText keeps both sides", () => {
  it("of one line", () => {
    expect(merge(page("a"), page("ours"), page("theirs"))).toEqual({
      text: "# Title\n\n<<<<<<< primary\nours\n=======\ntheirs\n>>>>>>> change request #1\n",
      clashes: [{ base: "a\n", ours: "ours\n", theirs: "theirs\n" }]
    })
  })
  it("of different insertions at the same place", () => {
    const { clashes, text } = merge(page("a"), page("a", "mine"), page("a", "yours"))
    expect(clashes).toHaveLength(1)
    expect(text).toContain("mine")
    expect(text).toContain("yours")
  })
  it("of a block that one deleted and the other edited", () => {
    const { clashes, text } = merge(page("a", "b"), page("a"), page("a", "B"))
    expect(clashes).toHaveLength(1)
    expect(text).toContain("B")
  })
})

describe("mergeText settles", () => {
  const settle = (take: SettledClash["take"], ours = "ours", theirs = "theirs") =>
    mergeText(page("a", "b", "c"), page(ours, "b", "mine"), page(theirs, "b", "yours"), names, {
      settled: [{ base: "a\n", ours: `${ours}\n`, theirs: `${theirs}\n`, take }]
    })
  it.each([
    ["ours", page("ours", "b")],
    ["theirs", page("theirs", "b")],
    ["both", page("theirs", "ours", "b")],
    [{ text: "anew" }, page("anew", "b")],
    [{ text: "one\n\ntwo\n" }, page("one", "two", "b")],
    [{ text: "" }, "# Title\n\n\nb\n"]
  ] as const)("a place as %j, and nothing else", (take, text) => {
    const { clashes, text: merged } = settle(take)
    expect(merged.startsWith(text)).toBe(true)
    expect(clashes).toEqual([{ base: "c\n", ours: "mine\n", theirs: "yours\n" }])
  })
  it("items of a list as both, without a line between", () => {
    expect(settle("both", "* ours", "* theirs").text).toContain("* theirs\n* ours\n")
  })
  it("nothing that is not there", () => {
    const [base, ours, theirs] = [page("a"), page("ours"), page("theirs")]
    const settled = [{ base: "b\n", ours: "ours\n", theirs: "theirs\n", take: "ours" as const }]
    expect(mergeText(base, ours, theirs, names, { settled })).toEqual(mergeText(base, ours, theirs, names))
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
        expect(merge(base, side, base)).toEqual({ text: side, clashes: [] })
        expect(merge(base, base, side)).toEqual({ text: side, clashes: [] })
      })
    )
  })
  it("counts as many conflicts from either side, and merges alike when there are none", () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const one = merge(base, ours, theirs)
        const other = merge(base, theirs, ours)
        expect(other.clashes).toHaveLength(one.clashes.length)
        if (one.clashes.length === 0) expect(stripEnds(other.text)).toEqual(stripEnds(one.text))
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
