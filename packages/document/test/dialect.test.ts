import { describe, expect, it } from "vitest"
import { sketchPage } from "./sketch.ts"

/** Name, source, tree. Those of `docs/contributing/dialect.md#tags` and `docs/contributing/dialect.md#html`. */
type Case = [name: string, source: string, tree: string]

const blockTags: Case[] = [
  [
    "hint",
    '{% hint style="info" icon="gear" %}\nHello **you**\n{% endhint %}',
    'hint(style=info icon=gear)[paragraph["Hello " strong["you"]]]'
  ],
  ["hint of a foreign style on one line", '{% hint style="tip" %}x{% endhint %}', 'hint(style=info)[paragraph["x"]]'],
  [
    "tabs > tab",
    '{% tabs %}\n{% tab title="A" icon="x" %}\na\n{% endtab %}\n\n{% tab title="B" %}\n* b\n  * c\n{% endtab %}\n{% endtabs %}',
    'tabs[tab(title=A icon=x)[paragraph["a"]] tab(title=B)[list[listItem[paragraph["b"] list[listItem[paragraph["c"]]]]]]]'
  ],
  [
    "words for readers in tags, with their escapes and entities",
    '{% tabs %}\n{% tab title="a\\_b &amp; \\"c\\" \\* x\\y" %}\na\n{% endtab %}\n{% endtabs %}\n\n{% embed url="https://a.b" caption="1 \\< 2&#x20;" %}\n\n{% code title="C:\\_a &amp;.js" %}\n```\nx\n```\n{% endcode %}',
    'tabs[tab(title=a_b & "c" * x\\y)[paragraph["a"]]] embed(url=https://a.b)[paragraph["1 < 2 "]] code(value=x title=C:\\_a &amp;.js)'
  ],
  [
    "stepper > step",
    "{% stepper %}\n{% step %}\n#### Title\n\nBody\n{% endstep %}\n\n{% step %}\nNo title\n{% endstep %}\n{% endstepper %}",
    'stepper[step[heading(depth=4)["Title"] paragraph["Body"]] step[paragraph["No title"]]]'
  ],
  [
    "columns > column",
    '{% columns %}\n{% column width="66.66666666666666%" %}\nL\n{% endcolumn %}\n\n{% column %}\nR\n{% endcolumn %}\n{% endcolumns %}',
    'columns[column(width=66.66666666666666%)[paragraph["L"]] column[paragraph["R"]]]'
  ],
  [
    "code around a fence",
    '{% code title="a.js" overflow="wrap" lineNumbers="true" expandable="true" %}\n```js\nlet a = "{% hint %}"\n```\n{% endcode %}',
    'code(lang=js value=let a = "{% hint %}" title=a.js overflow=wrap lineNumbers=true expandable=true)'
  ],
  [
    "content-ref",
    '{% content-ref url="guide/" %}\n[guide](guide/)\n{% endcontent-ref %}',
    'contentRef(url=guide/)[paragraph[link(url=guide/)["guide"]]]'
  ],
  ["include", '{% include "../.gitbook/includes/x.md" %}', "include(path=../.gitbook/includes/x.md)"],
  [
    "embed, void and with a caption",
    '{% embed url="https://a.b" %}\n\n{% embed url="https://c.d" fullWidth="true" %}\nCaption **x**\n{% endembed %}\n\nend',
    'embed(url=https://a.b) embed(url=https://c.d fullWidth=true)[paragraph["Caption " strong["x"]]] paragraph["end"]'
  ],
  [
    "file, void, old caption, caption",
    '{% file src="a (1).pdf" %}\n\n{% file src="b.pdf" caption="old" %}\n\n{% file src="c.pdf" %}\nCap\n{% endfile %}',
    'file(src=a (1).pdf) file(src=b.pdf)[paragraph["old"]] file(src=c.pdf)[paragraph["Cap"]]'
  ],
  [
    "openapi-operation",
    '{% openapi-operation spec="s" path="/a" method="get" %}\n[OpenAPI s](https://x/y.json)\n{% endopenapi-operation %}',
    'openapiOperation(spec=s url=https://x/y.json path=/a method=get)[paragraph[link(url=https://x/y.json)["OpenAPI s"]]]'
  ],
  [
    "openapi",
    '{% openapi src="a.yaml" path="/a" method="get" %}\n[a.yaml](a.yaml)\n{% endopenapi %}',
    'openapi(src=a.yaml path=/a method=get)[paragraph[link(url=a.yaml)["a.yaml"]]]'
  ],
  [
    "openapi-schemas",
    '{% openapi-schemas spec="s" schemas="A,B" grouped="true" %}\n[OpenAPI s](u)\n{% endopenapi-schemas %}',
    'openapiSchemas(spec=s url=u schemas=["A","B"] grouped=true)[paragraph[link(url=u)["OpenAPI s"]]]'
  ],
  [
    "swagger with its parts",
    '{% swagger method="get" path="/x" baseUrl="https://a" summary="S" %}\n{% swagger-description %}\nD\n{% endswagger-description %}\n\n{% swagger-parameter in="path" name="id" type="string" required="true" %}\nP\n{% endswagger-parameter %}\n\n{% swagger-response status="200: OK" description="" %}\n```json\n{}\n```\n{% endswagger-response %}\n{% endswagger %}',
    'swagger(path=/x method=get baseUrl=https://a summary=S)[swaggerPart(part=description)[paragraph["D"]] swaggerPart(part=parameter)[paragraph["P"]] swaggerPart(part=response)[code(lang=json value={})]]'
  ],
  [
    "updates > update",
    '{% updates format="full" %}\n{% update date="2025-01-02" tags="a,b" %}\n## T\n\nx\n{% endupdate %}\n{% endupdates %}',
    'updates(format=full)[update(date=2025-01-02 tags=["a","b"])[heading(depth=2)["T"] paragraph["x"]]]'
  ],
  [
    "if with a bare expression",
    '{% if visitor.claims.unsigned.x === "y" %}\nx\n{% endif %}',
    'if(expression=visitor.claims.unsigned.x === "y")[paragraph["x"]]'
  ],
  [
    "if in a list item",
    "* a\n\n  {% if x %}\n  b\n  {% endif %}\n* c",
    'list[listItem[paragraph["a"] if(expression=x)[paragraph["b"]]] listItem[paragraph["c"]]]'
  ],
  [
    "prompt closed by a curly quote",
    '{% prompt description="d" icon="i" openInAIProviders="true" defaultExpanded="full” %}\n```\np\n```\n{% endprompt %}',
    "prompt(description=d icon=i openInAIProviders=true defaultExpanded=full)[code(value=p)]"
  ],
  [
    "integration blocks, quotes inside of a value",
    '{% @marketo/form formId="1" %}\n\n{% @mermaid/diagram content="<tag a="b">" url="u" %}',
    "integration(vendor=marketo block=form) integration(vendor=mermaid block=diagram)"
  ],
  ["legacy page-ref", '{% page-ref page="a.md" %}', "contentRef(url=a.md)"],
  [
    "legacy code-tabs",
    '{% code-tabs %}\n{% code-tabs-item title="x" %}\n```js\n1\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}',
    "tabs[tab(title=x)[code(lang=js value=1)]]"
  ],
  [
    "old tags on one line",
    "{% filename %}app.js{% endfilename %}\n```js\na\n```\n\n* {% youtube %}https://y.z/a{% endyoutube %}\n\n{% raw a %} **b** {% x %} {% endraw %}\n",
    'unknownBlock(name=filename argument=)[paragraph["app.js"]] code(lang=js value=a) list[listItem[unknownBlock(name=youtube argument=)[paragraph[link(url=https://y.z/a)["https://y.z/a"]]]]] unknownBlock(name=raw argument=a)[paragraph[strong["b"] " {% x %}"]]'
  ],
  [
    "unknown tags that do not end their line stay text",
    "{% a %} b {% endc %}\n\nd {% a %}e{% enda %}\n\n{% enda %} f {% enda %}\n\n{% a %}b{% enda %} c\n",
    'paragraph["{% a %} b {% endc %}"] paragraph["d {% a %}e{% enda %}"] paragraph["{% enda %} f {% enda %}"] paragraph["{% a %}b{% enda %} c"]'
  ],
  [
    "unknown blocks, with and without an end tag",
    "{% expand a %}\nx\n{% endexpand %}\n\n{% foo %}\n\ny",
    'unknownBlock(name=expand argument=a)[paragraph["x"]] unknownBlock(name=foo argument=) paragraph["y"]'
  ],
  [
    "a tag list body: code in an item in a hint",
    "{% hint %}\n1. a\n   {% code %}\n   ```js\n   x\n   ```\n   {% endcode %}\n2. b\n{% endhint %}",
    'hint(style=info)[list(ordered=true start=1)[listItem[paragraph["a"] code(lang=js value=x)] listItem[paragraph["b"]]]]'
  ],
  [
    "a tag indented by four in an item",
    '* a\n    {% hint style="info" %}\n    b\n    {% endhint %}\n* c',
    'list[listItem[paragraph["a"] hint(style=info)[paragraph["b"]]] listItem[paragraph["c"]]]'
  ],
  [
    "text around a tag without blank lines",
    'text\n{% hint style="info" %}\nx\n{% endhint %}\ntext',
    'paragraph["text"] hint(style=info)[paragraph["x"]] paragraph["text"]'
  ]
]

