/** Whole pages. */

import { safeImageUrl } from "@octavo/render/authorValues"
import { type Labels, labelLanguage, labelsFor } from "@octavo/render/labels"
import { drawIcon } from "../body/icons.ts"
import { drawNote } from "../body/note.ts"
import { attributes, classes, element, escapeHtml } from "../html/escape.ts"
import type { Cover, NotFoundView, PageContent, PageLink, PageView } from "../view.ts"
import { drawActions } from "./actions.ts"
import { CONTENT_ID, drawDocument } from "./head.ts"
import { hrefOf } from "./links.ts"
import { drawOutline, drawSidebar } from "./navigation.ts"
import { drawSearchForm } from "./searchForm.ts"

const drawCover = (cover: Cover | undefined): string => {
  const url = cover === undefined ? undefined : safeImageUrl(cover.url)
  if (cover === undefined || url === undefined) return ""
  const darkUrl = cover.darkUrl === undefined ? undefined : safeImageUrl(cover.darkUrl)
  const height = cover.height === undefined ? undefined : Math.min(Math.max(Math.round(cover.height), 80), 600)
  const shift = cover.y === undefined || cover.y === 0 ? undefined : Math.min(Math.max(Math.round(cover.y), -500), 500)
  const style = classes(height !== undefined && `--cover:${height}px;`, shift !== undefined && `--shift:${-shift}px`)
  const image = (src: string, theme: string | undefined): string => `<img${attributes({ src, alt: "", class: theme })}>`
  const images = darkUrl === undefined ? image(url, undefined) : image(url, "on-light") + image(darkUrl, "on-dark")
  return element("div", { class: classes("cover", cover.size === "hero" && "hero"), style }, images)
}

const drawBreadcrumbs = (page: PageContent, labels: Labels): string => {
  if (page.breadcrumbs.length === 0) return ""
  const items = page.breadcrumbs.map((crumb) => {
    const title = escapeHtml(crumb.title)
    return `<li>${crumb.href === undefined ? `<span>${title}</span>` : element("a", { href: hrefOf(crumb.href) }, title)}</li>`
  })
  return element("nav", { class: "crumbs", "aria-label": labels.breadcrumbs }, `<ol>${items.join("")}</ol>`)
}

const drawPageHead = (page: PageContent, labels: Labels): string => {
  const layout = page.layout ?? {}
  const mark = page.emoji
    ? `<span class="emoji" aria-hidden="true">${escapeHtml(page.emoji)}</span> `
    : page.icon
      ? `${drawIcon(page.icon)} `
      : ""
  const title = element("h1", { class: layout.title === false ? "hidden" : undefined }, mark + escapeHtml(page.title))
  const lead =
    layout.description === false || !page.description
      ? ""
      : element("p", { class: "lead" }, escapeHtml(page.description))
  const crumbs = layout.title === false ? "" : drawBreadcrumbs(page, labels)
  const actions = drawActions(page.actions, labels)
  const titled = actions === "" ? title : element("div", { class: "title-row" }, title + actions)
  return element(
    "div",
    { class: classes("page-head", layout.title === false && lead === "" && actions === "" && "bare") },
    crumbs + titled + lead
  )
}

const drawTurn = (link: PageLink | undefined, name: "previous" | "next", labels: Labels): string => {
  if (link === undefined) return ""
  const content = `<span>${escapeHtml(labels[name])}</span>${escapeHtml(link.title)}`
  return element("a", { class: name, href: hrefOf(link.href), rel: name === "next" ? "next" : "prev" }, content)
}

const drawFacts = (page: PageContent, labels: Labels, language: string): string => {
  const time = page.updatedAt === undefined ? Number.NaN : Date.parse(page.updatedAt)
  const facts: string[] = []
  if (page.layout?.metadata !== false && !Number.isNaN(time)) {
    const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(time)
    const stamp = element("time", { datetime: new Date(time).toISOString() }, escapeHtml(date))
    facts.push(`<span>${escapeHtml(labels.updated)} ${stamp}</span>`)
  }
  if (page.editUrl !== undefined) {
    facts.push(element("a", { href: hrefOf(page.editUrl), rel: "noopener" }, escapeHtml(labels.edit)))
  }
  const [feed] = page.feeds ?? []
  if (feed !== undefined) {
    facts.push(element("a", { href: hrefOf(feed.href), type: feed.type }, escapeHtml(labels.feed)))
  }
  return facts.length === 0 ? "" : element("div", { class: "facts" }, facts.join(""))
}

