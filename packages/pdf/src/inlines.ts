/** Running text: nodes to items of lines. */
import { defined } from "@octavo/core/kernel/shared/defined"
import { atOldVariables, oldVariableSource } from "@octavo/core/kernel/texts/inlineExpressions"
import { type FootnoteReference, type Icon, type Image, isTrackingPixel, type Node } from "@octavo/document"
import { percent, pixels } from "@octavo/render/authorValues"
import { colorName } from "@octavo/render/colors"
import { withEmoji } from "@octavo/render/emojiNames"
import { fontAwesomeIcon } from "@octavo/render/fontAwesome"
import type { Canvas, Target } from "./canvas.ts"
import { type Context, fileIdOf, resolveLink } from "./context.ts"
import type { Box, Item, Style } from "./lines.ts"
import { formulaItem } from "./math.ts"
import type { Picture } from "./media.ts"
import { droppedTags } from "./nodes.ts"
import { color, named, textHeight } from "./theme.ts"

const text = (value: string, style: Style): Item => ({ kind: "text", text: value, style })

/** Colour of a mark: ink of a known name. */
const inkOf = (value: string | undefined): string | undefined => {
  const name = nameOf(value)
  return name === undefined ? undefined : (named[name]?.ink ?? hex(name))
}

/** Ground of a mark or chip. */
export const washOf = (value: string | undefined): string | undefined => {
  const name = nameOf(value)
  return name === undefined ? undefined : (named[name]?.wash ?? pale(hex(name)))
}

const nameOf = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : (colorName(value) ?? value.trim().toLowerCase())

const hex = (value: string): string | undefined => {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{0,2})$/.exec(value)?.[1]
  if (digits === undefined) return undefined
  return digits.length === 3 ? `#${[...digits].map((one) => one + one).join("")}` : `#${digits}`
}

/** A colour of which a third is left, so that text on it can be read. */
const pale = (value: string | undefined): string | undefined =>
  value === undefined
    ? undefined
    : `#${[1, 3, 5]
        .map((at) => Math.round(255 - (255 - Number.parseInt(value.slice(at, at + 2), 16)) * 0.35))
        .map((part) => part.toString(16).padStart(2, "0"))
        .join("")}`

/** An icon as high as the letters beside it. Nothing for a name that no icon has: it stands beside words that say more. */
const iconItems = ({ color: ink, name }: Icon, style: Style): ReadonlyArray<Item> => {
  const icon = fontAwesomeIcon(name)
  if (icon === undefined) return []
  const factor = style.size / icon.height
  const depth = style.size * 0.13
  const fill = inkOf(ink) ?? style.color
  const box: Box = {
    width: icon.width * factor,
    height: style.size,
    depth,
    draw: (canvas, x, baseline) => canvas.shape(icon.path, x, baseline + depth - style.size, factor, fill)
  }
  return [{ kind: "box", box, style }]
}

/** Whether a picture is there to count readers: nothing is printed of it. */
export const isTracker = (picture: Parameters<typeof isTrackingPixel>[0], { resolver }: Context): boolean =>
  isTrackingPixel(picture) || resolver.picture?.(picture.src) === "tracker"

/**
 * The picture of a file of the space, or the copy of one of another host; `undefined` for what is elsewhere, missing or
 * cannot be drawn.
 */
export const pictureOf = (src: string, context: Context): Picture | undefined => {
  const kept = context.resolver.picture?.(src)
  const file = context.resolver.file(src) ?? (kept === "tracker" ? undefined : kept)
  const id = file === undefined ? undefined : fileIdOf(file.url)
  return id === undefined ? undefined : context.around.pictures.get(id)
}

/** Size of a picture: what its author asks for, in its own proportion, never more than there is room. */
export const pictureSize = (
  picture: Picture,
  wanted: { readonly width?: string | undefined; readonly height?: string | undefined },
  room: number,
  mostHeight = textHeight * 0.8
): { readonly width: number; readonly height: number } => {
  const share = percent(wanted.width)
  const wide = pixels(wanted.width)
  const high = pixels(wanted.height)
  const ratio = picture.width / picture.height
  const asked =
    share !== undefined
      ? (room * share) / 100
      : wide !== undefined
        ? wide * 0.75
        : high !== undefined
          ? high * 0.75 * ratio
          : picture.width
  const width = Math.max(1, Math.min(asked, room, mostHeight * ratio))
  return { width, height: width / ratio }
}

