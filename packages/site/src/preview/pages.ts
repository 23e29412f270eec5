/** Whole pages of a preview, as HTML. Pure. */

import { drawInFrame, drawSignOut, frameOf, type Place } from "../account/frame.ts"
import { drawNote } from "../body/note.ts"
import { bodyHtml } from "../body/render.ts"
import { element, escaped, type Html, html, join, none } from "../html/html.ts"
import type { NavigationEntry, RenderedBody } from "../view.ts"
import type { ChangedPage, Changes, PageChange } from "./changes.ts"
import { drawFields, drawStatus, drawTime, drawViews, drawWhat, type View } from "./draw.ts"

/** What stands around every page of a change request. */
export interface Review extends Place {
  /** Path of the change request. */
  readonly href: string
  readonly spaceTitle: string
  readonly number: number
  readonly subject: string
  readonly changes: Changes
  /** Changes that are not in `changes`. */
  readonly more: number
  /** What one should know before reading on. */
  readonly notes: ReadonlyArray<string>
}

export interface Overview extends Review {
  readonly status: string
  readonly author: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly description: Html
  readonly comments: Html
}

export interface DraftPage extends Review {
  readonly page: {
    readonly href: string
    readonly title: string
    readonly emoji?: string | undefined
    readonly description?: string | undefined
    readonly what: ReadonlyArray<PageChange>
    readonly fields: ChangedPage["fields"]
    /** Whether there is a text to compare. */
    readonly compared: boolean
  }
  readonly shown:
    | { readonly view: "page"; readonly body: RenderedBody }
    | { readonly view: Exclude<View, "page">; readonly html: Html }
  readonly comments: Html
}

const icons: Readonly<Record<PageChange, string>> = { added: "plus", edited: "pen", moved: "right", deleted: "trash" }

/** Address of a page of the draft; of a deleted one, of what it was. */
export const pageAddress = (href: string, path: string, deleted: boolean, view?: View): string => {
  const query = deleted ? "?side=before" : view === undefined ? "" : `?view=${view}`
  return `${href}/${path.split("/").map(encodeURIComponent).join("/")}${query}`
}

/** What it changes: with a query it is drawn here, the address alone is a screen of the application, where there is one. */
const changedHref = (href: string, { path, what }: ChangedPage): string | undefined =>
  path === undefined ? undefined : pageAddress(href, path, what.includes("deleted"), "page")

const titleOf = ({ number, subject }: Pick<Review, "number" | "subject">): string =>
  subject === "" ? `Change request #${number}` : subject

const navigationOf = (review: Review, here: string): ReadonlyArray<NavigationEntry> => {
  const pages = review.changes.pages.flatMap((page): ReadonlyArray<NavigationEntry> => {
    const href = changedHref(review.href, page)
    if (href === undefined) return []
    return [{ kind: "page", title: page.title, icon: icons[page.what[0]!], href, active: href === here }]
  })
  return [
    { kind: "page", title: "Overview", icon: "comments", href: review.href, active: here === review.href },
    ...(pages.length === 0 ? [] : [{ kind: "group" as const, title: "Changed pages", children: pages }])
  ]
}

const review = (...content: ReadonlyArray<Html>): Html => element("article", { class: "page review" }, content)

const notesOf = ({ notes }: Review): Html => join(notes.map((note) => drawNote("warning", note)))

const drawChanges = ({ changes, href, more }: Review): Html => {
  const count = changes.pages.length
  const items = changes.pages.map((page) => {
    const to = changedHref(href, page)
    const title = escaped(page.title)
    const name = to === undefined ? html`<span>${title}</span>` : element("a", { href: to }, title)
    const about = [page.path === undefined ? [] : [`/${page.path}`], page.fields.map((field) => field.name)].flat()
    const small = about.length === 0 ? none : element("small", {}, escaped(about.join(" · ")))
    return html`<li>${name}${small}${drawWhat(page.what)}</li>`
  })
  const others = changes.others.map((other) => html`<li>${other}</li>`)
  return html`<section><h2>Changed pages<span class="count">${count}</span></h2>${[
    count === 0 ? html`<p class="empty">No page is changed yet.</p>` : html`<ul class="changed">${items}</ul>`,
    others.length === 0 ? none : html`<ul class="others">${others}</ul>`,
    more > 0 ? html`<p class="empty">${more} more changes in the API.</p>` : none
  ]}</section>`
}

/** The first page of a change request. */
export const renderOverview = (view: Overview): Html => {
  const title = titleOf(view)
  const number = view.subject === "" ? none : html` <span class="number">#${view.number}</span>`
  const byline = [
    drawStatus(view.status),
    html`<span>Change request</span>`,
    html`<span>by ${view.author}</span>`,
    html`<span>opened ${drawTime(view.createdAt)}</span>`,
    view.updatedAt.slice(0, 10) === view.createdAt.slice(0, 10)
      ? none
      : html`<span>changed ${drawTime(view.updatedAt)}</span>`
  ]
  const head = html`<div class="page-head"><h1>${title}${number}</h1><div class="byline">${byline}</div></div>`
  const site = frameOf(view, view.spaceTitle, view.href, navigationOf(view, view.href))
  const content = review(head, notesOf(view), view.description, drawChanges(view), view.comments)
  return drawInFrame(site, title, [content, drawSignOut(view, view.href)], { application: view.application })
}

/** A page of the draft. */
export const renderDraftPage = (view: DraftPage): Html => {
  const { page, shown } = view
  const crumb = element("a", { href: view.href }, escaped(`#${view.number} ${view.subject}`.trim()))
  const crumbs = html`<nav class="crumbs" aria-label="Breadcrumb"><ol><li>${crumb}</li><li><span>${page.title}</span></li></ol></nav>`
  const mark = page.emoji ? html`<span class="emoji" aria-hidden="true">${page.emoji}</span> ` : none
  const lead = page.description ? element("p", { class: "lead" }, escaped(page.description)) : none
  const head = html`<div class="page-head">${crumbs}<h1>${mark}${page.title}</h1>${lead}<div class="byline">${drawWhat(page.what)}</div></div>`
  const body = shown.view === "page" ? element("div", { class: "body" }, bodyHtml(shown.body)) : shown.html
  const site = frameOf(
    view,
    view.spaceTitle,
    view.href,
    navigationOf(view, page.href.includes("?") ? page.href : `${page.href}?view=page`)
  )
  const features = shown.view === "page" ? shown.body.features : []
  const switches = page.compared ? drawViews(page.href, shown.view) : none
  return drawInFrame(
    site,
    `${page.title} · #${view.number}`,
    [review(head, notesOf(view), drawFields(page.fields), switches, body, view.comments), drawSignOut(view, page.href)],
    {
      math: features.includes("math"),
      diagrams: features.includes("diagrams"),
      api: features.includes("api"),
      wide: shown.view === "split",
      application: view.application
    }
  )
}
