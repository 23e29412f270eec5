import { parsePage } from "@octavo/document"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AnswerSource, answerOf, escapeMarkdown } from "../../../src/delivery/sites/SiteQuestion.ts"

const source = (number: number): AnswerSource => ({
  type: "page",
  page: `p${number}`,
  revision: "r",
  space: "s",
  sections: [`p${number}`],
  number,
  title: "Title",
  path: "title",
  urls: { app: `https://octavo.test/s/s/title-${number}` }
})

const hostile = [
  "See [here](https://evil.test) and ![x](https://evil.test/x.png).",
  "<script>alert(1)</script> <https://evil.test> www.evil.test (www.evil.test) me@evil.test",
  "[a]: https://evil.test",
  "# Heading",
  "- list",
  "1. list",
  "> quote",
  '{% embed url="https://evil.test" %}',
  '{% hint style="info" %} x {% endhint %}',
  "`code` ``two`` javascript://evil.test/`x` \\[x\\](https://evil.test)",
  "| a | b |",
  "mailto:me xmpp:you@evil.test &lt;b&gt; $$x$$"
]

describe("an answer as Markdown", () => {
  it.each(hostile)("has links to sources alone: %s", (text) => {
    const { answer } = answerOf([source(1), source(2)], [{ text, sources: [2] }], "markdown").answer
    const { markdown } = answer as { markdown: string }
    expect(markdown.endsWith(" [\\[2\\]](https://octavo.test/s/s/title-2)")).toBe(true)
    expect(parsePage(markdown).links.map(({ href }) => href)).toEqual(["https://octavo.test/s/s/title-2"])
  })

  it("leads nowhere but to sources, whatever is written", () => {
    const bit = fc.constantFrom(
      "[a](b)",
      "![",
      "](x)",
      "<a>",
      "https://e.test",
      "www.e.test",
      "`",
      "\\",
      "a@b.test",
      "{%",
      "%}",
      " ",
      "1.",
      "&amp;"
    )
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 12 }), (bits) => {
        const text = bits.join("").replace(/\s+/g, " ").trim()
        expect(parsePage(escapeMarkdown(text)).links).toEqual([])
      }),
      { numRuns: 1000 }
    )
  })
})

describe("an answer", () => {
  it("has the sources that it names, in one paragraph of text", () => {
    const sentences = [
      { text: "One.", sources: [1, 3] },
      { text: "**Two**.", sources: [3] }
    ]
    const { answer, sources } = answerOf([1, 2, 3].map(source), sentences, "document").answer
    expect(sources.map(({ number }) => number)).toEqual([1, 3])
    expect(answer).toMatchObject({
      document: { nodes: [{ type: "paragraph", nodes: [{ leaves: [{ text: "One. **Two**.", marks: [] }] }] }] }
    })
  })

  it("without sentences says nothing", () => {
    expect(answerOf([source(1)], [], "markdown").answer).toEqual({ followupQuestions: [], sources: [], sentences: [] })
  })
})