export const pictureBox = (picture: Picture, width: number, height: number, depth: number): Box => ({
  width,
  height,
  depth,
  draw: (canvas: Canvas, x, baseline) => canvas.image(picture.image, x, baseline - height + depth, width, height)
})

/** What is said in place of an image that cannot be shown; one of the web is named and linked, never loaded. */
export const missingImage = (src: string, alt: string | undefined, style: Style, context: Context): Item => {
  const soft = { ...style, color: color.soft, italic: true }
  const words = alt || context.around.labels.missingImage
  const target = style.link ?? resolveLink(src, "link", context)?.target
  return text(`[${words}]`, target === undefined ? soft : { ...soft, color: color.accent, link: target })
}

const imageItems = (node: Image, style: Style, context: Context): ReadonlyArray<Item> =>
  isTracker({ ...node, src: node.url }, context) ? [] : [imageItem(node, style, context)]

const imageItem = (node: Image, style: Style, context: Context): Item => {
  const picture = pictureOf(node.url, context)
  if (picture === undefined) return missingImage(node.url, node.alt, style, context)
  if (node.size === "line") {
    const height = style.size * 1.25
    const width = Math.min((height * picture.width) / picture.height, context.width)
    return { kind: "box", style, box: pictureBox(picture, width, height, style.size * 0.25) }
  }
  const { height, width } = pictureSize(picture, node, context.width)
  // what is as small as letters stands among them
  const depth = height < style.size * 2.2 ? Math.min(style.size * 0.28, height * 0.3) : 0
  return { kind: "box", style, box: pictureBox(picture, width, height, depth) }
}

const linked = (style: Style, target: Target | undefined): Style =>
  target === undefined || style.link !== undefined ? style : { ...style, link: target, color: color.accent }

const footnoteItems = (node: FootnoteReference, style: Style, context: Context): ReadonlyArray<Item> => {
  const content = inlineItems(node.children, style, context)
  const definition = context.definitions.get(node.identifier)
  if (definition === undefined) return content.length > 0 ? content : [text(`[^${node.label}]`, style)]
  const { footnotes } = context.state
  const note = footnotes.get(definition) ?? { number: footnotes.size + 1, context }
  footnotes.set(definition, note)
  const number: Style = {
    ...style,
    size: style.size * 0.7,
    rise: style.size * 0.36,
    color: color.accent,
    link: { kind: "place", key: `${context.state.pageId}#~note-${note.number}` }
  }
  return [...content, text(String(note.number), number)]
}

const chip = (style: Style): Style => ({ ...style, wash: color.codeWash, size: style.size * 0.92 })

/** Plain Markdown inlines that only change the style. */
const styled = (node: Node, style: Style): Style | undefined => {
  switch (node.type) {
    case "emphasis":
      return { ...style, italic: true }
    case "strong":
      return { ...style, bold: true }
    case "delete":
      return { ...style, strike: true }
    case "sub":
      return { ...style, size: style.size * 0.74, rise: -style.size * 0.16 }
    case "sup":
      return { ...style, size: style.size * 0.74, rise: style.size * 0.34 }
    case "kbd":
      return { ...style, family: "mono", size: style.size * 0.84, wash: color.wash, edge: color.rule }
    case "mark": {
      const ink = inkOf(node.color)
      const wash = washOf(node.background)
      const bare = node.color === undefined && node.background === undefined
      return {
        ...style,
        ...defined({ color: ink }),
        ...(wash === undefined ? (bare ? { wash: named["yellow"]!.wash } : {}) : { wash })
      }
    }
    default:
      return undefined
  }
}

const tagged = (tag: string, style: Style): Style => {
  switch (tag) {
    case "b":
    case "strong":
    case "th":
    case "dt":
      return { ...style, bold: true }
    case "i":
    case "em":
    case "cite":
    case "var":
    case "dfn":
      return { ...style, italic: true }
    case "u":
    case "ins":
      return { ...style, underline: true }
    case "s":
    case "del":
    case "strike":
      return { ...style, strike: true }
    case "small":
      return { ...style, size: style.size * 0.85 }
    case "sub":
      return { ...style, size: style.size * 0.74, rise: -style.size * 0.16 }
    case "sup":
      return { ...style, size: style.size * 0.74, rise: style.size * 0.34 }
    case "mark":
      return { ...style, wash: named["yellow"]!.wash }
    case "code":
    case "samp":
    case "tt":
    case "kbd":
      return { ...chip(style), family: "mono" }
    default:
      return style
  }
}

