/** Places where both sides of a merge stand between markers: found, and settled. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { markedClashes, settleMarked } from "../../src/merge/marked.ts"
import { mergeText } from "../../src/merge/mergeText.ts"

const names = { ours: "Octavo", theirs: "Git" }
const lines = fc.array(fc.constantFrom("a", "b", "c", "", "* d", "    e"), { maxLength: 12 })
const text = lines.map((all) => all.map((line) => `${line}\n`).join(""))

describe("marked places", () => {
  it("are those that a merge left, in order, with its names", () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const merged = mergeText(base, ours, theirs, names)
        expect(markedClashes(merged.text)).toEqual(
          merged.clashes.map((clash) => ({ ours: clash.ours, theirs: clash.theirs, names }))
        )
      })
    )
  })

  it("settled by one side are what a merge for that side is", () => {
    fc.assert(
      fc.property(text, text, text, fc.constantFrom("ours" as const, "theirs" as const), (base, ours, theirs, take) => {
        const merged = mergeText(base, ours, theirs, names)
        expect(settleMarked(merged.text, () => take)).toBe(mergeText(base, ours, theirs, names, { prefer: take }).text)
        expect(settleMarked(merged.text, () => undefined)).toBe(merged.text)
      })
    )
  })

  it.each([
    ["no end", "<<<<<<< a\nx\n=======\ny\n"],
    ["no middle", "<<<<<<< a\nx\n>>>>>>> b\n"],
    ["a heading", "<<<<<<< a\n\nTitle\n========\n"],
    ["none", "a\n"]
  ])("are not there: %s", (_, text) => {
    expect(markedClashes(text)).toEqual([])
    expect(settleMarked(text, () => "ours")).toBe(text)
  })

  it("one that begins again is the later one, and only it is settled", () => {
    const text = "<<<<<<< a\nx\n<<<<<<< b\ny\n=======\nz\n>>>>>>> c\nend\n"
    expect(markedClashes(text)).toEqual([{ ours: "y\n", theirs: "z\n", names: { ours: "b", theirs: "c" } }])
    expect(settleMarked(text, () => ({ text: "w" }))).toBe("<<<<<<< a\nx\nw\nend\n")
  })
})
