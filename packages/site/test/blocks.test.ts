import { type Block, type ColumnType, parsePage, type RichTableColumn } from "@octavo/document"
import { describe, expect, it } from "vitest"
import { renderBody } from "../src/index.ts"
import { attributes, body, heading, html, link, node, paragraph, resolver, root, tag, text } from "./build.ts"

const code = (value: string, more: object = {}) => node("code", { value, ...more })
const column = (title: string, dataType: ColumnType = "text", more: Partial<RichTableColumn> = {}) =>
  node("richTableColumn", {
    children: title === "" ? [] : [text(title)],
    dataType,
    hidden: false,
    cardTarget: false,
    cardCover: false,
    cardCoverDark: false,
    multiple: false,
    options: [],
    attributes: attributes(),
    ...more
  })
const cell = (content: string, values: string[] = []) =>
  node("richTableCell", { children: content === "" ? [] : [text(content)], values })
const table = (view: "grid" | "cards", columns: RichTableColumn[], ...rows: Array<ReturnType<typeof cell>[]>) =>
  node("richTable", {
    view,
    cardSize: "medium",
    fullWidth: false,
    headerHidden: false,
    headerSticky: false,
    search: false,
    columns,
    rows: rows.map((children) => node("richTableRow", { children })),
    attributes: attributes()
  })
const item = (more: object, ...children: Block[]) => node("listItem", { spread: false, children, ...more })
const list = (more: object, ...children: Array<ReturnType<typeof item>>) =>
  node("list", { ordered: false, spread: false, children, ...more })
const tabs = node("tabs", {
  ...tag("tabs"),
  children: ["One", "Two"].map((title) =>
    node("tab", { ...tag("tab"), title, children: [paragraph(title.toLowerCase())] })
  )
})
const column2 = (width?: string) =>
  node("column", { ...tag("column"), children: [paragraph("x")], ...(width === undefined ? {} : { width }) })
const select = { options: [{ value: "a", label: "Stable", color: "green" }] }