const hTMLBlocksOfTheDialect: Case[] = [
  [
    "expandable with a hint",
    '<details open>\n\n<summary>Sum <strong>b</strong></summary>\n\nBody\n\n{% hint style="info" %}\nh\n{% endhint %}\n\n</details>\n\nafter',
    'expandable(open=true)["Sum " strong["b"] paragraph["Body"] hint(style=info)[paragraph["h"]]] paragraph["after"]'
  ],
  [
    "expandable without blank lines",
    "<details><summary>S</summary>\n- a\n- b\n</details>",
    'expandable["S" list[listItem[paragraph["a"]] listItem[paragraph["b"]]]]'
  ],
  [
    "figure",
    '<figure><img src="a.png" alt="A" width="375"><figcaption><p>Cap <em>x</em></p></figcaption></figure>',
    'images[imagesItem(src=a.png alt=A width=375)[paragraph["Cap " emphasis["x"]]]]'
  ],
  [
    "gallery",
    '<div align="left" data-full-width="true" data-with-frame="true"><figure><img src="a" alt=""><figcaption></figcaption></figure> <figure><img src="b" alt=""><figcaption></figcaption></figure></div>',
    "images(align=left fullWidth=true withFrame=true)[imagesItem(src=a) imagesItem(src=b)]"
  ],
  [
    "dark variant",
    '<figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt=""></picture><figcaption></figcaption></figure>',
    "images[imagesItem(src=l.png darkSrc=d.png)]"
  ],
  [
    "card table",
    '<table data-view="cards" data-card-size="large"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image">Cover</th></tr></thead><tbody><tr><td><strong>T</strong></td><td><a href="p.md">p.md</a></td><td><a href="../.gitbook/assets/x.png">x.png</a></td></tr></tbody></table>',
    'richTable(view=cards cardSize=large search=true)[richTableColumn(dataType=text) richTableColumn(dataType=content-ref hidden=true cardTarget=true) richTableColumn(dataType=image hidden=true cardCover=true)["Cover"] richTableRow[richTableCell[strong["T"]] richTableCell(values=["p.md"])[link(url=p.md)["p.md"]] richTableCell(values=["../.gitbook/assets/x.png"])[link(url=../.gitbook/assets/x.png)["x.png"]]]]'
  ],
  [
    "rich table with typed columns",
    '<table data-header-hidden data-search="false" data-full-width="true"><thead><tr><th width="100">Name<select multiple><option value="i" label="L" color="blue"></option></select></th><th data-type="checkbox">C</th><th data-type="number">N</th></tr></thead><tbody><tr><td><span data-option="i">L</span></td><td>true</td><td>5</td></tr><tr><td><p>a</p><p>b</p></td><td>false</td><td></td></tr></tbody></table>',
    'richTable(view=grid cardSize=medium fullWidth=true headerHidden=true)[richTableColumn(dataType=select width=100 multiple=true options=[{"value":"i","label":"L","color":"blue"}])["Name"] richTableColumn(dataType=checkbox)["C"] richTableColumn(dataType=number)["N"] richTableRow[richTableCell(values=["i"])[htmlElement["L"]] richTableCell(values=["true"])["true"] richTableCell(values=["5"])["5"]] richTableRow[richTableCell(values=["a\\n\\nb"])[paragraph["a"] paragraph["b"]] richTableCell(values=["false"])["false"] richTableCell]]'
  ],
  [
    "hint in HTML context",
    '<div data-gb-custom-block data-tag="hint" data-style="warning" class="hint hint-warning"><p>x</p></div>',
    'hint(style=warning)[paragraph["x"]]'
  ],
  [
    "pre with links",
    '<pre class="language-js" data-title="t" data-overflow="wrap" data-line-numbers><code class="lang-js">a &#x3C; b\n<a href="x">l</a>\n</code></pre>',
    'code(lang=js value=a < b\nl title=t overflow=wrap lineNumbers=true)["a < b\\n" link(url=x)["l"]]'
  ],
  ["centred image", '<p align="center"><img src="a.png"></p>', "images(align=center)[imagesItem(src=a.png)]"],
  ["centred heading", '<h3 align="center">T</h3>', 'heading(depth=3 align=center)["T"]']
]

