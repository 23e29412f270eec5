/**
 * Code, line by line: what is said of a line goes where the line goes. Markdown has two forms of it. A fence holds plain
 * lines, some of them highlighted; lines with marks and annotations are HTML, in which none is highlighted.
 */
import type { NodeSpec } from "prosemirror-model"
import { blockAttributes, textOf, textOrNone } from "./attributes.ts"
import { around } from "./dom.ts"

const code = (content: string): NodeSpec => ({
  group: "block",
  content,
  attrs: blockAttributes,
  defining: true,
  toDOM: around("div", "code", (data) => ({
    "data-title": textOf(data, "title"),
    "data-syntax": textOf(data, "syntax")
  }))
})

export const codes = {
  code_block: code("code_line+"),
  code_line: {
    content: "text*",
    marks: "",
    code: true,
    attrs: blockAttributes,
    toDOM: around("pre", "code-line", ({ highlighted }) => ({
      "data-highlighted": highlighted === true ? "true" : undefined
    }))
  },
  marked_code_block: code("marked_line+"),
  marked_line: {
    content: "(text | raw | expression | inline_source)*",
    marks: "annotation bold italic strikethrough keyboard superscript subscript color code",
    code: true,
    attrs: { key: textOrNone },
    toDOM: () => ["pre", { "data-type": "code-line" }, 0]
  }
} satisfies Record<string, NodeSpec>
