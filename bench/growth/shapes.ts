/**
 * Texts of any length, each made of one thing over and over: products of the tables below, the same in every run. What
 * takes more than time in its length in a parser, a printer or a comparison shows on one of them.
 */

export interface Shape {
  readonly name: string
  /** The text, of at most so many bytes and nearly as many. */
  readonly make: (bytes: number) => string
}

/** A piece of a text; `n` counts them from 0, for those that differ from each other. */
type Piece = string | ((n: number) => string)

const written = (piece: Piece, n: number): string => (typeof piece === "string" ? piece : piece(n))

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length

/** As many pieces as there is room for. */
const fill = (bytes: number, piece: Piece, { after = "", before = "", between = "" } = {}): string => {
  const parts: Array<string> = []
  let left = bytes - bytesOf(before) - bytesOf(after)
  for (let n = 0; ; n++) {
    const one = (n === 0 ? "" : between) + written(piece, n)
    left -= bytesOf(one)
    if (left < 0) break
    parts.push(one)
  }
  return before + parts.join("") + after
}

/** Openers, and as many closers behind them. */
const nest = (bytes: number, opener: Piece, closer: Piece, within = "a"): string => {
  const [first, last] = [written(opener, 0), written(closer, 0)]
  const count = Math.floor((bytes - bytesOf(within)) / (bytesOf(first) + bytesOf(last)))
  const each = (piece: Piece) => Array.from({ length: count }, (_, n) => written(piece, n)).join("")
  return each(opener) + within + each(closer)
}

/** What stands in a line: whole things, and such as are opened and never closed. */
const inlines: Readonly<Record<string, Piece>> = {
  words: "word ",
  blanks: " ",
  "hard breaks": "a  \n",
  strong: "**a** ",
  "strong, numbered": (n) => `**a${n}** `,
  "open emphasis": "*a ",
  "open emphasis both ways": "*a _b ",
  "open strong, open emphasis": "**a *b ",
  "closed and open emphasis": "*a**b",
  "open strikes": "~~a ",
  code: "`a` ",
  "backticks that grow": (n) => `${"`".repeat((n % 400) + 1)}a `,
  links: "[a](b.md) ",
  "links, numbered": (n) => `[a${n}](b${n}.md) `,
  "open brackets": "[",
  "open images": "![a",
  "brackets in brackets that lead nowhere": "[a](b[",
  "open destinations": "[a](<b ",
  "open titles": '[a](b "c ',
  "closed brackets": "a] ",
  "references to nothing": (n) => `[a${n}] `,
  "bare addresses": "https://a.example/b_c ",
  "bare addresses without blanks": "https://a.example/(b",
  "addresses of mail": "a.b@c.example ",
  "letters before no address": "a.b+c",
  images: '![a](<b c.png> "d") ',
  footnotes: "[^1] ",
  "footnotes of one name, and their note": "a[^n] ",
  emoji: ":wave: 👋🏽 ",
  marks: '<mark style="color:red;">a</mark> ',
  "open marks": '<mark style="color:red;">a ',
  "open tags": "<a",
  "open attributes": '<a b="',
  "tags without end": "<a b=c d ",
  "closing tags": "</p> ",
  "open comments": "<!-- a ",
  "open instructions": "<?a ",
  "open data": "<![CDATA[ ",
  expressions: '<code class="expression">space.vars.a</code> ',
  braces: "{{ a.b }} ",
  "open braces": "{{ ",
  "open tags of the dialect": "{% a ",
  buttons: '<a href="a.md" class="button primary" data-icon="bolt">a</a> ',
  "keys and marks": "<kbd>a</kbd> H<sub>2</sub>O ",
  formulas: "$$a_1$$ ",
  "open formulas": "$$a ",
  entities: "&amp; &#x20; &nosuch; ",
  "open entities": "&a",
  escapes: "\\* \\[ \\a ",
  mentions: '[a](a.md "mention") ',
  bars: "a | b ",
  "letters of others": "漢字かな العربية "
}

