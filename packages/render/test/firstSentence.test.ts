import { parsePage } from "@octavo/document"
import { expect, it } from "vitest"
import { firstSentence } from "../src/firstSentence.ts"

const long = "word ".repeat(100).trim()

it.each<[what: string, markdown: string, sentence: string | undefined, language: string]>([
  [
    "the first sentence of the first paragraph",
    "# Title\n\n## Before\n\nThe first sentence is long enough to say what a page is about. The second is not taken.\n\nMore.",
    "The first sentence is long enough to say what a page is about.",
    "en"
  ],
  ["a short one takes the next along", "Short. And the next.\n\nNot this one.", "Short. And the next.", "en"],
  [
    "words without their marks",
    "Use **bold** [links](x.md) and `code`, e.g. here.![A dot](x.png)[^1]\n\n[^1]: Note.",
    "Use bold links and code, e.g. here.",
    "en"
  ],
  [
    "a picture, a button and a link alone are no text",
    "![A picture](x.png)\n\n[Go](x.md)\n\nThe text.",
    "The text.",
    "en"
  ],
  [
    "what differs by its reader is passed over",
    'Hello <code class="expression">visitor.name</code>!\n\nHi.',
    "Hi.",
    "en"
  ],
  [
    "in a hint, where nothing stands beside it",
    '{% hint style="info" %}\nIn a hint.\n{% endhint %}',
    "In a hint.",
    "en"
  ],
  [
    "a paragraph before what stands above it in a hint",
    '{% hint style="info" %}\nIn a hint.\n{% endhint %}\n\nPlain.',
    "Plain.",
    "en"
  ],
  [
    "not in tables, nor in what is folded",
    "| a | b |\n| - | - |\n| c | d |\n\n<details>\n\n<summary>S</summary>\n\nIn\n\n</details>",
    undefined,
    "en"
  ],
  ["nothing of a page without text", "# Title\n\n```\ncode\n```", undefined, "en"],
  [
    "marks that end sentences in Japanese",
    "これは最初の文です。これは二番目の文です。",
    "これは最初の文です。これは二番目の文です。",
    "ja"
  ]
])("the sentence that a page begins with: %s", (_, markdown, sentence, language) => {
  expect(firstSentence(parsePage(markdown).root, language)).toBe(sentence)
})

it("is cut between words where it is long", () => {
  const found = firstSentence(parsePage(`${long} ${long}`).root, "en")!
  expect(found).toMatch(/^(?:word ){30,}word…$/)
  expect(found.length).toBeLessThanOrEqual(200)
  // two halves of one character stay together
  const emojis = firstSentence(parsePage(`a${"😀".repeat(300)}`).root, "en")!
  expect(emojis.isWellFormed()).toBe(true)
})
