/** The inline phase over a whole document: raw blocks become the tree, tags and HTML are paired on the way. */

import { assemble, type Event } from "./assemble.ts"
import type { Block, Code, Content, Heading, Inline, List, ListItem, Position, RichTable, Table } from "./ast.ts"
import { isBlock, losesBlocks, makeParagraph, toBlocks, toInlines, trimInlines } from "./content.ts"
import { convertInline } from "./convert-inline.ts"
import { readHtml } from "./html-events.ts"
import type { References } from "./inline.ts"
import { normalizeLabel } from "./link-scan.ts"
import type {
  RawBlock,
  RawCode,
  RawContainer,
  RawDocument,
  RawHtml,
  RawList,
  RawTable,
  RawTag,
  RawText
} from "./raw.ts"
import { makeWideTable } from "./rich-table.ts"
import { joinSegments } from "./source.ts"

interface Context {
  text: string
  references: References
}

/** The blocks of a document. `text` is the page that the raw blocks point into. */
export const convertDocument = (text: string, document: RawDocument): Block[] =>
  convertBlocks({ text, references: document }, document.root.children, 0)

const convertBlocks = (context: Context, blocks: ReadonlyArray<RawBlock>, depth: number): Block[] => {
  const events: Event[] = []
  for (const block of blocks) addEvents(context, block, depth, events)
  return toBlocks(assemble(events, depth))
}

const addEvents = (context: Context, block: RawBlock, depth: number, events: Event[]): void => {
  switch (block.kind) {
    case "tag":
      events.push({ kind: "tag", token: block.token, value: context.text.slice(block.start, block.end) })
      return
    case "html":
      readHtml(joinSegments(context.text, block.segments), events)
      return
    case "paragraph":
      for (const node of convertParagraph(context, block, depth)) events.push({ kind: "node", node })
      return
    default:
      events.push({ kind: "node", node: convertBlock(context, block, depth) })
  }
}

const convertBlock = (context: Context, block: Exclude<RawBlock, RawHtml | RawTag>, depth: number): Block => {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return convertHeading(context, block, depth)
    case "list":
      return convertList(context, block, depth)
    case "code":
      return convertCode(block)
    case "table":
      return convertTable(context, block, depth)
    case "math":
      return { type: "blockMath", value: block.lines.join("\n"), position: span(block) }
    case "break":
      return { type: "thematicBreak", position: span(block) }
    case "definition": {
      const { identifier, label, url, title } = block
      return {
        type: "definition",
        identifier,
        label,
        url,
        ...(title !== undefined && { title }),
        position: span(block)
      }
    }
    default: {
      const children = convertContainer(context, block, depth + 1)
      if (block.kind !== "footnote") return { type: "blockquote", children, position: span(block) }
      const { label } = block
      return { type: "footnoteDefinition", identifier: normalizeLabel(label), label, children, position: span(block) }
    }
  }
}

const span = (block: Position): Position => ({ start: block.start, end: block.end })

/** The children of a container, which then reaches to the end of the last of them. */
const convertContainer = (context: Context, container: RawContainer, depth: number): Block[] => {
  const children = convertBlocks(context, container.children, depth)
  const last = container.children[container.children.length - 1]
  if (last !== undefined) {
    container.end = Math.max(container.end, last.end)
    container.endLine = Math.max(container.endLine, last.endLine)
  }
  return children
}

const hasGap = (blocks: ReadonlyArray<{ startLine: number; endLine: number }>): boolean =>
  blocks.some((block, index) => index > 0 && block.startLine > blocks[index - 1]!.endLine + 1)

const convertList = (context: Context, list: RawList, depth: number): List => {
  const children = list.items.map((item) => convertItem(context, item, depth + 2))
  const last = list.items[list.items.length - 1]!
  list.end = last.end
  list.endLine = last.endLine
  const spread = hasGap(list.items) || children.some((item) => item.spread)
  const { ordered, first } = list
  return { type: "list", ordered, ...(ordered && { start: first }), spread, children, position: span(list) }
}

