/** From Markdown to HTML, through the parser. */
import { parsePage } from "@octavo/document"
import { keptPictures, pictureAt, pictureHref } from "@octavo/render/pictures"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { renderBody } from "../src/index.ts"
import { resolver } from "./build.ts"
import { inspect } from "./inspect.ts"

const render = (markdown: string): string => renderBody(parsePage(markdown).root, resolver).html

const block = (name: string, body: string, attributes = ""): string =>
  `{% ${name}${attributes} %}\n${body}\n{% end${name} %}`

const cases: Array<[string, string, string[]]> = [
  ["paragraph", "Hello **b** _e_ `c`", ["<p>Hello <strong>b</strong> <em>e</em> <code>c</code></p>"]],
  ["heading", '## Set up\n\n### Again <a href="#own" id="own"></a>', ['<h2 id="set-up">Set up', '<h3 id="own">Again']],
  ["hint", block("hint", "Careful", ' style="danger"'), ['<div class="hint danger" role="note"', "<p>Careful</p>"]],
  [
    "tabs",
    block("tabs", `${block("tab", "One", ' title="A"')}\n\n${block("tab", "Two", ' title="B"')}`),
    ['<label for="Tab-1-1">A</label>', '<label for="Tab-1-2">B</label>']
  ],
  [
    "stepper",
    block("stepper", block("step", "### Go\n\nBody")),
    ['<ol class="stepper"><li class="step"><h2 id="go" class="h3">Go', "<p>Body</p>"]
  ],
  ["columns", block("columns", block("column", "Left", ' width="25%"')), ['class="column" style="flex-grow:25"']],
  [
    "code",
    block("code", "```js\nlet a\n```", ' title="a.js" overflow="wrap" lineNumbers="true"'),
    ['<div class="code wrap numbered">', '<div class="code-title">a.js</div>']
  ],
  [
    "code as other systems mark it",
    '```js title="a.js" {2} showLineNumbers=4\nold() // [!code --]\nnew() // [!code ++]\n\nlast()\n```',
    [
      '<div class="code numbered marked"><div class="code-title">a.js</div>',
      'aria-label="a.js"><code class="language-js" style="--first:3"><del class="line deleted">old()</del>\n',
      '<ins class="line inserted highlighted">new()</ins>\n<span class="line"></span>\n<span class="line">last()</span></code>'
    ]
  ],
  [
    "code with lines to look at",
    "```js\na()\n// highlight-next-line\nb()\nc() // [!code focus]\n```",
    [
      '<div class="code marked focusing">',
      '<mark class="line highlighted">b()</mark>\n<mark class="line focused">c()</mark>'
    ]
  ],
  [
    "expandable",
    "<details>\n\n<summary>More</summary>\n\nInside\n\n</details>",
    ["<summary><span>More</span></summary>", "<p>Inside</p>"]
  ],
  [
    "content reference",
    block("content-ref", "[guide.md](guide.md)", ' url="guide.md"'),
    ['<a class="reference" href="/docs/guide">']
  ],
  ["embed", '{% embed url="https://vimeo.com/1" %}', ["Watch on Vimeo"]],
  ["file", '{% file src="assets/a.pdf" %}', ['download="a.pdf"']],
  [
    "operation",
    block("openapi-operation", "[OpenAPI pets](https://x.test/p.yaml)", ' spec="pets" path="/pets" method="post"'),
    ['<span class="method post">POST</span>', "/pets"]
  ],
  [
    "updates",
    block("updates", block("update", "Body", ' date="2026-01-02" tags="a,b"'), ' format="full"'),
    ["January 2, 2026", '<span class="chip">a</span> <span class="chip">b</span>']
  ],
  ["condition", block("if", "Hidden", " visitor.claims.x"), []],
  ["prompt", block("prompt", "```\nDo\n```", ' description="Ask"'), ["<span>Ask</span>"]],
  [
    "integration with content",
    '{% @mermaid/diagram content="graph TD" %}',
    ['<code class="language-mermaid">graph TD']
  ],
  ["integration with a body", "{% @a/b c=1 %}\nWords\n{% end@a/b %}", ["<p>Words</p>"]],
  ["old tag on one line", "{% filename %}app.js{% endfilename %}", ["<p>app.js</p>"]],
  [
    "old variables",
    "a {{ book.NAME }} {{book.x}} {{ y }} `{{ book.NAME }}`",
    ['<p>a Octavo &lt;3 <code class="expression">book.x</code> {{ y }} <code>{{ book.NAME }}</code></p>']
  ],
  [
    "fragments of other case",
    '## Set up\n\n## B <a href="#Own" id="Own"></a>\n\n[a](#Set-Up) [b](#own) [c](#Own) [d](#None)',
    ['<a href="#set-up">a</a> <a href="#Own">b</a> <a href="#Own">c</a> <a href="#None">d</a>']
  ],
  [
    "figure",
    '<figure><img src="assets/a.png" alt="A" width="400"><figcaption><p>Cap</p></figcaption></figure>',
    ['alt="A" width="400" height="200"', "<figcaption>Cap</figcaption>"]
  ],
  [
    "dark picture",
    '<figure><picture><source srcset="assets/d.png" media="(prefers-color-scheme: dark)"><img src="assets/a.png" alt=""></picture><figcaption></figcaption></figure>',
    ['class="on-light"', 'class="on-dark"']
  ],
  [
    "cards",
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Go</strong></td><td><a href="guide.md">guide.md</a></td></tr></tbody></table>',
    ['<a class="card-link" href="/docs/guide"><strong>Go</strong></a>']
  ],
  [
    "card with an icon of its own",
    '<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td><h4><i class="fa-leaf">:leaf:</i></h4></td><td>Go</td></tr></tbody></table>',
    ['<div class="card-icon"><div><svg', '<div class="card-title">Go</div>']
  ],
  [
    "typed table",
    '<table><thead><tr><th width="90">N</th><th data-type="checkbox">C</th><th>S<select><option value="s" label="Good" color="blue"></option></select></th></tr></thead><tbody><tr><td>a</td><td>true</td><td><span data-option="s">Good</span></td></tr></tbody></table>',
    [
      '<table style="min-width:min(279px,150%)"><colgroup><col style="width:90px"><col><col></colgroup>',
      'aria-label="Yes"',
      '<span class="chip wash-blue">Good</span>'
    ]
  ],
  [
    "table of two columns, one of them wide",
    '<table><thead><tr><th width="450">A</th><th>B</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    ['<table><colgroup><col style="width:450px"><col></colgroup>']
  ],
  [
    "pipe table",
    "| A | B |\n| --- | ---: |\n| 1 | 2 |",
    ['<th scope="col">A</th><th scope="col" class="align-right">B</th>']
  ],
  [
    "pipe table whose rows have headings",
    "| | B |\n| --- | --- |\n| **1** | 2 |\n| | 3 |",
    [
      '<tr><td></td><th scope="col">B</th></tr>',
      '<tr><th scope="row"><strong>1</strong></th><td>2</td></tr><tr><td></td><td>3</td></tr>'
    ]
  ],
  [
    "table whose rows have headings, where they are no blocks",
    "<table><thead><tr><th></th><th>B</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr><tr><td><ul><li>c</li></ul></td><td>d</td></tr></tbody></table>",
    ['<tr><th scope="row">a</th><td>b</td></tr>', "<tr><td><ul><li>c</li></ul></td><td>d</td></tr>"]
  ],
  ["table of one column without a heading", "| |\n| --- |\n| 1 |", ["<tbody><tr><td>1</td></tr>"]],
  ["mark", '<mark style="background-color:$primary;">m</mark>', ['<mark class="wash-accent">m</mark>']],
  [
    "button",
    '<a href="guide.md" class="button primary" data-icon="rocket">Go</a>',
    ['<a class="button" href="/docs/guide"><svg']
  ],
  ["icon", '<i class="fa-gear">:gear:</i>', ['<svg class="icon fa"']],
  ["mention", '[guide.md](guide.md "mention")', ['<a class="mention" href="/docs/guide">']],
  ["expression", '<code class="expression">space.vars.NAME</code>', ["Octavo &lt;3"]],
  [
    "text with a note, as the bot writes it",
    "[**a** b](#user-content-fn-1)[^1] c[^1]\n\n[^1]: The _note_",
    [
      '<p><a class="annotation" title="The note" href="#Note-1" id="Ref-1-1"><strong>a</strong> b</a> c<sup',
      '<li id="Note-1"><p>The <em>note</em>'
    ]
  ],
  ["the same without its note", "[a](#user-content-fn-2)[^2]", ['<a href="#user-content-fn-2">a</a>[^2]']],
  ["footnote", "a[^1]\n\n[^1]: Note", ['href="#Note-1"', '<li id="Note-1"><p>Note']],
  ["formulas", "$$x$$ and\n\n$$\ny\n$$", ["<math><mi>x</mi></math>", '<math display="block"']],
  [
    "emoji by their names",
    "## :tada: Done\n\n:white\\_check\\_mark: yes, `:x:` no",
    ["🎉 Done", "<p>✅ yes, <code>:x:</code> no</p>"]
  ],
  ["a formula in a fence", "```math\ny\n```", ['<div class="math" tabindex="0"><math display="block"']],
  ["a formula in a fence that cannot be read", "```math\n\\broken{\n```", ['<code class="formula"']],
  ["tasks", "* [x] a\n* [ ] b", ['aria-label="Done"', 'aria-label="To do"']],
  ["script", "<script>alert(1)</script>", []],
  ["raw HTML", '<p align="center" onclick="x">a</p>', ['<p class="align-center">a</p>']]
]

