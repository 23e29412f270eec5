import { describe, expect, it } from "vitest"
import { parsePage, parseSpaceConfig, parseSummary, planSpace, resolveHref, sections } from "../src/index.ts"
import { sketchPage } from "./sketch.ts"

/** Every case of `docs/contributing/dialect.md#what-an-importer-must-survive` that a page, a summary or a configuration can show. */

const plan = (texts: Record<string, string>, others: string[] = []) =>
  planSpace({
    files: [...Object.keys(texts), ...others].map((path) => ({ path, oid: "0", size: 1 })),
    texts: new Map(Object.entries(texts))
  })

describe("what an import survives: .gitbook.yaml", () => {
  it("survives zero-width spaces before a key and in a value", () => {
    const config = parseSpaceConfig("root: ./docs\u200B/\n\u200Bstructure:\n  readme: \u200Bintro.md\n")
    expect(config).toMatchObject({ root: "docs", readme: "intro.md", summary: "SUMMARY.md", warnings: [] })
  })

  it.each(["", "\n", "# only a comment\n", "---\n", "\uFEFF"])("reads %j as all defaults", (text) => {
    expect(parseSpaceConfig(text)).toEqual({
      root: "",
      readme: "README.md",
      summary: "SUMMARY.md",
      redirects: [],
      warnings: []
    })
  })

  it("names a misspelt key", () => {
    expect(parseSpaceConfig("redirect:\n  a: b.md\n").warnings).toEqual(["unknown key redirect"])
  })

  it("reads a file with a --- header", () => {
    expect(parseSpaceConfig("---\nroot: ./docs/\n").root).toBe("docs")
  })

  it("keeps dangling and shadowed redirects, with a warning for the first", () => {
    const yaml = "redirects:\n  old: gone.md\n  readme: README.md\n"
    const { redirects, warnings } = plan({ ".gitbook.yaml": yaml, "README.md": "# Home\n" })
    expect(redirects).toHaveLength(2)
    expect(warnings).toEqual([{ path: ".gitbook.yaml", message: 'redirect "old" leads to no file' }])
  })
})

describe("what an import survives: SUMMARY.md", () => {
  it("reads a file that is listed twice as a page and a link", () => {
    const { pages } = plan({ "SUMMARY.md": "* [A](a.md)\n* [Again](a.md)\n  * [B](b.md)\n", "a.md": "", "b.md": "" })
    expect(pages.map((page) => [page.kind, page.title])).toEqual([
      ["link", "A"],
      ["document", "Again"]
    ])
  })

  it("leaves out a listed file that is absent, unless it has children", () => {
    const { pages, warnings } = plan({ "SUMMARY.md": "* [A](a.md)\n* [B](b.md)\n  * [C](c.md)\n", "c.md": "" })
    expect(pages.map((page) => [page.kind, page.title, page.path])).toEqual([["group", "B", "b"]])
    expect(pages[0]!.children[0]!.path).toBe("b/c")
    expect(warnings.map((warning) => warning.line)).toEqual([1, 2])
  })

  it("passes over label-only bullets and a stray end tag", () => {
    const { entries } = parseSummary("* Label\n  * [A](a.md)\n{% endif %}\n* [B](b.md)\n")
    expect(entries.map((entry) => [entry.kind, entry.title, entry.children.length])).toEqual([
      ["label", "Label", 1],
      ["page", "B", 0]
    ])
  })

  it("reads absolute paths, no title line, ### groups and an indent of one", () => {
    const { pages } = plan({
      "SUMMARY.md": "* [A](/x/a.md)\n * [B](/x/b.md)\n  * [C](x/c.md)\n\n### Group\n\n* [D](d.md)\n",
      "x/a.md": "",
      "x/b.md": "",
      "x/c.md": "",
      "d.md": ""
    })
    expect(pages.map((page) => page.path)).toEqual(["a", "group"])
    expect(pages[0]!.children[0]!.children[0]!.path).toBe("a/b/c")
  })

  it("unescapes brackets and parentheses in titles", () => {
    expect(parseSummary("* [\\[2025 11 04 (2)\\]](.gitbook/includes/x.md)\n").entries[0]).toMatchObject({
      title: "[2025 11 04 (2)]",
      path: ".gitbook/includes/x.md"
    })
  })

  it("takes a page called summary.md for a page", () => {
    const { pages } = plan({ "SUMMARY.md": "* [S](learn/summary.md)\n", "learn/summary.md": "# S\n" })
    expect(pages[0]).toMatchObject({ kind: "document", slug: "summary" })
  })

  it("keeps README (1).md apart from README.md", () => {
    const { pages } = plan({
      "SUMMARY.md": "* [A](<README (1).md>)\n* [B](README.md)\n",
      "README (1).md": "",
      "README.md": ""
    })
    expect(pages.map((page) => page.path)).toEqual(["readme-1", "readme"])
  })

  it("tells slugs of folders apart that differ in case only", () => {
    const { pages } = plan({
      "SUMMARY.md": "* [A](m/Alibaba-Cloud/README.md)\n* [B](m/alibaba-cloud/README.md)\n",
      "m/Alibaba-Cloud/README.md": "",
      "m/alibaba-cloud/README.md": ""
    })
    expect(pages.map((page) => page.slug)).toEqual(["alibaba-cloud", "alibaba-cloud-1"])
  })

  it("nests nine levels", () => {
    const levels = Array.from({ length: 9 }, (_, level) => `${"  ".repeat(level)}* [L](p${level}.md)`)
    let [entry] = parseSummary(levels.join("\n")).entries
    let depth = 0
    for (; entry !== undefined; entry = entry.children[0]) depth++
    expect(depth).toBe(9)
  })

  it("reads accented and spaced folder names", () => {
    const { pages } = plan({
      "SUMMARY.md": "* [A](<CI CD/a.md>)\n* [B](march%C3%A9s/b.md)\n* [C](CI CD/c.md)\n",
      "CI CD/a.md": "",
      "marchés/b.md": "",
      "CI CD/c.md": ""
    })
    expect(pages.map((page) => page.file)).toEqual(["CI CD/a.md", "marchés/b.md", "CI CD/c.md"])
  })

  it("infers a structure when there is none", () => {
    const { pages, summary } = plan({
      "README.md": "# Home\n",
      "b.md": "# Bee\n",
      "a/x.md": "",
      "a/README.md": "# Ay\n"
    })
    expect(summary).toBeUndefined()
    expect(pages.map((page) => [page.title, page.path])).toEqual([
      ["Home", "readme"],
      ["Ay", "a"],
      ["Bee", "b"]
    ])
  })

  it("does not read symbolic links and submodules", () => {
    const files = [
      { path: "SUMMARY.md", oid: "0", size: 1 },
      { path: "a.md", oid: "0", size: 1, mode: "120000" },
      { path: "sub", oid: "0", size: 0, mode: "160000" }
    ]
    const { pages, warnings } = planSpace({ files, texts: new Map([["SUMMARY.md", "* [A](a.md)\n"]]) })
    expect(pages).toEqual([])
    expect(warnings).toHaveLength(1)
  })
})

