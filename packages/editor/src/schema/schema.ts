/** The schema of the editor: a node for every block and inline of the dialect. */
import { type NodeSpec, type NodeType, Schema } from "prosemirror-model"
import { object } from "./attributes.ts"
import { codes } from "./code.ts"
import { containers, lists } from "./containers.ts"
import { inlines, voidInlines } from "./inlines.ts"
import { marks } from "./marks.ts"
import { media } from "./media.ts"
import { sources, tags } from "./source.ts"
import { tables } from "./tables.ts"
import { headings, paragraph } from "./text.ts"
import { voids } from "./voids.ts"

const doc = { content: "block+", attrs: { data: object } }

// the first block is the one that is made where one is missing
const blocks: Readonly<Record<string, NodeSpec>> = {
  paragraph,
  ...headings,
  ...lists,
  ...containers,
  ...codes,
  ...media,
  ...voids,
  ...tables,
  ...sources
}

/** The blocks that a cell of a table can hold have a group of their own. */
const inCells = ([name, spec]: [string, NodeSpec]): [string, NodeSpec] => [
  name,
  spec.group === "block" && !tags.has(name) ? { ...spec, group: "block cell_block" } : spec
]

export const schema = new Schema({
  nodes: { doc, ...Object.fromEntries(Object.entries(blocks).map(inCells)), ...inlines },
  marks
})

/** What the structured document calls a node: names of the schema have no dashes. */
export const typeOf = ({ name }: NodeType): string => names[name] ?? name.replaceAll("_", "-")

const names: Readonly<Record<string, string>> = {
  code_block: "code",
  marked_code_block: "code",
  marked_line: "code-line"
}

const byType = (specs: object): ReadonlyMap<string, NodeType> =>
  new Map(
    Object.keys(specs).map((name) => {
      const type = schema.nodes[name]!
      return [typeOf(type), type]
    })
  )

const { expandable_title: _, ...blockContainers } = containers
const { caption: __, ...blockMedia } = media

/** The nodes that are blocks and parts of blocks, by their types in the structured document. */
export const blockTypes = byType({
  paragraph,
  ...headings,
  ...lists,
  ...blockContainers,
  ...blockMedia,
  ...voids,
  code_block: codes.code_block,
  table: tables.table
})

/** The nodes that are inlines without content. */
export const inlineTypes = byType(voidInlines)
