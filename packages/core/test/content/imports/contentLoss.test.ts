import { contentLoss } from "@octavo/core/content/imports/contentLoss"
import { describe, expect, it } from "vitest"

const page =
  "# Title\n\nSome words about [a thing](/pages/x) that matter to readers.\n\n```js\nlet a\n```\n\n![A](/files/y)\n"

describe("what a language model answers for a page", () => {
  const cases: ReadonlyArray<readonly [string, string, string | undefined]> = [
    ["the same", page, undefined],
    ["other marks", page.replace("Some words", "**Some** words"), undefined],
    ["a language of the code", page.replace("```js", "```javascript"), undefined],
    [
      "a note around a paragraph",
      page.replace(/(Some.*)\n/, '{% hint style="info" %}\n$1\n{% endhint %}\n'),
      undefined
    ],
    ["another title", page.replace("Title", "Headline"), "changed the title"],
    ["no title", page.replace("# Title\n\n", ""), "changed the title"],
    ["another link", page.replace("/pages/x", "/pages/z"), "changed links or pictures"],
    ["a link more", `${page}\n[more](https://x.test)\n`, "changed links or pictures"],
    ["no picture", page.replace("![A](/files/y)\n", ""), "changed links or pictures"],
    ["other code", page.replace("let a", "let b"), "changed code"],
    ["a header", `---\nhidden: true\n---\n\n${page}`, "wrote a header"],
    ["half of it", page.replace(" that matter to readers", ""), "changed what the page says"],
    [
      "twice the words",
      page.replace("Some words", "Some words and quite a lot more of them than before"),
      "changed what the page says"
    ]
  ]
  for (const [name, answer, lost] of cases) it(name, () => expect(contentLoss(page, answer)).toBe(lost))
})
