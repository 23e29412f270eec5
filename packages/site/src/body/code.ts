/** Code blocks. The copy button is added by the page's script, where it can work. */
import type { Code } from "@octavo/document"
import { languageOf } from "@octavo/render/codeLanguage"
import type { CodePiece } from "@octavo/render/references"
import { attributes, classes, element, escaped, type Html, html, join, none } from "../html/html.ts"
import { type Context, phrase } from "./context.ts"

/** Characters of code that one page colours; what comes after is plain. */
const MOST_HIGHLIGHTED = 300_000

/** Lines that a collapsed block shows; shorter blocks do not collapse. */
const COLLAPSED_LINES = 10

const withoutFinalNewline = (value: string): string => value.replace(/\r?\n$/, "")

const linesOf = (node: Code, language: string | undefined, context: Context): readonly Html[] => {
  if (node.children !== undefined) return [phrase(node.children, context)]
  const text = withoutFinalNewline(node.value)
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

/** A name of this length is broken between its parts where a line has no room for it: a column of names squeezes no other. */
const LONG_NAME = 14

/** Code in a line. */
export const withBreaks = (value: string): Html =>
  value.length < LONG_NAME || /\s/.test(value)
    ? escaped(value)
    : join(value.split(/(?<=[_./:-])(?=\w)/).map(escaped), html`<wbr>`)

export const drawCode = (node: Code, context: Context): Html => {
  const { state } = context
  state.features.add("code")
  const language = languageOf(node)
  const lines = linesOf(node, language, context)
  const collapsible = node.expandable === true && withoutFinalNewline(node.value).split("\n").length > COLLAPSED_LINES
  const numbered = node.lineNumbers === true && node.children === undefined
  const body = join(numbered ? lines.map((line) => html`<span class="line">${line}</span>`) : lines, "\n")
  const title = node.title === undefined || node.title === "" ? none : html`<div class="code-title">${node.title}</div>`
  const label = node.title || [language, state.labels.code].filter(Boolean).join(" ")
  const more = collapsible
    ? html`<label class="code-more"><input type="checkbox"><span>${state.labels.lines}</span></label>`
    : none
  const names = classes(
    "code",
    node.overflow === "wrap" && "wrap",
    numbered && "numbered",
    collapsible && "collapsible",
    node.fullWidth && "full-width"
  )
  const code = element("code", { class: language && `language-${language}` }, body)
  const pre = html`<pre${attributes({ tabindex: 0, role: "group", "aria-label": label })}>${code}</pre>`
  return element("div", { class: names }, title, pre, more)
}
