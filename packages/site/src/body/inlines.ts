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
import { withEmoji } from "@octavo/render/emojiNames"
import { isBlank, plainText } from "@octavo/render/text"
import { classes, element, escaped, type Html, html, join, none, raw } from "../html/html.ts"
import { colorOf } from "./colors.ts"
import { anchor, type Context, phrase, resolveTarget } from "./context.ts"
import { drawIcon, pageMark } from "./icons.ts"
import { drawPicture } from "./images.ts"

export const drawLink = (node: Link, context: Context): Html => {
  const target = resolveTarget(node.url, "link", context)
  const inside = { ...context, inLink: true }
  const content = isBlank(node.children)
    ? escaped(target?.page?.title ?? target?.title ?? node.url)
    : phrase(node.children, inside)
  // a link around what is not drawn is none
  return content.isEmpty ? none : anchor(target, content, context, { title: node.title })
}

/** A link that shows the page it leads to: its title as it is now, with emoji or icon. */
export const drawMention = (node: Mention, context: Context): Html => {
  const target = resolveTarget(node.url, "mention", context)
  const page = target?.page
  const written = isBlank(node.children) ? escaped(node.url) : phrase(node.children, { ...context, inLink: true })
  const content = page === undefined ? html`<span>${written}</span>` : html`${pageMark(page)}<span>${page.title}</span>`
  return anchor(target, content, context, { class: "mention" })
}

/** Buttons with an action of the editor's runtime (ask, search) have no target here and are drawn at rest. */
export const drawButton = (node: Button, context: Context): Html => {
  const icon = node.icon === undefined ? none : drawIcon(node.icon)
  const content = html`${icon}${phrase(node.children, { ...context, inLink: true })}`
  const names = classes("button", node.kind === "secondary" && "secondary")
  if (node.url === undefined) return element("span", { class: classes(names, "resting") }, content)
  return anchor(resolveTarget(node.url, "button", context), content, context, { class: names })
}

export const drawInlineIcon = (node: Icon): Html => {
  const color = node.color === undefined ? undefined : colorOf(node.color, "text")
  const icon = drawIcon(node.name)
  return color === undefined ? icon : element("span", { ...color }, icon)
}

/** The value of an expression; its source where it has none. */
export const drawExpression = (source: string, context: Context, shown = source): Html => {
  const value = context.resolver.expression(source)
  return value === undefined ? element("code", { class: "expression" }, escaped(shown)) : escaped(value)
}

/**
 * A character reference without a number, as GitBook exports it where nothing stands, is not for readers; nor is the
 * syntax of old variables.
 */
export const drawText = (node: Text, context: Context): Html =>
  join(
    atOldVariables(node.value.replaceAll("&#xNAN;", "")).map((part, index) =>
      index % 2 === 0 ? escaped(withEmoji(part)) : drawExpression(oldVariableSource(part), context, `book.${part}`)
    )
  )

export const drawEmoji = (node: Emoji): Html => escaped(node.value)

/** A mark with a colour sets the text or its background; without one it is a highlighter. */
export const drawMark = (node: Mark, context: Context): Html => {
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

export const drawImage = (node: Image, context: Context): Html =>
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
export const drawFootnoteReference = (node: FootnoteReference, context: Context): Html => {
  const { footnotes, labels } = context.state
  const content = phrase(node.children, { ...context, inLink: true })
  const definition = context.definitions.get(node.identifier)
  if (definition === undefined) return content.isEmpty ? escaped(`[^${node.label}]`) : content
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
    class: content.isEmpty ? undefined : "annotation",
    title: content.isEmpty ? undefined : title,
    href: `#Note-${number}`,
    id: `Ref-${number}-${note.references}`,
    "aria-label": content.isEmpty ? `${labels.footnote} ${number}` : undefined
  }
  const link = element("a", values, content.isEmpty ? html`${number}` : content)
  return content.isEmpty ? element("sup", { class: "footnote" }, link) : link
}

/** The links back stand in the last paragraph of a note, where it ends with one. */
const withBack = (text: Html, back: Html): Html =>
  text.text.endsWith("</p>") ? html`${raw(text.text.slice(0, -"</p>".length))}${back}</p>` : html`${text}<p>${back}</p>`

/** The list of notes at the end of the body. Notes may refer to further notes. */
export const drawFootnotes = (context: Context): Html => {
  const { footnotes, labels } = context.state
  if (footnotes.size === 0) return none
  const items: Array<Html> = []
  // those that a note refers to come behind it while it is drawn
  for (const [definition, note] of footnotes) {
    const { number } = note
    const text = note.context.state.draw(definition.children, { ...note.context, phrasing: false })
    const links: Array<Html> = []
    for (let count = 1; count <= note.references; count++) {
      const label = `${labels.back} (${number}${count === 1 ? "" : `-${count}`})`
      links.push(
        html` ${element("a", { class: "back", href: `#Ref-${number}-${count}`, "aria-label": label }, html`↩`)}`
      )
    }
    items.push(element("li", { id: `Note-${number}` }, withBack(text, join(links))))
  }
  return element("section", { class: "footnotes", "aria-label": labels.footnotes }, html`<ol>${items}</ol>`)
}
