import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type Block,
  childrenOf,
  type Node,
  type Position,
  parsePage,
  printBlocks,
  replaceBlocks
} from "../../src/index.ts"
import { hasCorpora, pages } from "../corpora.ts"
import { blocks } from "./block-trees.ts"
import { position } from "./inline-trees.ts"
import { strip, withoutSpread } from "./strip.ts"

const read = (text: string): Block[] => parsePage(text).root.children

const paragraph = (value: string): Block => ({
  type: "paragraph",
  children: [{ type: "text", value, position }],
  position
})

const list = (...values: string[]): Block => ({
  type: "list",
  ordered: false,
  spread: false,
  children: values.map((value) => ({ type: "listItem", spread: false, children: [paragraph(value)], position })),
  position
})

const heading = (value: string): Block => ({
  type: "heading",
  depth: 2,
  children: [{ type: "text", value, position }],
  position
})

/** The block whose source this is. */
const spanOf = (text: string, source: string): Position => {
  const start = text.indexOf(source)
  return { start, end: start + source.length }
}

describe("an edited block", () => {
  const cases: Array<[name: string, text: string, source: string, nodes: Block[], result: string]> = [
    [
      "is printed between what stays",
      "#  A\n\nold\nlines  \n\n- c\n",
      "old\nlines",
      [paragraph("new")],
      "#  A\n\nnew\n\n- c\n"
    ],
    ["keeps line ends", "a\r\n\r\nb\r\n\r\nc", "b", [list("x", "y")], "a\r\n\r\n* x\r\n* y\r\n\r\nc"],
    ["keeps a missing end of the last line", "a\n\nb", "b", [heading("B")], "a\n\n## B"],
    ["is indented like its list item", "- a\n\n  b\n- c\n", "b", [paragraph("x\ny")], "- a\n\n  x\n  y\n- c\n"],
    ["stands behind its bullet", "1)  a\n\n    b\n", "a", [paragraph("x\ny")], "1)  x\n    y\n\n    b\n"],
    ["stands behind the box of its task", "- [x] a\n- [ ] b\n", "[x] a", [paragraph("c")], "- [x] c\n- [ ] b\n"],
    ["is marked like its quote", "> a\n>\n> b\n", "b", [paragraph("x"), paragraph("y")], "> a\n>\n> x\n>\n> y\n"],
    ["in a list in a quote", "> * a\n>   b\n", "a\n>   b", [paragraph("x\ny")], "> * x\n>   y\n"],
    [
      "in a tag",
      '{% hint style="tip" %}\na\n{% endhint %}\n',
      "a",
      [paragraph("x"), list("y")],
      '{% hint style="tip" %}\nx\n\n* y\n{% endhint %}\n'
    ],
    ["in a tag on one line", "{% hint %}a{% endhint %}\n", "a", [paragraph("x")], "{% hint %}\nx\n{% endhint %}\n"],
    ["in a footnote", "[^1]: a\n    b\n\nc[^1]\n", "a\n    b", [paragraph("x\ny")], "[^1]: x\n    y\n\nc[^1]\n"],
    [
      "in a cell",
      "<table><tr><td><p>a</p></td></tr></table>\n",
      "<p>a</p>",
      [paragraph("b & c")],
      "<table><tr><td><p>b &#x26; c</p></td></tr></table>\n"
    ],
    ["gets the blank lines that it needs", "# a\nb\n# c\n", "# a", [paragraph("x")], "x\n\nb\n# c\n"],
    ["gets them in front of it, too", "a\n# b\n\nc\n", "# b", [paragraph("x")], "a\n\nx\n\nc\n"],
    ["does not join a list beside it", "* a\n\nb\n\n- c\n", "b", [list("x")], "* a\n\n+ x\n\n- c\n"],
    ["may go", "a\n\nb\n\nc\n", "b", [], "a\n\nc\n"],
    ["may go from the end", "a\n\nb\n", "b", [], "a\n"],
    ["may go from behind its bullet", "* a\n\n  b\n", "a", [], "* b\n"],
    ["may be the only one that goes", "{% hint %}\na\n{% endhint %}\n", "a", [], "{% hint %}\n{% endhint %}\n"]
  ]
  it.each(cases)("%s", (_, text, source, nodes, result) => {
    expect(replaceBlocks(text, [{ span: spanOf(text, source), nodes }])).toBe(result)
  })

  it("comes to stand at an empty span", () => {
    const text = "a\n\n> b\n"
    const at = (offset: number) =>
      replaceBlocks(text, [{ span: { start: offset, end: offset }, nodes: [paragraph("x")] }])
    expect(at(0)).toBe("x\n\na\n\n> b\n")
    expect(at(1)).toBe("a\n\nx\n\n> b\n")
    expect(at(7)).toBe("a\n\n> b\n\nx\n")
    expect(replaceBlocks("", [{ span: { start: 0, end: 0 }, nodes: [paragraph("x")] }])).toBe("x\n")
  })

  it("keeps its bytes when it says what it said", () => {
    const text = "* a\n\n\n- b_c *d*\n+ e\n"
    const edits = read(text).map((node) => ({ span: node.position, nodes: [node] }))
    expect(replaceBlocks(text, edits)).toBe(text)
  })

  it("may be text, which goes in as it is; edits are made together", () => {
    const text = "a\n\nb\n\nc\n"
    const [a, , c] = read(text)
    const edits = [
      { span: c!.position, nodes: [heading("C")] },
      { span: a!.position, text: "*A*  " }
    ]
    expect(replaceBlocks(text, edits)).toBe("*A*  \n\nb\n\n## C\n")
  })
})

