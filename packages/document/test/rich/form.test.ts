/** One block is edited: its lines change where they have to, in the form that the text has. */
import { describe, expect, it } from "vitest"
import { asJson, read, written } from "./json.ts"

/** Exchanges the first `word` of a document. */
const say = (node: any, words: string): boolean => {
  const leaf = node.leaves?.find(({ text }: any) => text.includes("word"))
  if (leaf !== undefined) leaf.text = leaf.text.replace("word", words)
  return leaf !== undefined || [...(node.nodes ?? []), ...(node.fragments ?? [])].some((one) => say(one, words))
}

const texts: ReadonlyArray<readonly [name: string, text: string]> = [
  ["destinations", "[a](./b.md) [c](d/README.md) [e](<f g.md>) [h](i%20j.md) [k](l/) word [m](n.md 'o')\n"],
  ["images with spaces", "![a](<b c (1).png>) ![d](e%20f.png) word\n"],
  ["addresses", "https://x.y/a\\_b?c=1\\&d&#x20;and <https://x.y/>, word, www.x.y\n"],
  ["escapes and entities", "a_b 1\\. \\# &lt;c&gt; &nbsp; d\\*e * f < g & h word &copy;&#x20;\n"],
  ["marks", "*a* __b__ <b>c</b> <em>d</em> ***e*** word ~f~ ``g``\n"],
  ["breaks and lines", "a  \nb\\\nc\nd<br>e word\n"],
  ["references", "[a][b] [b] word ![c][d]\n\n[b]: ./e.md\n[d]: <f g.png>\n"],
  ["mentions", '[b.md](b.md "mention") [c](./c.md "mention") word\n'],
  ["annotations", "[a](#user-content-fn-1)[^1] b[^2] word\n\n[^1]: *c*\n\n[^2]: __d__\n"],
  ["a heading", "Word\n====\n\nA *b* word <a href='#c' id='c'></a>\n---\n"],
  ["closed headings", "## a *b* word ##\n"],
  ["a loose list", "- a *b*\n\n- c_d word\n\n-  e\n"],
  ["numbers", "1) a\n1) *b* word\n7) c\n"],
  ["tasks", "- [x] a\n- [X] *b* word\n"],
  ["a quotation", "> a *b*\n> c word\n>\n> __d__\n"],
  ["a bare table", "a|b\n:-|---\n*c*|word\n__d__ | e\n"],
  ["a table that is wider than need be", "| a      | b   |\n|--------|-----|\n| word   | *c* |\n| d      | e_f |\n"],
  [
    "cards",
    '<table data-view="cards"><thead><tr><th>A</th><th data-hidden data-card-target data-type="content-ref">B</th><th data-hidden data-card-cover data-type="files">C</th></tr></thead><tbody><tr><td><b>a</b> &#x26; word</td><td><a href="./d.md">other words</a></td><td><a href="e f (1).png">e f (1).png</a></td></tr><tr><td><em>x</em></td><td><a href="y/">y</a></td><td></td></tr></tbody></table>\n'
  ],
  ["a figure", '<figure><img src="a b (1).png" alt="c"><figcaption><p>d <b>e</b> word</p></figcaption></figure>\n'],
  ["a file", '{% file src="a b (1).pdf" %}\n*a* word\n{% endfile %}\n'],
  ["tabs", '{% tabs %}\n{% tab title="a \\_ &amp; b"   %}\n*a* word\n{% endtab %}\n{% endtabs %}\n'],
  ["a hint in HTML", "<div data-gb-custom-block data-tag=\"hint\" data-style='info'><p><b>a</b> word</p></div>\n"],
  ["an expandable", "<details>\n<summary><b>a</b> word</summary>\n\n*b*\n\n</details>\n"],
  ["CRLF", "a *b*\r\nc word\r\n\r\n- __d__\r\n"]
]

describe("an edited block keeps the form of", () => {
  it.each(texts)("%s", (_, text) => {
    const document = read(text, false)
    expect(written(asJson(document), text, false)).toBe(text)
    for (const words of ["other", "some more of them"]) {
      const next = asJson(document)
      expect(say(next, words)).toBe(true)
      expect(written(next, text, false)).toBe(text.replace("word", words))
    }
  })
})
