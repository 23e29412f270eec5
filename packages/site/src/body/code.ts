/** Code blocks. The copy button is added by the page's script, where it can work. */
import type { Code } from "@octavo/document"
import { languageOf } from "@octavo/render/codeLanguage"
import type { CodePiece } from "@octavo/render/references"
import { attributes, classes, element, escapeHtml } from "../html/escape.ts"
import { type Context, phrase } from "./context.ts"

/** Characters of code that one page colours; what comes after is plain. */
const MOST_HIGHLIGHTED = 300_000

/** Lines that a collapsed block shows; shorter blocks do not collapse. */
const COLLAPSED_LINES = 10

const withoutFinalNewline = (value: string): string => value.replace(/\r?\n$/, "")

const linesOf = (node: Code, language: string | undefined, context: Context): readonly string[] => {
  if (node.children !== undefined) return [phrase(node.children, context)]
  const text = withoutFinalNewline(node.value)
  const { resolver, state } = context
  const colored =
    language === undefined || state.highlighted + text.length > MOST_HIGHLIGHTED
      ? undefined
      : resolver.highlight?.(text, language)
  if (colored === undefined) return escapeHtml(text).split("\n")
  state.highlighted += text.length
  return colored.map(drawLine)
}

const drawLine = (pieces: readonly CodePiece[]): string =>
  pieces
    .map(({ kind, text }) =>
      kind === undefined ? escapeHtml(text) : `<span class="${kind}">${escapeHtml(text)}</span>`
    )
    .join("")

export const drawCode = (node: Code, context: Context): string => {
  const { state } = context
  state.features.add("code")
  const language = languageOf(node)
  const lines = linesOf(node, language, context)
  const collapsible = node.expandable === true && withoutFinalNewline(node.value).split("\n").length > COLLAPSED_LINES
  const numbered = node.lineNumbers === true && node.children === undefined
  const body = numbered ? lines.map((line) => `<span class="line">${line}</span>`).join("\n") : lines.join("\n")
  const title =
    node.title === undefined || node.title === "" ? "" : `<div class="code-title">${escapeHtml(node.title)}</div>`
  const label = node.title || [language, state.labels.code].filter(Boolean).join(" ")
  const more = collapsible
    ? `<label class="code-more"><input type="checkbox"><span>${escapeHtml(state.labels.lines)}</span></label>`
    : ""
  const names = classes(
    "code",
    node.overflow === "wrap" && "wrap",
    numbered && "numbered",
    collapsible && "collapsible",
    node.fullWidth && "full-width"
  )
  const code = element("code", { class: language && `language-${language}` }, body)
  const pre = `<pre${attributes({ tabindex: 0, role: "group", "aria-label": label })}>${code}</pre>`
  return element("div", { class: names }, `${title}${pre}${more}`)
}
