/** Ways into the search of a site. */

import type { Labels } from "@octavo/render/labels"
import { shape } from "../body/icons.ts"
import { attributes, element, type Html, html } from "../html/html.ts"
import { hrefOf } from "./links.ts"

/** Address of the search page; the field's form and its script both ask it. */
export const SEARCH_PATH = "~search"

/** Address that answers questions, below the root of a site space. */
export const ASK_PATH = "~ask"

/**
 * Leads to the search page; with script it opens the search where the reader is.
 * @param askHref where questions are answered; absent where they are not
 */
export const drawSearchLink = (href: string, labels: Labels, askHref?: string): Html => {
  const values = attributes({
    class: "tool find",
    href: hrefOf(href),
    rel: "search",
    "aria-keyshortcuts": "Control+K Meta+K /",
    "data-clear": labels.close,
    "data-field": labels.searchField,
    "data-recent": labels.recent,
    "data-searched": labels.searched,
    "data-forget": labels.forget,
    "data-forget-all": labels.forgetAll,
    ...(askHref !== undefined && {
      "data-ask": hrefOf(askHref),
      "data-ask-word": labels.ask,
      "data-asking": labels.asking,
      "data-not-said": labels.notInPages,
      "data-made-by": labels.madeByModel
    })
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
