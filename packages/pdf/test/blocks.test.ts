/** What of each block is on paper. */
import { describe, expect, it } from "vitest"
import { page, png, printed } from "./book.ts"

/** A block, and the lines that are seen of it. */
const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
  ["paragraphs", "One **two** *three* `four`\nfive.\n\nSix.", ["One two three four five.", "Six."]],
  ["headings", "## Two\n\n### Three\n\n#### Four", ["Two", "Three", "Four"]],
  ["a first heading that is the title, once", "# A page\n\nText.", ["Text."]],
  ["lists", "* a\n* b\n  * c\n\n1. d\n2. e", ["• a", "• b", "◦ c", "1. d", "2. e"]],
  ["ordered lists that begin elsewhere", "9. a\n10. b", ["9. a", "10. b"]],
  ["tasks", "- [x] done\n- [ ] open", ["done", "open"]],
  ["quotes", "> Said.", ["Said."]],
  ["code", "```js\nconst a = 1 // => no arrow\n\n  b()\n```", ["const a = 1 // => no arrow", "b()"]],
  [
    "code with a title and numbers",
    '{% code title="a.js" lineNumbers="true" %}\n```js\nx\n```\n{% endcode %}',
    ["a.js", "1 x"]
  ],
  [
    "code as other systems mark it",
    '```js title="a.js" {1} showLineNumbers=9\na\nb // [!code --]\nc // [!code ++]\n```',
    ["a.js", "9 a", "- 10 b", "+ 11 c"]
  ],
  ["tables", "| A | B |\n| - | - |\n| `1` | two words |", ["A B", "1 two words"]],
  ["alerts of GitHub", "> [!CAUTION]\n> Beware of *it*.", ["Beware of it."]],
  ["hints", '{% hint style="danger" %}\nBeware.\n{% endhint %}', ["Beware."]],
  [
    "tabs, all of them",
    '{% tabs %}\n{% tab title="npm" %}\none\n{% endtab %}\n{% tab title="pnpm" %}\ntwo\n{% endtab %}\n{% endtabs %}',
    ["npm", "one", "pnpm", "two"]
  ],
  [
    "steps",
    "{% stepper %}\n{% step %}\n### Do\nit\n{% endstep %}\n{% step %}\n### Then\nthat\n{% endstep %}\n{% endstepper %}",
    ["1 Do", "it", "2 Then", "that"]
  ],
  ["expandables, open", "<details><summary>More</summary>\n\nInside.\n\n</details>", ["More", "Inside."]],
  [
    "columns",
    "{% columns %}\n{% column %}\nleft\n{% endcolumn %}\n{% column %}\nright\n{% endcolumn %}\n{% endcolumns %}",
    ["left right"]
  ],
  ["footnotes", "Text[^1].\n\n[^1]: The note.", ["Text1.", "1. The note."]],
  ["formulas in running text", "Here $$x_1^2$$ it is.", ["Here 𝑥2", "1 it is."]],
  ["formulas on their own", "$$\n\\sum_{i=1}^n \\frac{a}{b} \\leq \\alpha\n$$", ["∑", "𝑛", "𝑖 = 1", "𝑎", "𝑏 ≤ 𝛼"]],
  ["emoji by their names", "Done :white\\_check\\_mark:", ["Done ✅"]],
  ["formulas in a fence", "```math\nx_1^2 \\leq y\n```", ["𝑥2", "1 ≤ 𝑦"]],
  ["formulas that cannot be read by their source", "$$\n\\broken{\n$$", ["\\broken{"]],
  ["embeds by their address", '{% embed url="https://video.example/watch" %}', ["video.example/watch"]],
  ["unknown blocks by their name", "{% strange %}", ["This block cannot be shown here: strange"]],
  ["the content of unknown blocks", "{% strange %}\nInside.\n{% endstrange %}", ["Inside."]],
  ["HTML by its meaning", "<center>Middle</center>\n\n<p>A <b>b</b></p>", ["Middle", "A b"]],
  ["conditions of nobody", "{% if visitor.claims.a %}\nSecret.\n{% endif %}\n\nOpen.", ["Open."]],
  [
    "API operations",
    '{% openapi src="https://x.example/a.json" path="/pets" method="get" %}\nx\n{% endopenapi %}',
    ["GET /pets", "Specification"]
  ],
  [
    "updates",
    '{% updates format="full" %}\n{% update date="2026-02-03" %}\nNews.\n{% endupdate %}\n{% endupdates %}',
    ["February 3, 2026", "News."]
  ],
  [
    "cards",
    '<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td><strong>One</strong></td><td>First</td></tr><tr><td><strong>Two</strong></td><td>Second</td></tr></tbody></table>',
    ["One", "First", "Two", "Second"]
  ],
  [
    "typed cells",
    '<table><thead><tr><th>Done</th><th data-type="rating" data-max="3">Stars</th></tr></thead><tbody><tr><td>yes</td><td>2</td></tr></tbody></table>',
    ["Done Stars", "yes ★★☆"]
  ],
  ["scripts as nothing", "Before.\n\n<script>alert(1)</script>\n\nAfter.", ["Before.", "After."]]
]

