/** Edits of documents: what becomes of the text, line by line. */
import { describe, expect, it } from "vitest"
import { readDocument, revertBlocks, writeDocument } from "../../src/index.ts"
import { asJson, block, paragraph, read, text, voidBlock, write, written } from "./json.ts"
import { references } from "./references.ts"

const first = (node: any): any => (node.object === "text" ? node.leaves[0] : first(node.nodes[0]))
const say = (node: any, words: string): void => {
  first(node).text = words
}

const cases: ReadonlyArray<readonly [name: string, before: string, edit: (nodes: any[]) => void, after: string]> = [
  [
    "a paragraph among foreign style",
    "# Title\n\n- one\n+ two\n\n*word*\n\n__end__",
    (nodes) => say(nodes[2], "other"),
    "# Title\n\n- one\n+ two\n\n*other*\n\n__end__"
  ],
  ["with CRLF and no final newline", "a\r\n\r\nb\r\n\r\nc", (nodes) => say(nodes[1], "B"), "a\r\n\r\nB\r\n\r\nc"],
  [
    "an item, and not its neighbours",
    "-  one\n-  two\n-  three\n",
    (nodes) => say(nodes[0].nodes[1], "2"),
    "-  one\n-  2\n-  three\n"
  ],
  [
    "a block in a tab",
    '{% tabs %}\n{% tab   title="A" %}\n- x\n\ny\n{% endtab %}\n{% endtabs %}\n',
    (nodes) => say(nodes[0].nodes[0].nodes[1], "Y"),
    '{% tabs %}\n{% tab   title="A" %}\n- x\n\nY\n{% endtab %}\n{% endtabs %}\n'
  ],
  [
    "a new tab beside an old one",
    '{% tabs %}\n{% tab   title="A" %}\n- x\n{% endtab %}\n{% endtabs %}\n',
    (nodes) => nodes[0].nodes.push(block("tabs-item", { title: "B" }, paragraph("b"))),
    '{% tabs %}\n{% tab   title="A" %}\n- x\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}\n'
  ],
  [
    "in an expandable",
    "<details>\n<summary>S</summary>\n\n- a\n\nb\n\n</details>\n",
    (nodes) => say(nodes[0].fragments[1].nodes[1], "B"),
    "<details>\n<summary>S</summary>\n\n- a\n\nB\n\n</details>\n"
  ],
  [
    "a first block",
    "---\nx: 1\n---\n\n# T\n\n- a\n",
    (nodes) => nodes.unshift(paragraph("new")),
    "---\nx: 1\n---\n\n# T\n\nnew\n\n- a\n"
  ],
  ["a first block without a title", "- a\n", (nodes) => nodes.unshift(paragraph("new")), "new\n\n- a\n"],
  ["a last block", "- a", (nodes) => nodes.push(paragraph("new")), "- a\n\nnew"],
  ["a block less", "a\n\n- b\n\n*c*\n", (nodes) => nodes.splice(1, 1), "a\n\n*c*\n"],
  ["all blocks less", "# T\n\na\n\nb\n", (nodes) => nodes.splice(0), "# T\n"],
  ["another order", "a\n\nb\n\n__c__\n", (nodes) => nodes.reverse(), "__c__\n\nb\n\na\n"],
  [
    "blocks without keys",
    "- a\n\n__b__\n\n***\n",
    (nodes) => {
      for (const node of nodes) delete node.key
      nodes[1] = paragraph("B")
    },
    "- a\n\nB\n\n***\n"
  ],
  ["around a comment that stays", "a\n\n<!-- c -->\n\nb\n", (nodes) => say(nodes[2], "B"), "a\n\n<!-- c -->\n\nB\n"],
  [
    "around a definition that stays",
    "[a][x]\n\n[x]: /u\n\nb\n",
    (nodes) => say(nodes[1], "B"),
    "[a][x]\n\n[x]: /u\n\nB\n"
  ],
  [
    "a new annotation",
    "See.\n",
    (nodes) =>
      nodes[0].nodes.push({
        object: "inline",
        type: "annotation",
        isVoid: false,
        nodes: [text(" this")],
        fragments: [{ object: "fragment", type: "annotation-body", nodes: [paragraph("Why")] }]
      }),
    "See.[ this](#user-content-fn-1)[^1]\n\n[^1]: Why\n"
  ],
  [
    "text beside an annotation, whose footnote stays",
    "See [this](#user-content-fn-x)[^x]\n\n[^x]: *Why*\n",
    (nodes) => say(nodes[0], "Look at "),
    "Look at [this](#user-content-fn-x)[^x]\n\n[^x]: *Why*\n"
  ],
  ["a title alone", "# T\n", (nodes) => nodes.push(paragraph("new")), "# T\n\nnew\n"],
  ["nothing at all", "", (nodes) => nodes.push(paragraph("new"), voidBlock("divider", {})), "new\n\n***\n"],
  [
    "a quote in a list item of a quote",
    "> - a\n>\n>   > b\n> - c\n",
    (nodes) => say(nodes[0].nodes[0].nodes[0].nodes[1], "B"),
    "> - a\n>\n>   > B\n> - c\n"
  ]
]

