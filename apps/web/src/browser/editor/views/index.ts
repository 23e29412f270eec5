/** How each node of the schema is drawn. */
import type { NodeViewConstructor } from "prosemirror-view"
import type { Surroundings } from "../surroundings.ts"
import { code, codeLine } from "./code.ts"
import { column, condition, expandable, hint, prompt, step, unknown, update } from "./containers.ts"
import { inlineMath, math } from "./formulas.ts"
import * as inlines from "./inlines.ts"
import * as media from "./media.ts"
import { type Draw, nodeView } from "./nodeView.ts"
import { reusableContent } from "./reusable.ts"
import { raw, sourceBlock } from "./sources.ts"
import { row, table, tableCell, tableHeader, tableValue } from "./tables.ts"
import { tabPanel, tabs } from "./tabs.ts"
import { heading, listItem, orderedList, paragraph, plain } from "./text.ts"

const draws: Readonly<Record<string, Draw>> = {
  paragraph,
  heading_1: heading,
  heading_2: heading,
  heading_3: heading,
  list_unordered: plain("ul"),
  list_ordered: orderedList,
  list_tasks: plain("ul", "tasks"),
  list_item: listItem,
  blockquote: plain("blockquote"),
  hint,
  if: condition,
  tabs,
  tabs_item: tabPanel,
  stepper: plain("ol", "stepper"),
  stepper_step: step,
  columns: plain("div", "columns"),
  column,
  updates: plain("div", "updates"),
  update,
  prompt,
  expandable,
  expandable_title: plain("div", "expandable-title"),
  code_block: code,
  code_line: codeLine,
  marked_code_block: code,
  marked_line: codeLine,
  images: media.images,
  image: media.image,
  embed: media.embed,
  file: media.file,
  caption: plain("figcaption"),
  divider: () => ({ dom: document.createElement("hr") }),
  math,
  drawing: media.drawing,
  content_ref: media.contentReference,
  reusable_content: reusableContent,
  swagger: media.operation,
  openapi_operation: media.operation,
  openapi_schemas: media.schemas,
  openapi_webhook: media.operation,
  integration: media.integration,
  table,
  table_head: row,
  table_row: row,
  table_header: tableHeader,
  table_cell: tableCell,
  table_value: tableValue,
  unknown_element: unknown,
  unknown_tag: unknown,
  raw_html: raw,
  raw_tag: raw,
  source: sourceBlock,
  emoji: inlines.emoji,
  icon: inlines.icon,
  expression: inlines.expression,
  inline_math: inlineMath,
  mention: inlines.mention,
  button: inlines.inlineButton,
  inline_image: inlines.inlineImage,
  raw: inlines.rawInline,
  inline_source: inlines.inlineSource
}

export const nodeViews = (surroundings: Surroundings): Readonly<Record<string, NodeViewConstructor>> =>
  Object.fromEntries(Object.entries(draws).map(([name, draw]) => [name, nodeView(draw, surroundings)]))
