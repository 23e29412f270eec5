/** Whole pages of a preview, as HTML. Pure. */
import { previewStyle } from "../assets/assets.ts"
import { drawNote } from "../body/note.ts"
import { attributes, classes, element, escapeHtml } from "../html/escape.ts"
import { labelsFor } from "../labels.ts"
import { CONTENT_ID, drawDocument } from "../page/head.ts"
import { drawSidebar } from "../page/navigation.ts"
import type { NavigationEntry, RenderedBody, SiteView } from "../view.ts"
import type { ChangedPage, Changes, PageChange } from "./changes.ts"
import { drawFields, drawRows, drawStatus, drawTime, drawViews, drawWhat, type View } from "./draw.ts"
import type { Row } from "./lines.ts"

/** Where the application is served: a path without a slash at its end. */
export interface Place {
  readonly basePath: string
}

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
  /** HTML. */
  readonly description: string
  /** HTML. */
  readonly comments: string
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
    | { readonly view: Exclude<View, "page">; readonly rows: ReadonlyArray<Row> }
  /** HTML. */
  readonly comments: string
}

export const signInPath = "/~/sign-in"
export const signOutPath = "/~/sign-out"

const icons: Readonly<Record<PageChange, string>> = { added: "plus", edited: "pen", moved: "right", deleted: "trash" }

/** Address of a page of the draft; of a deleted one, of what it was. */
export const pageAddress = (href: string, path: string, deleted: boolean): string =>
  `${href}/${path.split("/").map(encodeURIComponent).join("/")}${deleted ? "?side=before" : ""}`

const changedHref = (href: string, { path, what }: ChangedPage): string | undefined =>
  path === undefined ? undefined : pageAddress(href, path, what.includes("deleted"))

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

const siteOf = (
  { basePath }: Place,
  title: string,
  homeHref: string,
  navigation: ReadonlyArray<NavigationEntry> = []
): SiteView => ({
  title,
  language: "en",
  basePath,
  reloads: true,
  homeHref,
  styleHref: basePath + previewStyle.path,
  navigation,
  footer: { groups: [], links: [], copyright: "Octavo", trademark: false }
})

const draw = (
  site: SiteView,
  title: string,
  article: string,
  options: { readonly math?: boolean; readonly wide?: boolean } = {}
): string => {
  const labels = labelsFor("en")
  const menu = site.navigation.length > 0
  const main = element("main", { id: CONTENT_ID, tabindex: -1 }, article)
  return drawDocument({
    site,
    labels,
    title,
    noIndex: true,
    math: options.math === true,
    menu,
    outline: false,
    content: element(
      "div",
      { class: classes("frame", !menu && "no-sidebar", "no-outline", options.wide && "wide") },
      (menu ? drawSidebar(site, labels) : "") + main
    )
  })
}

const signOut = ({ basePath }: Place, to: string): string =>
  `<form class="signed" method="post"${attributes({ action: basePath + signOutPath })}><input${attributes({ type: "hidden", name: "to", value: to })}><button class="button secondary" type="submit">Sign out</button></form>`

const review = (content: string): string => element("article", { class: "page review" }, content)

const notesOf = ({ notes }: Review): string => notes.map((note) => drawNote("warning", note)).join("")

const drawChanges = ({ changes, href, more }: Review): string => {
  const count = changes.pages.length
  const items = changes.pages.map((page) => {
    const to = changedHref(href, page)
    const title = escapeHtml(page.title)
    const name = to === undefined ? `<span>${title}</span>` : element("a", { href: to }, title)
    const about = [page.path === undefined ? [] : [`/${page.path}`], page.fields.map((field) => field.name)].flat()
    const small = about.length === 0 ? "" : element("small", {}, escapeHtml(about.join(" · ")))
    return `<li>${name}${small}${drawWhat(page.what)}</li>`
  })
  const others = changes.others.map((other) => `<li>${escapeHtml(other)}</li>`).join("")
  return `<section><h2>Changed pages<span class="count">${count}</span></h2>${[
    count === 0 ? '<p class="empty">No page is changed yet.</p>' : `<ul class="changed">${items.join("")}</ul>`,
    others === "" ? "" : `<ul class="others">${others}</ul>`,
    more > 0 ? `<p class="empty">${more} more changes in the API.</p>` : ""
  ].join("")}</section>`
}