/** What is drawn, and the parts that its HTML must hold. */
const cases: Array<[string, Block[], string[]]> = [
  ["paragraph", [paragraph("a < b & c")], ["<p>a &lt; b &amp; c</p>"]],
  ["empty paragraph", [paragraph("")], [""]],
  [
    "heading",
    [heading(2, "Set up", "set-up")],
    ['<h2 id="set-up">Set up<a class="anchor" href="#set-up"', 'aria-label="Link to this section: Set up"']
  ],
  [
    "first level behind the title, and what is below it",
    [heading(1, "A", "a"), heading(2, "B", "b"), heading(1, "C", "c")],
    ['<h2 id="a">A', '<h3 id="b" class="h2">B', '<h2 id="c">C']
  ],
  ["skipped level", [heading(2, "A", "a"), heading(4, "B", "b")], ['<h3 id="b" class="h4">B']],
  [
    "same skipped level twice",
    [heading(2, "A"), heading(4, "B"), heading(4, "C")],
    ['<h3 class="h4">B</h3><h3 class="h4">C</h3>']
  ],
  ["second H1", [paragraph("x"), heading(1, "Again")], ["<h2>Again</h2>"]],
  ["same anchor twice", [heading(2, "A", "a"), heading(2, "A", "a")], ['<h2 id="a">', '<h2 id="a-1">']],
  ["tight list", [list({}, item({}, paragraph("a")))], ["<ul><li>a</li></ul>"]],
  ["loose list", [list({ spread: true }, item({}, paragraph("a")))], ["<ul><li><p>a</p></li></ul>"]],
  ["numbered list", [list({ ordered: true, start: 3 }, item({}, paragraph("c")))], ['<ol start="3"><li>c</li></ol>']],
  [
    "tasks",
    [list({}, item({ checked: true }, paragraph("a")), item({ checked: false }, paragraph("b")))],
    ['role="img" aria-label="Done"></span><div>a</div>', 'aria-label="To do"></span><div>b</div>']
  ],
  ["quote", [node("blockquote", { children: [paragraph("q")] })], ["<blockquote><p>q</p></blockquote>"]],
  ["rule", [node("thematicBreak", {})], ["<hr>"]],
  [
    "code without language",
    [code("a < b\n")],
    ['<pre tabindex="0" role="group" aria-label="Code"><code>a &lt; b</code></pre>']
  ],
  [
    "code with title and numbers",
    [code("a\nb", { title: "x.ts", lineNumbers: true, overflow: "wrap", lang: "ts" })],
    [
      '<div class="code wrap numbered">',
      '<div class="code-title">x.ts</div>',
      '<span class="line">a</span>\n<span class="line">b</span>',
      'class="language-ts"'
    ]
  ],
  ["short expandable code", [code("a", { expandable: true })], ['<div class="code"><pre']],
  [
    "long expandable code",
    [code("a\n".repeat(20), { expandable: true })],
    ['class="code collapsible"', '<input type="checkbox"><span>Show all lines</span>']
  ],
  [
    "code with marks inside",
    [code("ab", { children: [text("a"), node("strong", { children: [text("b")] })] })],
    ["<code>a<strong>b</strong></code>"]
  ],
  [
    "hint",
    [node("hint", { ...tag("hint"), style: "warning", children: [paragraph("w")] })],
    ['<div class="hint warning" role="note" aria-label="Warning"><svg', '<div class="hint-body"><p>w</p></div>']
  ],
  [
    "tabs",
    [tabs],
    [
      '<input type="radio" name="Tab-1" id="Tab-1-1" checked><label for="Tab-1-1">One</label><div class="tab-panel"><p>one</p></div>',
      '<input type="radio" name="Tab-1" id="Tab-1-2"><label for="Tab-1-2">Two</label>'
    ]
  ],
  [
    "stepper",
    [
      node("stepper", {
        ...tag("stepper"),
        children: [node("step", { ...tag("step"), children: [heading(3, "Go", "go"), paragraph("x")] })]
      })
    ],
    ['<ol class="stepper"><li class="step untitled">', "Go", "<p>x</p></li></ol>"]
  ],
  [
    "columns",
    [node("columns", { ...tag("columns"), children: [column2("66.66666666666666%"), column2()] })],
    ['style="flex-grow:66.67"', 'style="flex-grow:33.33"']
  ],
  [
    "columns of one width",
    [node("columns", { ...tag("columns"), children: [column2(), column2()] })],
    ['<div class="column"><p>x</p></div><div class="column">']
  ],
  [
    "expandable",
    [node("expandable", { open: true, summary: [text("More")], children: [paragraph("x")] })],
    [
      '<details class="expandable" id="more" open><summary><span>More</span></summary><div class="expandable-body"><p>x</p></div></details>'
    ]
  ],
  [
    "content reference",
    [node("contentRef", { ...tag("content-ref"), url: "guide.md", children: [paragraph(link("guide.md", "g"))] })],
    [
      '<a class="reference" href="/docs/guide">',
      '<span class="reference-title">A guide</span><span class="reference-text">How to begin.</span>'
    ]
  ],
  [
    "broken content reference",
    [
      node("contentRef", {
        ...tag("content-ref"),
        url: "missing.md",
        children: [paragraph(link("missing.md", "Old page"))]
      })
    ],
    ['<div class="reference broken-card">', "Old page", "This page is not available"]
  ],
  [
    "embed",
    [node("embed", { ...tag("embed"), url: "https://www.youtube.com/watch?v=1", children: [paragraph("Talk")] })],
    [
      '<a class="reference embed video" href="https://www.youtube.com/watch?v=1" rel="noopener">',
      "Watch on YouTube",
      "<figcaption>Talk</figcaption>"
    ]
  ],
  [
    "file",
    [node("file", { ...tag("file"), src: "assets/a.pdf", children: [] })],
    ['href="/docs/~/files/a.pdf" download="a.pdf"', "PDF · 12 KB"]
  ],
  [
    "missing file",
    [node("file", { ...tag("file"), src: "other/a.pdf", children: [] })],
    ["a.pdf", "This file is not available"]
  ],
  [
    "operation",
    [
      node("openapiOperation", {
        ...tag("openapi-operation"),
        spec: "pets",
        path: "/pets/{id}",
        method: "GET",
        url: "https://x.test/s.yaml",
        children: []
      })
    ],
    [
      '<span class="method get">GET</span><code class="api-path">/pets/{id}</code>',
      'href="https://x.test/s.yaml" rel="noopener">Specification: pets</a>'
    ]
  ],
  [
    "schemas",
    [
      node("openapiSchemas", {
        ...tag("openapi-schemas"),
        spec: "pets",
        schemas: ["Pet", "Cat"],
        grouped: false,
        children: []
      })
    ],
    [">Pet</code>", ">Cat</code>"]
  ],
  [
    "webhook",
    [node("openapiWebhook", { ...tag("openapi-webhook"), spec: "pets", name: "born", method: "post", children: [] })],
    ["Webhook", ">born</code>"]
  ],
  [
    "old openapi",
    [node("openapi", { ...tag("openapi"), src: "missing.yaml", path: "/a", method: "post", children: [] })],
    ['<span class="method post">POST</span>', '<span class="spec">Specification</span>']
  ],
  [
    "swagger",
    [
      node("swagger", {
        ...tag("swagger"),
        path: "/a",
        method: "put",
        baseUrl: "https://x.test",
        summary: "Puts",
        children: [
          node("swaggerPart", {
            ...tag("swagger-parameter", { name: "id", in: "query", type: "string", required: "true" }),
            part: "parameter",
            children: [paragraph("The id")]
          })
        ]
      })
    ],
    ["https://x.test/a", "Puts", "<code>id</code> <span>string · query</span> <em>required</em>", "<p>The id</p>"]
  ],
  [
    "updates",
    [
      node("updates", {
        ...tag("updates"),
        format: "full",
        children: [node("update", { ...tag("update"), date: "2026-03-02", tags: ["new"], children: [paragraph("x")] })]
      })
    ],
    ['<time datetime="2026-03-02">March 2, 2026</time>', '<span class="chip">new</span>']
  ],
  [
    "update without a date",
    [
      node("updates", {
        ...tag("updates"),
        format: "full",
        children: [node("update", { ...tag("update"), date: "soon", tags: [], children: [] })]
      })
    ],
    ["<time>soon</time>"]
  ],
  [
    "condition that holds",
    [node("if", { ...tag("if"), expression: "true", children: [paragraph("shown")] })],
    ["<p>shown</p>"]
  ],
  [
    "condition that does not",
    [node("if", { ...tag("if"), expression: "false", children: [paragraph("secret")] })],
    [""]
  ],
  [
    "prompt",
    [node("prompt", { ...tag("prompt"), description: "Do it", defaultExpanded: "hidden", children: [code("x")] })],
    ['<details class="expandable prompt"><summary><svg', "<span>Do it</span></summary>"]
  ],
  [
    "integration without content",
    [node("integration", { ...tag("@a/form"), vendor: "a", block: "form", children: [] })],
    [""]
  ],
  [
    "integration with a link",
    [
      node("integration", {
        ...tag("@figma/embed", { url: "https://figma.com/x" }),
        vendor: "figma",
        block: "embed",
        children: []
      })
    ],
    ['href="https://figma.com/x" rel="noopener"']
  ],
  [
    "unknown block",
    [node("unknownBlock", { ...tag("what"), name: "what", argument: "", children: [] })],
    ["<code>what</code>"]
  ],
  [
    "unknown block with content",
    [node("unknownBlock", { ...tag("what"), name: "what", argument: "", children: [paragraph("x")] })],
    ["<p>x</p>"]
  ],
  ["include that is not there", [node("include", { ...tag("include"), path: "x.md" })], ["This part is not available"]],
  [
    "nothing of comments and strays",
    [
      node("comment", { value: "c" }),
      node("strayTag", { name: "endhint", value: "{% endhint %}" }),
      node("html", { value: "</div>" }),
      node("definition", { identifier: "a", label: "a", url: "b" })
    ],
    [""]
  ],
  [
    "figure",
    [
      node("images", {
        align: "center",
        withFrame: true,
        children: [node("imagesItem", { src: "assets/a.png", alt: "A", width: "400", children: [paragraph("Cap")] })]
      })
    ],
    [
      '<div class="images framed"><figure><img src="/docs/~/files/a.png" alt="A" width="400" height="200" decoding="async"><figcaption>Cap</figcaption></figure></div>'
    ]
  ],
  [
    "gallery; later images are lazy",
    [
      node("images", {
        children: ["assets/a.png", "assets/b.png"].map((src) => node("imagesItem", { src, children: [] }))
      })
    ],
    ['class="images gallery"', 'b.png" alt="" width="800" height="400" loading="lazy"']
  ],
  [
    "dark variant",
    [
      node("images", { children: [node("imagesItem", { src: "assets/a.png", darkSrc: "assets/d.png", children: [] })] })
    ],
    ['<img class="on-light" src="/docs/~/files/a.png"', '<img class="on-dark" src="/docs/~/files/d.png"']
  ],
  [
    "width in percent",
    [node("images", { children: [node("imagesItem", { src: "assets/a.png", width: "50%", children: [] })] })],
    ['width="800" height="400" style="width:50%"']
  ],
  [
    "missing image",
    [node("images", { children: [node("imagesItem", { src: "missing.png", alt: "Lost", children: [] })] })],
    ['<span class="missing" title="Image not available">Lost</span>']
  ],
  [
    "linked image",
    [node("images", { children: [node("imagesItem", { src: "assets/a.png", href: "guide.md", children: [] })] })],
    ['<a href="/docs/guide"><img']
  ],
  [
    "formula",
    [node("blockMath", { value: "x^2" })],
    ['<div class="math" tabindex="0"><math display="block"', "<mi>x</mi>"]
  ],
  [
    "formula that cannot be read",
    [node("blockMath", { value: "\\frac{<" })],
    ['<code class="formula" title="Formula that cannot be read">\\frac{&lt;</code>']
  ],
  [
    "pipe table",
    [
      node("table", {
        align: ["right"],
        children: ["H", "1"].map((value) =>
          node("tableRow", { children: [node("tableCell", { children: [text(value)] })] })
        )
      })
    ],
    [
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th scope="col" class="align-right">H</th></tr></thead><tbody><tr><td class="align-right">1</td>'
    ]
  ],
  [
    "pipe table without header text",
    [
      node("table", {
        align: [null],
        children: ["", "1"].map((value) =>
          node("tableRow", { children: [node("tableCell", { children: [text(value)] })] })
        )
      })
    ],
    ["<table><tbody><tr><td>1</td></tr></tbody></table>"]
  ],
  [
    "checkbox column",
    [table("grid", [column("Done", "checkbox")], [cell("", ["true"])], [cell("", ["false"])])],
    ['aria-label="Yes"', 'aria-label="No"']
  ],
  [
    "select column",
    [table("grid", [column("State", "select", select)], [cell("", ["a"])])],
    ['<span class="chip wash-green">Stable</span>']
  ],
  [
    "rating column",
    [table("grid", [column("R", "rating", { attributes: attributes({ "data-max": "3" }) })], [cell("", ["2"])])],
    ['aria-label="Rating: 2/3">★★<span class="off">★</span>']
  ],
  [
    "reference column",
    [table("grid", [column("Page", "content-ref")], [cell("x", ["guide.md"])])],
    ['<a href="/docs/guide"><span class="emoji" aria-hidden="true">📘</span> A guide</a>']
  ],
  [
    "files column",
    [table("grid", [column("File", "files")], [cell("", ["assets/a.pdf"])], [cell("", ["assets/a.png"])])],
    ['<a href="/docs/~/files/a.pdf" download="a.pdf">a.pdf</a>', '<img class="thumb"']
  ],
  [
    "number and users columns",
    [table("grid", [column("N", "number"), column("U", "users")], [cell("7"), cell("Ann")])],
    ['<td class="align-right">7</td><td>Ann</td>']
  ],
  [
    "hidden columns",
    [table("grid", [column("A"), column("B", "text", { hidden: true })], [cell("a"), cell("b")])],
    ["<tbody><tr><td>a</td></tr></tbody>"]
  ],
  [
    "cards",
    [
      table(
        "cards",
        [
          column(""),
          column("", "content-ref", { hidden: true, cardTarget: true }),
          column("", "image", { hidden: true, cardCover: true })
        ],
        [cell("Start"), cell("", ["guide.md"]), cell("", ["assets/a.png"])]
      )
    ],
    [
      '<ul class="cards"><li class="card"><div class="card-cover"><img',
      '<a class="card-link" href="/docs/guide">Start</a>'
    ]
  ],
  [
    "card to a broken page",
    [
      table(
        "cards",
        [column(""), column("", "content-ref", { hidden: true, cardTarget: true })],
        [cell("Start"), cell("", ["missing.md"])]
      )
    ],
    ['<li class="card broken-card" title="This page is not available">', "Start"]
  ],
  [
    "HTML element",
    [html("div", { align: "center", class: "x", onclick: "y" }, paragraph("a"))],
    ['<div class="align-center"><p>a</p></div>']
  ],
  [
    "HTML table",
    [html("table", {}, html("tr", {}, html("td", { colspan: "2", style: "color:red" }, text("a"))))],
    ['<table><tr><td colspan="2">a</td></tr></table>']
  ]
]