const wrappedImages: Case[] = [
  [
    "images in a wrapper, without figures",
    '<div align="left" data-with-frame="true"><img src="a.png" alt=""> <a href="c.md"><img src="b.png" alt="" width="50"></a></div>',
    "images(align=left withFrame=true)[imagesItem(src=a.png) imagesItem(src=b.png width=50 href=c.md)]"
  ],
  ["images in a wrapper that says nothing", '<div><img src="a.png" alt=""></div>', "htmlElement[image(url=a.png alt=)]"]
]

const inlines: Case[] = [
  [
    "inline image",
    'text <img src="i.svg" alt="" data-size="line"> more',
    'paragraph["text " image(url=i.svg alt= size=line) " more"]'
  ],
  [
    "buttons",
    '<a href="x.md" class="button primary" data-icon="gear">Go</a> <button type="button" class="button secondary" data-action="ask" data-query="q" data-icon="s">Ask</button>',
    'paragraph[button(kind=primary url=x.md icon=gear)["Go"] " " button(kind=secondary icon=s action=ask query=q)["Ask"]]'
  ],
  [
    "icon and emoji",
    '<i class="fa-gear">:gear:</i> <span data-gb-custom-inline data-tag="emoji" data-code="2705">✅</span>',
    'paragraph[icon(name=gear) " " emoji(code=2705 value=✅)]'
  ],
  [
    "marks, one left open",
    '<mark style="color:red;">a</mark> <mark style="background-color:$primary;">b',
    'paragraph[mark(color=red)["a"] " " mark(background=$primary)["b"]]'
  ],
  [
    "a repeated mark closes the one before",
    '<mark style="color:red;">a <mark style="color:blue;">b</mark>',
    'paragraph[mark(color=red)["a "] mark(color=blue)["b"]]'
  ],
  [
    "maths",
    "$$x^2$$ and\n\n$$\na\nb\n$$\n\nprice $$5",
    'paragraph[inlineMath(value=x^2) " and"] blockMath(value=a\nb) paragraph["price $$5"]'
  ],
  [
    "footnotes; an undefined one is text",
    "a[^1] b[^x]\n\n[^1]: note\n    more",
    'paragraph["a" footnoteReference(identifier=1 label=1) " b[^x]"] footnoteDefinition(identifier=1 label=1)[paragraph["note\\nmore"]]'
  ],
  [
    "expression with Markdown escapes",
    '<code class="expression">space.vars.PW\\_IMAGE\\_ROUTE + ":" + B</code>',
    'paragraph[expression(source=space.vars.PW_IMAGE_ROUTE + ":" + B)]'
  ],
  [
    "mentions",
    '[f](f.md "mention") <a href="g.md" data-mention>g</a>',
    'paragraph[mention(url=f.md)["f"] " " mention(url=g.md)["g"]]'
  ],
  [
    "explicit heading id",
    '## T <a href="#my-id" id="my-id"></a>\n\n## T\n\n## T',
    'heading(depth=2 id=my-id)["T"] heading(depth=2)["T"] heading(depth=2)["T"]'
  ],
  ["tasks", "- [ ] a\n- [x] b", 'list[listItem[paragraph["a"]] listItem(checked=true)[paragraph["b"]]]'],
  [
    "sub, sup, kbd, br, u, comment",
    "H<sub>2</sub>O <sup>x</sup> <kbd>Esc</kbd> <br> <u>u</u> a<!-- c -->b",
    'paragraph["H" sub["2"] "O " sup["x"] " " kbd["Esc"] " " break " " htmlElement["u"] " a" comment(value= c ) "b"]'
  ],
  [
    "crossing tags",
    'a **b <mark style="color:red;">c** d</mark> e',
    'paragraph["a " strong["b " mark(color=red)["c"]] " d" html(value=</mark>) " e"]'
  ],
  [
    "bare addresses are text: escapes and entities in them are undone, white space ends them in any form",
    "https://x.com/a\\_b?c=1\\&d=2&amp;e&#x20;f https://x.com/g&nbsp;h https://x.com/i\\_. https://x.com\\<j> https://x.com/k\\\\l",
    'paragraph[link(url=https://x.com/a_b?c=1&d=2&e)["https://x.com/a_b?c=1&d=2&e"] " f " link(url=https://x.com/g)["https://x.com/g"] "\u00a0h " link(url=https://x.com/i)["https://x.com/i"] "_. " link(url=https://x.com)["https://x.com"] "<j> " link(url=https://x.com/k\\l)["https://x.com/k\\\\l"]]'
  ],
  [
    "bare addresses",
    "https://x.com/a_b_c. www.a.com me@x.org",
    'paragraph[link(url=https://x.com/a_b_c)["https://x.com/a_b_c"] ". " link(url=http://www.a.com)["www.a.com"] " " link(url=mailto:me@x.org)["me@x.org"]]'
  ],
  ["image alone, linked", "[![a](b)](c)", "images[imagesItem(src=b alt=a href=c)]"],
  ["image with an angle path", '![a](<b c.png> "t")', "images[imagesItem(src=b c.png alt=a title=t)]"],
  [
    "table with an escaped pipe",
    "| a | b |\n|:-|-:|\n| `x \\| y` | [z](z) |",
    'table(align=["left","right"])[tableRow[tableCell["a"] tableCell["b"]] tableRow[tableCell[inlineCode(value=x | y)] tableCell[link(url=z)["z"]]]]'
  ],
  [
    "table with a list in a cell",
    "| a | b |\n| - | -: |\n| <ul><li>x</li><li>**y**</li></ul> | z |",
    'richTable(view=grid cardSize=medium search=true)[richTableColumn(dataType=text)["a"] richTableColumn(dataType=text align=right)["b"] richTableRow[richTableCell[list[listItem[paragraph["x"]] listItem[paragraph[strong["y"]]]]] richTableCell["z"]]]'
  ],
  [
    "table with paragraphs in a cell",
    "| a |\n| - |\n| <p>x</p><p>y</p> |",
    'table(align=[null])[tableRow[tableCell["a"]] tableRow[tableCell["x" " " "y"]]]'
  ]
]

