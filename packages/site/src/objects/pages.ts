/** The page of an object, as HTML. Pure. */
import { drawInFrame, drawSignOut, frameOf, type Place } from "../account/frame.ts"
import { element, escapeHtml } from "../html/escape.ts"

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

const link = (href: string, text: string): string => element("a", { href }, escapeHtml(text))

const drawEntry = ({ depth = 0, href, title }: Entry): string => {
  const name = title === "" ? "Untitled" : title
  const indent = "\u2003".repeat(Math.min(depth, 8))
  return `<li>${indent}${href === undefined ? `<span>${escapeHtml(name)}</span>` : link(href, name)}</li>`
}

const drawList = ({ count, entries, title }: NonNullable<ObjectView["lists"]>[number]): string => {
  if (count === 0) return ""
  const rest = count - entries.length
  return `<section><h2>${escapeHtml(title)}<span class="count">${count}</span></h2><ul class="changed">${entries
    .map(drawEntry)
    .join("")}</ul>${rest > 0 ? `<p class="empty">${rest} more in the API.</p>` : ""}</section>`
}

/** @param path of the page, to come back to */
export const renderObject = (place: Place, view: ObjectView, path: string): string => {
  const crumb =
    view.within?.href === undefined
      ? ""
      : `<nav class="crumbs" aria-label="Breadcrumb"><ol><li>${link(view.within.href, view.within.title)}</li></ol></nav>`
  const lead = view.lead === undefined || view.lead === "" ? "" : element("p", { class: "lead" }, escapeHtml(view.lead))
  const where = [
    view.published === undefined
      ? view.unpublished === undefined
        ? ""
        : `<p>${escapeHtml(view.unpublished)}</p>`
      : `<p>Read it at ${link(view.published, view.published)}</p>`,
    ...(view.more ?? []).map(({ href, title }) => `<p>${link(href, title)}</p>`),
    view.api === undefined ? "" : `<p>Programs read it at <code>${escapeHtml(view.api)}</code></p>`
  ].join("")
  const text =
    view.text === undefined
      ? ""
      : `<section><h2>Text</h2><pre class="plain" tabindex="0"><code>${escapeHtml(view.text)}</code></pre></section>`
  const head = `<div class="page-head">${crumb}<h1>${escapeHtml(view.title)}</h1>${lead}<div class="byline"><span>${escapeHtml(view.kind)}</span></div></div>`
  return drawInFrame(
    frameOf(place, "Octavo", path),
    `${view.title} · ${view.kind}`,
    element("article", { class: "page review" }, head + where + (view.lists ?? []).map(drawList).join("") + text) +
      drawSignOut(place, path)
  )
}
