import fc from "fast-check"
import { fromMarkdown } from "mdast-util-from-markdown"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { gfm } from "micromark-extension-gfm"
import { describe, expect, it } from "vitest"
import { type Node, parsePage } from "../src/index.ts"
import { pages } from "./corpora.ts"

/** Plain Markdown reads as the reference implementation reads it, apart from what the dialect adds. */

interface Any {
  type: string
  children?: Any[]
  [key: string]: any
}

const outline = (node: Any): string => {
  const children = (node.children ?? []).map(outline).filter((text) => text !== "")
  const inner = children.join(" ").replace(/T(?: T)+/g, "T")
  switch (node.type) {
    case "text":
      return node["value"].trim() === "" ? "" : "T"
    case "image":
      return `image:${node["url"]}`
    case "inlineCode":
      return `\`${node["value"].replaceAll("\n", " ")}\``
    case "code":
      return `code:${node["lang"] ?? ""}:${node["value"].trimEnd()}`
    case "images": {
      const { src, href } = node.children![0]!
      return href === undefined ? `paragraph(image:${src})` : `paragraph(link:${href}(image:${src}))`
    }
    case "heading":
      return `h${node["depth"]}(${inner})`
    case "list":
      return `${node["ordered"] ? `ol${node["start"]}` : "ul"}(${inner})`
    case "listItem":
      return `li${node["checked"] ?? ""}(${inner})`
    case "link":
      return `link:${node["url"]}(${inner})`
    case "tableRow":
      return `row(${inner})`
    default:
      return `${node.type}(${inner})`
  }
}

/** mdast keeps references apart; ours are resolved. */
const resolve = (tree: Any): Any => {
  const definitions = new Map<string, Any>()
  const collect = (node: Any): void => {
    if (node.type === "definition" && !definitions.has(node["identifier"])) definitions.set(node["identifier"], node)
    node.children?.forEach(collect)
  }
  const replace = (node: Any): void => {
    if (node.type === "linkReference" || node.type === "imageReference") {
      node["url"] = definitions.get(node["identifier"])?.["url"]
      node.type = node.type === "linkReference" ? "link" : "image"
    }
    node.children?.forEach(replace)
  }
  collect(tree)
  replace(tree)
  return tree
}

const theirs = (text: string): string =>
  outline(resolve(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Any))

const ours = (text: string): string => outline(parsePage(text).root as Node as Any)

const atoms = [
  "a",
  "b ",
  " ",
  "  ",
  "    ",
  "\n",
  "\n",
  "\n\n",
  "\t",
  "*",
  "**",
  "_",
  "```",
  "~~",
  "> ",
  "- ",
  "1. ",
  "2. ",
  "# ",
  "---",
  "===",
  "***",
  "[",
  "]",
  "(",
  ")",
  "![",
  "](u)",
  "[x]",
  "[x]: u",
  "\\",
  "`x`",
  "!",
  "&amp;",
  "“",
  "é",
  "+ ",
  "~~~"
]

/**
 * Where micromark departs from the specification: list markers right behind other markers or indented code, titles of
 * definitions with nested parentheses, and asterisks beside tildes, tabs in
 * front of the spaces of a break.
 */
const disputed = [
  /(?:^|\n)[ >]*(?:\t| {4})/,
  /(?:[-+*>]|\d\.)[ \t]*(?:[-+*]|\d\.)/,
  /\([^)]*\(/,
  /~.*[*_]|[*_].*~/s,
  /\t/
]

const isDisputed = (text: string): boolean => disputed.some((pattern) => pattern.test(text))

describe("CommonMark and GFM", () => {
  it("agree with micromark on random Markdown", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...atoms), { maxLength: 10 }), (parts) => {
        const text = parts.join("")
        fc.pre(!isDisputed(text) && !text.startsWith("---"))
        expect(ours(text)).toBe(theirs(text))
      }),
      // A fixed seed: 20250101what differs is a finding to look at, not a reason for a red run somewhere else.
      { numRuns: 4000, seed: 20250101 }
    )
  })

  it("agree with micromark on the plain sections of the corpora", () => {
    let compared = 0
    let different = 0
    for (const { text } of pages().slice(0, 120)) {
      for (const part of text.split(/\n(?=#)/)) {
        if (/\{%|<|\$\$|"mention"|^---/.test(part)) continue
        compared++
        if (ours(part) !== theirs(part)) different++
      }
    }
    // Bare addresses are read a little more generously than there.
    expect(different).toBeLessThanOrEqual(compared / 200)
  })
})
