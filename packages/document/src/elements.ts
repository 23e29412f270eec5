/** From HTML elements to nodes of the tree: what the dialect writes as HTML, and plain HTML that means Markdown. */
import type { Align, Attributes, Block, Content, Inline, ListItem, Position } from "./ast.ts"
import { isBlock, toBlocks, toInlines, trimInlines } from "./content.ts"
import { makeFigure, makeGallery, makeImage, makePicture } from "./figures.ts"
import { isBlockTag, isOpaqueTag } from "./html-tags.ts"
import { makeAnchor, makeButton, makeEmoji, makeIcon, makeMark } from "./inline-elements.ts"
import { makeRichTable } from "./rich-table.ts"
import { hintStyle } from "./tag-nodes.ts"
import { inlineText } from "./text.ts"

/** The nodes of an element whose children are nodes already. An inline element around blocks gives way to them. */
export const makeElement = (
  tag: string,
  attributes: Attributes,
  children: Content[],
  position: Position
): Content[] => {
  if (!isBlockTag(tag) && tag !== "a" && children.some(isBlock)) return children
  switch (tag) {
    case "strong":
    case "b":
      return [{ type: "strong", children: inlines(children), position }]
    case "em":
      return [{ type: "emphasis", children: inlines(children), position }]
    case "i":
      return [makeIcon(attributes, position) ?? { type: "emphasis", children: inlines(children), position }]
    case "del":
    case "s":
    case "strike":
      return [{ type: "delete", children: inlines(children), position }]
    case "sub":
    case "sup":
    case "kbd":
      return [{ type: tag, children: inlines(children), position }]
    case "mark":
      return [makeMark(attributes, inlines(children), position)]
    case "code":
      return [makeInlineCode(attributes, children, position)]
    case "br":
      return [{ type: "break", position }]
    case "img":
      return [makeImage(attributes, position)]
    case "picture":
      return [makePicture(children, position) ?? fallback(tag, attributes, children, position)]
    case "a":
      return makeAnchor(attributes, children, position)
    case "button":
      return [makeButton(attributes, inlines(children), position) ?? fallback(tag, attributes, children, position)]
    case "span":
      return [
        makeEmoji(attributes, children, position) ??
          makeMath(attributes, children, position) ??
          fallback(tag, attributes, children, position)
      ]
    default:
      return makeBlockElement(tag, attributes, children, position)
  }
}

const makeBlockElement = (tag: string, attributes: Attributes, children: Content[], position: Position): Content[] => {
  switch (tag) {
    case "p":
      return makeParagraphs(attributes, children, position)
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return [makeHeading(Number(tag[1]) as 1, attributes, children, position)]
    case "ul":
    case "ol":
      return [makeList(tag === "ol", attributes, children, position)]
    case "blockquote":
      return [{ type: "blockquote", children: toBlocks(children), position }]
    case "hr":
      return [{ type: "thematicBreak", position }]
    case "pre":
      return [makeCode(attributes, children, position)]
    case "details":
      return [makeExpandable(attributes, children, position)]
    case "figure":
      return [makeFigure(attributes, children, position) ?? fallback(tag, attributes, children, position)]
    case "table":
      return [makeRichTable(attributes, children, position)]
    case "div":
      return [makeDivision(attributes, children, position)]
    default:
      return [fallback(tag, attributes, children, position)]
  }
}

/** `<span class="math">`: how a formula stands in HTML. */
const makeMath = (attributes: Attributes, children: Content[], position: Position): Content | undefined => {
  const isText = children.length > 0 && children.every((child) => child.type === "text")
  if (attributes["class"] !== "math" || Object.keys(attributes).length > 1 || !isText) return undefined
  return { type: "inlineMath", value: inlineText(children), position }
}

const fallback = (tag: string, attributes: Attributes, children: Content[], position: Position): Content => ({
  type: "htmlElement",
  tag,
  attributes,
  children: isOpaqueTag(tag) ? [] : children,
  position
})

/** What is left are inlines: blocks were sorted out before. */
const inlines = (children: Content[]): Inline[] => children as Inline[]

export const readAlign = (attributes: Attributes): Align | undefined => {
  const style = /text-align:\s*(left|center|right)/.exec(attributes["style"] ?? "")?.[1]
  const value = (attributes["align"] ?? style)?.toLowerCase()
  return value === "left" || value === "center" || value === "right" ? value : undefined
}

const makeParagraphs = (attributes: Attributes, children: Content[], position: Position): Content[] => {
  const align = readAlign(attributes)
  const content = children.some(isBlock) ? toBlocks(children) : paragraph(children, position)
  if (align === undefined) return content
  return content.map((block) =>
    block.type === "paragraph" || block.type === "heading" || block.type === "images" ? { ...block, align } : block
  )
}

const paragraph = (children: Content[], position: Position): Block[] => {
  const content = toBlocks(children)
  const only = content[0]
  return content.length === 1 && only?.type === "paragraph" ? [{ ...only, position }] : content
}

