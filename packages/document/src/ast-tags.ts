/** Blocks that `{% … %}` tags make, and `<details>`. Part of `ast.ts`. */
import type { Block, Inline } from "./ast.ts"
import type { Attributes, NodeBase } from "./ast-base.ts"
import type { Heading } from "./ast-blocks.ts"
import type { Comment } from "./ast-inlines.ts"

interface TagBase extends NodeBase {
  /** Name as written, e.g. `page-ref` for a contentRef. */
  tag: string
  /** All attributes as written, decoded of nothing. */
  attributes: Attributes
  /** False when the end tag is missing. Absent on void tags and on nodes that come from HTML. */
  closed?: boolean
}

export type HintStyle = "info" | "success" | "warning" | "danger"

/** `{% hint %}` or `<div data-gb-custom-block data-tag="hint">`. Foreign styles are read as their nearest own. */
export interface Hint extends TagBase {
  type: "hint"
  style: HintStyle
  icon?: string
  children: Block[]
}

/** `{% tabs %}`, legacy `{% code-tabs %}`. */
export interface Tabs extends TagBase {
  type: "tabs"
  fullWidth?: boolean
  children: Array<Tab | Comment | StrayTag>
}

export interface Tab extends TagBase {
  type: "tab"
  title: string
  icon?: string
  children: Block[]
}

export interface Stepper extends TagBase {
  type: "stepper"
  children: Array<Step | Comment | StrayTag>
}

export interface Step extends TagBase {
  type: "step"
  icon?: string
  /** The heading that opens the body. It is also the first of `children`: a renderer draws one of them. */
  title?: Heading
  children: Block[]
}

export interface Columns extends TagBase {
  type: "columns"
  fullWidth?: boolean
  children: Array<Column | Comment | StrayTag>
}

export interface Column extends TagBase {
  type: "column"
  /** Percentage as written: `66.66666666666666%`. */
  width?: string
  verticalAlignment?: "top" | "middle" | "bottom"
  children: Block[]
}

/** `<details>`. The summary is not among the children. */
export interface Expandable extends NodeBase {
  type: "expandable"
  open: boolean
  summary: Inline[]
  children: Block[]
}

/** `{% content-ref url %}`, legacy `{% page-ref page %}`. */
export interface ContentRef extends TagBase {
  type: "contentRef"
  url: string
  /** The body: normally one link with the same url. */
  children: Block[]
}

/** `{% include "path" %}`: reusable content, path relative to the referring file. */
export interface Include extends TagBase {
  type: "include"
  path: string
}

export interface Embed extends TagBase {
  type: "embed"
  url: string
  fullWidth?: boolean
  /** Caption, from the body or else the `caption` attribute. */
  children: Block[]
}

export interface File extends TagBase {
  type: "file"
  src: string
  /** Caption, from the body or else the `caption` attribute. */
  children: Block[]
}

interface SpecBase extends TagBase {
  /** Slug of the specification. */
  spec: string
  /** Address of the specification: the link of the body, if any. */
  url?: string
  children: Block[]
}

export interface OpenapiOperation extends SpecBase {
  type: "openapiOperation"
  path: string
  method: string
}

export interface OpenapiSchemas extends SpecBase {
  type: "openapiSchemas"
  schemas: string[]
  grouped: boolean
}

export interface OpenapiWebhook extends SpecBase {
  type: "openapiWebhook"
  name: string
  method: string
}

/** `{% openapi src path method %}`, older than openapiOperation. */
export interface Openapi extends TagBase {
  type: "openapi"
  src: string
  path: string
  method: string
  children: Block[]
}

/** `{% swagger %}`: by `src`, or described in place by its parts. */
export interface Swagger extends TagBase {
  type: "swagger"
  src?: string
  path: string
  method: string
  baseUrl?: string
  summary?: string
  children: Block[]
}

/** `{% swagger-description %}`, `{% swagger-parameter in name type required %}`, `{% swagger-response status %}`. */
export interface SwaggerPart extends TagBase {
  type: "swaggerPart"
  part: "description" | "parameter" | "response"
  children: Block[]
}

export interface Updates extends TagBase {
  type: "updates"
  format: "full" | "numeric" | "short"
  children: Array<Update | Comment | StrayTag>
}

export interface Update extends TagBase {
  type: "update"
  /** `YYYY-MM-DD` as written. */
  date: string
  tags: string[]
  children: Block[]
}

/** `{% if expression %}`. */
export interface If extends TagBase {
  type: "if"
  expression: string
  children: Block[]
}

/** `{% prompt %}` around one fence. */
export interface Prompt extends TagBase {
  type: "prompt"
  description: string
  icon?: string
  openInAIProviders?: boolean
  defaultExpanded: "hidden" | "partial" | "full"
  children: Block[]
}

/** `{% @vendor/block attributes %}`. */
export interface Integration extends TagBase {
  type: "integration"
  vendor: string
  block: string
  children: Block[]
}

/** A well-formed tag that nobody knows. Renderers show the children only. */
export interface UnknownBlock extends TagBase {
  type: "unknownBlock"
  name: string
  /** What follows the name, verbatim. */
  argument: string
  children: Block[]
}

/** An end tag without an opener, or a part outside of its parent. Not rendered. */
export interface StrayTag extends NodeBase {
  type: "strayTag"
  name: string
  value: string
}
