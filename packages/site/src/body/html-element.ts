/**
 * Raw HTML by an allow-list. A tag that is not listed loses its angle brackets but keeps its content; active content
 * is dropped as a whole. Attributes are rebuilt from known names and checked values: nothing is passed through.
 */
import { childrenOf, type HtmlElement, inlineTypes, type Node } from "@octavo/document"
import { percent, pixels, safeId, safeUrl } from "@octavo/render/authorValues"
import { plainText } from "@octavo/render/text"
import { type AttributeValue, attributes, classes, element, escaped, type Html, html, none } from "../html/html.ts"
import { anchor, type Context, claimId, draw, flow, phrase, resolveTarget } from "./context.ts"
import { drawPicture } from "./images.ts"

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "))

/** Dropped with everything inside. */
const DROPPED = words(
  "script style template iframe frame frameset object embed applet noscript noembed noframes textarea select option " +
    "input svg math title head link meta base param canvas dialog portal map area track marquee"
)

const VOID = words("br hr wbr col")

const PHRASING = words(
  "span b i u s small strong em del ins abbr cite q dfn var samp code kbd sub sup mark time bdi bdo ruby rt rp br wbr font big tt strike label"
)

/** Tags that may not stand in running text. */
const BLOCK_TAGS = words(
  "div p center section article header footer aside main nav address blockquote pre hr ul ol li dl dt dd table thead " +
    "tbody tfoot tr th td caption colgroup col figure figcaption h1 h2 h3 h4 h5 h6 details summary video audio form fieldset"
)

/** Whether the nodes may stand in running text as they are. */
/** Whether nothing of it is a block. */
export const isPhrasing = (nodes: readonly Node[]): boolean =>
  nodes.every((node) =>
    node.type === "htmlElement"
      ? !BLOCK_TAGS.has(node.tag) && isPhrasing(node.children)
      : inlineTypes.has(node.type) && isPhrasing(childrenOf(node))
  )

/** Old names, and landmarks that belong to the page's frame. */
const RENAMED = new Map([
  ["center", "div"],
  ["section", "div"],
  ["article", "div"],
  ["header", "div"],
  ["footer", "div"],
  ["aside", "div"],
  ["main", "div"],
  ["nav", "div"],
  ["form", "div"],
  ["fieldset", "div"],
  ["font", "span"],
  ["label", "span"],
  ["big", "span"],
  ["tt", "code"],
  ["strike", "s"],
  ["h1", "h2"]
])

const ALIGN = /^(?:left|right|center|justify)$/i

const alignOf = (node: HtmlElement): string | undefined => {
  const style = /(?:^|;)\s*text-align\s*:\s*(left|right|center)\s*(?:;|$)/i.exec(node.attributes["style"] ?? "")?.[1]
  const align = (node.attributes["align"] ?? style ?? (node.tag === "center" ? "center" : "")).toLowerCase()
  return ALIGN.test(align) && align !== "left" && align !== "justify" ? `align-${align}` : undefined
}

const idOf = (node: HtmlElement, context: Context): string | undefined => {
  const id = safeId(node.attributes["id"] ?? (node.tag === "a" ? (node.attributes["name"] ?? "") : ""))
  return id === undefined || context.state.ids.has(id) ? undefined : claimId(id, context)
}

const count = (value: string | undefined): number | undefined => {
  const number = /^\d{1,3}$/.test(value ?? "") ? Number(value) : 0
  return number > 1 ? number : undefined
}

const styleOf = (node: HtmlElement): string | undefined => {
  const style = node.attributes["style"] ?? ""
  const width = node.attributes["width"] ?? /(?:^|;)\s*width\s*:\s*([\d.]+(?:px|%))\s*(?:;|$)/i.exec(style)?.[1]
  const share = percent(width)
  const wide = pixels(width)
  if (share !== undefined) return `width:${share}%`
  return wide === undefined ? undefined : `width:${wide}px`
}

const SIZED = words("div td th col table figure")