/** What stands in lines of its own: whole, and what opens it. */
const blocks: Readonly<Record<string, readonly [whole: Piece, opener: Piece, closer: Piece]>> = {
  headings: [(n) => `## Heading ${n}`, "# ", ""],
  "equal headings": ['## A <a href="#a" id="a"></a>', "## A\n## ", ""],
  "underlined headings": ["a\n===", "a\n===\n", ""],
  lists: ["* a", "* ", ""],
  "numbered lists": [(n) => `${n + 1}. a`, "1. ", ""],
  tasks: ["- [ ] a", "- [ ] ", ""],
  quotations: ["> a", ">", ""],
  "quotations and lists": ["> * a", "> * ", ""],
  rules: ["***", "---\n", ""],
  fences: ["```js\nconst a = 1\n```", "```\na\n````\n", ""],
  "indented code": ["    a", "    ", ""],
  tables: ["| a | b |\n| - | - |\n| c \\| d | e |", "| a |\n| - |\n|", ""],
  notes: [(n) => `[^${n}]: a[^${n + 1}]`, "[^a]: ", ""],
  definitions: [(n) => `[a${n}]: b.md 'c'\n[a${n}] [a0]`, "[a]: b 'c\n", ""],
  hints: ['{% hint style="info" %}\na\n{% endhint %}', "{% hint %}\n", "\n{% endhint %}"],
  tabs: [
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% endtabs %}',
    '{% tabs %}\n{% tab title="A" %}\n',
    "\n{% endtab %}\n{% endtabs %}"
  ],
  steps: [
    "{% stepper %}\n{% step %}\n### A\n{% endstep %}\n{% endstepper %}",
    "{% stepper %}\n{% step %}\n",
    "\n{% endstep %}\n{% endstepper %}"
  ],
  columns: [
    '{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% endcolumns %}',
    "{% columns %}\n{% column %}\n",
    "\n{% endcolumn %}\n{% endcolumns %}"
  ],
  conditions: ['{% if a === "b" %}\na\n{% else %}\nb\n{% endif %}', "{% if a %}\n", "\n{% endif %}"],
  "code with a title": [
    '{% code title="a" %}\n```js\na\n```\n{% endcode %}',
    "{% code %}\n```\n",
    "\n```\n{% endcode %}"
  ],
  "links to pages": ['{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}', '{% content-ref url="', '" %}'],
  "shared content": ['{% include "../.gitbook/includes/x.md" %}', '{% include "', '" %}'],
  embeds: ['{% embed url="https://a.example" %}\nCaption\n{% endembed %}', '{% embed url="a" %}\n', "\n{% endembed %}"],
  updates: [
    (n) =>
      `{% updates %}\n{% update date="2025-01-${String((n % 28) + 1).padStart(2, "0")}" tags="a" %}\n## A\n{% endupdate %}\n{% endupdates %}`,
    '{% updates %}\n{% update date="2025-01-01" %}\n',
    "\n{% endupdate %}\n{% endupdates %}"
  ],
  integrations: ["{% @a/b c=1 %}", "{% @a/b %}\n", "\n{% end@a/b %}"],
  "unknown blocks": ["{% strange a=1 %}\na\n{% endstrange %}", "{% strange %}\n", "\n{% endstrange %}"],
  operations: [
    '{% openapi src="a.yaml" path="/a" method="get" %}\na\n{% endopenapi %}',
    '{% swagger method="get" path="/a" %}\n{% swagger-description %}\n',
    "\n{% endswagger-description %}\n{% endswagger %}"
  ],
  expandables: [
    "<details>\n\n<summary>s</summary>\n\na\n\n</details>",
    "<details>\n<summary>s</summary>\n",
    "</details>\n"
  ],
  figures: [
    '<figure><img src="a.png" alt=""><figcaption><p>c</p></figcaption></figure>',
    "<figure><img src='a'>\n",
    "</figure>\n"
  ],
  "tables of HTML": [
    "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>",
    "<table><tr><td>",
    "</td></tr></table>"
  ],
  cards: [
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>a</td><td><a href="b.md">b</a></td></tr></tbody></table>',
    '<table data-view="cards"><tbody><tr><td>',
    "</td></tr></tbody></table>"
  ],
  boxes: ['<div align="left">a</div>', "<div>", "</div>"],
  comments: ["<!-- a -->", "<!--", "-->"],
  "formulas of their own": ["$$\na\n$$", "$$\n", ""]
}

