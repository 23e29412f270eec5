/** The page of an object, as HTML. Pure. */
import { drawInFrame, drawSignOut, frameOf, type Place } from "../account/frame.ts"
import { element, escaped, type Html, html, none } from "../html/html.ts"

/** One line of a list; without an address for what has no page. */
export interface Entry {
  readonly title: string
  readonly href?: string
  /** How many others it is below. */
  readonly depth?: number
}

export interface ObjectView {
  /** What it is: "Space". */
  readonly kind: string
  readonly title: string
  readonly lead?: string | undefined
  /** The application has a screen for it. */
  readonly hasScreen?: boolean
  /** What it is in. */
  readonly within?: Entry
  /** Where readers read it. */
  readonly published?: string | undefined
  /** What is said instead when they can't. */
  readonly unpublished?: string | undefined
  /** Where programs read it. */
  readonly api?: string
  /** Other places to go to. */
  readonly more?: ReadonlyArray<Required<Pick<Entry, "title" | "href">>>
  readonly lists?: ReadonlyArray<{
    readonly title: string
    readonly entries: ReadonlyArray<Entry>
    /** Of all of them. */
    readonly count: number
  }>
  /** Its text, as it is written. */
  readonly text?: string | undefined
}

const link = (href: string, text: string): Html => element("a", { href }, escaped(text))

const drawEntry = ({ depth = 0, href, title }: Entry): Html => {
  const name = title === "" ? "Untitled" : title
  const indent = "\u2003".repeat(Math.min(depth, 8))
  return html`<li>${indent}${href === undefined ? html`<span>${name}</span>` : link(href, name)}</li>`
}

const drawList = ({ count, entries, title }: NonNullable<ObjectView["lists"]>[number]): Html => {
  if (count === 0) return none
  const rest = count - entries.length
  return html`<section><h2>${title}<span class="count">${count}</span></h2><ul class="changed">${entries.map(
    drawEntry
  )}</ul>${rest > 0 ? html`<p class="empty">${rest} more in the API.</p>` : ""}</section>`
}

/** @param path of the page, to come back to */
export const renderObject = (place: Place, view: ObjectView, path: string): Html => {
  const crumb =
    view.within?.href === undefined
      ? none
      : html`<nav class="crumbs" aria-label="Breadcrumb"><ol><li>${link(view.within.href, view.within.title)}</li></ol></nav>`
  const lead = view.lead === undefined || view.lead === "" ? none : element("p", { class: "lead" }, escaped(view.lead))
  const where = [
    view.published === undefined
      ? view.unpublished === undefined
        ? none
        : html`<p>${view.unpublished}</p>`
      : html`<p>Read it at ${link(view.published, view.published)}</p>`,
    ...(view.more ?? []).map(({ href, title }) => html`<p>${link(href, title)}</p>`),
    view.api === undefined ? none : html`<p>Programs read it at <code>${view.api}</code></p>`
  ]
  const text =
    view.text === undefined
      ? none
      : html`<section><h2>Text</h2><pre class="plain" tabindex="0"><code>${view.text}</code></pre></section>`
  const head = html`<div class="page-head">${crumb}<h1>${view.title}</h1>${lead}<div class="byline"><span>${view.kind}</span></div></div>`
  const article = element("article", { class: "page review" }, head, where, (view.lists ?? []).map(drawList), text)
  return drawInFrame(
    frameOf(place, "Octavo", path),
    `${view.title} · ${view.kind}`,
    [article, drawSignOut(place, path)],
    { application: place.application }
  )
}
