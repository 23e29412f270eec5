/** A word to those who write a page. English: it is no part of the site. */
import { element, type Html, html } from "../html/html.ts"
import { shape } from "./icons.ts"

export const drawNote = (style: "info" | "warning", text: string): Html =>
  element(
    "div",
    { class: `hint ${style}`, role: "note", lang: "en", "aria-label": style === "info" ? "Info" : "Warning" },
    html`${shape(style)}<div class="hint-body"><p>${text}</p></div>`
  )
