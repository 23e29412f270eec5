/**
 * HTML as blocks of the editor. An allow-list: elements that are named here become something, of all others the text is
 * read on, and no attribute is taken over but addresses that passed.
 */
import type { RichRef } from "@octavo/document/rich/model"
import { safeImageUrl, safeUrl } from "@octavo/render/authorValues"
import type { Mark, Node } from "prosemirror-model"
import { codeLine } from "../commands/into.ts"
import { paragraph } from "../commands/nodes.ts"
import { schema } from "../schema/schema.ts"
import { Collector, storable } from "./collector.ts"
import { type HtmlElement, parseHtml } from "./html.ts"
import { inlinesOf, type PastedCell, pastedTable } from "./pastedTable.ts"
import { isHidden, marksIn, stylesOf } from "./styles.ts"
import { wordLists } from "./wordLists.ts"

/** What an address of this installation leads to. */
export type FindRef = (url: string) => RichRef | undefined

interface Context {
  readonly marks: ReadonlyArray<Mark>
  readonly isExact: boolean
  /** How many blocks are around; of what is deeper the content is taken. */
  readonly depth: number
  readonly refOf: FindRef
  /** The language that is named around code. */
  readonly language?: string
  /** By how many levels headings are higher than they say. */
  readonly raised: number
}

const deepest = 12

/** The blocks that HTML says. */
export const blocksOfHtml = (html: string, refOf: FindRef): Node[] => {
  const root = wordLists(parseHtml(html))
  const hasFirst = contains(root, "h1")
  return blocksIn(root, { marks: [], isExact: false, depth: 0, refOf, raised: hasFirst ? 0 : 1 })
}

const contains = ({ children }: HtmlElement, tag: string): boolean =>
  children.some((child) => typeof child !== "string" && (child.tag === tag || contains(child, tag)))

const blocksIn = (element: HtmlElement, context: Context, make?: (content: ReadonlyArray<Node>) => Node): Node[] => {
  const collector = new Collector(make)
  for (const child of element.children) walk(child, context, collector)
  collector.flush()
  return collector.blocks
}

/** Blocks that are never none. */
const bodyIn = (element: HtmlElement, context: Context): Node[] => {
  const blocks = blocksIn(element, { ...context, depth: context.depth + 1 })
  return blocks.length === 0 ? [paragraph()] : blocks
}

const blocks = new Set(
  "address article aside body center dd div dl dt fieldset figcaption figure footer form header hgroup html main nav p section summary tr".split(
    " "
  )
)

const walk = (node: HtmlElement | string, context: Context, collector: Collector): void => {
  if (typeof node === "string") {
    if (context.isExact) collector.exactText(node, context.marks)
    else collector.text(node, context.marks)
    return
  }
  if (isHidden(node)) return
  const { tag } = node
  const isDeep = context.depth >= deepest
  if (/^h[1-6]$/.test(tag)) collector.block(...headingOf(node, context))
  else if ((tag === "ul" || tag === "ol") && !isDeep) collector.block(...listOf(node, context))
  else if (tag === "blockquote" && !isDeep) collector.block(schema.node("blockquote", null, bodyIn(node, context)))
  else if (tag === "pre") collector.block(codeOf(node, context))
  else if (tag === "hr") collector.block(schema.node("divider"))
  else if (tag === "table") collector.block(...tableOf(node, context))
  else if (tag === "details" && !isDeep) collector.block(expandableOf(node, context))
  else if (tag === "br") collector.break()
  else if (tag === "img") imageIn(node, context, collector)
  else if (tag === "a") link(node, context, collector)
  else if (
    blocks.has(tag) ||
    tag === "ul" ||
    tag === "ol" ||
    tag === "li" ||
    tag === "blockquote" ||
    tag === "details"
  ) {
    const language = languageIn(node)
    const inner = language === undefined ? context : { ...context, language }
    collector.flush()
    for (const child of node.children) walk(child, inner, collector)
    collector.flush()
  } else inline(node, context, collector)
}

