import { describe, expect, it } from "vitest"
import { type Node, pageSegments, parsePage, translatePage, visit } from "../../src/index.ts"
import { isWhole } from "../../src/translate/segment.ts"
import { hasCorpora, pages } from "../corpora.ts"

/** A language in which all words are shouted. */
const loud = (text: string): string =>
  text.replace(/(<[^>]*>|&\w+;)|[^<&]+/g, (part, tag: string | undefined) => tag ?? part.toUpperCase())

const shouted = (text: string) => translatePage(text, loud)

describe("Pages in another language", () => {
  it.each([
    ["words", "Hello world\n", "HELLO WORLD\n"],
    ["emphasis and links", 'A **bold _word_** in [a link](x.md "t")\n', 'A **BOLD _WORD_** IN [A LINK](x.md "t")\n'],
    ["code", "Run `npm i` now\n\n```js\nlet a\n```\n", "RUN `npm i` NOW\n\n```js\nlet a\n```\n"],
    [
      "headings keep their anchors",
      "# Top\n\n## The end\n",
      '# TOP\n\n## THE END <a href="#the-end" id="the-end"></a>\n'
    ],
    [
      "templates of other tools",
      "Dear {{ user.name }}, see https://x.example/a b\n",
      "DEAR {{ user.name }}, SEE [https://x.example/a](https://x.example/a) B\n"
    ],
    [
      "expressions and math",
      'Hi <code class="expression">space.vars.name</code> $$a_b$$\n',
      'HI <code class="expression">space.vars.name</code> $$a_b$$\n'
    ],
    ["images in text", "See ![alt](a.png) here\n", "SEE ![alt](a.png) HERE\n"],
    ["lists", "* one\n* two\n  * [x](y.md)\n", "* ONE\n* TWO\n  * [X](y.md)\n"],
    ["tasks", "* [ ] open\n* [x] done\n", "* [ ] OPEN\n* [x] DONE\n"],
    ["quotes", "> said\n> so\n", "> SAID SO\n"],
    ["tables", "| a | `b` |\n| - | - |\n| c | 1 |\n", "| A   | `b` |\n| --- | --- |\n| C   | 1   |\n"],
    [
      "hints",
      '{% hint style="info" %}\nMind this.\n{% endhint %}\n',
      '{% hint style="info" %}\nMIND THIS.\n{% endhint %}\n'
    ],
    [
      "tabs with their titles",
      '{% tabs %}\n{% tab title="First" %}\nbody\n{% endtab %}\n{% endtabs %}\n',
      '{% tabs %}\n{% tab title="FIRST" %}\nBODY\n{% endtab %}\n{% endtabs %}\n'
    ],
    [
      "expandables",
      "<details>\n\n<summary>More</summary>\n\ninside\n\n</details>\n",
      "<details>\n\n<summary>MORE</summary>\n\nINSIDE\n\n</details>\n"
    ],
    ["conditions", "{% if visitor.x %}\nfor you\n{% endif %}\n", "{% if visitor.x %}\nFOR YOU\n{% endif %}\n"],
    ["includes", '{% include "a.md" %}\n', '{% include "a.md" %}\n'],
    [
      "headers",
      "---\ndescription: What it is\nicon: gear\n---\n\n# T\n",
      "---\ndescription: WHAT IT IS\nicon: gear\n---\n\n# T\n"
    ],
    ["nothing to say", "***\n\n123\n\n<!-- note -->\n", "***\n\n123\n\n<!-- note -->\n"],
    ["windows line ends", "a b\r\n\r\nc\r\n", "A B\r\n\r\nC\r\n"],
    ["characters that mean something", "a &lt; b \\* c & d\n", "A < B \\* C & D\n"]
  ])("%s", (_, text, wanted) => {
    expect(shouted(text)).toEqual({ text: wanted, kept: [] })
  })

  it("asks for each text once", () => {
    expect(pageSegments("Same\n\nSame\n\nOther `x` **y**\n")).toEqual(["Same", "Other <x1/> <x2>y</x2>"])
  })

  it("leaves alone what has no translation", () => {
    const text = "One\n\nTwo [x](y)\n"
    expect(translatePage(text, (one) => (one === "One" ? "Eins" : undefined)).text).toBe("Eins\n\nTwo [x](y)\n")
  })

  it("writes what Markdown would read otherwise", () => {
    const made = (text: string, to: string) => translatePage(text, () => to).text
    expect(made("one\n", "# no heading")).toBe("\\# no heading\n")
    expect(made("one\n", "1. no list")).toBe("1\\. no list\n")
    expect(made("a **b** c\n", "中<x1>「文」</x1>字")).toBe("中<strong>「文」</strong>字\n")
  })
})

describe("Translations of texts", () => {
  const source = "Run <x1/> in <x2>the <x3>shell</x3></x2>"
  it.each([
    ["in another order", "In <x2>der <x3>Shell</x3></x2> läuft <x1/>", true],
    ["with an empty pair", "In <x2>der <x3>Shell</x3></x2> läuft <x1></x1>", true],
    ["a number missing", "In <x2>der <x3>Shell</x3></x2>", false],
    ["a number twice", "<x1/> <x1/> <x2>der <x3>Shell</x3></x2>", false],
    ["a number too many", "<x1/> <x2>der <x3>Shell</x3></x2> <x4/>", false],
    ["another nesting", "<x1/> <x2>der</x2> <x3>Shell</x3>", false],
    ["not closed", "<x1/> <x2>der <x3>Shell</x2>", false],
    ["words lost", "<x1/> in der Shell <x2><x3></x3></x2>", false],
    ["words in what has none", "<x1>npm</x1> <x2>der <x3>Shell</x3></x2>", false],
    ["tags of its own", "<b><x1/></b> <x2>der <x3>Shell</x3></x2>", false],
    ["nothing", " ", false],
    ["a lecture", `<x1/> <x2>der <x3>Shell</x3></x2>${"Sure! ".repeat(100)}`, false]
  ])("%s", (_, translated, whole) => {
    expect(isWhole(source, translated)).toBe(whole)
  })
})

describe.skipIf(!hasCorpora)("Pages of real repositories", () => {
  /** What machines read of a page, in order. */
  const machine = (text: string): ReadonlyArray<string> => {
    const found: string[] = parsePage(text).links.map(({ href }) => href)
    const note = (node: Node): boolean => {
      if ((node.type === "code" && node.children === undefined) || node.type === "inlineCode") found.push(node.value)
      if (node.type === "heading" && node.anchor !== undefined) found.push(`#${node.anchor}`)
      if ("attributes" in node && "tag" in node) found.push(node.tag)
      return true
    }
    visit(parsePage(text).root, note)
    return found
  }

  it("keep what machines read, and nearly no block stays behind", () => {
    let asked = 0
    let kept = 0
    for (const { name, text } of pages().filter((_, index) => index % 3 === 0)) {
      asked += pageSegments(text).length
      const made = shouted(text)
      kept += made.kept.length
      expect(machine(made.text), name).toEqual(machine(text))
    }
    expect(asked).toBeGreaterThan(5000)
    expect(kept).toBeLessThan(asked / 1000)
  })
})
