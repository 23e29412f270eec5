/** Whole pages. */

import { makeLru } from "@octavo/core/kernel/shared/lru"
import { safeImageUrl } from "@octavo/render/authorValues"
import { type Labels, labelLanguage, labelsFor } from "@octavo/render/labels"
import { pageMark } from "../body/icons.ts"
import { drawNote } from "../body/note.ts"
import { bodyHtml } from "../body/render.ts"
import { attributes, classes, element, escaped, type Html, html, join, none } from "../html/html.ts"
import type { Cover, NotFoundView, PageContent, PageLink, PageView } from "../view.ts"
import { drawActions } from "./actions.ts"
import { CONTENT_ID, drawDocument } from "./head.ts"
import { hrefOf } from "./links.ts"
import { drawOutline, drawSidebar } from "./navigation.ts"
import { drawSearchForm } from "./searchForm.ts"
import { drawVersionNote } from "./versionNote.ts"

const drawCover = (cover: Cover | undefined): Html => {
  const url = cover === undefined ? undefined : safeImageUrl(cover.url)
  if (cover === undefined || url === undefined) return none
  const darkUrl = cover.darkUrl === undefined ? undefined : safeImageUrl(cover.darkUrl)
  const height = cover.height === undefined ? undefined : Math.min(Math.max(Math.round(cover.height), 80), 600)
  const shift = cover.y === undefined || cover.y === 0 ? undefined : Math.min(Math.max(Math.round(cover.y), -500), 500)
  const style = classes(height !== undefined && `--cover:${height}px;`, shift !== undefined && `--shift:${-shift}px`)
  const image = (src: string, theme: string | undefined): Html =>
    html`<img${attributes({ src, alt: "", class: theme })}>`
  const images =
    darkUrl === undefined ? image(url, undefined) : html`${image(url, "on-light")}${image(darkUrl, "on-dark")}`
  return element("div", { class: classes("cover", cover.size), style }, images)
}

const drawBreadcrumbs = (page: PageContent, labels: Labels): Html => {
  if (page.breadcrumbs.length === 0) return none
  const items = page.breadcrumbs.map((crumb) => {
    const title = escaped(crumb.title)
    return html`<li>${crumb.href === undefined ? html`<span>${title}</span>` : element("a", { href: hrefOf(crumb.href) }, title)}</li>`
  })
  return element("nav", { class: "crumbs", "aria-label": labels.breadcrumbs }, html`<ol>${items}</ol>`)
}

const drawPageHead = (page: PageContent, labels: Labels): Html => {
  const layout = page.layout ?? {}
  const title = element(
    "h1",
    { class: layout.title === false ? "hidden" : undefined },
    pageMark(page),
    escaped(page.title)
  )
  const lead =
    layout.description === false || !page.description
      ? none
      : element("p", { class: "lead" }, escaped(page.description))
  const crumbs = layout.title === false ? none : drawBreadcrumbs(page, labels)
  const actions = layout.actions === false ? none : drawActions(page.actions, labels)
  const titled = actions.isEmpty ? title : element("div", { class: "title-row" }, title, actions)
  return element(
    "div",
    { class: classes("page-head", layout.title === false && lead.isEmpty && actions.isEmpty && "bare") },
    crumbs,
    titled,
    lead
  )
}

const drawTurn = (link: PageLink | undefined, name: "previous" | "next", labels: Labels): Html => {
  if (link === undefined) return none
  const content = html`<span>${labels[name]}</span>${link.title}`
  return element("a", { class: name, href: hrefOf(link.href), rel: name === "next" ? "next" : "prev" }, content)
}

/** A cache of formats of days, by language: making one takes as long as drawing a page. */
const days = makeLru<Intl.DateTimeFormat>(1024 * 1024, "days")

/** Bytes of one, about. */
const formatBytes = 16 * 1024

const dayIn = (language: string): Intl.DateTimeFormat => {
  const known = days.get(language)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" })
  days.set(language, made, formatBytes)
  return made
}

/** When a page was changed; NaN where it does not say. */
const timeOf = ({ layout, updatedAt }: PageContent): number =>
  updatedAt === undefined || layout?.metadata === false ? Number.NaN : Date.parse(updatedAt)

/** Who wrote a page, where it says so. */
const authorsOf = ({ authors, layout }: PageContent): readonly string[] =>
  layout?.metadata === false ? [] : (authors ?? [])

const drawFacts = (page: PageContent, labels: Labels, language: string): Html => {
  const time = timeOf(page)
  const facts: Html[] = []
  if (!Number.isNaN(time)) {
    const date = dayIn(language).format(time)
    const stamp = element("time", { datetime: new Date(time).toISOString() }, escaped(date))
    facts.push(html`<span>${labels.updated} ${stamp}</span>`)
  }
  const authors = authorsOf(page)
  if (authors.length > 0) {
    // names are read in the direction of their own letters
    const names = authors.map((name) => html`<bdi>${name}</bdi>`)
    facts.push(html`<span>${labels.authors} ${join(names, ", ")}</span>`)
  }
  if (page.editUrl !== undefined) {
    facts.push(element("a", { href: hrefOf(page.editUrl), rel: "noopener" }, escaped(labels.edit)))
  }
  const [feed] = page.feeds ?? []
  if (feed !== undefined) {
    facts.push(element("a", { href: hrefOf(feed.href), type: feed.type }, escaped(labels.feed)))
  }
  return facts.length === 0 ? none : element("div", { class: "facts" }, facts)
}