/** Pages that are one thing of which there is much: rows, cells, items, attributes, keys. */
const long: Readonly<Record<string, (bytes: number) => string>> = {
  "a table of many rows": (bytes) => fill(bytes, (n) => `| a${n} | b |\n`, { before: "| a | b |\n| - | - |\n" }),
  "a table of many columns": (bytes) => {
    const row = fill(Math.floor(bytes / 3) - 2, "| - ")
    return `${row.replaceAll("-", "a")}|\n${row}|\n${row.replaceAll("-", "b")}|\n`
  },
  "a table of HTML with many rows": (bytes) =>
    fill(bytes, (n) => `<tr><td>a${n}</td><td>b</td></tr>`, {
      before: "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>",
      after: "</tbody></table>\n"
    }),
  "cards in one table": (bytes) =>
    fill(bytes, (n) => `<tr><td><strong>a${n}</strong></td><td><a href="b${n}.md">b</a></td></tr>`, {
      before:
        '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody>',
      after: "</tbody></table>\n"
    }),
  "a table of many columns and many short rows": (bytes) => {
    const head = fill(Math.floor(bytes / 4), "| a ")
    return fill(bytes, "| b |\n", { before: `${head}|\n${head.replaceAll("a", "-")}|\n` })
  },
  "a table with one long cell": (bytes) =>
    fill(bytes, "| a | b |\n", { before: `| a | b |\n| - | - |\n| ${fill(Math.floor(bytes / 2), "word ")} | c |\n` }),
  "cards of many columns and many short rows": (bytes) => {
    const head = fill(Math.floor(bytes / 2), "<th>a</th>")
    return fill(bytes, "<tr><td>b</td></tr>", {
      before: `<table data-view="cards"><thead><tr>${head}</tr></thead><tbody>`,
      after: "</tbody></table>\n"
    })
  },
  "a table of HTML with many columns and many short rows": (bytes) => {
    const head = fill(Math.floor(bytes / 2), "<th>a</th>")
    return fill(bytes, "<tr><td>b</td></tr>", {
      before: `<table><thead><tr>${head}</tr></thead><tbody>`,
      after: "</tbody></table>\n"
    })
  },
  "cells that go down below each other": (bytes) => {
    const first = fill(Math.floor(bytes / 2), '<td rowspan="9999">a</td>')
    return fill(bytes, "<tr><td>b</td></tr>", {
      before: `<table><tbody><tr>${first}</tr>`,
      after: "</tbody></table>\n"
    })
  },
  "cells that span": (bytes) =>
    fill(bytes, '<tr><td colspan="90" rowspan="90">a</td></tr>', {
      before: "<table><tbody>",
      after: "</tbody></table>\n"
    }),
  "options of one column": (bytes) => {
    const options = fill(Math.floor(bytes / 2), (n) => `<option value="o${n}"></option>`)
    return fill(bytes, (n) => `<tr><td><span data-option="o${n}">o${n}</span></td></tr>`, {
      before: `<table><thead><tr><th data-type="select">a${options}</th></tr></thead><tbody>`,
      after: "</tbody></table>\n"
    })
  },
  "tabs in one block": (bytes) =>
    fill(bytes, (n) => `{% tab title="T${n}" %}\na\n{% endtab %}\n`, {
      before: "{% tabs %}\n",
      after: "{% endtabs %}\n"
    }),
  "updates in one block": (bytes) =>
    fill(
      bytes,
      (n) => `{% update date="2025-01-${String((n % 28) + 1).padStart(2, "0")}" %}\n## A\n{% endupdate %}\n`,
      {
        before: "{% updates %}\n",
        after: "{% endupdates %}\n"
      }
    ),
  "columns of many paragraphs": (bytes) =>
    fill(bytes, "a\n\n", {
      before: "{% columns %}\n{% column %}\n",
      after: "{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}\n"
    }),
  "branches of one condition": (bytes) =>
    fill(bytes, (n) => `{% elseif a === "${n}" %}\na\n`, { before: "{% if a %}\na\n", after: "{% endif %}\n" }),
  "attributes of one tag": (bytes) =>
    fill(bytes, (n) => ` a${n}="b"`, { before: "{% hint", after: " %}\na\n{% endhint %}\n" }),
  "attributes of one element": (bytes) =>
    fill(bytes, (n) => ` data-a${n}="b"`, { before: "<div", after: ">a</div>\n" }),
  "one fence of many lines": (bytes) => fill(bytes, "const a = [1, 'b']\n", { before: "```js\n", after: "```\n" }),
  "one fence of one line": (bytes) => fill(bytes, "a(", { before: "```js\n", after: "\n```\n" }),
  "one paragraph of many lines": (bytes) => fill(bytes, (n) => `Line ${n}, said again.\n`),
  "an expandable of one line": (bytes) =>
    fill(bytes, (n) => `<p>a${n}</p>`, { before: "<details><summary>s</summary>", after: "</details>\n" }),
  "one heading": (bytes) => fill(bytes, "a b ", { before: "# ", after: "\n" }),
  "one formula": (bytes) => fill(bytes, "a_{1}+", { before: "$$\n", after: "1\n$$\n" }),
  "a formula of open braces": (bytes) => fill(bytes, "{", { before: "$$\n", after: "\n$$\n" }),
  "one address": (bytes) => fill(bytes, "a/", { before: "https://a.example/" }),
  "one title of a link": (bytes) => fill(bytes, "a ", { before: '[a](b "', after: '")\n' }),
  "notes, each referred to once": (bytes) => fill(bytes, (n) => `a[^${n}]\n\n[^${n}]: b\n\n`),
  "one long note that text has often": (bytes) =>
    fill(bytes, "[a](#user-content-fn-n)[^n] ", { after: `\n\n[^n]: ${fill(Math.floor(bytes / 2), "word ")}\n` }),
  "alternates of a header": (bytes) =>
    fill(bytes, (n) => `    - a${n}.md\n`, { before: "---\nmetaLinks:\n  alternates:\n", after: "---\n\na\n" }),
  "brackets in one title of a link": (bytes) => fill(bytes, "](c", { before: '[a](b "', after: '")\n' }),
  "notes with one name": (bytes) => fill(bytes, "a[^n] ", { after: "\n\n[^n]: A note.\n" }),
  "notes that name each other": (bytes) => fill(bytes, (n) => `[^${n}]: a[^${n + 1}]\n\n`, { before: "a[^0]\n\n" }),
  "one note of many paragraphs": (bytes) => fill(bytes, "    a\n\n", { before: "a[^n]\n\n[^n]: b\n\n" }),
  "links to one definition": (bytes) => fill(bytes, "[a][d] ", { after: "\n\n[d]: b.md\n" }),
  "a title behind all else": (bytes) => fill(bytes, "a\n\n", { after: "# Title\n" }),
  "one item of many paragraphs": (bytes) => fill(bytes, "  a\n\n", { before: "* a\n\n" }),
  "lists that are spread": (bytes) => fill(bytes, "* a\n\n  b\n\n"),
  "lists deeper and deeper": (bytes) => fill(bytes, (n) => `${"  ".repeat(n % 60)}* a\n`),
  "quotations deeper and deeper": (bytes) => fill(bytes, (n) => `${"> ".repeat((n % 60) + 1)}a\n`),
  "lazy lines of deep quotations": (bytes) => fill(bytes, "a\n", { before: `${"> ".repeat(100)}a\n` }),
  "blank lines in deep quotations": (bytes) => fill(bytes, `${">".repeat(60)}\n`),
  "headings of one name": (bytes) => fill(bytes, "## A\n\n"),
  "headings with numbers that are taken": (bytes) => fill(bytes, (n) => (n % 2 === 0 ? "## A\n\n" : `## A ${n}\n\n`)),
  "blank lines": (bytes) => fill(bytes, "\n", { before: "a", after: "b\n" }),
  "lines of blanks": (bytes) => fill(bytes, " \t \n", { before: "a\n", after: "b\n" }),
  "carriage returns": (bytes) => fill(bytes, "a\r\n\r\n"),
  zeros: (bytes) => fill(bytes, "\0\uFEFF\u200B"),
  "tabs of the keyboard": (bytes) => fill(bytes, "\t"),
  "a line of stars": (bytes) => fill(bytes, "*"),
  "a line of underscores": (bytes) => fill(bytes, "_", { before: "a", after: "a" }),
  "a line of backticks and blanks": (bytes) => fill(bytes, "` "),
  "a line of hashes": (bytes) => fill(bytes, "#", { before: "# a " }),
  "a line of bars": (bytes) => fill(bytes, "|", { before: "a\n|" }),
  "a line of dashes": (bytes) => fill(bytes, "-", { before: "a\n" }),
  "a line of backslashes": (bytes) => fill(bytes, "\\")
}

