/** Ways into the search of a site. */

import type { Labels } from "@octavo/render/labels"
import { shape } from "../body/icons.ts"
import { attributes, element, type Html, html } from "../html/html.ts"
import { hrefOf } from "./links.ts"

/** Address of the search page; the field's form and its script both ask it. */
export const SEARCH_PATH = "~search"

/** Leads to the search page; with script it opens the search where the reader is. */
export const drawSearchLink = (href: string, labels: Labels): Html => {
  const values = attributes({
    class: "tool find",
    href: hrefOf(href),
    rel: "search",
    "aria-keyshortcuts": "Control+K Meta+K /",
    "data-clear": labels.close,
    "data-field": labels.searchField,
    "data-recent": labels.recent
  })
  return html`<a${values}>${shape("search")}<span>${labels.search}</span><kbd aria-hidden="true">/</kbd></a>`
}

/** The field, as a form of its own. */
export const drawSearchForm = (href: string, query: string, labels: Labels): Html => {
  const field = attributes({
    type: "search",
    name: "q",
    value: query,
    maxlength: 512,
    autocomplete: "off",
    "aria-label": labels.searchField,
    placeholder: labels.searchField
  })
  const values = { class: "search-form", role: "search", action: hrefOf(href) }
  return element("form", values, html`<input${field}><button class="button" type="submit">${labels.search}</button>`)
}