const details = (summary: string): string => `<details>\n\n<summary>${summary}</summary>\n\nInside\n\n</details>\n\n`

const idsOf = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<(\w+)[^>]*? id="([^"]*)"/g)].map(([, tag, id]) => `${tag} ${id}`)

it("blocks of integrations that hold nothing are nothing to a reader", () => {
  expect(render('a\n\n{% @marketo/form formId="1" %}\n\n{% @a/b content=" " %}\n\nb')).toBe("<p>a</p><p>b</p>")
})

describe("Anchors of expandables", () => {
  it.each([
    ["come from the title", details("How <b>long</b>?"), ["details how-long"]],
    ["are told apart", details("More") + details("More"), ["details more", "details more-1"]],
    ["give way to headings before", `## More\n\n${details("More")}`, ["h2 more", "details more-1"]],
    ["give way to headings after", `${details("More")}## More`, ["details more-1", "h2 more"]],
    ["take that of a heading in the title", details("<h3>More</h3>"), ["details more"]],
    ["are left out where nothing is left", details("🔥"), []]
  ])("%s", (_name, markdown, ids) => {
    expect(idsOf(render(markdown))).toEqual(ids)
  })
})

describe("Pictures of other hosts", () => {
  const far = "https://far.test/a.png"
  const remote = `href="${far}" rel="noopener noreferrer" title="Picture on far.test"`
  it.each([
    ["in a line", `a ![Alt](${far}) b`],
    ["in a figure", `<figure><img src="${far}" alt="Alt"><figcaption></figcaption></figure>`],
    [
      "in a pair",
      `<picture><source srcset="https://far.test/b.png" media="(prefers-color-scheme: dark)"><img src="${far}" alt="Alt"></picture>`
    ],
    [
      "on a card",
      `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>T</td><td><a href="${far}">a.png</a></td></tr></tbody></table>`
    ]
  ])("are links %s", (_name, markdown) => {
    const html = render(markdown)
    expect(html).toContain(remote)
    expect(html).not.toContain("<img")
    expect(inspect(html)).toEqual([])
    expect(renderBody(parsePage(markdown).root, { ...resolver, remoteImages: true }).html).toContain(`src="${far}"`)
  })
  describe("of which copies are kept", () => {
    const copies = keptPictures([
      {
        id: "a",
        url: far,
        copy: { blob: "0123456789abcdefgh", contentType: "image/png", size: 9, width: 40, height: 20 }
      },
      { id: "t", url: "https://far.test/seen", copy: null }
    ])
    const keeping = (basePath: string) => ({
      ...resolver,
      picture: (src: string) => pictureAt(copies, src, (file) => pictureHref(basePath, file))
    })
    const draw = (markdown: string, basePath = "/docs/") => renderBody(parsePage(markdown).root, keeping(basePath)).html

    it("are drawn from the copy, in its size", () => {
      const html = draw(`![Alt](${far}) <img src="${far}#x" width="20">`)
      const src = 'src="/docs/~pictures/a/0123456789abcdef/picture.png"'
      expect(html).toContain(`<img ${src} alt="Alt" width="40" height="20"`)
      expect(html).toContain(`<img ${src} alt="" width="20" height="10"`)
      expect(inspect(html)).toEqual([])
    })
    it("are links where there is none yet", () => {
      expect(draw("![Alt](https://far.test/other.png)")).toContain('href="https://far.test/other.png"')
    })
    it("are pictures where addresses name a host, as in feeds", () => {
      const html = draw(`![Alt](${far})`, "https://docs.test/")
      expect(html).toContain('<img src="https://docs.test/~pictures/a/0123456789abcdef/picture.png"')
    })
    it("are one of a pair, or both", () => {
      const pair = (light: string, dark: string) =>
        draw(
          `<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img src="${light}" alt=""></picture>`
        )
      expect(pair(far, far).match(/<img /g)).toHaveLength(2)
      expect(pair(far, "https://far.test/other.png").match(/<img /g)).toHaveLength(1)
    })
    it("are not drawn when they turned out to count readers", () => {
      expect(draw("a ![Alt](https://far.test/seen) b")).toBe("<p>a  b</p>")
    })
  })
  it.each([
    ["in a line", `a <img src="${far}" width="1" height="1" alt="Alt"> b`, "<p>a  b</p>"],
    ["in a figure", `<figure><img src="${far}" width="1" alt="Alt"><figcaption></figcaption></figure>`, ""],
    ["in a link", `[![Alt](https://far.test/pixel.gif)](https://ci.test/)`, ""],
    [
      "on a card",
      `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>T</td><td><a href="https://far.test/1x1.gif">a</a></td></tr></tbody></table>`,
      '<ul class="cards"><li class="card"><div class="card-body"><div class="card-title">T</div></div></li></ul>'
    ]
  ])("that count readers are drawn in no way %s", (_name, markdown, drawn) => {
    expect(render(markdown)).toBe(drawn)
    expect(renderBody(parsePage(markdown).root, { ...resolver, remoteImages: true }).html).toBe(drawn)
  })
  it("are their words inside of a link", () => {
    const html = render(`See [![Build](${far})](https://ci.test/)`)
    expect(html).toMatch(/^<p>See <a href="https:\/\/ci\.test\/" rel="noopener"><span class="remote">.*Build/)
    expect(html.match(/<a /g)).toHaveLength(1)
  })
  it("leave one of ours in a pair", () => {
    const html = render(
      `<picture><source srcset="${far}" media="(prefers-color-scheme: dark)"><img src="assets/x.png" alt="Alt"></picture>`
    )
    expect(html).toContain('src="/docs/~/files/x.png"')
    expect(html).not.toContain("far.test")
  })
})

