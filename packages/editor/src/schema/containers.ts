/** Blocks that hold blocks, and their parts. */
import type { NodeSpec } from "prosemirror-model"
import { blockAttributes, type Data, neededAttributes, object, textOf } from "./attributes.ts"
import { around } from "./dom.ts"

/** A block of blocks, or of parts of its own. */
const container = (
  tag: string,
  type: string,
  content = "block+",
  shown?: (data: Data) => string | undefined
): NodeSpec => ({
  group: "block",
  content,
  attrs: blockAttributes,
  defining: true,
  toDOM: around(tag, type, (data) => ({ "data-title": shown?.(data) }))
})

/** A part of a block: it stands nowhere else, and what is edited in it stays in it. */
const part = (tag: string, type: string, shown?: (data: Data) => string | undefined): NodeSpec => ({
  content: "block+",
  attrs: blockAttributes,
  defining: true,
  isolating: true,
  toDOM: around(tag, type, (data) => ({ "data-title": shown?.(data) }))
})

const title = (data: Data): string | undefined => textOf(data, "title")

export const lists = {
  list_unordered: container("ul", "list-unordered", "list_item+"),
  list_ordered: container("ol", "list-ordered", "list_item+"),
  list_tasks: container("ul", "list-tasks", "list_item+"),
  list_item: {
    content: "block+",
    attrs: blockAttributes,
    defining: true,
    toDOM: around("li", "list-item", ({ checked }) => ({
      "data-checked": typeof checked === "boolean" ? String(checked) : undefined
    }))
  }
} satisfies Record<string, NodeSpec>

export const containers = {
  blockquote: container("blockquote", "blockquote"),
  hint: container("div", "hint", "block+", (data) => textOf(data, "style")),
  if: { ...container("div", "if", "block+", (data) => textOf(data, "expression")), attrs: neededAttributes },
  tabs: container("div", "tabs", "tabs_item+"),
  tabs_item: part("div", "tabs-item", title),
  stepper: container("div", "stepper", "stepper_step+"),
  stepper_step: part("div", "stepper-step"),
  columns: container("div", "columns", "column+"),
  column: part("div", "column"),
  updates: container("div", "updates", "update+"),
  update: {
    ...part("div", "update", (data) => textOf(data, "date")),
    attrs: { ...blockAttributes, data: { ...object, default: { date: "" } } }
  },
  prompt: container("div", "prompt", "(code_block | marked_code_block)", (data) => textOf(data, "description")),
  // a caret in front of its title would make another one
  expandable: { ...container("details", "expandable", "expandable_title block+"), allowGapCursor: false },
  expandable_title: {
    content: "inline*",
    attrs: blockAttributes,
    defining: true,
    isolating: true,
    toDOM: around("summary", "expandable-title")
  }
} satisfies Record<string, NodeSpec>