const inline = (node: HtmlElement, context: Context, collector: Collector): void => {
  const space = stylesOf(node).get("white-space") ?? ""
  const inner = { ...context, marks: marksIn(node, context.marks), isExact: context.isExact || space.startsWith("pre") }
  for (const child of node.children) walk(child, inner, collector)
}

// ---------------------------------------------------------------- text

const headingOf = (node: HtmlElement, context: Context): Node[] => {
  const level = Math.max(2, Number(node.tag[1]) + 1 - context.raised)
  const data = level > 4 ? { depth: Math.min(6, level) } : {}
  const type = `heading_${Math.min(4, level) - 1}`
  const made = blocksIn(node, context, (content) => schema.node(type, { data }, content.map(unbold)))
  return made
}

/** Headings are bold by themselves. */
const unbold = (node: Node): Node => node.mark(schema.marks["bold"]!.removeFromSet(node.marks))

const link = (node: HtmlElement, context: Context, collector: Collector): void => {
  const href = node.attributes["href"]
  const ref = href === undefined ? undefined : linkRef(href, context.refOf)
  const marks = marksIn(node, context.marks)
  const own = ref === undefined ? marks : schema.mark("link", { data: { ref } }).addToSet(marks)
  for (const child of node.children) walk(child, { ...context, marks: own }, collector)
}

/** What an address leads to, if that is known or it is one that a page may have. Paths of another site lead nowhere. */
export const linkRef = (href: string, refOf: FindRef): RichRef | undefined => {
  const url = safeUrl(storable(href))
  if (url === undefined) return undefined
  return refOf(url) ?? (/^(?:https?:\/\/|mailto:|tel:)/i.test(url) ? { kind: "url", url } : undefined)
}

