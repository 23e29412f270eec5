/** What stands around every page of the application. Pure. */

import type { Actor } from "@octavo/core/kernel/shared/Actor"
import { labelsFor } from "@octavo/render/labels"
import type { BuiltApplication } from "../application/WebApplication.ts"
import { previewStyle } from "../assets/assets.ts"
import { attributes, classes, element, type Html, html, none } from "../html/html.ts"
import { CONTENT_ID, drawDocument } from "../page/head.ts"
import { drawSidebar } from "../page/navigation.ts"
import type { NavigationEntry, SiteView } from "../view.ts"
import type { AppRequest, PageAnswer } from "./answers.ts"

/** Where the application is served, and in which session. */
export interface Place {
  /** A path without a slash at its end. */
  readonly basePath: string
  /** What every form carries that is sent in the session of the page; without one nothing. */
  readonly formToken?: string | undefined
  /** What takes the page over where scripts run. */
  readonly application?: BuiltApplication | undefined
  /** What scripts of the page send to the API in its session. */
  readonly scriptKey?: string | undefined
  /** Id of who is signed in, for scripts of the page: what they ask about this person goes out at once. */
  readonly person?: string | undefined
}

export const personOf = (actor: Actor): string | undefined => (actor.kind === "user" ? actor.userId : undefined)

export type PlaceOf = (request: AppRequest) => Place

export const signInPath = "/~/sign-in"
export const signOutPath = "/~/sign-out"

export const frameOf = (
  { basePath, person, scriptKey }: Place,
  title: string,
  homeHref: string,
  navigation: ReadonlyArray<NavigationEntry> = []
): SiteView => ({
  title,
  language: "en",
  basePath,
  reloads: true,
  scriptKey,
  person,
  homeHref,
  styleHref: basePath + previewStyle.path,
  navigation,
  footer: { groups: [], links: [], copyright: "Octavo", trademark: false }
})

export const drawInFrame = (
  site: SiteView,
  title: string,
  article: Html | readonly Html[],
  options: {
    readonly math?: boolean
    readonly api?: boolean | "shown" | "forms"
    readonly wide?: boolean
    readonly diagrams?: boolean
    readonly application?: BuiltApplication | undefined
  } = {}
): Html => {
  const labels = labelsFor("en")
  const menu = site.navigation.length > 0
  const main = element("main", { id: CONTENT_ID, tabindex: -1 }, article)
  return drawDocument({
    site,
    labels,
    title,
    noIndex: true,
    math: options.math === true,
    diagrams: options.diagrams === true,
    api: options.api === true ? "shown" : options.api || undefined,
    menu,
    outline: false,
    application: options.application,
    content: element(
      "div",
      { class: classes("frame", !menu && "no-sidebar", "no-outline", options.wide && "wide") },
      menu ? drawSidebar(site, labels) : none,
      main
    )
  })
}

/** A page of a place. */
export const pageIn = (place: Place, html: Html, status: PageAnswer["status"] = 200): PageAnswer => ({
  kind: "page",
  status,
  html,
  isApplication: place.application !== undefined
})

export const drawHidden = (name: string, value: string): Html =>
  html`<input${attributes({ type: "hidden", name, value })}>`

/** A form that is sent to the application. @param path its action, below the application's path */
export const drawForm = (
  { basePath, formToken }: Place,
  path: string,
  content: Html,
  values: { readonly class?: string } = {}
): Html =>
  element(
    "form",
    { ...values, method: "post", action: basePath + path },
    formToken === undefined ? none : drawHidden("form", formToken),
    content
  )

/** The button that ends the session. @param to where it leads */
export const drawSignOut = (place: Place, to: string): Html =>
  element(
    "div",
    { class: "page-foot" },
    drawForm(
      place,
      signOutPath,
      html`${drawHidden("to", to)}<button class="button secondary" type="submit">Sign out</button>`,
      { class: "signed" }
    )
  )