const convertItem = (context: Context, item: RawContainer, depth: number): ListItem => {
  const checked = takeTaskMarker(context.text, item.children[0])
  const children = convertContainer(context, item, depth)
  const spread = hasGap(item.children)
  return { type: "listItem", ...(checked !== undefined && { checked }), spread, children, position: span(item) }
}

const taskMarker = /^\[([ xX])\](?:[ \t]+|$)/

/** Takes `[ ]` or `[x]` off the first paragraph of an item, when something follows it. */
const takeTaskMarker = (text: string, first: RawBlock | undefined): boolean | undefined => {
  const segment = first?.kind === "paragraph" ? first.segments[0] : undefined
  if (first?.kind !== "paragraph" || segment === undefined) return undefined
  const marker = taskMarker.exec(text.slice(segment.start, segment.end))
  if (marker === null) return undefined
  const start = segment.start + marker[0].length
  if (start < segment.end) segment.start = start
  else if (first.segments.length > 1) first.segments.shift()
  else return undefined
  return marker[1] !== " "
}

const convertCode = (block: RawCode): Code => {
  const space = block.info.search(/\s/)
  const lang = space === -1 ? block.info : block.info.slice(0, space)
  const meta = space === -1 ? "" : block.info.slice(space).trim()
  const value = block.lines.join("\n").replaceAll("\0", "\uFFFD")
  return {
    type: "code",
    ...(lang !== "" && { lang }),
    ...(meta !== "" && { meta }),
    value,
    position: span(block)
  }
}

/** A pipe table; one with blocks in a cell is read as the HTML table that can hold them. */
const convertTable = (context: Context, table: RawTable, depth: number): Table | RichTable => {
  const contents = table.rows.map((row) =>
    row.cells
      .slice(0, table.align.length)
      .map((pieces) => convertInline(joinSegments(context.text, pieces, ""), context.references, depth + 3))
  )
  const plain: Table = {
    type: "table",
    align: table.align,
    children: table.rows.map((row, at) => ({
      type: "tableRow",
      children: contents[at]!.map((content, index) => {
        const pieces = row.cells[index]!
        const position = { start: pieces[0]!.start, end: pieces[pieces.length - 1]!.end }
        return { type: "tableCell", children: toInlines(content), position }
      }),
      position: span(row)
    })),
    position: span(table)
  }
  return contents.slice(1).some((row) => row.some(losesBlocks)) ? makeWideTable(plain, contents) : plain
}

const convertHeading = (context: Context, block: RawText, depth: number): Heading => {
  const source = joinSegments(context.text, block.segments)
  const children = toInlines(convertInline(source, context.references, depth + 1))
  const id = takeId(children)
  const level = block.depth as Heading["depth"]
  return { type: "heading", depth: level, ...(id !== undefined && { id }), children, position: span(block) }
}

/** Takes the trailing `<a href="#id" id="id"></a>` off a heading. */
const takeId = (children: Inline[]): string | undefined => {
  const last = children[children.length - 1]
  if (last?.type !== "htmlElement" || last.tag !== "a" || last.children.length > 0) return undefined
  const id = last.attributes["id"] ?? last.attributes["name"]
  if (id === undefined || id === "") return undefined
  children.pop()
  const trimmed = trimInlines(children)
  children.length = 0
  for (const child of trimmed) children.push(child)
  return id
}

/** A paragraph; more than one block when it holds HTML blocks. */
const convertParagraph = (context: Context, block: RawText, depth: number): Content[] => {
  const source = joinSegments(context.text, block.segments)
  const content = convertInline(source, context.references, depth + 1)
  if (content.length === 0) return []
  if (content.some(isBlock)) return toBlocks(content)
  const inlines = trimInlines(content as Inline[])
  if (inlines.length === 0) return []
  return [{ ...makeParagraph(inlines), position: span(block) }]
}
