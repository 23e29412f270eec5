/** Inlines where Markdown does not count: in table cells, captions, summaries and other HTML. */
import type { Inline } from "../ast.ts"
import { elementOf, imageElement, type wrap } from "./elements.ts"
import { escapeHtml, openTag } from "./escape.ts"

export const htmlInlines = (nodes: ReadonlyArray<Inline>, inPre = false): string =>
  nodes.map((node) => htmlInline(node, inPre)).join("")

const htmlInline = (node: Inline, inPre: boolean): string => {
  const inside = (tag: string, children: ReadonlyArray<Inline>, attributes: Parameters<typeof wrap>[1] = []): string =>
    `${openTag(tag, attributes) + htmlInlines(children, inPre)}</${tag}>`
  switch (node.type) {
    case "text":
      return inPre ? preformatted(node.value) : escapeHtml(node.value)
    case "strong":
      return inside("strong", node.children)
    case "emphasis":
      return inside("em", node.children)
    case "delete":
      return inside("del", node.children)
    case "inlineCode":
      return `<code>${escapeHtml(node.value)}</code>`
    case "expression":
      return `<code class="expression">${escapeHtml(node.source)}</code>`
    case "inlineMath":
      return `<span class="math">${escapeHtml(node.value)}</span>`
    case "break":
      return "<br>"
    case "link": {
      const attributes: Parameters<typeof wrap>[1] = [
        ["href", node.url],
        ["title", node.title]
      ]
      return inside("a", node.children, attributes)
    }
    case "mention": {
      const attributes: Parameters<typeof wrap>[1] = [
        ["href", node.url],
        ["data-mention", ""]
      ]
      return inside("a", node.children, attributes)
    }
    case "image":
      return imageElement(node)
    case "footnoteReference":
      return `${footnoteElement(node.label) + htmlInlines(node.children, inPre)}</a>`
    case "html":
    case "comment":
      return rawInline(node)
    default: {
      const element = elementOf(node)!
      return element.open + htmlInlines(element.children, inPre) + element.close
    }
  }
}

export const footnoteElement = (label: string): string =>
  openTag("a", [
    ["data-footnote-ref", ""],
    ["href", `#user-content-fn-${label}`]
  ])

/** HTML as it was read. An empty line would end the block that it stands in. */
export const rawInline = (node: Inline & { type: "html" | "comment" }): string => {
  const source = node.type === "comment" ? printComment(node.value) : node.value
  return source.replace(/\n(?:[ \t]*\n)+/g, "\n")
}

export const printComment = (value: string): string => `<!--${value}-->`

/** Text of a `<pre>`, where line feeds count. */
export const preformatted = (text: string): string => text.split("\n").map(escapeHtml).join("\n")