describe("blocks", () => {
  it.each(cases)("%s", (_name, blocks, parts) => {
    const out = body(blocks)
    for (const part of parts) expect(out).toContain(part)
    if (parts.length === 1 && parts[0] === "") expect(out).toBe("")
  })

  it("leaves out the H1 that is the title of the file, whatever it says: the page has its own", () => {
    const tree = root(node("comment", { value: "c" }), heading(1, "Set  up!"), paragraph("x"))
    expect(renderBody(tree, resolver, { title: "Set up" }).html).toBe("<p>x</p>")
    expect(renderBody(tree, resolver, { title: "Other" }).html).toBe("<p>x</p>")
    expect(renderBody(root(paragraph("x"), heading(1, "A"), heading(1, "B")), resolver, { title: "Other" }).html).toBe(
      "<p>x</p><h2>B</h2>"
    )
  })

  it("names what a body makes use of", () => {
    expect(renderBody(root(paragraph("x")), resolver).features).toEqual([])
    expect(renderBody(root(tabs, code("x"), node("blockMath", { value: "x" })), resolver).features).toEqual([
      "tabs",
      "code",
      "math"
    ])
  })

  it("speaks the language of the site", () => {
    const hint = node("hint", { ...tag("hint"), style: "warning", children: [] })
    expect(renderBody(root(hint), resolver, { language: "de-AT" }).html).toContain('aria-label="Warnung"')
    expect(renderBody(root(hint), resolver, { language: "constructor" }).html).toContain('aria-label="Warning"')
  })
})

it("draws an alert of GitHub as the hint that it is, and any other quote as a quote", () => {
  const drawn = (markdown: string) => renderBody(parsePage(markdown).root, resolver).html
  expect(drawn("> [!WARNING]\n> Mind *it*.\n")).toMatch(
    /^<div class="hint warning" role="note" aria-label="[^"]+">.*<div class="hint-body"><p>Mind <em>it<\/em>\.<\/p><\/div><\/div>$/s
  )
  expect(drawn("> [!WARNING] Mind it.\n")).toBe("<blockquote><p>[!WARNING] Mind it.</p></blockquote>")
})
