import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  isFull,
  longestAnswer,
  newReading,
  readEnd,
  readPiece,
  type Sentence
} from "../../../src/content/answers/sentences.ts"

/** What is kept of an answer that comes in these pieces, with three sections given. */
const kept = (...pieces: ReadonlyArray<string>): ReadonlyArray<Sentence> => {
  let reading = newReading(3)
  const all: Array<Sentence> = []
  for (const piece of pieces) {
    const [next, sentences] = readPiece(reading, piece)
    reading = next
    all.push(...sentences)
  }
  return [...all, ...readEnd(reading)]
}
const written = (...pieces: ReadonlyArray<string>) => kept(...pieces).map(({ sources, text }) => `${text} ${sources}`)

const cases: ReadonlyArray<readonly [what: string, answer: string, kept: ReadonlyArray<string>]> = [
  ["numbers before the full stop", "Use S3 [1]. Then wait [2].", ["Use S3. 1", "Then wait. 2"]],
  ["numbers after it", "Use S3. [1] Then wait. [2]", ["Use S3. 1", "Then wait. 2"]],
  ["numbers at once after it", "Use S3.[1][3] Then wait.[2]", ["Use S3. 1,3", "Then wait. 2"]],
  ["several in one bracket", "Use S3 [3, 1; 2].", ["Use S3. 1,2,3"]],
  ["wide brackets", "桶在这里。【1】然后等待【2】。", ["桶在这里。 1", "然后等待。 2"]],
  ["lines", "Use S3 [1]\nThen wait [2]\n", ["Use S3 1", "Then wait 2"]],
  [
    "abbreviations and numbers",
    "Take e.g. S3 or approx. 5 of v1.2.3 [1]. Wait [2].",
    ["Take e.g. S3 or approx. 5 of v1.2.3. 1", "Wait. 2"]
  ],
  ["a sentence without a number", "I like it. Use S3 [1]. Bye!", ["Use S3. 1"]],
  ["numbers of no section", "Use S3 [4]. Wait [0]. Go [2][99].", ["Go. 2"]],
  ["nothing but a number", "[1] . [2]", []],
  ["the mark", "NOT_IN_PAGES", []],
  ["the mark with a number", "NOT_IN_PAGES", []],
  ["no words", "", []],
  [
    "markup stays text",
    "See [here](https://evil.test) <b>now</b> [1].",
    ["See [here](https://evil.test) <b>now</b>. 1"]
  ],
  ["signs that nobody sees", "Use\u202e S\u200b3\u0000 [1].", ["Use S3. 1"]]
]

describe("what is kept of an answer", () => {
  it.each(cases)("%s", (_, answer, expected) => {
    expect(written(answer)).toEqual(expected)
  })

  it.each(cases)("the same letter by letter: %s", (_, answer, expected) => {
    expect(written(...answer)).toEqual(expected)
  })

  it("comes as soon as it is whole", () => {
    const [reading, first] = readPiece(newReading(1), "One [1]. Tw")
    expect(first).toEqual([{ text: "One.", sources: [1] }])
    expect(readEnd(reading)).toEqual([])
  })

  it("ends: an endless answer is cut, and an endless sentence is none", () => {
    let reading = newReading(1)
    for (let i = 0; i < 10_000; i++) reading = readPiece(reading, "word ")[0]
    expect(isFull(reading)).toBe(true)
    expect(reading.length).toBe(longestAnswer)
    expect(reading.rest.length).toBeLessThanOrEqual(longestAnswer)
    expect(kept("x".repeat(5_000), " [1]. Short [1].")).toEqual([{ text: "Short.", sources: [1] }])
  })

  it("names sections that were given and nothing else, whatever is written and however it is cut", () => {
    const bit = fc.constantFrom(
      "[",
      "]",
      "1",
      "2",
      "9",
      ".",
      " ",
      "\n",
      "a",
      "B",
      "。",
      "，",
      "!",
      "[1]",
      "[7]",
      "😀",
      "\ud800"
    )
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (bits, size) => {
        const text = bits.join("")
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
          text.slice(i * size, (i + 1) * size)
        )
        const found = kept(...pieces)
        expect(found).toEqual(kept(text))
        for (const { sources, text } of found) {
          expect(sources.length).toBeGreaterThan(0)
          for (const source of sources) expect([1, 2, 3]).toContain(source)
          expect(text.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 2000 }
    )
  })
})
