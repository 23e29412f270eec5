/** People who are named in comments. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type MentionText,
  markdownToMentions,
  mentionAt,
  mentionsToMarkdown,
  noText,
  withMention
} from "../src/logic/mentions.ts"

const people = (names: Readonly<Record<string, string>>) => new Map(Object.entries(names))
const link = (name: string, id: string) => `[${name}](https://app.gitbook.com/u/${id} "mention")`

describe("Somebody is being named", () => {
  it.each<[text: string, words: string | undefined]>([
    ["@", ""],
    ["@an", "an"],
    ["See @ann le", "ann le"],
    ["(@ann", "ann"],
    ["ann@example.com", undefined],
    ["@ ann", undefined],
    ["@ann\nand", undefined],
    ["nobody", undefined],
    [`@${"a".repeat(60)}`, undefined],
    // who was chosen already is not looked for again
    ["@Ann Lee is", undefined]
  ])("in %j", (text, words) => {
    expect(mentionAt({ text, people: people({ "Ann Lee": "u1" }) }, text.length)?.words).toBe(words)
  })

  it("before the caret alone", () => {
    expect(mentionAt({ ...noText, text: "@ann and" }, 3)).toEqual({ from: 0, words: "an" })
  })
})

it("Who is chosen stands in the place of what was typed, with a space behind, and two of one name stay two", () => {
  const first = withMention({ ...noText, text: "Ask @an" }, { from: 4, words: "an" }, { id: "u1", name: "Ann" })
  expect(first).toEqual({ written: { text: "Ask @Ann ", people: people({ Ann: "u1" }) }, caret: 9 })
  const text = `${first.written.text}and @`
  const second = withMention({ ...first.written, text }, { from: 13, words: "" }, { id: "u2", name: "Ann" })
  expect(second.written.text).toBe("Ask @Ann and @Ann 2 ")
  expect(mentionsToMarkdown(second.written)).toBe(`Ask ${link("Ann", "u1")} and ${link("Ann 2", "u2")} `)
})

it.each<[text: string, names: Readonly<Record<string, string>>, markdown: string]>([
  ["@Ann Lee, @Ann", { Ann: "u1", "Ann Lee": "u2" }, `${link("Ann Lee", "u2")}, ${link("Ann", "u1")}`],
  ["@Anna", { Ann: "u1" }, "@Anna"],
  ["x@Ann.org @Ann.", { Ann: "u1" }, `x@Ann.org ${link("Ann", "u1")}.`],
  ["@[x]_y", { "[x]_y": "u1" }, link("\\[x\\]\\_y", "u1")]
])("%j is sent with links", (text, names, markdown) => {
  expect(mentionsToMarkdown({ text, people: people(names) })).toBe(markdown)
})

it("What is edited again is as it was written, and sent as it was", () => {
  const name = fc
    .string({
      unit: fc.constantFrom("A", "b", "é", " ", "[", "]", "*", "_", "\\", "`", "-"),
      minLength: 1,
      maxLength: 9
    })
    .map((one) => `N${one.trim()}`)
  const words = fc.string({ unit: fc.constantFrom("a", " ", "\n", "(", ")", "[", "]", "*"), maxLength: 8 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(words, name, fc.stringMatching(/^u[0-9]$/)), { maxLength: 4 }),
      words,
      (parts, end) => {
        let written: MentionText = noText
        for (const [before, called, id] of parts) {
          const text = `${written.text}${before} @`
          written = withMention(
            { ...written, text },
            { from: text.length - 1, words: "" },
            { id, name: called }
          ).written
        }
        const markdown = mentionsToMarkdown({ ...written, text: written.text + end })
        expect(mentionsToMarkdown(markdownToMentions(markdown))).toBe(markdown)
      }
    ),
    { numRuns: 2000 }
  )
})
