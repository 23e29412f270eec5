/**
 * Prints a tree as Markdown in the style of GitBook's bot (`docs/contributing/dialect.md#printing`): `parsePage` reads the same tree
 * again. Every text that comes out has line feeds, no white space around it and no line end at its end.
 */
import type { Block, Code, Expandable, HtmlElement, Paragraph, TagBlock } from "../ast.ts"
import { isVoidTag } from "../html-tags.ts"
import { openTag, printDestination, printInfo, printResource } from "./escape.ts"
import { endsAsHtml, isApart } from "./gaps.ts"
import { expandableHead, htmlBlock, htmlCode, htmlContent, htmlImages } from "./html-blocks.ts"
import { htmlInlines, printComment } from "./html-inlines.ts"
import { printHeadingText, printParagraphText } from "./inlines.ts"
import { joinBlocks } from "./join.ts"
import { prefixLines } from "./lines.ts"
import { printList } from "./lists.ts"
import { htmlTable } from "./rich-table.ts"
import { printTable } from "./table.ts"
import { flag, isAttributeCaption, optional, orderAttributes, printTag, printTagLine } from "./tags.ts"

/** Where a block stands, as far as that says how it is written. */
export interface BlockPlace {
  /** Bullets and delimiters (`*`, `-`, `.`, `)`) of lists beside it, which would be one with a list of the same. */
  markers?: string
  /** First in a list item: the marker in front of it. */
  inItem?: string
  /** Behind the box of a task: on a line that is a paragraph already. */
  inTask?: boolean
  /** Beside a comment or bare HTML, which would take HTML that is not a block of its own into its paragraph. */
  besideHtml?: boolean
  /** A pipe table is written without padding. */
  unpadded?: boolean
}

export interface PrintOptions {
  /** Bullets and delimiters that lists must not have, because a neighbour has them. */
  markers?: string
}

/** The Markdown of blocks that follow each other, with a blank line between them. */
export const printBlocks = (nodes: ReadonlyArray<Block>, options: PrintOptions = {}): string =>
  joinBlocks(nodes, { tight: false, place: options })

export const printBlock = (node: Block, place: BlockPlace = {}): string => {
  switch (node.type) {
    case "paragraph":
      return printParagraph(node, place)
    case "heading": {
      if (node.align !== undefined) return htmlBlock(node)
      const text = printHeadingText(node.children)
      const marks = "#".repeat(node.depth)
      const anchor = node.id === undefined ? "" : anchorElement(node.id)
      return [marks, text, anchor].filter((part) => part !== "").join(" ")
    }
    case "list":
      return printList(node, place)
    case "blockquote":
      return prefixLines(joinBlocks(node.children, { tight: false }), "> ", "> ")
    case "thematicBreak":
      return place.inItem === "*" ? "---" : "***"
    case "code":
      return printCode(node)
    case "table":
      return printTable(node, place.unpadded !== true)
    case "richTable":
      return htmlTable(node)
    case "images":
      return htmlImages(node)
    case "footnoteDefinition":
      return printFootnote(node.label, node.children)
    case "definition":
      return `[${node.label}]: ${node.url === "" && node.title === undefined ? "<>" : definitionTarget(node)}`
    case "blockMath":
      return node.value === "" ? "$$\n$$" : `$$\n${node.value.replace(/^[ \t]*\$\$[ \t]*$/gm, "$ $$")}\n$$`
    case "expandable":
      return printExpandable(node)
    case "htmlElement":
      return printElement(node)
    case "html":
      return node.value
    case "comment":
      return printComment(node.value)
    case "strayTag":
      return node.value
    default:
      return printTagBlock(node)
  }
}

const anchorElement = (id: string): string => {
  const attributes = [
    ["href", `#${id}`],
    ["id", id]
  ] as const
  return `${openTag("a", attributes)}</a>`
}

/** As Markdown; as HTML where its first line would be read as such anyway. */
const printParagraph = (node: Paragraph, { inTask, besideHtml }: BlockPlace): string => {
  if (node.align !== undefined) return htmlBlock(node)
  const text = printParagraphText(node.children, inTask)
  if (text !== undefined) return text
  return besideHtml ? htmlBlock(node) : htmlInlines(node.children)
}

const definitionTarget = ({ url, title }: Block & { type: "definition" }): string =>
  title === undefined ? printDestination(url) : printResource(url, title)

// ---------------------------------------------------------------- code

const printCode = (node: Code): string => {
  const { attributes, children, lang, meta, value } = node
  if (children !== undefined) return htmlCode(node)
  const longest = (value.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2)
  const fence = "`".repeat(longest + 1)
  const body = value === "" ? "" : `${value}\n`
  const fenced = `${fence}${printInfo(lang, meta)}\n${body}${fence}`
  const written = codeAttributes(node)
  const named = Object.values(written).some((value) => value !== undefined)
  if (attributes === undefined && !named) return fenced
  return `${printTagLine("code", written)}\n${fenced}\n{% endcode %}`
}

