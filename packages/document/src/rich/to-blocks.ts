/** Blocks of the tree as blocks of a document. What has no form there keeps its tags as source, around what it holds. */
import type {
  Attributes,
  Block,
  Code,
  Content,
  Heading,
  HtmlElement,
  Images,
  ImagesItem,
  Inline,
  List,
  ListItem,
  Paragraph,
  TagBlock
} from "../ast.ts"
import { toBlocks as blocksOf } from "../content.ts"
import { isOpaqueTag, isVoidTag } from "../html-tags.ts"
import { printBlock } from "../print/blocks.ts"
import { openTag } from "../print/escape.ts"
import { printComment } from "../print/html-inlines.ts"
import { printTag } from "../print/tags.ts"
import { inlineText } from "../text.ts"
import type { ReadContext } from "./context.ts"
import {
  block,
  defined,
  emptyParagraph,
  isEmptyParagraph,
  type RichBlock,
  type RichContent,
  type RichFragment,
  type RichRef,
  readLength,
  sourceParagraph,
  text,
  voidBlock
} from "./model.ts"
import { codeLines, inlineNodes } from "./to-inlines.ts"
import { richTable, table } from "./to-tables.ts"

export const blockNodes = (nodes: ReadonlyArray<Block>, context: ReadContext): RichBlock[] => {
  const out: RichBlock[] = []
  for (const node of nodes) for (const one of unitOf(node, context)) out.push(one)
  return out
}

/** What holds blocks holds at least one: an empty paragraph stands for none. */
const bodyNodes = (nodes: ReadonlyArray<Block>, context: ReadContext): RichBlock[] => {
  const body = blockNodes(nodes, context)
  return body.length === 0 ? [emptyParagraph()] : body
}

/** The blocks that one node becomes: none for definitions, more than one for what has no form of its own. */
export const unitOf = (node: Block, context: ReadContext): RichBlock[] => {
  switch (node.type) {
    case "definition":
    case "footnoteDefinition":
      return []
    case "paragraph": {
      const own = block("paragraph", { align: alignOf(node) }, inlineNodes(node.children, context))
      return isEmptyParagraph(own) ? [] : [own]
    }
    case "heading":
      return [heading(node, context)]
    case "list":
      return [list(node, context)]
    case "blockquote":
      return [block("blockquote", {}, bodyNodes(node.children, context))]
    case "thematicBreak":
      return [voidBlock("divider", {})]
    case "code":
      return [code(node, context)]
    case "table":
      return [table(node, context)]
    case "richTable":
      return richTable(node, context)
    case "images":
      return [images(node, context)]
    case "blockMath":
      return [voidBlock("math", { formula: node.value })]
    case "expandable":
      return [expandable(node, context)]
    case "htmlElement":
      return element(node, context)
    case "html":
      return [sourceParagraph(node.value)]
    case "comment":
      return [sourceParagraph(printComment(node.value))]
    case "strayTag":
      return node.value === "" ? [] : [sourceParagraph(node.value)]
    default:
      return tag(node, context)
  }
}

const alignOf = ({ align }: Paragraph | Heading): string | undefined =>
  align === "left" ? "start" : align === "right" ? "end" : align

// ---------------------------------------------------------------- text

const headings = ["heading-1", "heading-1", "heading-1", "heading-2", "heading-3", "heading-3", "heading-3"]

/** `##` is the first heading below the title; a level that the document lacks stands in `depth`. */
const heading = (node: Heading, context: ReadContext): RichBlock => {
  const depth = node.depth === 1 || node.depth > 4 ? node.depth : undefined
  const known = node.id !== undefined && /^[-a-z0-9.+_]+$/.test(node.id)
  const id = known ? { id: node.id } : { attributes: node.id === undefined ? undefined : { id: node.id } }
  const own = block(headings[node.depth]!, { ...id, align: alignOf(node), depth }, inlineNodes(node.children, context))
  return node.anchor === undefined ? own : { ...own, meta: { id: node.anchor } }
}