const makeHeading = (
  depth: 1 | 2 | 3 | 4 | 5 | 6,
  attributes: Attributes,
  children: Content[],
  position: Position
): Content => {
  const id = attributes["id"]
  const align = readAlign(attributes)
  return {
    type: "heading",
    depth,
    ...(id !== undefined && id !== "" && { id }),
    ...(align !== undefined && { align }),
    children: toInlines(children),
    position
  }
}

const makeList = (ordered: boolean, attributes: Attributes, children: Content[], position: Position): Content => {
  const items: ListItem[] = []
  for (const child of children) {
    if (child.type === "htmlElement" && child.tag === "li") items.push(makeListItem(child.children, child.position))
    else if (isBlock(child) || (child.type === "text" && child.value.trim() !== "")) {
      items.push(makeListItem([child], child.position))
    }
  }
  const start = Number(attributes["start"] ?? Number.NaN)
  const numbered = ordered && Number.isInteger(start)
  return { type: "list", ordered, ...(numbered && { start }), spread: false, children: items, position }
}

const makeListItem = (children: Content[], position: Position): ListItem => {
  const box = children.find((child) => child.type === "htmlElement" && child.tag === "input")
  const attributes = box?.type === "htmlElement" && box.attributes["type"] === "checkbox" ? box.attributes : undefined
  const rest = attributes === undefined ? children : children.filter((child) => child !== box)
  const checked = attributes === undefined ? {} : { checked: "checked" in attributes }
  return { type: "listItem", ...checked, spread: false, children: toBlocks(rest), position }
}

const isFlag = (value: string | undefined): boolean => value !== undefined && value !== "false"

/** `<pre data-title data-overflow data-line-numbers><code class="lang-x">`. */
const makeCode = (attributes: Attributes, children: Content[], position: Position): Content => {
  const inner = children.length === 1 && children[0]!.type === "htmlElement" ? children[0] : undefined
  const code = inner?.tag === "code" ? inner : undefined
  const only = children.length === 1 && children[0]!.type === "inlineCode" ? children[0].value : undefined
  const content = code?.children ?? children
  const value = (only ?? inlineText(content)).replace(/^\n/, "").replace(/\n$/, "")
  const plain = only !== undefined || content.every((child) => child.type === "text")
  const names = `${attributes["class"] ?? ""} ${code?.attributes["class"] ?? ""}`
  const lang = /(?:lang|language)-([^\s]+)/.exec(names)?.[1]
  const title = attributes["data-title"]
  const overflow = attributes["data-overflow"]
  return {
    type: "code",
    ...(lang !== undefined && { lang }),
    value,
    ...(title !== undefined && { title }),
    ...((overflow === "wrap" || overflow === "scroll") && { overflow }),
    ...(isFlag(attributes["data-line-numbers"]) && { lineNumbers: true }),
    ...(isFlag(attributes["data-full-width"]) && { fullWidth: true }),
    ...(isFlag(attributes["data-expandable"]) && { expandable: true }),
    ...(!plain && { children: toInlines(content) }),
    position
  }
}

/** Inline code; with a class or with markup inside it stays an element, for `<pre>` to read. */
const makeInlineCode = (attributes: Attributes, children: Content[], position: Position): Content => {
  const text = children.every((child) => child.type === "text")
  if (attributes["class"] === "expression") {
    return { type: "expression", source: inlineText(children).replaceAll("\\_", "_").trim(), position }
  }
  if (!text || "class" in attributes) return fallback("code", attributes, children, position)
  return { type: "inlineCode", value: inlineText(children), position }
}

const makeExpandable = (attributes: Attributes, children: Content[], position: Position): Content => {
  const summary = children.find((child) => child.type === "htmlElement" && child.tag === "summary")
  return {
    type: "expandable",
    open: "open" in attributes && attributes["open"] !== "false",
    summary: summary?.type === "htmlElement" ? toInlines(summary.children) : [],
    children: toBlocks(children.filter((child) => child !== summary)),
    position
  }
}

/** A hint in HTML context, the wrapper of figures, or a plain `<div>`. */
const makeDivision = (attributes: Attributes, children: Content[], position: Position): Content => {
  if ("data-gb-custom-block" in attributes && attributes["data-tag"] === "hint") {
    const icon = attributes["data-icon"]
    const style = hintStyle(attributes["data-style"])
    const own = { ...(icon !== undefined && { icon }), attributes, children: toBlocks(children) }
    return { type: "hint", tag: "hint", style, ...own, position }
  }
  const align = readAlign(attributes)
  const gallery = makeGallery(attributes, align, children, position)
  return gallery ?? fallback("div", attributes, hasBlocks(children) ? toBlocks(children) : trimAll(children), position)
}

const hasBlocks = (children: Content[]): boolean => children.some(isBlock)

const trimAll = (children: Content[]): Content[] => trimInlines(inlines(children))