const fragments = fc.constantFrom(
  ...'<script>|</script>|<img src=x onerror=alert(1)>|[a](javascript:alert(1))|![a](data:text/html,x)|<a href="javascript:x">|</a>|{% hint style="|{% endhint %}|{% embed url="javascript:x" %}|{% content-ref url="data:text/html,x" %}|<svg onload=x>|<details>|<summary>|<table data-view="cards"><thead><tr><th data-card-target></th></tr></thead><tbody><tr><td><a href="javascript:x">|<mark style="color:red;background:url(javascript:x)">|<iframe src=x>|<div style="x:expression(1)" onclick=x>|```js|`|$$|\\href{javascript:x}{y}|{% tabs %}|{% tab title="<b>" %}|* |# |> |\n|\n\n|text|[^1]|[^1]: |<i class="fa-" onclick=x>|<button class="button" data-action="x">|&lt;script&gt;|<!--|-->|"|\''.split(
    "|"
  )
)

describe("Markdown", () => {
  it.each(cases)("%s", (_name, markdown, parts) => {
    const html = render(markdown)
    for (const part of parts) expect(html).toContain(part)
    if (parts.length === 0) expect(html).toBe("")
    expect(inspect(html)).toEqual([])
  })

  it("never becomes active, whatever is written", () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 30 }), (parts) => {
        expect(inspect(render(parts.join("")))).toEqual([])
      }),
      { numRuns: 500 }
    )
  })

  it("draws a page of many lines with one look at each link, and an anchor for each heading", () => {
    const page =
      `## H\n\nSome **text** with a [link](guide.md) and \`code\`.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n`.repeat(1000)
    let looks = 0
    const link: typeof resolver.link = (...asked) => {
      looks++
      return resolver.link(...asked)
    }
    const { html } = renderBody(parsePage(page).root, { ...resolver, link })
    expect(looks).toBe(1000)
    expect(new Set(html.match(/<h2 id="[^"]+"/g)).size).toBe(1000)
    expect(html.match(/<table/g)).toHaveLength(1000)
  })
})