const list = (node: List, context: ReadContext): RichBlock => {
  const items = node.children.map((item) => listItem(item, context))
  if (node.ordered) return block("list-ordered", { start: node.start === 1 ? undefined : node.start }, items)
  const tasks = node.children.length > 0 && node.children.every(({ checked }) => checked !== undefined)
  return block(tasks ? "list-tasks" : "list-unordered", {}, items)
}

const listItem = (item: ListItem, context: ReadContext): RichBlock =>
  block("list-item", { checked: item.checked }, bodyNodes(withoutFiller(item), context))

/** A box with no text behind it is written with an empty comment. */
const withoutFiller = ({ checked, children }: ListItem): ReadonlyArray<Block> => {
  const [first, ...rest] = children
  const only = first?.type === "paragraph" && first.children.length === 1 ? first.children[0] : undefined
  return checked !== undefined && only?.type === "comment" && only.value === "" ? rest : children
}

const code = (node: Code, context: ReadContext): RichBlock => {
  const { attributes, children, expandable, fullWidth, lang, lineNumbers, meta, overflow, title, value } = node
  const marked = highlights(attributes?.["highlightedLines"])
  const count = Number(attributes?.["collapsedLineCount"] ?? Number.NaN)
  const known = Number.isInteger(count) && count > 0
  const lines: RichContent[][] =
    children === undefined ? value.split("\n").map((line) => [text(line)]) : markedLines(value, children, context)
  const data = {
    syntax: lang,
    title,
    overflow,
    lineNumbers,
    fullWidth,
    expandable,
    collapsedLineCount: known ? count : undefined,
    info: meta,
    attributes: otherAttributes(attributes ?? {}, codeAttributes)
  }
  const nodes = lines.map((line, at) => block("code-line", { highlighted: marked.has(at + 1) || undefined }, line))
  return block("code", data, nodes)
}

/** The lines of marked code, with the white space around them that only the value has, and without a first line feed. */
const markedLines = (value: string, children: ReadonlyArray<Inline>, context: ReadContext): RichContent[][] => {
  const inside = inlineText(children)
  const at = value.indexOf(inside)
  if (at === -1) {
    const lines = codeLines(children, context)
    return inside.startsWith("\n") && !value.startsWith("\n") ? lines.slice(1) : lines
  }
  const around = (part: string): Inline => ({ type: "text", value: part, position: { start: 0, end: 0 } })
  const whole = [around(value.slice(0, at)), ...children, around(value.slice(at + inside.length))]
  return codeLines(whole, context)
}

const codeAttributes = names("title overflow lineNumbers fullWidth expandable collapsedLineCount highlightedLines")

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(" "))
}

/** Line numbers of `1,3`. */
const highlights = (written: string | undefined): ReadonlySet<number> => new Set((written ?? "").split(",").map(Number))

/** Attributes that no field says. */
const otherAttributes = (attributes: Attributes, known: ReadonlySet<string>): Attributes | undefined => {
  const others = Object.entries(attributes).filter(([name]) => !known.has(name))
  return others.length === 0 ? undefined : Object.fromEntries(others)
}

// ---------------------------------------------------------------- media

const images = ({ align, children, fullWidth, withFrame }: Images, context: ReadContext): RichBlock => {
  const only = children.length === 1 ? children[0] : undefined
  if (only?.drawing === true && [align, fullWidth, withFrame].every((one) => one === undefined)) {
    const ref = context.ref(only.src)
    const bare = only.children.length === 0 && [only.width, only.height, only.href, only.title, only.darkSrc, only.alt]
    if (ref.kind === "file" && bare !== false && bare.every((one) => one === undefined)) {
      return voidBlock("drawing", { ref })
    }
  }
  return block(
    "images",
    { align, fullWidth, withFrame },
    children.map((item) => image(item, context))
  )
}

