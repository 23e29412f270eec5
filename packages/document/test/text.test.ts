import { describe, expect, it } from "vitest"
import { parsePage, plainText, sections } from "../src/index.ts"

describe("plain text", () => {
  it("flattens markup, keeps code, drops tags and comments", () => {
    const page = parsePage(
      "a **b** [c](d) `e` ![f](g) <!-- h --> $$i$$\n\n```js\nj\n```\n\n| k | l |\n| - | - |\n| m | n |\n"
    )
    expect(plainText(page.root)).toBe("a b c e f  i\n\nj\n\nk l\nm n")
  })

  it("reads titles of tabs, summaries, captions, cells", () => {
    const source =
      '{% tabs %}\n{% tab title="T" %}\nx\n{% endtab %}\n{% endtabs %}\n\n<details><summary>S</summary>\n\ny\n\n</details>\n\n' +
      "<figure><img src='a' alt='A'><figcaption><p>C</p></figcaption></figure>\n"
    expect(plainText(parsePage(source).root).split(/\n+/)).toEqual(["T", "x", "S", "y", "A", "C"])
  })
})

describe("sections", () => {
  it("cuts at headings, nested ones included; the H1 is not text", () => {
    const source = "# Title\n\nintro\n\n## One\n\na\n\n{% hint %}\n### Two\n\nb\n{% endhint %}\n\nc\n"
    expect(sections(parsePage(source))).toEqual([
      { anchor: "", title: "", level: 1, text: "intro" },
      { anchor: "one", title: "One", level: 2, text: "a" },
      { anchor: "two", title: "Two", level: 3, text: "b\nc" }
    ])
  })

  it("cuts at first-level headings behind the title as well", () => {
    expect(sections(parsePage("a\n\n# T\n\nb\n\n# Two\n\nc\n"))).toEqual([
      { anchor: "", title: "", level: 1, text: "a\nb" },
      { anchor: "two", title: "Two", level: 1, text: "c" }
    ])
  })

  it.each([
    [
      '{% openapi-operation spec="s" path="/pets/{id}" method="get" %}\n[OpenAPI s](u)\n{% endopenapi-operation %}',
      "GET /pets/{id}"
    ],
    ['{% openapi src="u" path="/pets" method="post" %}\n[u](u)\n{% endopenapi %}', "POST /pets"],
    [
      '{% openapi-webhook spec="s" name="new-pet" method="post" %}\n[OpenAPI s](u)\n{% endopenapi-webhook %}',
      "new-pet"
    ],
    ['{% openapi-schemas spec="s" schemas="Cat,Dog" %}\n[OpenAPI s](u)\n{% endopenapi-schemas %}', "Cat Dog"],
    [
      '{% swagger method="get" path="/old" summary="Olds" %}\n{% swagger-description %}\nsaid\n{% endswagger-description %}\n{% endswagger %}',
      "GET /old Olds\nsaid"
    ]
  ])("says what a block of an API is about: %s", (block, text) => {
    expect(sections(parsePage(`a\n\n${block}\n\nb\n`))).toEqual([
      { anchor: "", title: "", level: 1, text: `a\n${text}\nb` }
    ])
  })

  it("goes on in what the page includes, and not in circles", () => {
    const page = parsePage('# T\n\na\n\n## One\n\n{% include "r.md" %}\n\nb\n\n{% include "none.md" %}\n')
    const shared = parsePage('r\n\n## Shared\n\n{% include "r.md" %}\n\ns\n')
    const included = ({ path }: { path: string }) => (path === "r.md" ? shared.root : undefined)
    expect(sections(page, included).map(({ anchor, text }) => [anchor, text])).toEqual([
      ["", "a"],
      ["one", "r"],
      ["shared", "s\nb"]
    ])
  })

  it("ends, however often a page includes", () => {
    const all = Array.from({ length: 12 }, (_, i) =>
      parsePage(Array.from({ length: 10 }, () => `w{% include "${i + 1}" %}\n\n{% include "${i + 1}" %}`).join("\n\n"))
    )
    const text = sections(all[0]!, ({ path }) => all[Number(path)]?.root)
      .map((section) => section.text)
      .join("\n")
    expect(text.length).toBeLessThan(100_000)
  })

  it("is empty for an empty page", () => {
    expect(sections(parsePage("# Only a title\n"))).toEqual([])
  })
})

describe("parsePage", () => {
  it("splits the emoji off the title and flattens it", () => {
    expect(parsePage("# 🎉 A **b** `c`\n").title).toMatchObject({ text: "A b c", emoji: "🎉" })
  })

  it("gives positions of nodes in nested containers", () => {
    const source = '> * a\n>   **b**\n>\n>   {% hint style="info" %}\n>   c *d*\n>   {% endhint %}\n'
    const slices = new Map<string, string>()
    const walk = (node: { type: string; position: { start: number; end: number } }): void => {
      slices.set(node.type, source.slice(node.position.start, node.position.end))
      for (const child of "children" in node ? (node.children as (typeof node)[]) : []) walk(child)
    }
    walk(parsePage(source).root)
    expect(slices.get("strong")).toBe("**b**")
    expect(slices.get("emphasis")).toBe("*d*")
    expect(slices.get("hint")).toBe('{% hint style="info" %}\n>   c *d*\n>   {% endhint %}')
  })
})
