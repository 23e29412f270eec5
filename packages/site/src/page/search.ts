/** Search on a site: its field, what was found, and the page that needs no script. */

import { resultsHref } from "@octavo/core/content/search/resultPages"
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

/** What a query finds. */
export interface Findings {
  readonly groups: ReadonlyArray<FoundGroup>
  /** How many site spaces have some, here or on another page. */
  readonly parts: number
  /** How many pages there are, those that are not shown among them. */
  readonly count: number
  /** Where there are none, queries that find something. */
  readonly meant: ReadonlyArray<string>
  /** Number of this page of results, from 1, and how many there are. */
  readonly page: number
  readonly pages: number
}

export const nothingFound: Findings = { groups: [], parts: 0, count: 0, meant: [], page: 1, pages: 1 }

/** A page to go on with. */
export interface OtherPage {
  readonly title: string
  readonly href: string
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

/** Where what was found is shown. */
export interface FoundPlace {
  readonly language: string
  /** Address of the search page. */
  readonly searchHref: string
  /** Pages to go on with where nothing was found. */
  readonly others: ReadonlyArray<OtherPage>
  /** Whether the search page has more than this. */
  readonly isBeginning: boolean
}

/** What to do where nothing was found. */
const drawInstead = (meant: ReadonlyArray<string>, { language, others, searchHref }: FoundPlace): Html => {
  const labels = labelsFor(language)
  const queries = meant.map((query) => element("a", { href: hrefOf(resultsHref(searchHref, query)) }, html`${query}`))
  const pages = others.map(
    ({ href, title }) => html`<li>${element("a", { href: hrefOf(href) }, html`<strong>${title}</strong>`)}</li>`
  )
  return html`${queries.length === 0 ? none : html`<p class="meant">${labels.meant}: ${queries}</p>`}${
    pages.length === 0 ? none : html`<div class="instead"><h2>${labels.goOn}</h2><ul>${pages}</ul></div>`
  }`
}

/** Which page of results this is, with links to those before and after it. */
const drawPager = (query: string, { page, pages }: Findings, { language, searchHref }: FoundPlace): Html => {
  if (pages === 1) return none
  const labels = labelsFor(language)
  const link = (to: number, rel: string, words: string): Html =>
    to < 1 || to > pages
      ? none
      : element("a", { href: hrefOf(resultsHref(searchHref, query, to)), rel }, html`${words}`)
  const at = html`<span aria-current="page">${page} / ${pages}</span>`
  const links = html`${link(page - 1, "prev", labels.previous)}${at}${link(page + 1, "next", labels.next)}`
  return element("nav", { class: "pager", "aria-label": labels.pagination }, links)
}

/** What was found, as a fragment: what the page's script shows, too. */
export const renderFound = (query: string, findings: Findings, place: FoundPlace): Html => {
  const { count, groups, meant, parts } = findings
  const labels = labelsFor(place.language)
  if (query === "") return none
  const status = count === 0 ? `${labels.nothingFound} “${query}”` : `${labels.found}: ${count}`
  const shown = groups.reduce((sum, { pages }) => sum + pages.length, 0)
  const more =
    place.isBeginning && shown < count
      ? html`<p class="more">${element("a", { href: hrefOf(resultsHref(place.searchHref, query)) }, html`${labels.moreFound}`)}</p>`
      : none
  const lists = groups.map(({ pages, title }) => {
    const head = parts === 1 ? none : html`<h2>${title}</h2>`
    return html`<section>${head}<ul>${pages.map(drawPage)}</ul></section>`
  })
  const after = count === 0 ? drawInstead(meant, place) : place.isBeginning ? more : drawPager(query, findings, place)
  return html`<p class="count" role="status">${status}</p>${lists}${after}`
}

const titleOf = (query: string, { page, pages }: Findings, search: string): string =>
  [query, page === 1 ? "" : `${page} / ${pages}`, search].filter((part) => part !== "").join(" · ")

/** The search page. */
export const renderSearch = (site: SiteView, query: string, findings: Findings, place: FoundPlace): Html => {
  const labels = labelsFor(site.language)
  const menu = site.navigation.length > 0
  const form = site.searchHref === undefined ? none : drawSearchForm(site.searchHref, query, labels)
  const found = html`<div class="found">${renderFound(query, findings, place)}</div>`
  const head = html`<div class="page-head"><h1>${labels.search}</h1></div>`
  const article = element("article", { class: "page" }, head, form, found)
  const main = element("main", { id: CONTENT_ID, tabindex: -1 }, article)
  return drawDocument({
    site,
    labels,
    title: titleOf(query, findings, labels.search),
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
