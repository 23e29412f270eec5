import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  childrenOf,
  headingAnchor,
  MAX_DEPTH,
  type Node,
  pageFields,
  parsePage,
  parseSpaceConfig,
  parseSummary,
  parseTags,
  parseVariables,
  planSpace,
  resolveHref,
  sections,
  titleToSlug
} from "../src/index.ts"
import { fragments } from "./fragments.ts"

/** Dialect fragments glued, cut and shuffled: what a broken editor or merge leaves behind. */
const mutated = fc
  .array(fc.tuple(fc.constantFrom(...fragments), fc.nat(40), fc.nat(40)), { maxLength: 14 })
  .map((parts) =>
    parts
      .map(([text, from, cut]) => text.slice(from % 7 === 0 ? from : 0, text.length - (cut % 9 === 0 ? cut : 0)))
      .join("")
  )

const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), mutated)

const checkPositions = (node: Node, start: number, end: number): void => {
  expect(node.position.start).toBeGreaterThanOrEqual(start)
  expect(node.position.end).toBeLessThanOrEqual(end)
  expect(node.position.end).toBeGreaterThanOrEqual(node.position.start)
  for (const child of childrenOf(node)) checkPositions(child, node.position.start, node.position.end)
}

const depthOf = (node: Node): number => 1 + Math.max(0, ...childrenOf(node).map(depthOf))

describe("any text", () => {
  it("parses, with every node inside of its parent", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const page = parsePage(text)
        checkPositions(page.root, 0, text.length)
        sections(page)
        if (page.frontmatter) pageFields(page.frontmatter.data)
        for (const link of page.links) resolveHref(link.href, "a/b.md")
      }),
      { numRuns: 1000 }
    )
  })

  it("is the slices of its blocks and the gaps between them: blocks are in order and apart", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { root } = parsePage(text)
        let at = 0
        let joined = ""
        for (const { position } of root.children) {
          expect(position.start).toBeGreaterThanOrEqual(at)
          joined += text.slice(at, position.start) + text.slice(position.start, position.end)
          at = position.end
        }
        expect(joined + text.slice(at)).toBe(text)
      }),
      { numRuns: 1000 }
    )
  })

  it("never loses a visible word of plain paragraphs", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 20 }), (words) => {
        const text = words.join(" ")
        expect(sections(parsePage(text))[0]?.text).toBe(text)
      })
    )
  })

  it("gives every other reader something it can read", () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        parseSummary(text)
        parseSpaceConfig(text)
        parseVariables(text)
        parseTags(text)
        titleToSlug(text)
        headingAnchor(text)
        resolveHref(text, other)
        const texts = new Map([
          ["SUMMARY.md", text],
          [".gitbook.yaml", other],
          ["README.md", other]
        ])
        planSpace({ files: [...texts.keys()].map((path) => ({ path, oid: "0", size: 1 })), texts })
      }),
      { numRuns: 1000 }
    )
  })
})

describe("anchors", () => {
  it("are unique over a page, apart from explicit ids", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "a 1", "A", "a-1", "1", "é", "a & b"), { maxLength: 12 }), (titles) => {
        const { outline } = parsePage(titles.map((title) => `## ${title}`).join("\n\n"))
        const ids = outline.map((entry) => entry.id)
        expect(new Set(ids).size).toBe(ids.length)
      })
    )
  })
})

describe("size and depth", () => {
  const size = 370_000
  const repeat = (unit: string): string => unit.repeat(Math.ceil(size / unit.length))
  const units = [
    "[",
    "![",
    "]",
    "[a](",
    "*a ",
    "*a _b ~c ",
    "a* ",
    "`a``",
    "$$a ",
    "<a ",
    "<a b='",
    "<b>",
    "</b>",
    "<!--",
    "<mark>",
    "<div>\n",
    "<td>",
    "{% hint %}",
    "{% hint %}\n",
    "{% tab %}\n",
    "{% hint ",
    "{% zzz %} ",
    "{% embed %}\n",
    "{% endhint %}\n",
    "a {% hint %} {% endhint %} ",
    ">",
    "> ",
    "- ",
    "- a\n  - b\n    - c\n",
    "|a",
    "|a|b|\n|-|-|\n",
    "&amp;",
    "http://",
    "a@b",
    "[a]: b '\n",
    "[^1]: a\n",
    "$$\n",
    "```\n",
    "a\n=\n",
    "\n",
    " ",
    "\t",
    "\\",
    "中",
    "\u0301",
    "## a\n",
    "<details>\n<summary>a</summary>\n",
    "<pre>",
    "%}",
    '{% a b="',
    "\0",
    "\r"
  ]
  // A quadratic step over this size takes minutes: the watchdog sees it, on a busy machine, too.
  it.each(units)("reads 370,000 characters of %j in linear time", (unit) => {
    expect(depthOf(parsePage(repeat(unit)).root)).toBeLessThanOrEqual(MAX_DEPTH)
  })

  const nested = [
    ["quotes", Array.from({ length: 10_000 }, (_, i) => ">".repeat(Math.min(i, 300))).join("\n")],
    ["quote markers", `${"> ".repeat(10_000)}x`],
    ["lists", Array.from({ length: 2_000 }, (_, i) => `${" ".repeat(2 * i)}- a`).join("\n")],
    ["list markers", `${"* ".repeat(10_000)}x`],
    ["emphasis", `${"*a **b ".repeat(10_000)}${"** *".repeat(10_000)}`],
    ["elements", `${"<div>".repeat(10_000)}x${"</div>".repeat(10_000)}`],
    ["tags", `${"{% hint %}\n".repeat(10_000)}x\n${"{% endhint %}\n".repeat(10_000)}`],
    ["links", `${"[".repeat(10_000)}x${"](u)".repeat(10_000)}`],
    ["details", "<details>\n\n<summary>s</summary>\n\n".repeat(10_000)],
    ["bullets of a summary", Array.from({ length: 2_000 }, (_, i) => `${" ".repeat(i)}* [a](a.md)`).join("\n")]
  ] as const
  it.each(nested)("bounds the depth of 10,000 nested %s", (_, text) => {
    expect(depthOf(parsePage(text).root)).toBeLessThanOrEqual(MAX_DEPTH)
    const texts = new Map([["SUMMARY.md", text]])
    planSpace({
      files: [
        { path: "SUMMARY.md", oid: "0", size: 1 },
        { path: "a.md", oid: "0", size: 1 }
      ],
      texts
    })
  })
})
