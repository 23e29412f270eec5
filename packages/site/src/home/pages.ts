/** Where people begin: the sites of the installation, and the ways on from there. Pure. */
import type { ListedSite, SiteList } from "@octavo/core/delivery/sites/SiteDirectory"
import { drawInFrame, drawSignOut, frameOf, type Place } from "../account/frame.ts"
import { tokensPath } from "../account/tokenPages.ts"
import { attributes, element, escaped, type Html, html, join, none } from "../html/html.ts"

interface OwnOrganization {
  readonly title: string
  /** Its `urls.app`. */
  readonly app: string
}

export interface HomeView {
  /** Path of the page. */
  readonly path: string
  /** What was searched for; empty for everything. */
  readonly title: string
  readonly sites: SiteList
  /** Of the installation's API, and of its reference. */
  readonly api: { readonly base: string; readonly reference: string }
  /** Nobody has set the installation up yet. */
  readonly isPending?: boolean
  /** Who is signed in; absent for strangers. */
  readonly person?: {
    readonly name: string
    readonly organizations: ReadonlyArray<OwnOrganization & { readonly id: string }>
    /** How many organizations there are besides these. */
    readonly others: number
  }
}

/** As many are looked through without a search. */
const fewSites = 12

const link = (href: string, text: string): Html => element("a", { href }, escaped(text))

/** Who may read what is not public. */
const audiences = {
  public: "",
  unlisted: "Unlisted",
  "share-link": "With a share link",
  "visitor-auth": "For readers who sign in"
} as const satisfies Record<ListedSite["visibility"], string>

const drawSite = ({ app, description, published, title, visibility }: ListedSite): Html => {
  const notes = [description ?? "", published === undefined ? "Not published yet" : audiences[visibility]]
  const small = notes.flatMap((note) => (note === "" ? [] : [html`<small>${note}</small>`]))
  return html`<li>${link(published ?? app, title)}${small}</li>`
}

const drawSites = (sites: ReadonlyArray<ListedSite>): Html =>
  sites.length === 0 ? none : html`<ul class="changed">${sites.map(drawSite)}</ul>`

const drawSearch = ({ path, sites, title }: HomeView): Html => {
  if (title === "" && sites.count <= fewSites) return none
  const field = attributes({ id: "title", name: "title", type: "search", value: title, maxlength: 200 })
  const all = title === "" ? none : html`<p class="note">${link(path, "All sites")}</p>`
  return html`<form class="find-site" role="search" method="get"${attributes({ action: path })}><label for="title">Find a site</label><input${field}><button class="button secondary" type="submit">Find</button></form>${all}`
}

const drawRest = ({ sites: { count, items } }: HomeView): Html =>
  count > items.length ? html`<p class="empty">And ${count - items.length} more: find them by their titles.</p>` : none

const drawNone = ({ isPending, person, sites, title }: HomeView): Html => {
  if (sites.count > 0) return none
  if (isPending) return html`<p class="empty">Nothing is here yet: this installation is not set up.</p>`
  if (title !== "") return html`<p class="empty">No site has “${title}” in its title.</p>`
  return html`<p class="empty">${
    person === undefined
      ? "Nothing is published for everybody yet. Members sign in to see theirs."
      : "There are no sites yet."
  }</p>`
}

/** What one organization has, under its name; an organization that has nothing here, too, unless it is searched. */
const drawOrganizations = ({ person, sites, title }: HomeView): Html => {
  const byId = new Map<string, OwnOrganization & { readonly sites: Array<ListedSite> }>()
  for (const { app, id, title } of person?.organizations ?? []) byId.set(id, { app, title, sites: [] })
  for (const site of sites.items) {
    const { app, id, title } = site.organization
    const found = byId.get(id) ?? { app, title, sites: [] }
    byId.set(id, found)
    found.sites.push(site)
  }
  const shown = [...byId.values()].filter((one) => one.sites.length > 0 || title === "")
  return join(
    shown.map((one) => {
      const list =
        one.sites.length === 0
          ? html`<p>No sites yet. ${link(one.app, `Spaces of ${one.title}`)}</p>`
          : drawSites(one.sites)
      return html`<section><h2>${link(one.app, one.title)}</h2>${list}</section>`
    })
  )
}

const drawPrograms = ({ api }: HomeView): Html =>
  html`<section><h2>For programs</h2><p>The API is at <code>${api.base}</code>. ${link(api.reference, "Its reference")} says what it does.</p></section>`

/** The first page of the installation, for whoever opens it. */
export const renderFront = (place: Place, view: HomeView): Html => {
  const head = html`<div class="page-head"><h1>Documentation</h1><p class="lead">What is published here for everybody.</p></div>`
  const members = view.isPending
    ? html`<section><h2>For whoever runs this server</h2><p><a class="button" href="${place.basePath}">Set up Octavo</a></p></section>`
    : html`<section><h2>For members</h2><p><a class="button" href="${place.basePath}">Sign in</a></p></section>`
  return drawInFrame(
    frameOf(place, "Octavo", view.path),
    "Documentation",
    element(
      "article",
      { class: "page review" },
      head,
      drawSearch(view),
      drawSites(view.sites.items),
      drawRest(view),
      drawNone(view),
      members,
      drawPrograms(view)
    )
  )
}

/** The first page of the application, for who is signed in. */
export const renderHome = (place: Place, view: HomeView & Required<Pick<HomeView, "person">>): Html => {
  const { name, others } = view.person
  const head = html`<div class="page-head"><h1>Your sites</h1><p class="lead">You are signed in as ${name}.</p></div>`
  const more =
    others > 0 ? html`<p class="empty">You are in ${others} more organizations: the API lists all of them.</p>` : none
  const account = html`<section><h2>Your account</h2><p>${link(place.basePath + tokensPath, "API tokens and sessions")}</p></section>`
  const article = element(
    "article",
    { class: "page review" },
    head,
    drawSearch(view),
    drawNone(view),
    drawOrganizations(view),
    drawRest(view),
    more,
    account,
    drawPrograms(view)
  )
  return drawInFrame(frameOf(place, "Octavo", view.path), "Your sites", [article, drawSignOut(place, place.basePath)], {
    application: place.application
  })
}
