/** Words in a text, without regard to case. */
import fc from "fast-check"
import { expect, it } from "vitest"
import { findIn } from "../src/logic/find.ts"

it.each([
  ["One cat, a Cat, cats", "cat", [4, 11, 16]],
  ["aaaa", "aa", [0, 2]],
  ["words", "", []],
  ["", "words", []],
  // a capital whose small letter is longer keeps its place, and so does what is behind it
  ["İstanbul, istanbul", "stan", [1, 11]],
  ["Straße und STRASSE", "straße", [0]],
  ["ΑΣ", "Σ", [1]],
  ["a.b", ".", [1]]
])("in %j %j is at %j", (text, words, places) => {
  expect(findIn(text, words).map(({ from }) => from)).toEqual(places)
})

it("What is found is as long as what is looked for, in order and apart, and nothing more is found without it", () => {
  const part = fc.constantFrom("a", "B", "b", " ", "İ", "ß", "Α", "Σ", "🙂")
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(""))
  fc.assert(
    fc.property(text, text, (inside, words) => {
      const found = findIn(inside, words)
      let before = 0
      for (const { from, to } of found) {
        expect(from).toBeGreaterThanOrEqual(before)
        expect(to - from).toBe(words.length)
        before = to
      }
      if (words !== "" && inside.includes(words)) expect(found.length).toBeGreaterThan(0)
    })
  )
})
