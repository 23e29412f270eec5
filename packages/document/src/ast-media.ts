/** Images and HTML tables. Part of `ast.ts`. */
import type { Block, Content, Inline } from "./ast.ts"
import type { Align, Attributes, NodeBase } from "./ast-base.ts"

/** One `<figure>`, a gallery of them in one `<div>`, or an image alone in its paragraph. */
export interface Images extends NodeBase {
  type: "images"
  align?: Align
  fullWidth?: boolean
  withFrame?: boolean
  children: ImagesItem[]
}

export interface ImagesItem extends NodeBase {
  type: "imagesItem"
  src: string
  darkSrc?: string
  alt?: string
  title?: string
  /** As written: `375` or `50%`. */
  width?: string
  height?: string
  /** `class="gitbook-drawing"`. */
  drawing?: boolean
  /** Target when the image stands in a link. */
  href?: string
  /** Caption; empty when there is none. */
  children: Block[]
}

export type ColumnType =
  | "text"
  | "number"
  | "checkbox"
  | "content-ref"
  | "image"
  | "files"
  | "select"
  | "rating"
  | "users"

export interface SelectOption {
  value: string
  label: string
  color?: string
}

/** A column of an HTML table, from its `<th>`. */
export interface RichTableColumn extends NodeBase {
  type: "richTableColumn"
  children: Inline[]
  dataType: ColumnType
  hidden: boolean
  /** Pixels as written. */
  width?: string
  align?: Align
  /** Cards: this column holds the target, the cover, the dark cover. */
  cardTarget: boolean
  cardCover: boolean
  cardCoverDark: boolean
  /** Of select columns. */
  multiple: boolean
  options: SelectOption[]
  attributes: Attributes
}

export interface RichTableRow extends NodeBase {
  type: "richTableRow"
  children: RichTableCell[]
}

/**
 * A cell of an HTML table. `children` is inline content, or blocks when the cell holds any. `values` are those of a
 * typed column: hrefs of content-ref, image and files, option values of select, `true`/`false` of checkbox, the
 * number as text of number and rating; empty for text.
 */
export interface RichTableCell extends NodeBase {
  type: "richTableCell"
  children: Content[]
  values: string[]
  align?: Align
  colSpan?: number
  rowSpan?: number
}

export interface RichTable extends NodeBase {
  type: "richTable"
  view: "grid" | "cards"
  cardSize: "medium" | "large"
  fullWidth: boolean
  headerHidden: boolean
  headerSticky: boolean
  search: boolean
  columns: RichTableColumn[]
  rows: RichTableRow[]
  attributes: Attributes
}
