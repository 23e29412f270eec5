/** Code blocks. The copy button is added by the page's script, where it can work. */
import type { Code } from "@octavo/document"
import { type CodeView, readCode } from "@octavo/render/codeView"
import type { LineMark } from "@octavo/render/fenceInfo"
import type { CodePiece } from "@octavo/render/references"
import { attributes, classes, element, escaped, type Html, html, join, none } from "../html/html.ts"
import { type Context, phrase } from "./context.ts"

/** Characters of code that one page colours; what comes after is plain. */
const MOST_HIGHLIGHTED = 300_000

/** Lines that a collapsed block shows; shorter blocks do not collapse. */
const COLLAPSED_LINES = 10

const linesOf = (node: Code, { language, text }: CodeView, context: Context): readonly Html[] => {
  if (node.children !== undefined) return [phrase(node.children, context)]
  const { resolver, state } = context
  const colored =
    language === undefined || state.highlighted + text.length > MOST_HIGHLIGHTED
      ? undefined
      : resolver.highlight?.(text, language)
  if (colored === undefined) return text.split("\n").map(escaped)
  state.highlighted += text.length
  return colored.map(drawLine)
}

const drawLine = (pieces: readonly CodePiece[]): Html =>
  join(
    pieces.map(({ kind, text }) => (kind === undefined ? escaped(text) : html`<span class="${kind}">${text}</span>`))
  )

/** A name of this length may be broken between its parts in a table: a column of names squeezes no other. */
const LONG_NAME = 14
/** One of up to this length is, on narrow screens alone. */
const NARROW_NAME = 24

/** Code in a line. Outside of tables the style takes no break: there a name has the next line for itself. */
export const withBreaks = (value: string): Html =>
  value.length < LONG_NAME || /\s/.test(value)
    ? escaped(value)
    : join(
        value.split(/(?<=[_./:-])(?=\w)/).map(escaped),
        value.length > NARROW_NAME ? html`<wbr class="part long">` : html`<wbr class="part">`
      )

/** The element says what a line is to those who do not see it. */
const lineTag = (marks: ReadonlySet<LineMark> | undefined): string => {
  if (marks === undefined || marks.size === 0) return "span"
  return marks.has("inserted") ? "ins" : marks.has("deleted") ? "del" : "mark"
}

export const drawCode = (node: Code, context: Context): Html => {
  const { state } = context
  state.features.add("code")
  const view = readCode(node)
  const { firstNumber, language, text, title } = view
  const lines = linesOf(node, view, context)
  const isPlain = node.children === undefined
  const marks = isPlain ? view.marks : []
  const collapsible = node.expandable === true && text.split("\n").length > COLLAPSED_LINES
  const numbered = firstNumber !== undefined && isPlain
  const drawn =
    numbered || marks.length > 0
      ? lines.map((line, at) => element(lineTag(marks[at]), { class: classes("line", ...(marks[at] ?? [])) }, line))
      : lines
  const heading = title === undefined ? none : html`<div class="code-title">${title}</div>`
  const label = title || [language, state.labels.code].filter(Boolean).join(" ")
  const more = collapsible
    ? html`<label class="code-more"><input type="checkbox"><span>${state.labels.lines}</span></label>`
    : none
  const names = classes(
    "code",
    view.wrap && "wrap",
    numbered && "numbered",
    marks.length > 0 && "marked",
    marks.some((line) => line.has("focused")) && "focusing",
    collapsible && "collapsible",
    node.fullWidth && "full-width"
  )
  const style = numbered && firstNumber !== 1 ? `--first:${firstNumber - 1}` : undefined
  const isDiagram = language === "mermaid" && isPlain
  const code = element("code", { class: language && `language-${language}`, style }, join(drawn, "\n"))
  const pre = html`<pre${attributes({ tabindex: 0, role: "group", "aria-label": label })}>${code}</pre>`
  const block = element("div", { class: names }, heading, pre, more)
  if (!isDiagram) return block
  state.features.add("diagrams")
  return element("div", { class: "diagram", "data-title": title }, block)
}