// ---------------------------------------------------------------- any block of any tree

const replacements: ReadonlyArray<Block> = [
  paragraph("edited - 1. text"),
  list("x", "y"),
  heading("edited"),
  { type: "code", lang: "js", value: "a\n\n  b", position },
  {
    type: "hint",
    tag: "hint",
    style: "info",
    attributes: { style: "info" },
    closed: true,
    children: [paragraph("x")],
    position
  },
  { type: "blockquote", children: [paragraph("x")], position }
]

interface Place {
  parent: Node
  siblings: Block[]
  index: number
}

/** Every place of a block in a tree. */
const places = (node: Node): Place[] => {
  const found: Place[] = []
  if (blockHolders.has(node.type)) {
    const siblings = (node as { children: Block[] }).children
    siblings.forEach((_, index) => found.push({ parent: node, siblings, index }))
  }
  for (const child of childrenOf(node)) if (holders.has(child.type)) found.push(...places(child))
  return found
}

const blockHolders = new Set(
  "root listItem blockquote hint tab step column update if expandable footnoteDefinition unknownBlock".split(" ")
)
const holders = new Set([...blockHolders, "list", "tabs", "stepper", "columns", "updates"])

describe("any block", () => {
  it("of any tree can be another one, and all others are what they were", () => {
    fc.assert(
      fc.property(blocks(3, 1), fc.nat(), fc.constantFrom(...replacements), fc.boolean(), (nodes, at, node, crlf) => {
        const printed = printBlocks(nodes)
        const text = crlf ? printed.replaceAll("\n", "\r\n") : printed
        const { root } = parsePage(text)
        const all = places(root)
        const { parent, siblings, index } = all[at % all.length]!
        const old = siblings[index]!
        // a definition that goes takes its references with it; a title is part of its step
        fc.pre(old.type !== "footnoteDefinition" && old.type !== "strayTag")
        const edited = replaceBlocks(text, [{ span: old.position, nodes: [node] }])
        const before = text.slice(0, old.position.start).trimEnd()
        const after = text.slice(old.position.end).trimStart()
        expect(edited.startsWith(before)).toBe(true)
        expect(edited.endsWith(after)).toBe(true)
        siblings[index] = node
        // only text can have a box
        if (parent.type === "listItem" && index === 0 && node.type !== "paragraph") delete parent.checked
        expect(strip(read(edited), loosely)).toEqual(strip(root.children, loosely))
      }),
      { numRuns: 500 }
    )
  }, 900_000)

  it.skipIf(!hasCorpora)("of the corpora can be another one, and only its lines change", () => {
    for (const { text } of pages()) {
      const { root } = parsePage(text)
      const all = places(root)
      all.forEach(({ siblings, index }, count) => {
        if (count % 7 !== 0) return
        const old = siblings[index]!
        const edited = replaceBlocks(text, [{ span: old.position, nodes: [paragraph("edited")] }])
        const end = text.slice(old.position.end).search(/[^ \t]|$/) + old.position.end
        expect(edited.startsWith(text.slice(0, old.position.start).trimEnd())).toBe(true)
        expect(edited.endsWith(text.slice(end))).toBe(true)
      })
    }
  })
})

const loosely = new Set([...withoutSpread, "title"])
