/** What stands among text. */
import { emojiOf } from "@octavo/document/emoji"
import type { NodeSpec } from "prosemirror-model"
import { type Data, dataOf, object, textOf } from "./attributes.ts"
import { picture, showing } from "./dom.ts"

const voidInline = (type: string, shown?: (data: Data) => string | undefined): NodeSpec => ({
  group: "inline",
  inline: true,
  atom: true,
  attrs: { data: object },
  toDOM: showing("span", type, shown)
})

export const voidInlines = {
  emoji: voidInline("emoji", (data) => emojiOf(textOf(data, "code") ?? "")),
  icon: voidInline("icon", (data) => textOf(data, "icon")),
  expression: voidInline("expression", (data) => textOf(data, "expression")),
  inline_math: voidInline("inline-math", (data) => textOf(data, "formula")),
  mention: voidInline("mention", (data) => textOf(data, "label")),
  button: voidInline("button", (data) => textOf(data, "label")),
  inline_image: { ...voidInline("inline-image"), toDOM: (node) => picture(dataOf(node)) }
} satisfies Record<string, NodeSpec>

export const inlines = {
  text: { group: "inline" },
  hard_break: {
    group: "inline",
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    toDOM: () => ["br"]
  },
  /** Markdown or HTML that has no form of its own: shown as it is written. */
  raw: {
    group: "inline",
    inline: true,
    atom: true,
    attrs: { source: { validate: "string" } },
    toDOM: (node) => ["code", { "data-type": "raw" }, String(node.attrs["source"])]
  },
  ...voidInlines
} satisfies Record<string, NodeSpec>