/** Headers, which are YAML. More than 200,000 characters of it are not read. */
const headers: Readonly<Record<string, Piece>> = {
  "open brackets": "[",
  "open braces": "{a: ",
  keys: (n) => `k${n}: v\n`,
  "equal keys": "hidden: true\n",
  "one list": (n) => (n === 0 ? "tags:\n" : `  - tag: t${n}\n`),
  "one long text": (n) => (n === 0 ? "description: " : "word "),
  "one folded text": (n) => (n === 0 ? "description: >-\n" : "  word\n"),
  "one quoted text": (n) => (n === 0 ? 'description: "' : "a\\n"),
  variables: (n) => (n === 0 ? "vars:\n" : `  v${n}: a\n`),
  "anchors and aliases": (n) => `k${n}: ${n === 0 ? "&a x" : "*a"}\n`,
  anchors: (n) => `k${n}: &a${n} x\n`,
  comments: "# a\n",
  questions: "? ",
  dashes: "- ",
  "errors in lines": "a: b: c\n",
  "errors in one line": "a: b: "
}

const arrangements: Readonly<Record<string, (bytes: number, piece: Piece) => string>> = {
  "in a run": (bytes, piece) => fill(bytes, piece),
  "in lines": (bytes, piece) => fill(bytes, piece, { between: "\n" }),
  "in paragraphs": (bytes, piece) => fill(bytes, piece, { between: "\n\n" })
}