describe("an edit changes", () => {
  it.each(cases)("%s", (_, before, edit, after) => {
    const document = read(before)
    edit(document.nodes)
    expect(written(document, before)).toBe(after)
  })
})

/** Annotations in the order of the text. */
const annotations = (node: any): any[] => [
  ...(node.type === "annotation" ? [node] : []),
  ...(node.nodes ?? []).flatMap(annotations),
  ...(node.fragments ?? []).flatMap(annotations)
]

const notes: ReadonlyArray<
  readonly [name: string, before: string, edit: (notes: any[], nodes: any[]) => void, after: string]
> = [
  [
    "the note itself, in its form",
    "See [this](#user-content-fn-x)[^x].\n\n[^y]: Nobody's\n\n[^x]: *Why*, __then__\n\n    - more\n",
    ([note]) => say(note.fragments[0].nodes[0], "Since"),
    "See [this](#user-content-fn-x)[^x].\n\n[^y]: Nobody's\n\n[^x]: *Since*, __then__\n\n    - more\n"
  ],
  [
    "a note that all of its annotations say alike",
    "[a](#user-content-fn-1)[^1] b[^1]\n\n[^1]: Old\n",
    (all) => all.forEach((note) => void say(note.fragments[0], "New")),
    "[a](#user-content-fn-1)[^1] b[^1]\n\n[^1]: New\n"
  ],
  [
    "one of two into a note of its own",
    "[a](#user-content-fn-1)[^1] [b](#user-content-fn-1)[^1]\n\n[^1]: Old\n",
    ([, note]) => say(note.fragments[0], "New"),
    "[a](#user-content-fn-1)[^1] [b](#user-content-fn-2)[^2]\n\n[^1]: Old\n[^2]: New\n"
  ],
  [
    "a note to more blocks",
    "[a](#user-content-fn-1)[^1]\n\n[^1]: Old\n",
    ([note]) => note.fragments[0].nodes.push(paragraph("More")),
    "[a](#user-content-fn-1)[^1]\n\n[^1]: Old\n\n    More\n"
  ],
  [
    "a note and its text at once",
    "[a](#user-content-fn-1)[^1]\n\n[^1]: Old\n",
    ([note]) => {
      say(note, "b")
      say(note.fragments[0], "New")
    },
    "[b](#user-content-fn-1)[^1]\n\n[^1]: New\n"
  ],
  [
    "a note of HTML",
    '<p align="center"><a data-footnote-ref href="#user-content-fn-1">a</a></p>\n\n[^1]: Old\n',
    ([note]) => say(note.fragments[0], "New"),
    '<p align="center"><a data-footnote-ref href="#user-content-fn-1">a</a></p>\n\n[^1]: New\n'
  ],
  [
    "nothing but its text when an annotation goes, and its note with it",
    "See [this](#user-content-fn-1)[^1].\n\n[^2]: Nobody's\n\n[^1]: Old, see[^3]\n\n[^3]: Further\n\nEnd\n",
    (_, nodes) => nodes[0].nodes.splice(1, 1, text("that")),
    "See that.\n\n[^2]: Nobody's\n\nEnd\n"
  ],
  [
    "no note that something else refers to",
    "[a](#user-content-fn-1)[^1]\n\nb[^1]\n\n[^1]: Old\n",
    (_, nodes) => nodes.splice(0, 1),
    "b[^1]\n\n[^1]: Old\n"
  ]
]

describe("an edited annotation changes", () => {
  it.each(notes)("%s", (_, before, edit, after) => {
    const document = read(before)
    edit(document.nodes.flatMap(annotations), document.nodes)
    expect(written(document, before)).toBe(after)
    const wrong = read(before)
    const [note] = wrong.nodes.flatMap(annotations)
    note.fragments[0].nodes = [block("marquee", {})]
    expect(write(wrong, before)).toMatchObject({
      problem: { path: expect.stringMatching(/fragments\.0\.nodes\.0\.type$/) }
    })
  })
})

describe("first-level headings", () => {
  const nodes = [block("heading-1", { depth: 1 }, text("One")), paragraph("a"), block("heading-1", {}, text("Two"))]
  const document = { object: "document", data: {}, nodes }
  const titled = (base: string, title: string): string => {
    const result = writeDocument(document, references, { base, title })
    return "text" in result ? result.text : result.problem.message
  }

  it("stay of their level below a title, which is written where it is missing", () => {
    const body = "# One\n\na\n\n## Two\n"
    expect(titled("# T\n", "Other")).toBe(`# T\n\n${body}`)
    expect(titled("", "A _b_\n&amp;")).toBe(`# A \\_b\\_ &amp;amp;\n\n${body}`)
    expect(titled("---\ndescription: d\n---\n", "T")).toBe(`---\ndescription: d\n---\n\n# T\n\n${body}`)
    expect(titled("---\r\nx: 1\r\n---\r\n\r\nold\r\n", "T")).toBe(
      `---\nx: 1\n---\n\n# T\n\n${body}`.replaceAll("\n", "\r\n")
    )
    for (const base of ["", "# T\n", "---\nx: 1\n---\n", "> # q\n"]) {
      expect(asJson(readDocument(titled(base, "T"), references)).nodes.map(({ data }: any) => data.depth)).toEqual([
        1,
        undefined,
        undefined
      ])
    }
  })

  it("are the first below it where nobody knows the title", () => {
    expect(written(document)).toBe("## One\n\na\n\n## Two\n")
    expect(written({ ...document, nodes: nodes.slice(1) }, "", true)).toBe("a\n\n## Two\n")
  })

  it("stay in what holds them, with a title or without", () => {
    const held = '{% hint style="info" %}\n# One\n{% endhint %}\n'
    expect(written(read(held), held)).toBe(held)
    expect(written(read(held))).toBe(held)
  })
})

