/** What the block phase hands to the inline phase: blocks with their content still as segments of the page. */
import type { Align, Position } from "./ast.ts"
import type { Segment } from "./source.ts"
import type { TagToken } from "./tag-scan.ts"

interface RawBase extends Position {
  startLine: number
  endLine: number
}

/** Tags opened in a container and not closed yet; counted, so that a lookup is O(1). */
export interface OpenTags {
  names: string[]
  counts: Map<string, number>
}

export interface RawContainer extends RawBase {
  kind: "document" | "quote" | "item" | "footnote"
  children: RawBlock[]
  openTags: OpenTags
  /** Columns that a line of the body is indented by. */
  bodyIndent: number
  /** Of footnotes. */
  label: string
}

export interface RawList extends RawBase {
  kind: "list"
  ordered: boolean
  first: number
  /** Bullet character or delimiter: what makes two items one list. */
  marker: string
  items: RawContainer[]
}

export interface RawText extends RawBase {
  kind: "paragraph" | "heading"
  depth: 0 | 1 | 2 | 3 | 4 | 5 | 6
  segments: Segment[]
}

export interface RawHtml extends RawBase {
  kind: "html"
  segments: Segment[]
  /** Condition 1 to 7 of CommonMark 4.6 that started the block. */
  condition: number
  /** Name of the tag that started it. */
  tag: string
}

export interface RawCode extends RawBase {
  kind: "code"
  fenced: boolean
  fence: string
  fenceIndent: number
  info: string
  lines: string[]
}

export interface RawMath extends RawBase {
  kind: "math"
  lines: string[]
}

export interface RawTable extends RawBase {
  kind: "table"
  align: Array<Align | null>
  /** Each row with its cells, each cell a list of pieces (an escaped pipe loses its backslash). */
  rows: Array<Position & { cells: Segment[][] }>
}

export interface RawBreak extends RawBase {
  kind: "break"
}

export interface RawDefinition extends RawBase {
  kind: "definition"
  label: string
  identifier: string
  url: string
  title: string | undefined
}

export interface RawTag extends RawBase {
  kind: "tag"
  token: TagToken
}

export type RawLeaf = RawText | RawHtml | RawCode | RawMath | RawTable | RawBreak | RawDefinition | RawTag

export type RawBlock = RawContainer | RawList | RawLeaf

export interface RawDocument {
  root: RawContainer
  definitions: Map<string, RawDefinition>
  footnotes: Set<string>
}