describe("blocks on paper", () => {
  it.each(cases)("%s", async (_, source, wanted) => {
    const { sheets } = await page(source)
    const [title, ...rest] = sheets[0]!.text.split("\n").filter((line) => line.trim() !== "")
    expect(title).toBe("A page")
    expect(rest.at(-1)).toBe("The book · A page 1")
    const lines = rest.slice(0, -1)
    expect(lines).toEqual(wanted)
  })

  it("draw every script that there is a font for", async () => {
    const words = [
      "Straße",
      "Łódź",
      "Ελληνικά",
      "Українська",
      "中文",
      "日本語",
      "カタカナ",
      "한국어",
      "→",
      "∑",
      "☑",
      "😀"
    ]
    const { text } = await page(words.join(" "))
    for (const word of words) expect(text).toContain(word)
  })

  it("keep text that an author hid from sight in order", async () => {
    const { text } = await page("so\u00adft zero\u200bwidth e\u0301")
    expect(text).toContain("soft zerowidth é")
  })

  it("draw icons by their names, in their place, and nothing for a name that none has", async () => {
    const drawn = async (name: string) => {
      const { sheets } = await page(`Before <i class="fa-${name}">:${name}:</i> after.`)
      expect(sheets[0]!.text.replace(/\s+/g, " ")).toContain("Before after.")
      return sheets[0]!.paths
    }
    const none = await drawn("no-such-thing")
    for (const name of ["house", "github", "rocket-launch"]) expect(await drawn(name), name).toBe(none + 1)
  })

  it("show images of the space, and say of others what they are", async () => {
    const broken = Buffer.concat([png.subarray(0, 3000), Buffer.alloc(50)])
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
    )
    const gif = Buffer.from("R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64")
    const files = {
      "a.png": { contentType: "image/png", bytes: png },
      "a.svg": { contentType: "image/svg+xml", bytes: svg },
      "broken.png": { contentType: "image/png", bytes: broken },
      "no.png": { contentType: "image/png", bytes: Buffer.from("no image") },
      "no.svg": { contentType: "image/svg+xml", bytes: Buffer.from("<svg") },
      "a.webp": { contentType: "image/webp", bytes: gif }
    }
    const drawn = await page("![](a.png)\n\n![](a.svg)\n\n![](a.png)", { files })
    expect(drawn.sheets[0]!.images).toBe(3)
    const said = await page("![Broken](broken.png)\n\n![](no.png)\n\n![](no.svg)\n\n![](a.webp)\n\n![](none.png)", {
      files
    })
    expect(said.sheets[0]!.images).toBe(0)
    expect(said.text).toContain("[Broken]")
    expect(said.text.match(/\[Image not available\]/g)).toHaveLength(4)
  })

  it("show reusable content in place, and end where it includes itself", async () => {
    const includes = { "note.md": 'Take note.\n\n{% include "note.md" %}', "deep/b.md": '{% include "../note.md" %}' }
    const { text } = await page('{% include "deep/b.md" %}\n\n{% include "gone.md" %}', { includes })
    expect(text.match(/Take note\./g)).toHaveLength(1)
    expect(text.match(/This part is not available/g)).toHaveLength(2)
  })

  it("evaluate variables", async () => {
    const { text } = await page('Version <code class="expression">space.vars.version</code>.', {
      more: { variables: { version: "1.2.3" } }
    })
    expect(text).toContain("Version 1.2.3.")
  })

  it("link words to the web, to pages and to headings, and refuse other schemes", async () => {
    const { sheets } = await printed({
      pages: {
        one: {
          text: "[web](https://a.example/ü?b=(c)) [page](two.md) [part](two.md#part) [gone](two.md#gone) [lost](lost.md) [js](javascript:alert(1)) [file](file:///etc/passwd) [mail](mailto:a@b.example) [root](/etc/passwd)"
        },
        two: { text: `${"Long text. ".repeat(900)}\n\n## Part\n\nEnd.` }
      }
    })
    const partAt = sheets.findIndex(({ text }) => /^Part$/m.test(text)) + 1
    expect(partAt).toBeGreaterThan(4)
    expect(sheets[2]!.links).toEqual([
      { url: "https://a.example/%C3%BC?b=(c)" },
      { sheet: 4 },
      { sheet: partAt },
      { sheet: 4 },
      { url: "mailto:a@b.example" }
    ])
  })

  it("lead to the site where a page is not in the book", async () => {
    const pages = { one: { text: "[two](two.md#part)" }, two: { text: "" } }
    const alone = { printed: ["one"] }
    const { sheets } = await printed({ pages, more: { ...alone, publishedUrl: "https://docs.example/" } })
    expect(sheets[0]!.links).toEqual([{ url: "https://docs.example/two#part" }])
    expect((await printed({ pages, more: alone })).sheets[0]!.links).toEqual([])
  })
})
