/** One row for each construct: its Markdown, as the bot writes it, and what it is as a document. */
import { describe, expect, it } from "vitest"
import { block, doc, fragment, inline, leaf, nodesOf, paragraph, text, voidBlock, written } from "./json.ts"

const url = (href: string) => ({ kind: "url", url: href })
const page = (href: string) => ({ kind: "page", page: href })
const file = (href: string) => ({ kind: "file", file: href })
const marked = (...leaves: unknown[]) => paragraph({ object: "text", leaves })
const color = (of: string, background: string) => ({ object: "mark", type: "color", data: { text: of, background } })
const line = (...nodes: unknown[]) => block("code-line", {}, ...nodes)
const source = (value: string) => ({ object: "leaf", text: "", marks: [], source: value })
const cell = (name: string, value: string) => fragment2(name, paragraph(value))
const fragment2 = (name: string, ...nodes: unknown[]) => ({
  object: "fragment",
  fragment: name,
  type: "table-cell",
  nodes
})
const item = (...nodes: unknown[]) => block("list-item", {}, ...nodes)

const rows: ReadonlyArray<readonly [name: string, markdown: string, nodes: unknown[]]> = [
  ["paragraph", "Words.", [paragraph("Words.")]],
  ["alignment", '<p align="center">Middle</p>', [block("paragraph", { align: "center" }, text("Middle"))]],
  [
    "headings",
    "## One\n\n### Two\n\n#### Three",
    [block("heading-1", {}, text("One")), block("heading-2", {}, text("Two")), block("heading-3", {}, text("Three"))]
  ],
  [
    "heading with an id, and one too deep",
    '## One <a href="#first" id="first"></a>\n\n###### Six',
    [block("heading-1", { id: "first" }, text("One")), block("heading-3", { depth: 6 }, text("Six"))]
  ],
  [
    "bullets",
    "* One\n* Two\n  * Three",
    [
      block(
        "list-unordered",
        {},
        item(paragraph("One")),
        item(paragraph("Two"), block("list-unordered", {}, item(paragraph("Three"))))
      )
    ]
  ],
  ["numbers", "3. One\n4. Two", [block("list-ordered", { start: 3 }, item(paragraph("One")), item(paragraph("Two")))]],
  [
    "tasks",
    "* [x] Done\n* [ ] Open",
    [
      block(
        "list-tasks",
        {},
        block("list-item", { checked: true }, paragraph("Done")),
        block("list-item", { checked: false }, paragraph("Open"))
      )
    ]
  ],
  ["rule, quote", "***\n\n> Said", [voidBlock("divider", {}), block("blockquote", {}, paragraph("Said"))]],
  [
    "marks",
    "**b** _i_ ~~s~~ `c` <kbd>k</kbd> <sup>u</sup> <sub>d</sub>",
    [
      marked(
        leaf("b", "bold"),
        leaf(" "),
        leaf("i", "italic"),
        leaf(" "),
        leaf("s", "strikethrough"),
        leaf(" "),
        leaf("c", "code"),
        leaf(" "),
        leaf("k", "keyboard"),
        leaf(" "),
        leaf("u", "superscript"),
        leaf(" "),
        leaf("d", "subscript")
      )
    ]
  ],
  [
    "colours",
    '<mark style="color:red;">a</mark> <mark style="background-color:$primary;">b</mark>',
    [marked(leaf("a", color("red", "default")), leaf(" "), leaf("b", color("default", "$primary")))]
  ],
  ["line break", "One\\\nTwo", [paragraph("One\nTwo")]],
  [
    "links",
    "[a](b.md) [c](https://x.y/) [d](#e)",
    [
      paragraph(
        inline("link", { ref: page("b.md") }, { isVoid: false, nodes: [text("a")] }),
        " ",
        inline("link", { ref: url("https://x.y/") }, { isVoid: false, nodes: [text("c")] }),
        " ",
        inline("link", { ref: { kind: "anchor", anchor: "e" } }, { isVoid: false, nodes: [text("d")] })
      )
    ]
  ],
  [
    "link to a space and to somebody",
    "[s](https://app.gitbook.com/s/abc/) [u](https://app.gitbook.com/u/def)",
    [
      paragraph(
        inline("link", { ref: { kind: "space", space: "abc" } }, { isVoid: false, nodes: [text("s")] }),
        " ",
        inline("link", { ref: { kind: "user", user: "def" } }, { isVoid: false, nodes: [text("u")] })
      )
    ]
  ],
  [
    "mention, emoji, icon",
    'See [b.md](b.md "mention") <span data-gb-custom-inline data-tag="emoji" data-code="2705">✅</span> <i class="fa-gear">:gear:</i>',
    [
      paragraph(
        "See ",
        inline("mention", { ref: page("b.md") }),
        " ",
        inline("emoji", { code: "2705" }),
        " ",
        inline("icon", { icon: "gear" })
      )
    ]
  ],
  [
    "expression, formula",
    'Is <code class="expression">space.vars.a</code> and $$x^2$$',
    [
      paragraph(
        "Is ",
        inline("expression", { expression: "space.vars.a" }),
        " and ",
        inline("inline-math", { formula: "x^2" })
      )
    ]
  ],
  [
    "image in a line",
    'An <img src="a.png" alt="A" data-size="line">',
    [paragraph("An ", inline("inline-image", { ref: file("a.png"), alt: "A", size: "line" }))]
  ],
  [
    "buttons",
    '<a href="b.md" class="button primary" data-icon="gear">Go</a> <button type="button" class="button secondary" data-action="ask" data-query="why">Ask</button>',
    [
      paragraph(
        inline("button", { label: "Go", kind: "primary", icon: "gear", ref: page("b.md") }),
        " ",
        inline("button", { label: "Ask", kind: "secondary", action: { action: "ask", query: "why" } })
      )
    ]
  ],
  [
    "annotation",
    "See [this](#user-content-fn-1)[^1].\n\n[^1]: Because.",
    [
      paragraph(
        "See ",
        inline(
          "annotation",
          { label: "1" },
          {
            isVoid: false,
            nodes: [text("this")],
            fragments: [fragment("annotation-body", paragraph("Because."))]
          }
        ),
        "."
      )
    ]
  ],
  [
    "code",
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\none\n\ntwo\n```\n{% endcode %}',
    [
      block(
        "code",
        { syntax: "js", title: "a.js", overflow: "wrap", lineNumbers: true },
        line(text("one")),
        line(text("")),
        line(text("two"))
      )
    ]
  ],
  [
    "code with marks",
    '<pre class="language-js"><code class="lang-js">one <strong>two</strong>\nthree\n</code></pre>',
    [
      block(
        "code",
        { syntax: "js" },
        line({ object: "text", leaves: [leaf("one "), leaf("two", "bold")] }),
        line(text("three"))
      )
    ]
  ],
  [
    "highlighted lines",
    '{% code collapsedLineCount="3" highlightedLines="2" %}\n```\na\nb\n```\n{% endcode %}',
    [block("code", { collapsedLineCount: 3 }, line(text("a")), block("code-line", { highlighted: true }, text("b")))]
  ],
  ["formula", "$$\nx = y\n$$", [voidBlock("math", { formula: "x = y" })]],
  [
    "images",
    '<div align="left" data-with-frame="true"><figure><img src="a.png" alt="A" width="375"><figcaption><p>Said</p></figcaption></figure></div>',
    [
      block(
        "images",
        { align: "left", withFrame: true },
        voidBlock(
          "image",
          { ref: file("a.png"), width: 375, alt: "A" },
          { fragments: [fragment("caption", paragraph("Said"))] }
        )
      )
    ]
  ],
  [
    "drawing",
    '<figure><img src="a.svg" alt="" class="gitbook-drawing"><figcaption></figcaption></figure>',
    [voidBlock("drawing", { ref: file("a.svg") })]
  ],
  [
    "file with a caption",
    '{% file src="a.pdf" %}\nRead\n{% endfile %}',
    [voidBlock("file", { ref: file("a.pdf") }, { fragments: [fragment("caption", paragraph("Read"))] })]
  ],
  ["embed", '{% embed url="https://x.y/" %}', [voidBlock("embed", { url: "https://x.y/" })]],
  [
    "hint",
    '{% hint style="warning" icon="gear" %}\nMind.\n{% endhint %}',
    [block("hint", { style: "warning", icon: "gear" }, paragraph("Mind."))]
  ],
  [
    "expandable",
    "<details>\n\n<summary>More</summary>\n\nWords\n\n</details>",
    [
      voidBlock(
        "expandable",
        {},
        {
          fragments: [fragment("expandable-title", paragraph("More")), fragment("expandable-body", paragraph("Words"))]
        }
      )
    ]
  ],
  [
    "tabs",
    '{% tabs %}\n{% tab title="A" icon="gear" slug="a" %}\nOne\n{% endtab %}\n{% endtabs %}',
    [block("tabs", {}, block("tabs-item", { title: "A", icon: "gear", slug: "a" }, paragraph("One")))]
  ],
  [
    "stepper",
    "{% stepper %}\n{% step %}\n### One\n\nDo\n{% endstep %}\n{% endstepper %}",
    [block("stepper", {}, block("stepper-step", {}, block("heading-2", {}, text("One")), paragraph("Do")))]
  ],
  [
    "columns",
    '{% columns %}\n{% column width="66.66666666666666%" verticalAlignment="top" %}\nOne\n{% endcolumn %}\n{% endcolumns %}',
    [
      block(
        "columns",
        {},
        block("column", { width: { unit: "%", value: 66.66666666666666 }, verticalAlignment: "top" }, paragraph("One"))
      )
    ]
  ],
  [
    "updates",
    '{% updates format="full" %}\n{% update date="2025-01-02" tags="a,b" %}\nNew\n{% endupdate %}\n{% endupdates %}',
    [
      block(
        "updates",
        { format: "full" },
        block(
          "update",
          {
            date: "2025-01-02",
            tags: [
              { kind: "tag", tag: "a" },
              { kind: "tag", tag: "b" }
            ]
          },
          paragraph("New")
        )
      )
    ]
  ],
  [
    "condition",
    '{% if visitor.claims.a === "b" %}\nFor you\n{% endif %}',
    [block("if", { expression: 'visitor.claims.a === "b"' }, paragraph("For you"))]
  ],
  [
    "prompt",
    '{% prompt description="Ask" defaultExpanded="full" %}\n```\nWhy?\n```\n{% endprompt %}',
    [block("prompt", { description: "Ask", defaultExpanded: "full" }, block("code", {}, line(text("Why?"))))]
  ],
  [
    "content reference",
    '{% content-ref url="b.md" %}\n[b.md](b.md)\n{% endcontent-ref %}',
    [voidBlock("content-ref", { ref: page("b.md") })]
  ],
  [
    "reusable content",
    '{% include "../.gitbook/includes/a.md" %}',
    [voidBlock("reusable-content", { ref: { kind: "reusable-content", reusableContent: "../.gitbook/includes/a.md" } })]
  ],
  [
    "operation",
    '{% openapi-operation spec="s" path="/a" method="get" %}\n[OpenAPI s](https://x.y/s.json)\n{% endopenapi-operation %}',
    [
      voidBlock("openapi-operation", {
        ref: { kind: "openapi", spec: "s" },
        path: "/a",
        method: "get",
        url: "https://x.y/s.json"
      })
    ]
  ],
  [
    "schemas",
    '{% openapi-schemas spec="s" schemas="A,B" grouped="false" title="T" %}\n{% endopenapi-schemas %}',
    [
      voidBlock("openapi-schemas", {
        ref: { kind: "openapi", spec: "s" },
        schemas: ["A", "B"],
        grouped: false,
        title: "T"
      })
    ]
  ],
  [
    "webhook",
    '{% openapi-webhook spec="s" name="n" method="post" %}\n{% endopenapi-webhook %}',
    [voidBlock("openapi-webhook", { ref: { kind: "openapi", spec: "s" }, name: "n", method: "post" })]
  ],
  [
    "operation of a file",
    '{% openapi src="s.yaml" path="/a" method="get" expanded="true" %}\n[s.yaml](s.yaml)\n{% endopenapi %}',
    [voidBlock("swagger", { ref: file("s.yaml"), path: "/a", method: "get", expanded: true })]
  ],
  [
    "integration",
    '{% @mermaid/diagram content="a b" %}',
    [voidBlock("integration", { integration: "mermaid", block: "diagram", props: { content: "a b" } })]
  ],
  ["comment", "<!-- note -->", [marked(source("<!-- note -->"))]],
  [
    "unknown tag",
    "{% expand a=1 %}\nWords\n{% endexpand %}",
    [marked(source("{% expand a=1 %}")), paragraph("Words"), marked(source("{% endexpand %}"))]
  ],
  ["unknown element", "A <u>b</u>", [marked(leaf("A "), source("<u>"), leaf("b"), source("</u>"))]]
]

describe("as a document and back", () => {
  it.each(rows)("%s", (_, markdown, nodes) => {
    expect(nodesOf(markdown)).toEqual(JSON.parse(JSON.stringify(nodes)))
    const again = written(doc(...nodes))
    expect(nodesOf(again)).toEqual(JSON.parse(JSON.stringify(nodes)))
  })
})

describe("tables", () => {
  it("of pipes: columns, rows in order, a fragment for each cell with text", () => {
    const [table] = nodesOf("| Name | Size |\n| --- | ---: |\n| a | **1** |\n| b | |")
    const { definition, records, view } = table.data
    expect(view).toEqual({ type: "grid", columns: Object.keys(definition), hideHeader: false })
    expect(Object.values(definition)).toMatchObject([
      { title: "Name", type: "text", textAlignment: "left" },
      { title: "Size", type: "text", textAlignment: "right" }
    ])
    const [first, second] = Object.values<any>(records)
    expect([first.orderIndex < second.orderIndex, Object.keys(second.values).length]).toEqual([true, 1])
    const name = first.values[view.columns[0]]
    expect(table.fragments.find((one: any) => one.fragment === name)).toEqual(cell(name, "a"))
    expect(written(doc(table))).toBe("| Name | Size  |\n| ---- | ----: |\n| a    | **1** |\n| b    |       |\n")
  })

  it("of cards: typed values, targets and covers", () => {
    const html =
      '<table data-view="cards" data-card-size="large"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref">To</th>' +
      '<th data-hidden data-card-cover data-type="image">Cover</th><th>Kind<select multiple><option value="x" label="X" color="blue"></option></select></th>' +
      '<th data-type="checkbox">Ok</th><th data-type="number">N</th><th data-type="files">F</th></tr></thead><tbody><tr><td><strong>A</strong></td>' +
      '<td><a href="b.md">b</a></td><td><a href="c.png">c.png</a></td><td><span data-option="x">X</span></td><td>true</td><td>4</td><td><a href="d.pdf">d</a></td></tr></tbody></table>'
    const [table] = nodesOf(html)
    const { definition, records, view } = table.data
    const [words, to, cover, kind, ok, number, files] = Object.keys(definition)
    expect(view).toEqual({
      type: "cards",
      cardSize: "large",
      columns: [words, kind, ok, number, files],
      targetDefinition: to,
      coverDefinition: cover
    })
    expect(definition[kind!]).toMatchObject({
      type: "select",
      multiple: true,
      options: [{ value: "x", label: "X", color: "blue" }]
    })
    const [record] = Object.values<any>(records)
    expect(record.values).toMatchObject({
      [to!]: page("b.md"),
      [cover!]: file("c.png"),
      [kind!]: ["x"],
      [ok!]: true,
      [number!]: 4,
      [files!]: ["d.pdf"]
    })
    expect(nodesOf(written(doc(table)))).toEqual([table])
  })

  it("with merged cells keep their columns", () => {
    const html =
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr>' +
      '<tr><td colspan="2">4</td></tr></tbody></table>'
    const [table] = nodesOf(html)
    const [a, b] = table.data.view.columns
    const records = Object.entries<any>(table.data.records)
    expect(records.map(([, { values }]) => Object.keys(values))).toEqual([[a, b], [b], [a]])
    expect(table.data.cellMerges).toEqual([
      { anchor: { record: records[0]![0], column: a }, rowSpan: 2, colSpan: 1 },
      { anchor: { record: records[2]![0], column: a }, rowSpan: 1, colSpan: 2 }
    ])
    expect(nodesOf(written(doc(table)))).toEqual([table])
  })
})