const image = (item: ImagesItem, context: ReadContext): RichBlock => {
  const [width, height] = [readLength(item.width), readLength(item.height)]
  const data = {
    ref: context.mediaRef(item.src),
    refDark: item.darkSrc === undefined ? undefined : context.mediaRef(item.darkSrc),
    width,
    height,
    alt: item.alt,
    title: item.title,
    link: item.href === undefined ? undefined : context.ref(item.href),
    drawing: item.drawing,
    attributes: emptyless({
      width: width === undefined ? item.width : undefined,
      height: height === undefined ? item.height : undefined
    })
  }
  return { ...voidBlock("image", data), fragments: caption(item.children, context) }
}

const emptyless = (fields: Record<string, unknown>): Record<string, unknown> | undefined => {
  const kept = defined(fields)
  return Object.keys(kept).length === 0 ? undefined : kept
}

const caption = (nodes: ReadonlyArray<Block>, context: ReadContext): RichFragment[] => {
  const body = blockNodes(nodes, context)
  return body.length === 0 ? [] : [{ object: "fragment", fragment: "caption", type: "caption", nodes: body }]
}

const expandable = (node: Block & { type: "expandable" }, context: ReadContext): RichBlock => {
  const title = block("paragraph", {}, inlineNodes(node.summary, context))
  const fragment = (name: string, nodes: RichBlock[]): RichFragment => ({
    object: "fragment",
    fragment: name,
    type: name,
    nodes
  })
  return {
    ...voidBlock("expandable", { defaultExpanded: node.open || undefined }),
    fragments: [fragment("expandable-title", [title]), fragment("expandable-body", bodyNodes(node.children, context))]
  }
}

// ---------------------------------------------------------------- tags

const tag = (node: TagBlock, context: ReadContext): RichBlock[] => {
  const { attributes } = node
  const others = (known: string) => otherAttributes(attributes, names(known))
  const holding = (type: string, data: Record<string, unknown>): RichBlock[] => [
    block(type, data, bodyNodes(node.type === "include" ? [] : (node.children as Block[]), context))
  ]
  const parts = (type: string, data: Record<string, unknown>): RichBlock[] => [
    block(type, data, node.type === "include" ? [] : blockNodes(node.children as Block[], context).filter(isPart))
  ]
  switch (node.type) {
    case "hint": {
      const html = "data-gb-custom-block" in attributes
      const known = html ? "data-gb-custom-block data-tag data-style data-icon class style icon" : "style icon"
      return holding("hint", { style: node.style, icon: node.icon, attributes: others(known) })
    }
    case "tabs":
      return parts("tabs", { fullWidth: node.fullWidth, attributes: others("fullWidth") })
    case "tab": {
      const slug = attributes["slug"] || undefined
      return holding("tabs-item", {
        title: node.title === "" ? undefined : node.title,
        icon: node.icon,
        slug,
        attributes: others("title icon slug")
      })
    }
    case "stepper":
      return parts("stepper", { attributes: others("") })
    case "step":
      return holding("stepper-step", { icon: node.icon, attributes: others("icon") })
    case "columns":
      return parts("columns", { fullWidth: node.fullWidth, attributes: others("fullWidth") })
    case "column": {
      const width = readLength(node.width)
      const { verticalAlignment } = node
      const known = `verticalAlignment valign ${width === undefined ? "" : "width"}`
      return holding("column", { width, verticalAlignment, attributes: others(known) })
    }
    case "updates":
      return parts("updates", { format: node.format, attributes: others("format") })
    case "update": {
      const tags = node.tags.map((slug) => ({ kind: "tag", tag: slug }))
      const data = { date: node.date, tags: tags.length === 0 ? undefined : tags, attributes: others("date tags") }
      return holding("update", data)
    }
    case "if":
      return holding("if", { expression: node.expression })
    case "prompt": {
      const { description, icon, openInAIProviders, defaultExpanded } = node
      if (node.children.length !== 1 || node.children[0]!.type !== "code") return around(node, node.children, context)
      const data = {
        description,
        icon,
        openInAIProviders,
        defaultExpanded: defaultExpanded === "hidden" ? undefined : defaultExpanded,
        attributes: others("description icon openInAIProviders defaultExpanded")
      }
      return holding("prompt", data)
    }
    case "contentRef":
      return [voidBlock("content-ref", { ref: context.ref(node.url), attributes: others("url page") })]
    case "include": {
      const ref = context.ref(node.path)
      return ref.kind === "reusable-content"
        ? [voidBlock("reusable-content", { ref })]
        : [sourceParagraph(printTag(node))]
    }
    case "embed": {
      const { fullWidth, url } = node
      const own = voidBlock("embed", { url, fullWidth, attributes: others("url caption fullWidth") })
      const fragments = caption(node.children, context)
      return [fragments.length === 0 ? own : { ...own, fragments }]
    }
    case "file": {
      const ref = context.ref(node.src)
      if (ref.kind !== "file") return [sourceParagraph(printBlock(node))]
      const own = voidBlock("file", { ref, attributes: others("src caption") })
      const fragments = caption(node.children, context)
      return [fragments.length === 0 ? own : { ...own, fragments }]
    }
    case "openapi":
    case "swagger": {
      if (node.src === undefined) return around(node, node.children, context)
      const { method, path, src } = node
      const flag = (name: string) => (attributes[name] === undefined ? undefined : attributes[name] !== "false")
      const data = {
        ref: context.mediaRef(src),
        path,
        method,
        expanded: flag("expanded"),
        fullWidth: flag("fullWidth")
      }
      return [voidBlock("swagger", { ...data, attributes: others("src path method expanded fullWidth") })]
    }
    case "openapiOperation": {
      const { method, path, url } = node
      return [
        voidBlock("openapi-operation", {
          ref: spec(node),
          path,
          method,
          headless: attributes["headless"] === "true" ? true : undefined,
          url,
          attributes: others(attributes["headless"] === "true" ? "spec path method headless" : "spec path method")
        })
      ]
    }
    case "openapiSchemas": {
      const { grouped, schemas, url } = node
      const title = attributes["title"] || undefined
      const own = { ref: spec(node), schemas, grouped: grouped ? undefined : false, title, url }
      return [voidBlock("openapi-schemas", { ...own, attributes: others("spec schemas grouped title") })]
    }
    case "openapiWebhook": {
      const { method, name, url } = node
      return [
        voidBlock("openapi-webhook", { ref: spec(node), name, method, url, attributes: others("spec name method") })
      ]
    }
    case "integration":
      if (node.children.length > 0 || node.closed !== undefined) return around(node, node.children, context)
      return [voidBlock("integration", { integration: node.vendor, block: node.block, props: { ...attributes } })]
    default:
      return around(node, node.children, context)
  }
}