describe("what cannot be written", () => {
  const wrong: ReadonlyArray<readonly [nodes: unknown[], path: string]> = [
    [[paragraph("a"), block("nothing", {})], "nodes.1.type"],
    [[block("hint", { style: "loud" })], "nodes.0.data.style"],
    [[block("list-unordered", {}, paragraph("a"))], "nodes.0.nodes.0.type"],
    [[block("list-item", {})], "nodes.0.type"],
    [[block("paragraph", {}, paragraph("a"))], "nodes.0.nodes.0"],
    [[block("prompt", { description: "d" })], "nodes.0.nodes"],
    [[voidBlock("divider", {}, { nodes: [text("a")] })], "nodes.0.nodes"],
    [[voidBlock("divider", {}, { fragments: [] })], ""],
    [[voidBlock("integration", { integration: "a", block: "b", props: { c: {} } })], "nodes.0.data.props.c"],
    [[voidBlock("content-ref", { ref: { kind: "openapi", spec: "s" } })], "nodes.0.data.ref"],
    [[voidBlock("table", { view: { columns: ["x"] }, definition: {}, records: {} })], "nodes.0.data.view.columns.0"],
    [
      [paragraph({ object: "text", leaves: [{ object: "leaf", text: "a", marks: [{ type: "blink" }] }] })],
      "nodes.0.nodes.0.leaves.0.marks.0.type"
    ],
    [[paragraph({ object: "text", leaves: [{ object: "leaf", text: 4 }] })], "nodes.0.nodes.0.leaves.0.text"],
    [[paragraph({ object: "text", leaves: [{ object: "leaf", text: "", source: "**x**" }] })], "nodes.0"],
    [[voidBlock("math", { formula: "a\n$$\nb" })], "nodes.0"]
  ]
  it.each(wrong)("%j is refused at %s", (nodes, path) => {
    const result = write({ object: "document", data: {}, nodes })
    if (path === "") expect(result).toHaveProperty("text")
    else expect(result).toMatchObject({ problem: { path, message: expect.stringMatching(/./) } })
  })

  it("is refused whatever it is", () => {
    for (const value of [null, 4, [], {}, { object: "document" }, { object: "document", nodes: {} }]) {
      expect(write(value)).toHaveProperty("problem")
    }
  })
})

describe("keys", () => {
  it("are those of the text, and count what is the same", () => {
    const [a, b, c] = read("Same.\n\nSame.\n\nOther.\n").nodes
    expect(new Set([a.key, b.key, c.key]).size).toBe(3)
    expect(read("Other.\n").nodes[0].key).toBe(c.key)
  })

  it("of a block stay when one further down in it changes", () => {
    const text = "* first\n* second\n"
    const [list] = read(text).nodes
    const [after] = read("* first\n* changed\n").nodes
    expect([after.key, after.nodes[0].key]).toEqual([list.key, list.nodes[0].key])
    expect(after.nodes[1].key).not.toBe(list.nodes[1].key)
  })
})

describe("blocks that go back", () => {
  const now = read("a\n\nchanged words here\n\nnew\n\n* x\n* Y\n")
  const before = read("a\n\nwords here\n\ngone\n\n* x\n* y\n")
  const revert = (...keys: string[]) => {
    const result = revertBlocks(asJson(now), asJson(before), keys)
    return "document" in result ? written(result.document) : result.unknown
  }

  it("are those that are named, in either document, at any depth", () => {
    const [, changed, added, list] = now.nodes
    const [, words, gone, old] = before.nodes
    expect(revert(changed.key)).toBe("a\n\nwords here\n\nnew\n\n* x\n* Y\n")
    expect(revert(words.key)).toBe("a\n\nwords here\n\nnew\n\n* x\n* Y\n")
    expect(revert(list.nodes[1].key)).toBe("a\n\nchanged words here\n\nnew\n\n* x\n* y\n")
    expect(revert(old.nodes[1].key)).toBe("a\n\nchanged words here\n\nnew\n\n* x\n* y\n")
    expect(revert(added.key)).toBe("a\n\nchanged words here\n\ngone\n\n* x\n* Y\n")
    expect(revert(gone.key, "nothing")).toEqual(["nothing"])
  })
})
