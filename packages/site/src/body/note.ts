/** A word to those who write a page. English: it is no part of the site. */
import { element, escapeHtml } from "../html/escape.ts"
import { shape } from "./icons.ts"

export const drawNote = (style: "info" | "warning", text: string): string =>
  element(
    "div",
    { class: `hint ${style}`, role: "note", lang: "en", "aria-label": style === "info" ? "Info" : "Warning" },
    `${shape(style)}<div class="hint-body"><p>${escapeHtml(text)}</p></div>`
  )
