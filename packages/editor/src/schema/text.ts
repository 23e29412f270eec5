/** Paragraphs and headings. */
import type { NodeSpec } from "prosemirror-model"
import { blockAttributes, textOf } from "./attributes.ts"
import { around } from "./dom.ts"

const textblock = (tag: string, type: string): NodeSpec => ({
  group: "block",
  content: "inline*",
  attrs: blockAttributes,
  toDOM: around(tag, type, (data) => ({ "data-align": textOf(data, "align") }))
})

export const paragraph: NodeSpec = textblock("p", "paragraph")

/** The first level of the dialect stands below the title of the page. */
export const headings = {
  heading_1: { ...textblock("h2", "heading-1"), defining: true },
  heading_2: { ...textblock("h3", "heading-2"), defining: true },
  heading_3: { ...textblock("h4", "heading-3"), defining: true }
} satisfies Record<string, NodeSpec>
