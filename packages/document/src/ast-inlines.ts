/** Inlines, and the nodes that stand among inlines and blocks alike. Part of `ast.ts`. */
import type { Content, Inline } from "./ast.ts"
import type { Attributes, NodeBase } from "./ast-base.ts"

export interface Text extends NodeBase {
  type: "text"
  value: string
}

export interface Emphasis extends NodeBase {
  type: "emphasis"
  children: Inline[]
}

export interface Strong extends NodeBase {
  type: "strong"
  children: Inline[]
}

export interface Delete extends NodeBase {
  type: "delete"
  children: Inline[]
}

export interface InlineCode extends NodeBase {
  type: "inlineCode"
  value: string
}

export interface Break extends NodeBase {
  type: "break"
}

export interface Link extends NodeBase {
  type: "link"
  /** Destination after Markdown unescaping; not percent-decoded (see `resolveHref`). */
  url: string
  title?: string
  children: Inline[]
}

/** An image in running text: `![](x)` or `<img>`. */
export interface Image extends NodeBase {
  type: "image"
  url: string
  darkUrl?: string
  alt: string
  title?: string
  /** `data-size`. */
  size?: "line" | "original"
  width?: string
  height?: string
  /** `class="gitbook-drawing"`. */
  drawing?: boolean
}

export interface FootnoteReference extends NodeBase {
  type: "footnoteReference"
  identifier: string
  label: string
  /** Annotated text of the HTML form; empty for `[^1]`. */
  children: Inline[]
}

/** `<mark style="color:…">`; values as written (`red`, `$primary`, `#f00`). */
export interface Mark extends NodeBase {
  type: "mark"
  color?: string
  background?: string
  children: Inline[]
}

export interface Sub extends NodeBase {
  type: "sub"
  children: Inline[]
}

export interface Sup extends NodeBase {
  type: "sup"
  children: Inline[]
}

export interface Kbd extends NodeBase {
  type: "kbd"
  children: Inline[]
}

/** `<a class="button …">` or `<button class="button …" data-action>`. */
export interface Button extends NodeBase {
  type: "button"
  kind: "primary" | "secondary"
  url?: string
  icon?: string
  action?: string
  query?: string
  attributes: Attributes
  children: Inline[]
}

/** `<i class="fa-gear">`; `name` has no `fa-`. */
export interface Icon extends NodeBase {
  type: "icon"
  name: string
  color?: string
}

export interface Emoji extends NodeBase {
  type: "emoji"
  /** Code points in hex, joined by `-`: `2705`. */
  code: string
  /** The character. */
  value: string
}

/** `<code class="expression">`; source with Markdown escapes and entities undone. */
export interface Expression extends NodeBase {
  type: "expression"
  source: string
}

/** `[x](y "mention")` or `<a data-mention>`. */
export interface Mention extends NodeBase {
  type: "mention"
  url: string
  children: Inline[]
}

export interface InlineMath extends NodeBase {
  type: "inlineMath"
  value: string
}

/** A known HTML element without a node of its own. Renderers decide by an allow-list of tags and attributes. */
export interface HtmlElement extends NodeBase {
  type: "htmlElement"
  tag: string
  attributes: Attributes
  children: Content[]
}

/** HTML that has no place in a tree: doctypes, processing instructions, end tags without an opener. Not rendered. */
export interface Html extends NodeBase {
  type: "html"
  value: string
}

/** An HTML comment. Kept, not rendered. */
export interface Comment extends NodeBase {
  type: "comment"
  value: string
}
