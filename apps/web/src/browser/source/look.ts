/**
 * How the text looks. The rules go into a style sheet that scripts make, for which the policy of the page asks nothing;
 * colours are those of the page, so that the dark needs no rules of its own.
 */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language"
import { EditorView } from "@codemirror/view"
import { tags } from "@lezer/highlight"

const found = { backgroundColor: "color-mix(in srgb, var(--b-yellow) 35%, transparent)" }

const theme = EditorView.theme({
  "&": {
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--surface)",
    color: "var(--ink)",
    fontSize: "0.875rem"
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.65" },
  ".cm-content": { padding: "1rem 0", minHeight: "60vh", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 1rem" },
  ".cm-searchMatch": found,
  ".cm-searchMatch.cm-searchMatch-selected": { ...found, outline: "2px solid var(--accent)" },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-wash)" },
  ".cm-panels": { visibility: "hidden", backgroundColor: "var(--surface)", color: "var(--ink-3)" },
  "&.cm-focused .cm-panels": { visibility: "visible" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panels p": { margin: "0", padding: "0.25rem 1rem", fontSize: "0.75rem", lineHeight: "1.6" },
  "@media (forced-colors: active)": {
    ".cm-searchMatch": { outline: "1px solid Mark" },
    ".cm-searchMatch.cm-searchMatch-selected": { outline: "2px solid Highlight" }
  },
  "@media print": { "&": { border: "0" } }
})

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "700" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: [tags.processingInstruction, tags.punctuation, tags.angleBracket, tags.contentSeparator], color: "var(--c)" },
  { tag: [tags.link, tags.labelName], color: "var(--f)" },
  { tag: [tags.url, tags.escape, tags.character], color: "var(--t)" },
  { tag: [tags.keyword, tags.tagName], color: "var(--k)" },
  { tag: [tags.propertyName, tags.attributeName], color: "var(--a)" },
  { tag: [tags.attributeValue, tags.string], color: "var(--s)" },
  { tag: tags.special(tags.string), color: "var(--n)" },
  { tag: tags.monospace, color: "var(--s)" },
  { tag: tags.quote, color: "var(--ink-2)" },
  { tag: tags.comment, color: "var(--c)", fontStyle: "italic" }
])

export const look = [theme, syntaxHighlighting(colours)]
