/** Blocks of pages that show parts of descriptions. Pure. */
import {
  type Node,
  type Openapi,
  type OpenapiOperation,
  type OpenapiSchemas,
  type OpenapiWebhook,
  plainText,
  type Root,
  type Swagger,
  visit
} from "@octavo/document"
import { type ApiView, type ApiWanted, apiView } from "./description/apiView.ts"
import type { Description } from "./description/Description.ts"
import { apiMarkdown, type MarkdownOptions } from "./description/markdown.ts"
import { plainTitle } from "./description/plainTitle.ts"

/** A block that shows a part of a description. */
export type ApiBlock = Openapi | OpenapiOperation | OpenapiSchemas | OpenapiWebhook | Swagger

/** Whether a text may have such blocks; told without reading it. */
export const hasApiBlocks = (text: string): boolean => /\{%-?\s*(?:openapi|swagger)/.test(text)

const isApiBlock = (node: Node): node is ApiBlock =>
  node.type === "openapi" ||
  node.type === "openapiOperation" ||
  node.type === "openapiSchemas" ||
  node.type === "openapiWebhook" ||
  // one that is described in place needs no description
  (node.type === "swagger" && node.src !== undefined && !node.children.some(({ type }) => type === "swaggerPart"))

/** The blocks of a text, in its order. */
export const apiBlocksOf = (root: Root): ReadonlyArray<ApiBlock> => {
  const blocks: Array<ApiBlock> = []
  visit(root, (node) => {
    if (!isApiBlock(node)) return true
    blocks.push(node)
    return false
  })
  return blocks
}

/** The text of a tree with what its blocks show in their places. */
export const withApiViews = (
  text: string,
  root: Root,
  shown: ReadonlyMap<Node, ApiView>,
  options: Pick<MarkdownOptions, "samples">
): string => {
  const titles = new Set(
    root.children.flatMap((node) => (node.type === "heading" ? [plainTitle(plainText(node))] : []))
  )
  let out = ""
  let at = 0
  for (const [node, view] of shown) {
    const { end, start } = node.position
    if (start < at) continue
    // in a list or a quotation every line begins as the first one does
    const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start)
    const indent = /^[\s>]*$/.test(before) ? before : ""
    const lines = apiMarkdown(view, { ...options, level: 2, titles }).split("\n")
    out += text.slice(at, start) + lines.map((line, n) => (n === 0 ? line : (indent + line).trimEnd())).join("\n")
    // the end of a block's last line is the block's
    if (text[end - 1] === "\n") out += "\n"
    at = end
  }
  return out + text.slice(at)
}

/** What a block shows of a description; `undefined` when that has nothing of it. */
export const viewOf = (description: Description, block: ApiBlock): ApiView | undefined => {
  const view = apiView(description, wantedOf(block))
  return view !== undefined && isHeadless(block) ? headless(view) : view
}

/** Whether the page around a block says its title and description; as in the client's documents. */
const isHeadless = (block: ApiBlock): boolean => block.attributes["headless"] === "true"

const headless = (view: ApiView): ApiView => {
  if (view.kind !== "operation") return view
  const { description: _description, summary: _summary, ...operation } = view.operation
  return { kind: "operation", operation: { ...operation, headless: true } }
}

const wantedOf = (block: ApiBlock): ApiWanted => {
  switch (block.type) {
    case "openapiSchemas":
      return { kind: "schemas", schemas: block.schemas }
    case "openapiWebhook":
      return { kind: "webhook", path: block.name, method: block.method }
    default:
      return { kind: "operation", path: block.path, method: block.method }
  }
}