/** The first page of a change request. */
export const renderOverview = (view: Overview): string => {
  const title = titleOf(view)
  const number = view.subject === "" ? "" : ` <span class="number">#${view.number}</span>`
  const byline = [
    drawStatus(view.status),
    `<span>by ${escapeHtml(view.author)}</span>`,
    `<span>opened ${drawTime(view.createdAt)}</span>`,
    view.updatedAt.slice(0, 10) === view.createdAt.slice(0, 10)
      ? ""
      : `<span>changed ${drawTime(view.updatedAt)}</span>`
  ].join("")
  const head = `<div class="page-head"><h1>${escapeHtml(title)}${number}</h1><div class="byline">${byline}</div></div>`
  const site = siteOf(view, view.spaceTitle, view.href, navigationOf(view, view.href))
  return draw(
    site,
    title,
    review(head + notesOf(view) + view.description + drawChanges(view) + view.comments) + signOutArea(view, view.href)
  )
}

const signOutArea = (place: Place, to: string): string => element("div", { class: "page-foot" }, signOut(place, to))

/** A page of the draft. */
export const renderDraftPage = (view: DraftPage): string => {
  const { page, shown } = view
  const crumb = element("a", { href: view.href }, escapeHtml(`#${view.number} ${view.subject}`.trim()))
  const crumbs = `<nav class="crumbs" aria-label="Breadcrumb"><ol><li>${crumb}</li><li><span>${escapeHtml(page.title)}</span></li></ol></nav>`
  const mark = page.emoji ? `<span class="emoji" aria-hidden="true">${escapeHtml(page.emoji)}</span> ` : ""
  const lead = page.description ? element("p", { class: "lead" }, escapeHtml(page.description)) : ""
  const head = `<div class="page-head">${crumbs}<h1>${mark}${escapeHtml(page.title)}</h1>${lead}<div class="byline">${drawWhat(page.what)}</div></div>`
  const body =
    shown.view === "page" ? element("div", { class: "body" }, shown.body.html) : drawRows(shown.rows, shown.view)
  const site = siteOf(view, view.spaceTitle, view.href, navigationOf(view, page.href))
  const switches = page.compared ? drawViews(page.href, shown.view) : ""
  return draw(
    site,
    `${page.title} · #${view.number}`,
    review(head + notesOf(view) + drawFields(page.fields) + switches + body + view.comments) +
      signOutArea(view, page.href),
    { math: shown.view === "page" && shown.body.features.includes("math"), wide: shown.view === "split" }
  )
}

/**
 * The page where an API token is exchanged for a session.
 * @param to path that the reader came for
 * @param problem why the last try failed
 */
export const renderSignIn = (place: Place, to: string, problem?: string): string => {
  const wrong = problem === undefined ? "" : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`
  const field = attributes({
    id: "token",
    name: "token",
    type: "password",
    autocomplete: "current-password",
    required: true,
    spellcheck: "false"
  })
  const form = `<form method="post"${attributes({ action: place.basePath + signInPath })}><input type="hidden" name="to" value="${escapeHtml(to)}"><label for="token">API token</label><input${field}><button class="button" type="submit">Sign in</button></form>`
  const note =
    '<p class="note">The token stays with you: this browser keeps a signed session for eight hours, which ends earlier when the token is revoked.</p>'
  const site = siteOf(place, "Octavo", to)
  const text = `<h1>Sign in</h1><p class="lead">This page is for members of the organization.</p>${wrong}${form}${note}`
  return draw(site, "Sign in", element("div", { class: "sign-in" }, text))
}

/** A few words instead of a change request. */
export const renderMessage = (place: Place, title: string, text: string): string => {
  const site = siteOf(place, "Octavo", `${place.basePath}/`)
  const head = `<div class="page-head"><h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(text)}</p></div>`
  return draw(
    site,
    title,
    element("article", { class: "page" }, head) + signOutArea(place, `${place.basePath}${signInPath}`)
  )
}