const codeAttributes = (node: Code): Record<string, string | undefined> => {
  const attributes = node.attributes ?? {}
  const overflow = attributes["overflow"]
  return orderAttributes(attributes, [
    ["title", optional(attributes, "title"), node.title],
    ["overflow", overflow === "wrap" || overflow === "scroll" ? overflow : undefined, node.overflow],
    ["lineNumbers", flag(attributes, "lineNumbers"), node.lineNumbers],
    ["fullWidth", flag(attributes, "fullWidth"), node.fullWidth],
    ["expandable", flag(attributes, "expandable"), node.expandable]
  ])
}

// ---------------------------------------------------------------- containers

/** The body is indented by four columns; what is not text starts on a line of its own. */
const printFootnote = (label: string, children: ReadonlyArray<Block>): string => {
  const body = joinBlocks(children, { tight: false })
  if (body === "") return `[^${label}]:`
  const first = children[0]!.type
  const inline = first === "paragraph" || first === "heading"
  return `[^${label}]:${inline ? " " : "\n"}${prefixLines(body, inline ? "" : "    ", "    ")}`
}

const printExpandable = ({ open, summary, children }: Expandable): string => {
  const head = expandableHead(open, summary, "\n\n").trimEnd()
  return [head, joinBlocks(children, { tight: false }), "</details>"].filter((part) => part !== "").join("\n\n")
}

/** Blocks in an element are Markdown, set apart by blank lines; anything else stays on its line. */
const printElement = (node: HtmlElement): string => {
  const { attributes, children, tag } = node
  const open = openTag(tag, Object.entries(attributes))
  if (isVoidTag(tag)) return open
  if (isApart(node)) {
    return `${open}\n\n${joinBlocks(children as Block[], { tight: false, inElement: true })}\n\n</${tag}>`
  }
  return `${open}${htmlContent(children)}</${tag}>`
}

/** The tag, its body without blank lines around it, and its end. Tags that were void stay so. */
const printTagBlock = (node: TagBlock): string => {
  const tag = printTag(node)
  if (node.type === "include") return tag
  const end = `{% end${node.type === "unknownBlock" ? node.name : node.tag} %}`
  if ((node.type === "embed" || node.type === "file") && isAttributeCaption(node)) return tag
  const { type, children } = node
  if (children.length === 0) {
    const link = skeletonLink(node)
    if (link !== undefined) return `${tag}\n${link}\n${end}`
    return node.closed === undefined && !isContainer.has(type) ? tag : `${tag}\n${end}`
  }
  const parts = type === "tabs" || type === "stepper" || type === "columns" || type === "updates"
  const body = joinBlocks(parts ? node.children : bodyOf(node), { tight: false })
  // Only a tag of the dialect ends HTML.
  const last = children[children.length - 1]!
  return `${tag}\n${body}${type === "unknownBlock" && endsAsHtml(last) ? "\n" : ""}\n${end}`
}

const isContainer = new Set("hint tabs tab stepper step columns column updates update if".split(" "))

/** The body of a content reference repeats its destination: it follows when that is another one. */
const bodyOf = (node: Exclude<TagBlock, { type: "include" }>): ReadonlyArray<Block> => {
  if (node.type !== "contentRef" || node.attributes["url"] === node.url) return node.children
  const link = node.children[0]?.type === "paragraph" ? node.children[0].children[0] : undefined
  if (node.children.length !== 1 || link?.type !== "link" || link.url !== node.attributes["url"]) return node.children
  const { position } = node
  const text = { type: "text" as const, value: baseName(node.url), position }
  return [{ type: "paragraph", children: [{ ...link, url: node.url, children: [text] }], position }]
}

/** The link that the body of some blocks is, when there is none yet. */
const skeletonLink = (node: TagBlock): string | undefined => {
  switch (node.type) {
    case "contentRef":
      return node.tag === "content-ref" ? printLink(node.url, baseName(node.url)) : undefined
    case "openapiOperation":
    case "openapiSchemas":
    case "openapiWebhook":
      return node.url === undefined ? undefined : printLink(node.url, `OpenAPI ${node.spec}`)
    default:
      return undefined
  }
}

const printLink = (url: string, value: string): string => {
  const position = { start: 0, end: 0 }
  const text = { type: "text" as const, value, position }
  return printParagraphText([{ type: "link", url, children: [text], position }])!
}

const baseName = (url: string): string => /(?<![^/])([^/]+)\/?$/.exec(url.split(/[?#]/, 1)[0]!)?.[1] ?? url