const textThatOnlyLooksLikeATag: Case[] = [
  ["in a comment", "<!-- hidden\n\n{% hint %} -->\n\nx", 'comment(value= hidden\n\n{% hint %} ) paragraph["x"]'],
  [
    "raw tags that are not HTML",
    '<TRequest> and <TabItem value="x">\n\n<keymap>',
    'paragraph["<TRequest> and <TabItem value=\\"x\\">"] paragraph["<keymap>"]'
  ],
  [
    "in code span and fence",
    "`{% hint %}` and\n\n```\n{% endhint %}\n```",
    'paragraph[inlineCode(value={% hint %}) " and"] code(value={% endhint %})'
  ],
  [
    "talked about in prose, and {{ }}",
    "Use {{ x }} and {% hint %} blocks in {% tabs %} prose",
    'paragraph["Use {{ x }} and {% hint %} blocks in {% tabs %} prose"]'
  ],
  ["escaped", "\\{% hint %}", 'paragraph["{% hint %}"]']
]

describe.each([
  ["block tags", blockTags],
  ["HTML blocks of the dialect", hTMLBlocksOfTheDialect],
  ["wrapped images", wrappedImages],
  ["inlines", inlines],
  ["text that only looks like a tag", textThatOnlyLooksLikeATag]
] as const)("%s", (_, cases) => {
  it.each(cases)("%s", (_name, source, tree) => {
    expect(sketchPage(source)).toBe(tree)
  })
})
