/** Running text. */
import { atOldVariables, oldVariableSource } from "@octavo/core/kernel/texts/inlineExpressions"
import type {
  Button,
  Emoji,
  FootnoteDefinition,
  FootnoteReference,
  Icon,
  Image,
  Link,
  Mark,
  Mention,
  Text
} from "@octavo/document"
import { isBlank, plainText } from "@octavo/render/text"
import { classes, element, escapeHtml } from "../html/escape.ts"
import { colorOf } from "./colors.ts"
import { anchor, type Context, phrase, resolveTarget } from "./context.ts"
import { drawIcon, pageMark } from "./icons.ts"
import { drawPicture } from "./images.ts"

export const drawLink = (node: Link, context: Context): string => {
  const target = resolveTarget(node.url, "link", context)
  const inside = { ...context, inLink: true }
  const content = isBlank(node.children)
    ? escapeHtml(target?.page?.title ?? target?.title ?? node.url)
    : phrase(node.children, inside)
  return anchor(target, content, context, { title: node.title })
}

/** A link that shows the page it leads to: its title as it is now, with emoji or icon. */
export const drawMention = (node: Mention, context: Context): string => {
  const target = resolveTarget(node.url, "mention", context)
  const page = target?.page
  const written = isBlank(node.children) ? escapeHtml(node.url) : phrase(node.children, { ...context, inLink: true })
  const content =
    page === undefined ? `<span>${written}</span>` : `${pageMark(page)}<span>${escapeHtml(page.title)}</span>`
  return anchor(target, content, context, { class: "mention" })
}

/** Buttons with an action of the editor's runtime (ask, search) have no target here and are drawn at rest. */
export const drawButton = (node: Button, context: Context): string => {
  const icon = node.icon === undefined ? "" : drawIcon(node.icon)
  const content = `${icon}${phrase(node.children, { ...context, inLink: true })}`
  const names = classes("button", node.kind === "secondary" && "secondary")
  if (node.url === undefined) return element("span", { class: classes(names, "resting") }, content)
  return anchor(resolveTarget(node.url, "button", context), content, context, { class: names })
}

export const drawInlineIcon = (node: Icon): string => {
  const color = node.color === undefined ? undefined : colorOf(node.color, "text")
  const icon = drawIcon(node.name)
  return color === undefined ? icon : element("span", { ...color }, icon)
}

/** The value of an expression; its source where it has none. */
export const drawExpression = (source: string, context: Context, shown = source): string => {
  const value = context.resolver.expression(source)
  return value === undefined ? element("code", { class: "expression" }, escapeHtml(shown)) : escapeHtml(value)
}

/**
 * A character reference without a number, as GitBook exports it where nothing stands, is not for readers; nor is the
 * syntax of old variables.
 */
export const drawText = (node: Text, context: Context): string =>
  atOldVariables(node.value.replaceAll("&#xNAN;", ""))
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : drawExpression(oldVariableSource(part), context, `book.${part}`)
    )
    .join("")

export const drawEmoji = (node: Emoji): string => escapeHtml(node.value)

/** A mark with a colour sets the text or its background; without one it is a highlighter. */
export const drawMark = (node: Mark, context: Context): string => {
  const content = phrase(node.children, context)
  const background = node.background === undefined ? undefined : colorOf(node.background, "background")
  const color = node.color === undefined ? undefined : colorOf(node.color, "text")
  if (background === undefined && color === undefined) {
    return node.color === undefined && node.background === undefined ? element("mark", {}, content) : content
  }
  return element(
    background === undefined ? "span" : "mark",
    {
      class: classes(background?.class, color?.class),
      style: classes(background?.style && `${background.style};`, color?.style)
    },
    content
  )
}

export const drawImage = (node: Image, context: Context): string =>
  drawPicture(
    {
      src: node.url,
      darkSrc: node.darkUrl,
      alt: node.alt,
      title: node.title,
      width: node.width,
      height: node.height,
      class: node.size === "line" ? "line" : node.size === "original" ? "original" : undefined
    },
    context
  )

/** A note is shown at its text up to this length; the whole of it stands at the end. */
const longestTitle = 500

const noteTitle = ({ children }: FootnoteDefinition): string | undefined => {
  const said = plainText(children)
  return said === "" ? undefined : said.length > longestTitle ? `${said.slice(0, longestTitle).toWellFormed()}…` : said
}

/** `[^1]` as a small number; text with a note is underlined, and shows it. */
export const drawFootnoteReference = (node: FootnoteReference, context: Context): string => {
  const { footnotes, labels } = context.state
  const content = phrase(node.children, { ...context, inLink: true })
  const definition = context.definitions.get(node.identifier)
  if (definition === undefined) return content === "" ? escapeHtml(`[^${node.label}]`) : content
  if (context.inLink) return content
  let note = footnotes.get(definition)
  if (note === undefined) {
    const title = noteTitle(definition)
    note = { number: footnotes.size + 1, context: { ...context, inLink: false }, references: 0, title }
    footnotes.set(definition, note)
  }
  const { number, title } = note
  note.references++
  const values = {
    class: content === "" ? undefined : "annotation",
    title: content === "" ? undefined : title,
    href: `#Note-${number}`,
    id: `Ref-${number}-${note.references}`,
    "aria-label": content === "" ? `${labels.footnote} ${number}` : undefined
  }
  const link = element("a", values, content === "" ? String(number) : content)
  return content === "" ? element("sup", { class: "footnote" }, link) : link
}

/** The list of notes at the end of the body. Notes may refer to further notes. */
export const drawFootnotes = (context: Context): string => {
  const { footnotes, labels } = context.state
  if (footnotes.size === 0) return ""
  let items = ""
  // those that a note refers to come behind it while it is drawn
  for (const [definition, note] of footnotes) {
    const { number } = note
    const text = note.context.state.draw(definition.children, { ...note.context, phrasing: false })
    let back = ""
    for (let count = 1; count <= note.references; count++) {
      const label = `${labels.back} (${number}${count === 1 ? "" : `-${count}`})`
      back += ` ${element("a", { class: "back", href: `#Ref-${number}-${count}`, "aria-label": label }, "↩")}`
    }
    const withBack = text.endsWith("</p>") ? `${text.slice(0, -4)}${back}</p>` : `${text}<p>${back}</p>`
    items += element("li", { id: `Note-${number}` }, withBack)
  }
  return element("section", { class: "footnotes", "aria-label": labels.footnotes }, `<ol>${items}</ol>`)
}
