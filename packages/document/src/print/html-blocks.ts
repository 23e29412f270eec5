/** Blocks where HTML stands around them. What HTML cannot say is set apart by blank lines and written as Markdown. */
import type { Block, Code, Content, Images, ImagesItem, Inline, ListItem } from "../ast.ts"
import { isBlock } from "../content.ts"
import { isVoidTag } from "../html-tags.ts"
import { hintStyle } from "../tag-nodes.ts"
import { inlineText } from "../text.ts"
import { printBlock } from "./blocks.ts"
import { itemImage } from "./elements.ts"
import { openTag } from "./escape.ts"
import { isHtmlBlock } from "./gaps.ts"
import { htmlInlines, preformatted, rawInline } from "./html-inlines.ts"
import { htmlTable } from "./rich-table.ts"

/** Mixed content of an element. */
export const htmlContent = (nodes: ReadonlyArray<Content>): string =>
  nodes.map((node) => (isBlock(node) ? htmlBlock(node) : htmlInlines([node]))).join("")

export const htmlBlock = (node: Block): string => {
  if (!isHtmlBlock(node)) return `\n\n${printBlock(node)}\n\n`
  switch (node.type) {
    case "paragraph":
      return `${openTag("p", [["align", node.align]])}${htmlInlines(node.children)}</p>`
    case "heading": {
      const attributes = [["id", node.id] as const, ["align", node.align] as const]
      return `${openTag(`h${node.depth}`, attributes)}${htmlInlines(node.children)}</h${node.depth}>`
    }
    case "list": {
      const tag = node.ordered ? "ol" : "ul"
      const start = node.ordered && node.start !== undefined ? String(node.start) : undefined
      return `${openTag(tag, [["start", start]])}${node.children.map(htmlItem).join("")}</${tag}>`
    }
    case "blockquote":
      return `<blockquote>${htmlContent(node.children)}</blockquote>`
    case "thematicBreak":
      return "<hr>"
    case "code":
      // Lines would end what it stands in.
      return htmlCode(node).replace(/\n/g, "&#xA;")
    case "expandable":
      return `${expandableHead(node.open, node.summary, "")}${htmlContent(node.children)}</details>`
    case "images":
      return htmlImages(node)
    case "richTable":
      return htmlTable(node)
    case "hint":
      return htmlHint(node)
    case "htmlElement": {
      const open = openTag(node.tag, Object.entries(node.attributes))
      return isVoidTag(node.tag) ? open : `${open}${htmlContent(node.children)}</${node.tag}>`
    }
    default:
      return rawInline(node as Block & { type: "html" | "comment" })
  }
}

export const expandableHead = (open: boolean, summary: ReadonlyArray<Inline>, gap: string): string =>
  `<details${open ? " open" : ""}>${gap}<summary>${htmlInlines(summary)}</summary>${gap}`

/** One paragraph needs no `<p>`. */
const htmlItem = ({ checked, children }: ListItem): string => {
  const box = checked === undefined ? "" : `<input type="checkbox"${checked ? " checked" : ""}> `
  const only = children.length === 1 ? children[0] : undefined
  const bare = only?.type === "paragraph" && only.align === undefined
  return `<li>${box}${bare ? htmlInlines(only.children) : htmlContent(children)}</li>`
}

const htmlHint = (node: Block & { type: "hint" }): string => {
  const { attributes, icon, style } = node
  const same = hintStyle(attributes["data-style"]) === style
  const written = same ? {} : { "data-style": style, class: `hint hint-${style}` }
  const open = openTag("div", Object.entries({ ...attributes, ...written, "data-icon": icon }))
  return `${open}${htmlContent(node.children)}</div>`
}

// ---------------------------------------------------------------- code

/** `<pre>`: the only form that holds links and marks in code. */
export const htmlCode = (node: Code): string => {
  const { lang, title, overflow, lineNumbers, fullWidth, expandable } = node
  const open = openTag("pre", [
    ["class", lang === undefined ? undefined : `language-${lang}`],
    ["data-title", title],
    ["data-overflow", overflow],
    ["data-line-numbers", flag(lineNumbers)],
    ["data-full-width", flag(fullWidth)],
    ["data-expandable", flag(expandable)]
  ])
  const inner = openTag("code", [["class", lang === undefined ? undefined : `lang-${lang}`]])
  return `${open}${inner}${codeContent(node)}</code></pre>`
}

const flag = (value: boolean | undefined): string | undefined => (value === true ? "" : undefined)

/** The content and the line feed at its end, which does not count; nor does one at the start. */
const codeContent = ({ value, children }: Code): string => {
  if (children === undefined) return preformatted(`${value.startsWith("\n") ? "\n" : ""}${value}\n`)
  const { before, after } = aroundText(value, inlineText(children))
  return preformatted(before) + htmlInlines(children, true) + preformatted(after)
}

/** The white space around the children, which they have lost and the value has not, but for a line feed at each end. */
const aroundText = (value: string, text: string): { before: string; after: string } => {
  const at = value.indexOf(text)
  if (at !== -1) {
    const before = value.slice(0, at)
    return { before: value.startsWith("\n") ? `\n${before}` : before, after: `${value.slice(at + text.length)}\n` }
  }
  const start = text.startsWith("\n") && value.startsWith(text.slice(1, -1)) ? 1 : 0
  const rest = value.slice(text.length - start)
  return { before: "", after: text.endsWith("\n") && value.length < text.length - start ? "" : `${rest}\n` }
}

// ---------------------------------------------------------------- images

/** Figures; in a `<div>` when there are more of them or something is to be said of all. */
export const htmlImages = ({ align, fullWidth, withFrame, children }: Images): string => {
  const figures = children.map(htmlFigure).join(" ")
  const attributes = [
    ["align", align],
    ["data-full-width", fullWidth === true ? "true" : undefined],
    ["data-with-frame", withFrame === true ? "true" : undefined]
  ] as const
  const bare = children.length === 1 && attributes.every(([, value]) => value === undefined)
  return bare ? figures : `${openTag("div", attributes)}${figures}</div>`
}

const htmlFigure = (item: ImagesItem): string =>
  `<figure>${itemImage(item)}<figcaption>${htmlContent(item.children)}</figcaption></figure>`