const arranged = (shapes: Readonly<Record<string, Piece>>, arrangement: string): ReadonlyArray<Shape> =>
  Object.entries(shapes).map(([name, piece]) => ({
    name: `${name}, ${arrangement}`,
    make: (bytes) => arrangements[arrangement]!(bytes, piece)
  }))

/** Numbers from 0 to 1 that are the same in every run. */
export const makeRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A few pieces of all kinds in a row, over and over: what no table thought of. */
const mixed: ReadonlyArray<Shape> = Array.from({ length: 16 }, (_, seed) => {
  const random = makeRandom(seed + 1)
  const pieces: ReadonlyArray<Piece> = [
    ...Object.values(inlines),
    ...Object.values(blocks).flatMap(([whole, opener, closer]) => [`${written(whole, 0)}\n\n`, opener, closer]),
    "\n",
    "\n\n",
    "  "
  ]
  const chosen = Array.from(
    { length: 2 + Math.floor(random() * 4) },
    () => pieces[Math.floor(random() * pieces.length)]!
  )
  return {
    name: `mixed ${seed + 1}`,
    make: (bytes) => fill(bytes, (n) => chosen.map((piece) => written(piece, n)).join(""))
  }
})

/** All of them. */
export const shapes: ReadonlyArray<Shape> = [
  ...arranged(inlines, "in a run"),
  ...arranged(inlines, "in paragraphs"),
  ...Object.entries(inlines).map(([name, piece]) => ({
    name: `${name}, in cells`,
    make: (bytes: number) =>
      fill(bytes, (n) => `| ${written(piece, n).replaceAll("\n", " ")} | b |\n`, { before: "| a | b |\n| - | - |\n" })
  })),
  ...Object.entries(blocks).flatMap(
    ([name, [whole, opener, closer]]): ReadonlyArray<Shape> => [
      { name: `${name}, one after the other`, make: (bytes) => fill(bytes, whole, { between: "\n\n" }) },
      { name: `${name}, opened`, make: (bytes) => fill(bytes, opener) },
      ...(closer === ""
        ? []
        : [{ name: `${name}, in each other`, make: (bytes: number) => nest(bytes, opener, closer) }])
    ]
  ),
  ...Object.entries(long).map(([name, make]) => ({ name, make })),
  ...Object.entries(headers).map(([name, piece]) => ({
    name: `header: ${name}`,
    make: (bytes: number) => fill(bytes, piece, { before: "---\n", after: "\n---\n\na\n" })
  })),
  ...mixed
]