const isPart = ({ type }: RichBlock): boolean => partTypes.has(type)

const partTypes = names("tabs-item stepper-step column update")

const spec = (node: { spec: string }): RichRef => ({ kind: "openapi", spec: node.spec })

/** A tag without a form: its two ends as source, and between them what it holds. */
const around = (node: TagBlock, children: ReadonlyArray<Block>, context: ReadContext): RichBlock[] => {
  const open = sourceParagraph(printTag(node))
  if (children.length === 0 && node.closed === undefined) return [open]
  const end = `{% end${node.type === "unknownBlock" ? node.name : node.tag} %}`
  return [open, ...blockNodes(children, context), sourceParagraph(end)]
}

/** An element without a form: the same. One that shows nothing of its own is source as a whole. */
const element = (node: HtmlElement, context: ReadContext): RichBlock[] => {
  if (isOpaqueTag(node.tag)) return [sourceParagraph(context.slice(node))]
  if (isVoidTag(node.tag) || node.children.every(isBlank)) return [sourceParagraph(printBlock(node))]
  const open = openTag(node.tag, Object.entries(node.attributes))
  const inside = blockNodes(blocksOf(node.children), context)
  if (inside.length === 0) return [sourceParagraph(`${open}</${node.tag}>`)]
  return [sourceParagraph(open), ...inside, sourceParagraph(`</${node.tag}>`)]
}

const isBlank = (node: Content): boolean =>
  (node.type === "text" && node.value.trim() === "") || (node.type === "htmlElement" && node.children.every(isBlank))
