/** Blocks that Markdown has. Part of `ast.ts`. */
import type { Block, Inline } from "./ast.ts"
import type { Align, Attributes, NodeBase } from "./ast-base.ts"

export interface Paragraph extends NodeBase {
  type: "paragraph"
  /** Only from HTML (`<p align="center">`). */
  align?: Align
  children: Inline[]
}

export interface Heading extends NodeBase {
  type: "heading"
  depth: 1 | 2 | 3 | 4 | 5 | 6
  /** The id of a trailing `<a href="#id" id="id"></a>`, which is not among the children. */
  id?: string
  /** Anchor in the page: explicit id or by the slug rule, unique. Absent on the title of the page. */
  anchor?: string
  align?: Align
  children: Inline[]
}

export interface List extends NodeBase {
  type: "list"
  ordered: boolean
  /** First number of an ordered list. */
  start?: number
  /** Loose: items are separated by blank lines. */
  spread: boolean
  children: ListItem[]
}

export interface ListItem extends NodeBase {
  type: "listItem"
  /** Present on task items. */
  checked?: boolean
  spread: boolean
  children: Block[]
}

export interface Blockquote extends NodeBase {
  type: "blockquote"
  children: Block[]
}

export interface ThematicBreak extends NodeBase {
  type: "thematicBreak"
}

/** A fence, an indented block, a `{% code %}` around one fence, or a `<pre>` in HTML context. */
export interface Code extends NodeBase {
  type: "code"
  /** First word of the info string. */
  lang?: string
  /** Rest of the info string. */
  meta?: string
  value: string
  title?: string
  overflow?: "wrap" | "scroll"
  lineNumbers?: boolean
  fullWidth?: boolean
  expandable?: boolean
  /** Only from `<pre>` that holds more than text (links, marks, footnotes); `value` is then their plain text. */
  children?: Inline[]
  /** Only from `{% code %}`: its raw attributes. */
  attributes?: Attributes
}

/** A pipe table. The first row is the header. */
export interface Table extends NodeBase {
  type: "table"
  align: Array<Align | null>
  children: TableRow[]
}

export interface TableRow extends NodeBase {
  type: "tableRow"
  children: TableCell[]
}

export interface TableCell extends NodeBase {
  type: "tableCell"
  children: Inline[]
}

export interface FootnoteDefinition extends NodeBase {
  type: "footnoteDefinition"
  /** Normalised label: what a reference is matched by. */
  identifier: string
  label: string
  children: Block[]
}

/** `[label]: url "title"`. References are resolved into links and images already; not rendered. */
export interface Definition extends NodeBase {
  type: "definition"
  identifier: string
  label: string
  url: string
  title?: string
}

/** `$$` alone on its lines. */
export interface BlockMath extends NodeBase {
  type: "blockMath"
  value: string
}
