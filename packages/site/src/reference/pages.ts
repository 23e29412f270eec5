/** Pages of the reference of the API. Pure. */

import { viewOf } from "@octavo/core/content/openapi/apiBlocks"
import { computedPages, computedText } from "@octavo/core/content/openapi/computedPages"
import { type ApiView, apiView } from "@octavo/core/content/openapi/description/apiView"
import type { Description } from "@octavo/core/content/openapi/description/Description"
import type { DescriptionIndex, IndexedOperation } from "@octavo/core/content/openapi/description/DescriptionIndex"
import { type Node, parsePage } from "@octavo/document"
import { outlineOf } from "@octavo/render/outline"
import { Effect } from "effect"
import { drawInFrame, frameOf, type Place } from "../account/frame.ts"
import { bodyHtml } from "../body/render.ts"
import type { Answering } from "../drawing/answers.ts"
import type { DrawnPage } from "../drawing/tasks.ts"
import { element, escaped, type Html, html } from "../html/html.ts"
import type { NavigationEntry } from "../view.ts"

/** What one page of the reference has. */
export interface ReferenceTag {
  /** Last part of its address. */
  readonly slug: string
  readonly title: string
  readonly operations: ReadonlyArray<IndexedOperation>
  /** Its Markdown, given what operations say of themselves. */
  readonly text: (aboutOf: (operation: Pick<IndexedOperation, "method" | "path">) => string | undefined) => string
}

export interface ReferenceView {
  readonly place: Place
  /** Path of the first page. */
  readonly basePath: string
  /** Path of the installation's first page. */
  readonly home: string
  readonly description: Description
  readonly tags: ReadonlyArray<ReferenceTag>
  /** The one that is shown; `undefined` for the first page. */
  readonly tag: ReferenceTag | undefined
  /** The same, drawn. */
  readonly drawn: DrawnPage | undefined
}

/** Of no specification that has a name: there is one here. */
const spec = { slug: "", url: undefined }

/** A page for each tag that has operations, in the order of the description. */
export const tagsOf = (index: DescriptionIndex): ReadonlyArray<ReferenceTag> =>
  computedPages(index, { models: false, downloadLink: false, grouping: "by-tag" }).flatMap(
    ({ document, slug = "", title }) => {
      const page = document?.["page"]
      const operations = index.operations.filter(({ tags }) => tags[0] === page)
      if (operations.length === 0) return []
      const text: ReferenceTag["text"] = (aboutOf) =>
        computedText(index, spec, { doc: "operations", page: String(page) }, aboutOf)
      return [{ slug, title, operations, text }]
    }
  )

const link = (href: string, content: Html): Html => element("a", { href }, content)

/** Links of descriptions: to the web, and within the page. */
const resolver: ReturnType<Answering["resolver"]> = {
  link: (href) => ({ href, status: /^https?:/.test(href) ? "external" : href.startsWith("#") ? "ok" : "broken" }),
  file: () => undefined,
  expression: () => undefined
}

/** What answers while a page of a description is drawn. */
export const answering = (description: Description): Answering => ({
  resolver: () => resolver,
  include: () => Effect.succeed(undefined),
  views: Effect.fnUntraced(function* (_, blocks) {
    const views = new Map<Node, ApiView>()
    for (const block of blocks) {
      const view = viewOf(description, block)
      if (view !== undefined) views.set(block, view)
      yield* Effect.yieldNow
    }
    return views
  })
})

/** The Markdown of a page. */
export const textOf = (description: Description, tag: ReferenceTag): string =>
  tag.text(({ method, path }) => {
    const view = apiView(description, { kind: "operation", method, path })
    return view?.kind === "operation" ? view.operation.description : undefined
  })

/** The names of all operations, each with the page that says all of it. */
const drawList = ({ basePath, description, home, tags }: ReferenceView): Html => {
  const lead = (description.index.description ?? "").split("`").map((part, i) => {
    const text = escaped(part)
    return i % 2 === 0 ? text : html`<code>${text}</code>`
  })
  const about = html`<p class="lead">${lead}</p>`
  const lists = tags.map((tag) => {
    const href = `${basePath}/${tag.slug}`
    const headings = outlineOf(parsePage(tag.text(() => undefined))).filter(({ depth }) => depth === 2)
    const rows = tag.operations.map(({ method, path, summary }, i) => {
      const name = escaped(summary ?? `${method} ${path}`)
      return html`<li>${link(`${href}#${headings[i]?.anchor ?? ""}`, name)}<small><code>${`${method.toUpperCase()} ${path}`}</code></small></li>`
    })
    return html`<section><h2>${link(href, escaped(tag.title))}</h2><ul class="changed">${rows}</ul></section>`
  })
  return html`<div class="page-head"><h1>Reference of the API</h1>${about}<p>${link(`${home}openapi.json`, html`OpenAPI document`)}</p></div>${lists}`
}

/** One page as HTML, around what was drawn of its text. */
export const renderReference = (view: ReferenceView): Html => {
  const { basePath, drawn, home, place, tag, tags } = view
  const navigation: ReadonlyArray<NavigationEntry> = [
    { kind: "page", title: "All operations", href: basePath, active: tag === undefined },
    ...tags.map(
      (one): NavigationEntry => ({
        kind: "page",
        title: one.title,
        href: `${basePath}/${one.slug}`,
        active: one === tag,
        ...(one === tag && drawn !== undefined ? { children: entriesOf(drawn) } : {})
      })
    )
  ]
  const frame = frameOf(place, "Octavo", home, navigation)
  if (tag === undefined || drawn === undefined) {
    return drawInFrame(frame, "Reference of the API", element("article", { class: "page review" }, drawList(view)))
  }
  const head = html`<div class="page-head"><h1>${tag.title}</h1></div>`
  const { connects = [] } = drawn.body
  return drawInFrame(
    frame,
    tag.title,
    element("article", { class: "page" }, html`${head}<div class="body">${bodyHtml(drawn.body)}</div>`),
    { api: connects.length > 0 ? "forms" : "shown", wide: true }
  )
}

const entriesOf = ({ outline }: DrawnPage): ReadonlyArray<NavigationEntry> =>
  outline.filter(({ depth }) => depth === 2).map(({ anchor, title }) => ({ kind: "link", title, href: `#${anchor}` }))
