/** Search on a site: its field, what was found, and the page that needs no script. */

import { labelsFor } from "@octavo/render/labels"
import { element, type Html, html, none } from "../html/html.ts"
import type { SiteView } from "../view.ts"
import { CONTENT_ID, drawDocument } from "./head.ts"
import { hrefOf } from "./links.ts"
import { drawSidebar } from "./navigation.ts"
import { drawSearchForm } from "./searchForm.ts"

/** A part of a text that was found: where the words stand, in UTF-16 units, end exclusive. */
export interface FoundText {
  readonly text: string
  readonly highlights: ReadonlyArray<{ readonly start: number; readonly end: number }>
}

/** A section of a page that was found. */
export interface FoundSection extends FoundText {
  readonly title: string
  readonly href: string
}

/** A page that was found. */
export interface FoundPage {
  readonly title: string
  readonly href: string
  /** Titles of what is above it, outermost first. */
  readonly above: ReadonlyArray<string>
  /** From its beginning, before its first heading; or its description. */
  readonly lead?: FoundText | undefined
  readonly sections: ReadonlyArray<FoundSection>
}

/** The pages of one site space that were found. */
export interface FoundGroup {
  readonly title: string
  readonly pages: ReadonlyArray<FoundPage>
}

const drawText = ({ highlights, text }: FoundText): Html => {
  let at = 0
  const out: Array<Html> = []
  for (const { end, start } of highlights) {
    if (start < at) continue
    out.push(html`${text.slice(at, start)}<mark>${text.slice(start, end)}</mark>`)
    at = end
  }
  return html`<span class="text">${out}${text.slice(at)}</span>`
}

const drawPage = ({ above, href, lead, sections, title }: FoundPage): Html => {
  const crumbs = above.length === 0 ? none : html`<span class="above">${above.join(" / ")}</span>`
  const text = lead === undefined || lead.text === "" ? none : drawText(lead)
  const page = element("a", { href: hrefOf(href) }, html`${crumbs}<strong>${title}</strong>${text}`)
  const parts = sections.map((section) => {
    const content = html`<strong>${section.title}</strong>${section.text === "" ? none : drawText(section)}`
    return html`<li>${element("a", { href: hrefOf(section.href) }, content)}</li>`
  })
  return html`<li>${page}${parts.length === 0 ? none : html`<ul>${parts}</ul>`}</li>`
}

/** What was found, as a fragment: what the page's script shows, too. */
export const renderFound = (query: string, groups: ReadonlyArray<FoundGroup>, language: string): Html => {
  const labels = labelsFor(language)
  const count = groups.reduce((sum, { pages }) => sum + pages.length, 0)
  if (query === "") return none
  const status = count === 0 ? `${labels.nothingFound} “${query}”` : `${labels.found}: ${count}`
  const lists = groups.map(({ pages, title }) => {
    const head = groups.length === 1 ? none : html`<h2>${title}</h2>`
    return html`<section>${head}<ul>${pages.map(drawPage)}</ul></section>`
  })
  return html`<p class="count" role="status">${status}</p>${lists}`
}

/** The search page. */
export const renderSearch = (site: SiteView, query: string, groups: ReadonlyArray<FoundGroup>): Html => {
  const labels = labelsFor(site.language)
  const menu = site.navigation.length > 0
  const form = site.searchHref === undefined ? none : drawSearchForm(site.searchHref, query, labels)
  const found = html`<div class="found">${renderFound(query, groups, site.language)}</div>`
  const head = html`<div class="page-head"><h1>${labels.search}</h1></div>`
  const article = element("article", { class: "page" }, head, form, found)
  const main = element("main", { id: CONTENT_ID, tabindex: -1 }, article)
  return drawDocument({
    site,
    labels,
    title: query === "" ? labels.search : `${query} · ${labels.search}`,
    noIndex: true,
    math: false,
    menu,
    outline: false,
    content: element(
      "div",
      { class: menu ? "frame" : "frame no-sidebar" },
      menu ? drawSidebar(site, labels) : none,
      main
    )
  })
}
