/** What has no form of its own: in the dialect, or in the schema. It is kept as it is, can be moved and deleted, and is not lost. */
import type { NodeSpec } from "prosemirror-model"
import { list, neededObject, textOrNone } from "./attributes.ts"

const text = { validate: "string" }

/** A tag or an element that the dialect has no block for: its two ends as they are written, and what is between. */
const unknown: NodeSpec = {
  group: "block",
  content: "block+",
  attrs: { open: text, close: text, key: textOrNone, closeKey: textOrNone },
  defining: true,
  isolating: true,
  toDOM: () => ["div", { "data-type": "unknown" }, 0]
}

/** Markdown or HTML that stands alone: a comment, one end of a tag, an include of what is not there. */
const raw: NodeSpec = {
  group: "block",
  atom: true,
  draggable: true,
  attrs: { source: text, key: textOrNone },
  toDOM: (node) => ["pre", { "data-type": "raw" }, String(node.attrs["source"])]
}

/** Nodes of tags: they need lines of their own, which cells of tables do not have. */
export const tags = new Set(["unknown_tag", "raw_tag"])

export const sources = {
  unknown_element: unknown,
  unknown_tag: unknown,
  raw_html: raw,
  raw_tag: raw,
  /** A block that the schema has no node for, as JSON. */
  source: {
    group: "block",
    atom: true,
    draggable: true,
    attrs: { block: neededObject },
    toDOM: (node) => ["pre", { "data-type": "source" }, JSON.stringify(node.attrs["block"])]
  },
  /** Leaves of a text and inlines, as JSON. */
  inline_source: {
    group: "inline",
    inline: true,
    atom: true,
    attrs: { content: list },
    toDOM: (node) => ["code", { "data-type": "source" }, JSON.stringify(node.attrs["content"])]
  }
} satisfies Record<string, NodeSpec>