/** The value of an expression; its source where it has none. */
const expressionItems = (source: string, style: Style, context: Context): ReadonlyArray<Item> => {
  const value = context.resolver.expression(source)
  return [text(value ?? source, value === undefined ? { ...chip(style), family: "mono" } : style)]
}

const oneInline = (node: Node, style: Style, context: Context): ReadonlyArray<Item> => {
  switch (node.type) {
    case "text":
      return atOldVariables(node.value).flatMap((part, index) =>
        part === ""
          ? []
          : index % 2 === 0
            ? [text(withEmoji(part), style)]
            : expressionItems(oldVariableSource(part), style, context)
      )
    case "emoji":
      return [text(node.value, style)]
    case "inlineCode":
      return [text(node.value, { ...style, family: "mono", size: style.size * 0.88, wash: color.codeWash })]
    case "inlineMath":
      return [formulaItem(node.value, style, context)]
    case "break":
      return [{ kind: "break" }]
    case "image":
      return imageItems(node, style, context)
    case "link": {
      const link = resolveLink(node.url, "link", context)
      if (link === undefined) return inlineItems(node.children, style, context)
      return inlineItems(node.children, linked(style, link.target), context)
    }
    case "mention": {
      const link = resolveLink(node.url, "mention", context)
      const at = linked(style, link?.target)
      if (link?.page !== undefined) return [text(link.page.title, at)]
      return inlineItems(node.children, at, context)
    }
    case "button": {
      const link = node.url === undefined ? undefined : resolveLink(node.url, "button", context)
      const wash = node.kind === "primary" ? named["accent"]!.wash : color.wash
      const style_: Style = {
        ...linked(style, link?.target),
        bold: true,
        wash,
        edge: color.rule,
        size: style.size * 0.92
      }
      return [text(" ", style), ...inlineItems(node.children, style_, context), text(" ", style)]
    }
    case "footnoteReference":
      return footnoteItems(node, style, context)
    case "expression":
      return expressionItems(node.source, style, context)
    case "htmlElement":
      return htmlItems(node, style, context)
    case "icon":
      return iconItems(node, style)
    case "comment":
    case "html":
    case "strayTag":
    case "definition":
    case "footnoteDefinition":
      return []
    default: {
      const changed = styled(node, style)
      const children = "children" in node && node.children !== undefined ? node.children : []
      // blocks in running text: their words, apart from each other
      const words = inlineItems(children, changed ?? style, context)
      return changed !== undefined || words.length === 0 ? words : [...words, text(" ", style)]
    }
  }
}

const htmlItems = (
  node: Extract<Node, { type: "htmlElement" }>,
  style: Style,
  context: Context
): ReadonlyArray<Item> => {
  const tag = node.tag.toLowerCase()
  if (droppedTags.has(tag)) return []
  if (tag === "br") return [{ kind: "break" }]
  if (tag === "img") {
    const { alt, height, src, width } = node.attributes
    if (src === undefined || isTracker({ src, ...defined({ width, height }) }, context)) return []
    const picture = pictureOf(src, context)
    if (picture === undefined) return [missingImage(src, alt, style, context)]
    const fit = pictureSize(picture, { width, height }, context.width)
    return [{ kind: "box", style, box: pictureBox(picture, fit.width, fit.height, 0) }]
  }
  if (tag === "a") {
    const { href, id, name } = node.attributes
    const own = id ?? name
    const place: ReadonlyArray<Item> =
      own === undefined || own === "" ? [] : [{ kind: "place", key: `${context.state.pageId}#${own}` }]
    const link = href === undefined ? undefined : resolveLink(href, "link", context)
    return [...place, ...inlineItems(node.children, linked(style, link?.target), context)]
  }
  return inlineItems(node.children, tagged(tag, style), context)
}

/** Nodes of running text, or whatever stands there, as items of lines. */
export const inlineItems = (nodes: ReadonlyArray<Node>, style: Style, context: Context): ReadonlyArray<Item> =>
  nodes.flatMap((node) => oneInline(node, style, context))