/** A question that only script can pass on: without it, it is not asked. */
const drawFeedback = (page: PageContent, labels: Labels): string => {
  if (page.feedback !== true) return ""
  const button = (value: string, label: string): string =>
    `<button${attributes({ type: "button", class: "button secondary", value, "aria-pressed": "false" })}>${escapeHtml(label)}</button>`
  const choices = button("good", labels.good) + button("ok", labels.fair) + button("bad", labels.bad)
  const field = attributes({
    name: "comment",
    maxlength: 1024,
    rows: 3,
    "aria-label": labels.comment,
    placeholder: labels.comment
  })
  const form = `<form hidden><textarea${field}></textarea><button class="button" type="submit">${escapeHtml(labels.send)}</button></form>`
  const content = `<p>${escapeHtml(labels.helpful)}</p><div class="choices">${choices}</div>${form}<p role="status"></p>`
  return element("section", { class: "feedback", "aria-label": labels.helpful, "data-thanks": labels.thanks }, content)
}

const drawPageFoot = (page: PageContent, labels: Labels, language: string): string => {
  const turns = drawTurn(page.previous, "previous", labels) + drawTurn(page.next, "next", labels)
  const turn =
    page.layout?.pagination === false || turns === ""
      ? ""
      : element("nav", { class: "turn", "aria-label": labels.pagination }, turns)
  const foot = drawFeedback(page, labels) + turn + drawFacts(page, labels, language)
  return foot === "" ? "" : element("div", { class: "page-foot" }, foot)
}

/** The whole document of a page. */
export const renderPage = (view: PageView): string => {
  const { site, page, body } = view
  const labels = labelsFor(site.language)
  const layout = page.layout ?? {}
  const menu = layout.tableOfContents !== false && site.navigation.length > 0
  const outlined = layout.outline !== false && page.outline.length > 1
  const cover = layout.cover === false ? "" : drawCover(page.cover)
  const notes = (page.notes ?? []).map((note) => drawNote("warning", note)).join("")
  const article = element(
    "article",
    { class: "page" },
    `${drawPageHead(page, labels)}<div class="body">${notes}${body.html}</div>`
  )
  const foot = drawPageFoot(page, labels, labelLanguage(site.language))
  const main = element("main", { id: CONTENT_ID, tabindex: -1 }, cover + article + foot)
  const api = body.features.includes("api")
  // what an operation takes and how it is called stand beside each other where there is room
  const beside = api && !outlined && layout.width !== "wide"
  const names = classes(
    "frame",
    !menu && "no-sidebar",
    (layout.outline === false || beside) && "no-outline",
    layout.width === "wide" && "wide",
    beside && "beside"
  )
  const content = [menu ? drawSidebar(site, labels) : "", main, outlined ? drawOutline(page.outline, labels) : ""].join(
    ""
  )
  return drawDocument({
    site,
    labels,
    title: page.title,
    description: page.description,
    canonicalUrl: page.canonicalUrl,
    alternates: page.alternates,
    markdownUrl: page.markdownUrl,
    feeds: page.feeds,
    noIndex: page.noRobotsIndex === true,
    math: body.features.includes("math"),
    api: api ? ((body.connects?.length ?? 0) > 0 ? "forms" : "shown") : undefined,
    menu,
    outline: outlined,
    content: element("div", { class: names }, content)
  })
}

/** The document for an address that leads nowhere: the site's frame with a way back. */
export const renderNotFound = (view: NotFoundView): string => {
  const { site } = view
  const labels = labelsFor(site.language)
  const menu = site.navigation.length > 0
  const home = element("a", { class: "button secondary", href: hrefOf(site.homeHref) }, escapeHtml(labels.home))
  const head = `<div class="page-head"><h1>${escapeHtml(labels.notFound)}</h1><p class="lead">${escapeHtml(labels.notFoundText)}</p></div>`
  const search = site.searchHref === undefined ? "" : drawSearchForm(site.searchHref, "", labels)
  const article = element("article", { class: "page" }, `${head}${search}<div class="body"><p>${home}</p></div>`)
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
    content: element("div", { class: names }, (menu ? drawSidebar(site, labels) : "") + main)
  })
}