/** A question that only script can pass on: without it, it is not asked. */
const drawFeedback = (page: PageContent, labels: Labels): Html => {
  if (page.feedback !== true) return none
  const button = (value: string, label: string): Html =>
    html`<button${attributes({ type: "button", class: "button secondary", value, "aria-pressed": "false" })}>${label}</button>`
  const choices = [button("good", labels.good), button("ok", labels.fair), button("bad", labels.bad)]
  const field = attributes({
    name: "comment",
    maxlength: 1024,
    rows: 3,
    "aria-label": labels.comment,
    placeholder: labels.comment
  })
  const form = html`<form hidden><textarea${field}></textarea><button class="button" type="submit">${labels.send}</button></form>`
  const content = html`<p>${labels.helpful}</p><div class="choices">${choices}</div>${form}<p role="status"></p>`
  return element("section", { class: "feedback", "aria-label": labels.helpful, "data-thanks": labels.thanks }, content)
}

const drawPageFoot = (page: PageContent, labels: Labels, language: string): Html => {
  const turns = html`${drawTurn(page.previous, "previous", labels)}${drawTurn(page.next, "next", labels)}`
  const turn =
    page.layout?.pagination === false || turns.isEmpty
      ? none
      : element("nav", { class: "turn", "aria-label": labels.pagination }, turns)
  const foot = html`${drawFeedback(page, labels)}${turn}${drawFacts(page, labels, language)}`
  return foot.isEmpty ? none : element("div", { class: "page-foot" }, foot)
}

/** The whole document of a page. */
export const renderPage = (view: PageView): Html => {
  const { site, page, body } = view
  const labels = labelsFor(site.language)
  const layout = page.layout ?? {}
  // on narrow screens it is a menu, which every page has; beside the page it is where its author wants it
  const menu = site.navigation.length > 0
  const hasSidebar = menu && layout.tableOfContents !== false
  const outlined = layout.outline !== false && page.outline.length > 1
  const cover = layout.cover === false ? none : drawCover(page.cover)
  const notes = (page.notes ?? []).map((note) => drawNote("warning", note))
  const article = element(
    "article",
    { class: "page" },
    html`${drawVersionNote(site, labels)}${drawPageHead(page, labels)}<div class="body">${notes}${bodyHtml(body)}</div>`
  )
  const foot = drawPageFoot(page, labels, labelLanguage(site.language))
  const main = element("main", { id: CONTENT_ID, tabindex: -1 }, cover, article, foot)
  const api = body.features.includes("api")
  // what an operation takes and how it is called stand beside each other where there is room
  const beside = api && !outlined && layout.width !== "wide"
  // a front page: its author wants neither of what stands beside a page
  const landing = layout.tableOfContents === false && layout.outline === false && !api
  const names = classes(
    "frame",
    !hasSidebar && "no-sidebar",
    (layout.outline === false || beside) && "no-outline",
    layout.width === "wide" && "wide",
    beside && "beside",
    landing && "landing"
  )
  const content = [menu ? drawSidebar(site, labels) : none, main, outlined ? drawOutline(page.outline, labels) : none]
  return drawDocument({
    site,
    labels,
    title: page.title,
    description: page.description ?? page.about,
    canonicalUrl: page.canonicalUrl,
    socialImageUrl: page.socialImageUrl,
    alternates: page.alternates,
    structured: page.structured,
    authors: authorsOf(page),
    updatedAt: Number.isNaN(timeOf(page)) ? undefined : new Date(timeOf(page)).toISOString(),
    markdownUrl: page.markdownUrl,
    feeds: page.feeds,
    noIndex: page.noRobotsIndex === true,
    math: body.features.includes("math"),
    diagrams: body.features.includes("diagrams"),
    api: api ? ((body.connects?.length ?? 0) > 0 ? "forms" : "shown") : undefined,
    menu,
    outline: outlined,
    content: element("div", { class: names }, content)
  })
}

/** The document for an address that leads nowhere: the site's frame with a way back. */
export const renderNotFound = (view: NotFoundView): Html => {
  const { site } = view
  const labels = labelsFor(site.language)
  const menu = site.navigation.length > 0
  const home = element("a", { class: "button secondary", href: hrefOf(site.homeHref) }, escaped(labels.home))
  const head = html`<div class="page-head"><h1>${labels.notFound}</h1><p class="lead">${labels.notFoundText}</p></div>`
  const search = site.searchHref === undefined ? none : drawSearchForm(site.searchHref, "", labels)
  const article = element(
    "article",
    { class: "page" },
    html`${drawVersionNote(site, labels)}${head}${search}<div class="body"><p>${home}</p></div>`
  )
  const main = element("main", { id: CONTENT_ID, tabindex: -1 }, article)
  const names = classes("frame", !menu && "no-sidebar")
  return drawDocument({
    site,
    labels,
    title: labels.notFound,
    noIndex: true,
    math: false,
    menu,
    outline: false,
    content: element("div", { class: names }, menu ? drawSidebar(site, labels) : none, main)
  })
}
