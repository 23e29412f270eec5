/** Two edits of one text: what either wrote is in the result, and what nobody touched stays as it was. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mergeTexts, rewordText } from "../src/logic/mergeTexts.ts"
import { textChanges } from "../src/logic/textChanges.ts"
import { textSurface } from "../src/logic/textSurface.ts"

const lines = fc.array(fc.constantFrom("", "a", "b", "c d", "# e"), { maxLength: 8 }).map((all) => all.join("\n"))

describe("Two edits of one text", () => {
  it.each([
    ["one\ntwo\nthree", "one!\ntwo\nthree", "one\ntwo\nthree!", "one!\ntwo\nthree!"],
    ["one two three", "one! two three", "one two three!", "one! two three!"],
    ["one", "one two", "one", "one two"],
    ["one\ntwo", "one", "one\ntwo\nthree", "one\nthree"],
    ["one", "mine", "theirs", "theirs\nmine"],
    ["", "mine", "theirs", "theirs\nmine"],
    ["a\nb\nc", "a\nc", "a\nb\nc", "a\nc"],
    ["a\nb\nc", "a\nx\nb\nc", "a\nb\ny\nc", "a\nx\nb\ny\nc"]
  ])("%j as %j and %j becomes %j", (base, mine, theirs, merged) => {
    expect(mergeTexts(base, mine, theirs)).toBe(merged)
  })

  it("where one side changed nothing, the other side's text stands", () => {
    fc.assert(
      fc.property(lines, lines, (base, other) => {
        expect(mergeTexts(base, base, other)).toBe(other)
        expect(mergeTexts(base, other, base)).toBe(other)
        expect(mergeTexts(base, other, other)).toBe(other)
      })
    )
  })

  it("every word that either wrote is there", () => {
    const edited = (side: string) =>
      fc.array(fc.tuple(fc.nat(7), fc.boolean()), { maxLength: 4 }).map((edits) => (base: string) => {
        const all = base.split("\n")
        edits.forEach(([at, replaces], index) => all.splice(at % (all.length + 1), replaces ? 1 : 0, `${side}${index}`))
        return all.join("\n")
      })
    fc.assert(
      fc.property(lines, edited("mine"), edited("theirs"), (base, mine, theirs) => {
        const [one, two] = [mine(base), theirs(base)]
        const merged = mergeTexts(base, one, two)
        for (const word of [...one.matchAll(/mine\d/g), ...two.matchAll(/theirs\d/g)])
          expect(merged).toMatch(new RegExp(`\\b${word[0]}\\b`))
      }),
      { numRuns: 2000 }
    )
  })
})

describe("A text that the server says in its own words", () => {
  it.each([
    ["a line that I took away", "one\n[a](/b)\nthree", "one\nthree", "one\n[a](b.md)\nthree", "one\nthree"],
    ["a line that I went on with", "[a](/b)", "[a](/b) and more", "[a](b.md)", "[a](/b) and more"],
    [
      "a line beside one that I changed",
      "[a](/b)\n\nlast",
      "[a](/b)\n\nlast!",
      "[a](b.md)\n\nlast",
      "[a](b.md)\n\nlast!"
    ],
    ["a line that I moved", "[a](/b)\n\nlast", "last\n\n[a](/b)", "[a](b.md)\n\nlast", "last\n\n[a](/b)"],
    ["one line as two", "one\ntwo", "two", "one\nmore\ntwo", "two"]
  ])("%s", (_, sent, mine, answered, wanted) => {
    expect(rewordText(sent, mine, answered)).toBe(wanted)
  })

  it("has what I did since, and nothing besides", () => {
    /** Each line in other words, as one or two. */
    const other = (text: string) => text.replace(/^.*c.*$/gm, "C").replace(/^#.*$/gm, "E\ne")
    fc.assert(
      fc.property(lines, lines, (sent, mine) => {
        expect(other(rewordText(sent, mine, other(sent)))).toBe(other(mine))
        expect(rewordText(sent, sent, other(sent))).toBe(other(sent))
      }),
      { numRuns: 2000 }
    )
  })
})

describe("What makes one text of another", () => {
  const applied = (before: string, changes: ReturnType<typeof textChanges>) =>
    changes.reduceRight((text, { from, insert, to }) => text.slice(0, from) + insert + text.slice(to), before)

  it("makes it, of any two texts", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(applied(before, textChanges(before, after))).toBe(after)
      }),
      { numRuns: 2000 }
    )
  })

  it.each([
    ["one\ntwo\nthree\n", "one\ntwo!\nthree\n", [{ from: 7, to: 7, insert: "!" }]],
    [
      "a\nb\nc",
      "a!\nb\nc!",
      [
        { from: 1, to: 1, insert: "!" },
        { from: 5, to: 5, insert: "!" }
      ]
    ],
    ["a\nb", "a", [{ from: 1, to: 3, insert: "" }]],
    ["same", "same", []]
  ])("is no more than what differs: %j as %j", (before, after, changes) => {
    expect(textChanges(before, after)).toEqual(changes)
  })
})

describe("A text that is edited", () => {
  it("goes on while it is sent, and takes in what others wrote", () => {
    const shown: Array<readonly [string, boolean]> = []
    let text = "one\ntwo"
    const exchange = (next: string, isMine: boolean) => {
      text = next
      shown.push([next, isMine])
    }
    const surface = textSurface({ read: () => text, exchange })
    expect(surface.isDirty()).toBe(false)
    text = "one!\ntwo"
    expect(surface.take()).toBe("one!\ntwo")
    expect(surface.isDirty()).toBe(false)
    text = "one!!\ntwo"
    surface.confirm("one!\ntwo\nthree", true)
    expect(shown).toEqual([["one!!\ntwo\nthree", false]])
    expect(surface.isDirty()).toBe(true)
    surface.take()
    surface.release()
    expect(surface.isDirty()).toBe(true)
    surface.receive("zero\none!\ntwo\nthree")
    expect(surface.now()).toBe("zero\none!!\ntwo\nthree")
    expect(surface.isDirty()).toBe(true)
    surface.replace("kept")
    expect(shown.at(-1)).toEqual(["kept", true])
  })

  it("has no line again that was taken away while it was sent", () => {
    let text = "one\n[a](/b)"
    const exchange = (next: string) => {
      text = next
    }
    const surface = textSurface({ read: () => text, exchange })
    surface.take()
    text = "one"
    surface.confirm("one\n[a](b.md)", false)
    expect([text, surface.isDirty()]).toEqual(["one", true])
  })
})