/** Attributes that one tag may have beside id, title, lang, dir and alignment. */
const ownAttributes = (node: HtmlElement): Record<string, AttributeValue> => {
  const from = node.attributes
  switch (node.tag) {
    case "td":
      return { colspan: count(from["colspan"]), rowspan: count(from["rowspan"]) }
    case "th": {
      const scope = /^(?:col|row)$/.test(from["scope"] ?? "") ? from["scope"] : undefined
      return { colspan: count(from["colspan"]), rowspan: count(from["rowspan"]), scope }
    }
    case "ol":
      return {
        start: /^-?\d{1,6}$/.test(from["start"] ?? "") ? from["start"] : undefined,
        reversed: "reversed" in from
      }
    case "details":
      return { open: "open" in from }
    case "time":
      return { datetime: /^[\d:TZ+. -]{4,40}$/.test(from["datetime"] ?? "") ? from["datetime"] : undefined }
    default:
      return {}
  }
}

const LANGUAGE = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i

const attributesOf = (node: HtmlElement, context: Context): Record<string, AttributeValue> => {
  const { lang, dir, title } = node.attributes
  return {
    id: idOf(node, context),
    class: classes(alignOf(node)),
    title: title || undefined,
    lang: LANGUAGE.test(lang ?? "") ? lang : undefined,
    dir: /^(?:ltr|rtl|auto)$/.test(dir ?? "") ? dir : undefined,
    style: SIZED.has(node.tag) ? styleOf(node) : undefined,
    ...ownAttributes(node)
  }
}

const drawAnchor = (node: HtmlElement, context: Context): Html => {
  const { href, title } = node.attributes
  const content = draw(node.children, { ...context, inLink: context.inLink || href !== undefined })
  if (href === undefined || href === "") {
    const id = idOf(node, context)
    return id === undefined ? content : html`${element("span", { id })}${content}`
  }
  return anchor(resolveTarget(href, "link", context), content, context, { title })
}

/** Players of our own files; media of other hosts become links. */
const drawMedia = (node: HtmlElement, context: Context): Html => {
  const nested = node.children.find((child) => child.type === "htmlElement" && child.tag === "source")
  const src = node.attributes["src"] ?? (nested?.type === "htmlElement" ? nested.attributes["src"] : undefined)
  if (src === undefined) return none
  const file = context.resolver.file(src)
  const url = file === undefined ? undefined : safeUrl(file.url)
  if (url === undefined) return anchor(resolveTarget(src, "link", context), escaped(src), context)
  const label = node.attributes["title"] ?? file?.name
  return element(node.tag, { controls: true, preload: "metadata", src: url, "aria-label": label })
}

export const drawHtmlElement = (node: HtmlElement, context: Context): Html => {
  const tag = node.tag.toLowerCase()
  if (DROPPED.has(tag)) return none
  if (tag === "a") return drawAnchor(node, context)
  if (tag === "img") {
    const { src, alt, title, width, height } = node.attributes
    return src === undefined ? none : drawPicture({ src, alt, title, width, height }, context)
  }
  if (tag === "video" || tag === "audio") return drawMedia(node, context)
  const known = PHRASING.has(tag) || BLOCK_TAGS.has(tag)
  if (!known) return draw(node.children, context)
  const renamed = RENAMED.get(tag) ?? tag
  if (VOID.has(tag))
    return context.phrasing && tag === "hr" ? none : html`<${tag}${attributes(attributesOf(node, context))}>`
  if (PHRASING.has(tag)) {
    const fits = context.phrasing || isPhrasing(node.children)
    return fits
      ? element(renamed, attributesOf(node, context), phrase(node.children, context))
      : element("div", attributesOf(node, context), flow(node.children, context))
  }
  if (context.phrasing) return element("span", attributesOf(node, context), phrase(node.children, context))
  const content =
    tag === "p" || tag === "summary" || /^h\d$/.test(tag)
      ? phrase(node.children, context)
      : flow(node.children, context)
  const wordless = /^h\d$/.test(tag) && plainText(node.children) === ""
  return element(wordless ? "div" : renamed, attributesOf(node, context), content)
}