describe("what an import survives: pages", () => {
  const body = '# Title\n\n* a\n* b\n\n{% hint style="info" %}\nx\n{% endhint %}\n'

  it("reads CRLF and CR like LF", () => {
    const tree = sketchPage(body)
    expect(sketchPage(body.replaceAll("\n", "\r\n"))).toBe(tree)
    expect(sketchPage(body.replaceAll("\n", "\r"))).toBe(tree)
    expect(parsePage("---\r\nhidden: true\r\n---\r\n\r\n# T\r\n").frontmatter?.data).toEqual({ hidden: true })
  })

  it.each(["", "\uFEFF", "\n\n", "---\n---\n", "---\n---"])("reads %j as an empty page", (text) => {
    expect(parsePage(text)).toMatchObject({ outline: [], links: [], root: { children: [] } })
  })

  it("reads a page without a final newline", () => {
    expect(sketchPage(body.trimEnd())).toBe(sketchPage(body))
  })

  it("reads a page behind a byte order mark", () => {
    const page = parsePage(`\uFEFF---\nicon: gear\n---\n${body}`)
    expect(page.frontmatter?.data).toEqual({ icon: "gear" })
    expect(page.title?.text).toBe("Title")
  })

  it("reads NUL as U+FFFD and keeps positions", () => {
    const page = parsePage("a\0b **c**")
    expect(sections(page)[0]?.text).toBe("a\uFFFDb c")
    expect(page.root.children[0]!.position).toEqual({ start: 0, end: 9 })
  })

  it("reads the body when the YAML does not parse", () => {
    const page = parsePage("---\na: [b\n---\n\n# Title\n")
    expect(page.frontmatter?.error).toBeDefined()
    expect(page.frontmatter?.raw).toBe("a: [b\n")
    expect(page.title?.text).toBe("Title")
  })

  it("takes no header from a page that only starts with a rule", () => {
    expect(parsePage("---\n\ntext\n").frontmatter).toBeUndefined()
  })

  it("reads a page without H1, and the first of several", () => {
    expect(parsePage("## Two\n").title).toBeUndefined()
    expect(parsePage("# One\n\n# Two\n").title?.text).toBe("One")
  })

  it("keeps unknown and misspelt frontmatter, __proto__ included", () => {
    const { data } = parsePage("---\nayout:\n  x: 1\nsidebar_position: 2\n__proto__:\n  polluted: yes\n---\n")
      .frontmatter!
    expect(Object.keys(data)).toEqual(["ayout", "sidebar_position", "__proto__"])
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
  })

  const cases: Array<[name: string, source: string, tree: string]> = [
    [
      "unclosed tabs and tab",
      '{% tabs %}\n{% tab title="A" %}\na\n{% tab title="B" %}\nb\n\nrest',
      'tabs[tab(title=A)[paragraph["a"]] tab(title=B)[paragraph["b"] paragraph["rest"]]]'
    ],
    [
      "a stray end tag",
      "a\n\n{% endcode-tabs %}\n\nb",
      'paragraph["a"] strayTag(name=code-tabs value={% endcode-tabs %}) paragraph["b"]'
    ],
    [
      "an opener glued to a table",
      '<table><tr><td>x</td></tr></table>{% hint style="danger" %}\ny\n{% endhint %}\n\nz',
      'richTable(view=grid cardSize=medium headerHidden=true search=true)[richTableRow[richTableCell["x"]]] hint(style=danger)[paragraph["y"]] paragraph["z"]'
    ],
    [
      "an end tag glued to text",
      "{% hint %}\nText {% endhint %}\n\nz",
      'hint(style=info)[paragraph["Text"]] paragraph["z"]'
    ],
    ["an end tag in prose without its opener", "Text {% endhint %}", 'paragraph["Text {% endhint %}"]'],
    [
      "a condition on one line",
      '{% if a === "b" %}x{% endif %}\n\nz',
      'if(expression=a === "b")[paragraph["x"]] paragraph["z"]'
    ],
    ["an endif glued to text", "{% if a %}\nx {% endif %}\n\nz", 'if(expression=a)[paragraph["x"]] paragraph["z"]'],
    ["Liquid in prose", "a {% if b %} c {% endif %}", 'paragraph["a {% if b %} c {% endif %}"]'],
    [
      "an end tag that slipped into a list item",
      '{% hint style="info" %}\n* a\n  {% endhint %}\n\nafter',
      'hint(style=info)[list[listItem[paragraph["a"]]]] paragraph["after"]'
    ],
    [
      "a tag right behind the HTML in a tag",
      "{% hint %}\n<p>a</p>\n{% endhint %}\n\nz",
      'hint(style=info)[paragraph["a"]] paragraph["z"]'
    ],
    [
      "Liquid in a fence and in inline code",
      "```liquid\n{% if a %}\n{{ b }}\n{% endif %}\n```\n\n`{% if a %}`",
      "code(lang=liquid value={% if a %}\n{{ b }}\n{% endif %}) paragraph[inlineCode(value={% if a %})]"
    ],
    ["{{ }} in prose", "a {{ b }} c", 'paragraph["a {{ b }} c"]'],
    [
      "a percent sign in an attribute",
      '{% columns %}\n{% column width="66.6%" %}\na\n{% endcolumn %}\n{% endcolumns %}',
      'columns[column(width=66.6%)[paragraph["a"]]]'
    ],
    ["an include outside of .gitbook", '{% include "/a/b.md" %}', "include(path=/a/b.md)"],
    [
      "nested and unclosed marks",
      '<mark style="color:red;">a <mark style="color:red;">b</mark> c\n\nd',
      'paragraph[mark(color=red)["a "] mark(color=red)["b"] " c"] paragraph["d"]'
    ],
    [
      "raw tags that are not HTML",
      "x <TRequest> y\n\n<keymap>\n**z**",
      'paragraph["x <TRequest> y"] paragraph["<keymap>\\n" strong["z"]]'
    ],
    ["zero-width and no-break spaces", "a\u200Bb\u00A0c", 'paragraph["a\u200Bb\u00A0c"]'],
    [
      "unclosed comment, element, fence",
      "a <!-- b\n\n<div>c\n\n```\nd",
      'paragraph["a <!-- b"] htmlElement[paragraph["c"] code(value=d)]'
    ],
    [
      "an embed without caption in front of one with",
      '{% embed url="a" %}\n\ntext\n\n{% embed url="b" %}\ncaption\n{% endembed %}',
      'embed(url=a) paragraph["text"] embed(url=b)[paragraph["caption"]]'
    ],
    [
      "a wrapper whose end tag is in another column",
      '{% columns %}\n{% column %}\n{% embed url="a" %}\nx\n{% endcolumn %}\n{% endcolumns %}\n{% endembed %}',
      'columns[column[embed(url=a) paragraph["x"]]] strayTag(name=embed value={% endembed %})'
    ]
  ]
  it.each(cases)("%s", (_, source, tree) => {
    expect(sketchPage(source)).toBe(tree)
  })

  it("reads a table of 112,000 and a data URI of 370,000 characters", () => {
    const row = "<tr><td>system variable</td><td>1</td></tr>"
    const table = `<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>${row.repeat(2700)}</tbody></table>`
    const [block] = parsePage(table).root.children
    expect(block?.type === "richTable" && block.rows.length).toBe(2700)
    const uri = `data:image/png;base64,${"A".repeat(370_000)}`
    expect(parsePage(`![x](${uri})\n\n<img src="${uri}" alt="">`).links.map((link) => link.href)).toEqual([uri, uri])
  })

  it("reads links that leave the space, absolute ones and broken markers for what they are", () => {
    expect(resolveHref("../../x.md", "a/b.md")).toEqual({ kind: "outside", path: "../x.md" })
    expect(resolveHref("/x.md", "a/b.md")).toEqual({ kind: "absolute", path: "/x.md" })
    expect(resolveHref("broken-reference", "a/b.md")).toEqual({ kind: "broken", target: "unknown" })
  })
})
