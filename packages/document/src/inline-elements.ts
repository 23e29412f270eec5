/** Inline constructs of the dialect that are written as HTML elements. */
import type { Attributes, Button, Content, Emoji, Icon, Inline, Mark, Position } from "./ast.ts"
import { isBlock, toBlocks } from "./content.ts"
import { emojiOf } from "./emoji.ts"
import { inlineText } from "./text.ts"

const hasClass = (attributes: Attributes, name: string): boolean =>
  (attributes["class"] ?? "").split(/\s+/).includes(name)

/** A value of an inline style; the browser's `color` is not found in `background-color`. */
const styleValue = (attributes: Attributes, property: string): string | undefined => {
  for (const rule of (attributes["style"] ?? "").split(";")) {
    const colon = rule.indexOf(":")
    if (colon !== -1 && rule.slice(0, colon).trim().toLowerCase() === property) return rule.slice(colon + 1).trim()
  }
  return undefined
}

export const makeMark = (attributes: Attributes, children: Inline[], position: Position): Mark => {
  const color = styleValue(attributes, "color")
  const background = styleValue(attributes, "background-color") ?? styleValue(attributes, "background")
  return {
    type: "mark",
    ...(color !== undefined && { color }),
    ...(background !== undefined && { background }),
    children,
    position
  }
}

/** Classes of Font Awesome that say how an icon looks, not which it is. */
const iconModifiers = /^fa-(?:solid|regular|light|thin|duotone|brands|sharp|fw|lg|sm|xs|xl|2xs|2xl|\dx|spin|pulse)$/

export const makeIcon = (attributes: Attributes, position: Position): Icon | undefined => {
  const classes = (attributes["class"] ?? "").split(/\s+/)
  const name = classes.find((name) => name.startsWith("fa-") && !iconModifiers.test(name))
  if (name === undefined) return undefined
  const color = styleValue(attributes, "color")
  return { type: "icon", name: name.slice(3), ...(color !== undefined && { color }), position }
}

export const makeEmoji = (attributes: Attributes, children: Content[], position: Position): Emoji | undefined => {
  if (!("data-gb-custom-inline" in attributes) || attributes["data-tag"] !== "emoji") return undefined
  const code = attributes["data-code"] ?? ""
  const value = inlineText(children) || emojiOf(code)
  return { type: "emoji", code, value, position }
}

export const makeButton = (attributes: Attributes, children: Inline[], position: Position): Button | undefined => {
  if (!hasClass(attributes, "button")) return undefined
  const { href, "data-icon": icon, "data-action": action, "data-query": query } = attributes
  return {
    type: "button",
    kind: hasClass(attributes, "secondary") ? "secondary" : "primary",
    ...(href !== undefined && { url: href }),
    ...(icon !== undefined && { icon }),
    ...(action !== undefined && { action }),
    ...(query !== undefined && { query }),
    attributes,
    children,
    position
  }
}

const footnotePrefix = "#user-content-fn-"

/** `<a>`: a button, a mention, a footnote, the place of an id, or a link. Around one image block it is the image's. */
export const makeAnchor = (attributes: Attributes, children: Content[], position: Position): Content[] => {
  const { href, title } = attributes
  if (children.some(isBlock)) return linkImages(href, toBlocks(children), position)
  const content = children as Inline[]
  const button = makeButton(attributes, content, position)
  if (button !== undefined) return [button]
  if (href === undefined || ("id" in attributes && content.length === 0)) {
    return [{ type: "htmlElement", tag: "a", attributes, children: content, position }]
  }
  if ("data-footnote-ref" in attributes && href.startsWith(footnotePrefix)) {
    const label = href.slice(footnotePrefix.length)
    const identifier = label.toLowerCase().toUpperCase()
    return [{ type: "footnoteReference", identifier, label, children: content, position }]
  }
  if ("data-mention" in attributes) return [{ type: "mention", url: href, children: content, position }]
  return [{ type: "link", url: href, ...(title !== undefined && { title }), children: content, position }]
}

const linkImages = (href: string | undefined, blocks: ReturnType<typeof toBlocks>, position: Position): Content[] => {
  const only = blocks.length === 1 ? blocks[0] : undefined
  if (href === undefined || only?.type !== "images") return blocks
  const children = only.children.map((item) => ({ ...item, href }))
  return [{ ...only, children, position }]
}