const imageIn = ({ attributes }: HtmlElement, { refOf }: Context, collector: Collector): void => {
  const url = safeImageUrl(storable(attributes["src"] ?? ""))
  if (url === undefined || !/^https?:\/\//i.test(url)) return
  const found = refOf(url)
  const ref = found?.kind === "file" ? found : { kind: "url", url }
  const alt = storable(attributes["alt"] ?? "")
    .replace(/\s+/g, " ")
    .trim()
  collector.inline(schema.node("inline_image", { data: { ref, alt } }))
}

// ---------------------------------------------------------------- blocks

const listOf = (node: HtmlElement, context: Context): Node[] => {
  const items: Node[] = []
  for (const child of node.children) {
    if (typeof child === "string") {
      if (child.trim() !== "") items.push(itemOf({ tag: "li", attributes: {}, children: [child] }, context))
      continue
    }
    const isNested = (child.tag === "ul" || child.tag === "ol") && items.length > 0
    if (!isNested) {
      items.push(itemOf(child.tag === "li" ? child : { tag: "li", attributes: {}, children: [child] }, context))
      continue
    }
    // a list between items belongs to the one before it
    const last = items[items.length - 1]!
    const nested =
      context.depth + 1 < deepest ? listOf(child, { ...context, depth: context.depth + 1 }) : bodyIn(child, context)
    items[items.length - 1] = last.type.create(
      last.attrs,
      last.content.append(schema.node("blockquote", null, nested).content)
    )
  }
  if (items.length === 0) return []
  const areTasks = items.every(({ attrs }) => typeof attrs["data"].checked === "boolean")
  if (node.tag === "ul") return [schema.node(areTasks ? "list_tasks" : "list_unordered", null, items)]
  const start = Number(node.attributes["start"] ?? 1)
  const data = Number.isInteger(start) && start > 1 && start < 1_000_000_000 ? { start } : {}
  return [schema.node("list_ordered", { data }, items)]
}

const itemOf = (node: HtmlElement, context: Context): Node => {
  const box = boxIn(node, 0)
  return schema.node("list_item", { data: box === undefined ? {} : { checked: box } }, bodyIn(node, context))
}

/** Whether the box that an item begins with is ticked. */
const boxIn = (node: HtmlElement, depth: number): boolean | undefined => {
  if ("data-checked" in node.attributes) return node.attributes["data-checked"] === "true"
  for (const child of node.children) {
    if (typeof child === "string") {
      if (child.trim() !== "") return undefined
      continue
    }
    if (child.tag === "input")
      return child.attributes["type"]?.toLowerCase() === "checkbox" ? "checked" in child.attributes : undefined
    if (/\bcheckbox-(?:on|off)\b/.test(child.attributes["class"] ?? ""))
      return /\bcheckbox-on\b/.test(child.attributes["class"]!)
    if (child.tag === "ul" || child.tag === "ol" || depth > 3) return undefined
    return boxIn(child, depth + 1)
  }
  return undefined
}

/** The lines of code, and the language that a class names. */
const codeOf = (node: HtmlElement, context: Context): Node => {
  const text = textIn(node).replace(/\r\n?/g, "\n").replace(/^\n/, "").replace(/\n$/, "")
  const syntax = languageOf(node) ?? context.language
  return schema.node(
    "code_block",
    { data: syntax === undefined ? {} : { syntax } },
    storable(text).split("\n").map(codeLine)
  )
}

const languageOf = (node: HtmlElement): string | undefined => {
  const inner = node.children.find((child): child is HtmlElement => typeof child !== "string" && child.tag === "code")
  return languageIn(node) ?? (inner === undefined ? undefined : languageIn(inner))
}

const languageIn = ({ attributes }: HtmlElement): string | undefined => {
  const named = /(?:^|\s)(?:language-|lang-|highlight-source-|brush: ?)([\w+#.-]{1,30})/.exec(
    attributes["class"] ?? ""
  )?.[1]
  const found = attributes["data-lang"] ?? attributes["data-language"] ?? named
  return found !== undefined && /^[\w+#.-]{1,30}$/.test(found) ? found : undefined
}

const textIn = (node: HtmlElement): string =>
  node.children
    .map((child) => {
      if (typeof child === "string") return child
      if (child.tag === "br") return "\n"
      return child.tag === "div" || child.tag === "p" ? `${textIn(child)}\n` : textIn(child)
    })
    .join("")

const expandableOf = (node: HtmlElement, context: Context): Node => {
  const isTitle = (child: HtmlElement | string): child is HtmlElement =>
    typeof child !== "string" && child.tag === "summary"
  const title = node.children.find(isTitle)
  const body = bodyIn({ ...node, children: node.children.filter((child) => !isTitle(child)) }, context)
  const words = title === undefined ? [] : inlinesOf(blocksIn(title, context))
  return schema.node("expandable", null, [schema.node("expandable_title", null, words), ...body])
}

// ---------------------------------------------------------------- tables

const tableOf = (node: HtmlElement, context: Context): Node[] => {
  const rows = rowsIn(node)
  const isLayout = rows.length === 1 && rows[0]!.length === 1
  const inner = { ...context, depth: Math.max(context.depth, deepest - 3) }
  if (isLayout || context.depth >= deepest - 3) return rows.flat().flatMap((cell) => blocksIn(cell, context))
  const table = pastedTable(rows.map((row) => row.map((cell) => cellOf(cell, inner))))
  return table === undefined ? rows.flat().flatMap((cell) => blocksIn(cell, inner)) : [table]
}

const rowsIn = (node: HtmlElement): HtmlElement[][] =>
  node.children.flatMap((child) => {
    if (typeof child === "string" || isHidden(child)) return []
    if (child.tag !== "tr") return child.tag === "table" || child.tag === "caption" ? [] : rowsIn(child)
    const cells = child.children.filter(
      (one): one is HtmlElement => typeof one !== "string" && (one.tag === "td" || one.tag === "th")
    )
    return cells.length === 0 ? [] : [cells]
  })

const cellOf = (node: HtmlElement, context: Context): PastedCell => {
  const span = (name: string): number => {
    const value = Number(node.attributes[name] ?? 1)
    return Number.isInteger(value) && value >= 1 ? Math.min(value, 100) : 1
  }
  const marks = node.tag === "th" ? [] : marksIn({ ...node, tag: "td" }, context.marks)
  return { blocks: blocksIn(node, { ...context, marks }), colspan: span("colspan"), rowspan: span("rowspan") }
}
