import { describe, expect, it } from "vitest"
import { parseSummary, type SummaryEntry } from "../src/index.ts"

/** Entries as nested text: `page Title path`. */
const outline = (entries: ReadonlyArray<SummaryEntry>): unknown[] =>
  entries.map((entry) => {
    const words = [
      entry.kind,
      entry.emoji,
      entry.title,
      entry.slug,
      entry.path ?? entry.href,
      entry.anchor,
      entry.linkLabel
    ]
    const line = words.filter((word) => word !== undefined && word !== "").join(" ")
    return entry.children.length === 0 ? line : [line, ...outline(entry.children)]
  })

const read = (text: string): unknown[] => outline(parseSummary(text).entries)

describe("grammar of SUMMARY.md", () => {
  it("reads the whole grammar as GitBook writes it", () => {
    const text = `# Table of contents

* [Home](README.md)

## Group title <a href="#group-slug" id="group-slug"></a>

* [Parent](group-slug/parent/README.md)
  * [Child](group-slug/parent/child.md)
* [Long page title](group-slug/p.md "Sidebar label")
* [External](https://example.com)

***

* [Ungrouped page after a group](page.md)
`
    expect(read(text)).toEqual([
      "page Home README.md",
      [
        "group Group title group-slug",
        ["page Parent group-slug/parent/README.md", "page Child group-slug/parent/child.md"],
        "page Long page title group-slug/p.md Sidebar label",
        "link External https://example.com"
      ],
      "page Ungrouped page after a group page.md"
    ])
  })

  const cases: Array<[rule: string, text: string, entries: unknown[]]> = [
    ["title: `# Summary`", "# Summary\n\n* [A](a.md)", ["page A a.md"]],
    ["title: absent", "* [A](a.md)", ["page A a.md"]],
    ["group: emoji", "## 🚀 Go\n* [A](a.md)", [["group 🚀 Go", "page A a.md"]]],
    [
      "group: a new one ends the one before",
      "## A\n* [a](a.md)\n## B\n* [b](b.md)",
      [
        ["group A", "page a a.md"],
        ["group B", "page b b.md"]
      ]
    ],
    ["group: --- ends it as well", "## A\n* [a](a.md)\n---\n* [b](b.md)", [["group A", "page a a.md"], "page b b.md"]],
    ["group: empty", "## A\n\n## B", ["group A", "group B"]],
    [
      "nesting: four spaces and `-   `",
      "-   [A](a.md)\n    -   [B](b.md)\n        -   [C](c.md)",
      [["page A a.md", ["page B b.md", "page C c.md"]]]
    ],
    ["nesting: tabs", "+ [A](a.md)\n\t+ [B](b.md)\n+ [C](c.md)", [["page A a.md", "page B b.md"], "page C c.md"]],
    ["nesting: one space", "* [A](a.md)\n * [B](b.md)", [["page A a.md", "page B b.md"]]],
    [
      "nesting: back by one level of three",
      "* [A](a.md)\n  * [B](b.md)\n    * [C](c.md)\n  * [D](d.md)",
      [["page A a.md", ["page B b.md", "page C c.md"], "page D d.md"]]
    ],
    ["angle path", "* [t](<README (1).md>)", ["page t README (1).md"]],
    ["path with bare spaces", "* [t](my file.md)", ["page t my file.md"]],
    ["percent path", "* [t](Web%20Application/x.md)", ["page t Web Application/x.md"]],
    ["percent path that does not decode", "* [t](100%/x.md)", ["page t 100%/x.md"]],
    ["escapes in the title", "* [a\\_b \\*c\\* \\[d\\] \\`e\\`](x.md)", ["page a_b *c* [d] `e` x.md"]],
    ["escapes in the path", "* [t](azure\\_blob.md)", ["page t azure_blob.md"]],
    ["markup in the title", "* [**Bold** `code` &amp; <b>x</b>](x.md)", ["page Bold code & x x.md"]],
    ["emoji in the title", "* [🎉 Party](x.md)", ["page 🎉 Party x.md"]],
    ["anchor", "* [t](page.md#frag)", ["page t page.md frag"]],
    ["external: any scheme", "* [t](mailto:a@b.c)", ["link t mailto:a@b.c"]],
    ["other space", "* [t](https://app.gitbook.com/s/abc/path)", ["link t https://app.gitbook.com/s/abc/path"]],
    ["label only", "* Label\n  * [A](a.md)", [["label Label", "page A a.md"]]],
    ["link without a path", "* [Draft]()", ["label Draft"]],
    ["bold around a link", "* **[A](a.md)**", ["page A a.md"]],
    ["comments hide entries", "<!--\n* [A](a.md)\n-->\n* [B](b.md)", ["page B b.md"]],
    ["a fence outside of a bullet hides entries", "```\n* [A](a.md)\n```\n* [B](b.md)", ["page B b.md"]],
    [
      "CRLF and a byte order mark",
      "\uFEFF# T\r\n\r\n* [A](a.md)\r\n  * [B](b.md)\r\n",
      [["page A a.md", "page B b.md"]]
    ],
    ["ordered bullets", "1. [A](a.md)\n2. [B](b.md)", ["page A a.md", "page B b.md"]],
    ["empty", "", []]
  ]
  it.each(cases)("%s", (_, text, entries) => {
    expect(read(text)).toEqual(entries)
  })

  it("reads a computed page with its keys in either order", () => {
    const yaml = (lines: string[]): string =>
      ["* ```yaml", ...lines.map((line) => `  ${line}`), "  ```", "* [A](a.md)"].join("\n")
    const type = ["type: builtin:openapi"]
    const props = ["props:", "  models: true", "  grouping: by-operation"]
    const dependencies = ["dependencies:", "  spec:", "    ref:", "      kind: openapi", "      spec: petstore"]
    const computed = {
      type: "builtin:openapi",
      props: { models: true, grouping: "by-operation" },
      dependencies: { spec: { ref: { kind: "openapi", spec: "petstore" } } }
    }
    for (const lines of [
      [...type, ...props, ...dependencies],
      [...props, ...type, ...dependencies]
    ]) {
      const { entries } = parseSummary(yaml(lines))
      expect(entries).toMatchObject([{ kind: "computed", computed }, { kind: "page" }])
    }
  })

  it("warns of a computed page that cannot be read, and goes on", () => {
    const { entries, warnings } = parseSummary("* ```yaml\n  a: [\n  ```\n* [A](a.md)")
    expect(entries).toHaveLength(1)
    expect(warnings).toHaveLength(1)
  })

  it("gives every entry its line", () => {
    expect(parseSummary("# T\n\n* [A](a.md)\n\n## G\n").entries.map((entry) => entry.line)).toEqual([3, 5])
  })
})
