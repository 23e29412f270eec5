import { describe, expect, it } from "vitest"
import { mayHaveDefinitions, parsePage, rewriteLinks, rewriteReferences } from "../src/index.ts"

const rewrite = (text: string, next: Record<string, string>) => rewriteReferences(text, (href) => next[href])

describe("rewriteReferences", () => {
  const cases: ReadonlyArray<readonly [name: string, text: string, next: Record<string, string>, result: string]> = [
    ["a link", "See [it](./a.md) now", { "./a.md": "/pages/1" }, "See [it](/pages/1) now"],
    ["a link with a title", '[x](a.md "./a.md")', { "a.md": "/p" }, '[x](/p "./a.md")'],
    ["only the destination", '[./a.md "./a.md"](./a.md)', { "./a.md": "/p" }, '[./a.md "./a.md"](/p)'],
    ["angle brackets", "[x](<a b.md>)", { "a b.md": "/p" }, "[x](</p>)"],
    ["escapes", "[x](a\\_b.md)", { "a_b.md": "/p" }, "[x](/p)"],
    ["parentheses", "[x](a(1).md)", { "a(1).md": "/p" }, "[x](/p)"],
    ["an image", "![alt](./i.png)", { "./i.png": "/files/1" }, "![alt](/files/1)"],
    ["an image in a link", "[![alt](i.png)](a.md)", { "i.png": "/f", "a.md": "/p" }, "[![alt](/f)](/p)"],
    ["the same twice", "[a](x.md) and [b](x.md)", { "x.md": "/p" }, "[a](/p) and [b](/p)"],
    [
      "code stays",
      "`[a](x.md)`\n\n```\n[a](x.md)\n```\n\n[a](x.md)",
      { "x.md": "/p" },
      "`[a](x.md)`\n\n```\n[a](x.md)\n```\n\n[a](/p)"
    ],
    ["a definition", "[a][r]\n\n[r]: ./x.md 'T'\n", { "./x.md": "/p" }, "[a][r]\n\n[r]: /p 'T'\n"],
    [
      "HTML",
      'A <a href="x.md">x.md</a> and <img src=\'i.png\' alt="i">',
      { "x.md": "/p", "i.png": "/f" },
      'A <a href="/p">x.md</a> and <img src=\'/f\' alt="i">'
    ],
    [
      "a figure",
      '<figure><img src="i.png" alt=""><figcaption><p>i.png</p></figcaption></figure>',
      { "i.png": "/f" },
      '<figure><img src="/f" alt=""><figcaption><p>i.png</p></figcaption></figure>'
    ],
    [
      "a content reference",
      '{% content-ref url="x.md" %}\n[x.md](x.md)\n{% endcontent-ref %}\n',
      { "x.md": "/p" },
      '{% content-ref url="/p" %}\n[/p](/p)\n{% endcontent-ref %}\n'
    ],
    ["a file", '{% file src="./f.zip" %}\n', { "./f.zip": "/files/1" }, '{% file src="/files/1" %}\n'],
    [
      "the header",
      "---\ncover: ./c.png\ndescription: ./c.png is the cover\n---\n\n# T\n",
      { "./c.png": "/files/1" },
      "---\ncover: /files/1\ndescription: ./c.png is the cover\n---\n\n# T\n"
    ],
    ["line ends", "[a](x.md)\r\n\r\n- [b](y.md)\r\n", { "y.md": "/p" }, "[a](x.md)\r\n\r\n- [b](/p)\r\n"],
    ["a quote with a definition", "> [a][r]\n>\n> [r]: x.md\n", { "x.md": "/p" }, "> [a][r]\n>\n> [r]: /p\n"],
    ["nothing", "[a](x.md)", {}, "[a](x.md)"]
  ]
  for (const [name, text, next, result] of cases) {
    it(name, () => {
      expect(rewrite(text, next)).toBe(result)
      // who knows the links of a text without definitions needs nothing else of it
      if (mayHaveDefinitions(text)) return
      expect(rewriteLinks(text, parsePage(text).links, (href) => next[href])).toBe(result)
    })
  }

  it("keeps every byte where nothing is given, whatever the text", () => {
    const text =
      '\uFEFF---\na: 1\n---\n# A\n\n| a | b |\n| - | - |\n| [x](y) | `z` |\n\n<table data-view="cards"><tr><td><a href="y">y</a></td></tr></table>'
    expect(rewrite(text, {})).toBe(text)
  })
})
