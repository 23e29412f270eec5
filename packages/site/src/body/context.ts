/** What the drawing functions share while one body is rendered. */
import type { FootnoteDefinition, Node, Root } from "@octavo/document"
import { safeUrl } from "@octavo/render/authorValues"
import type { Labels } from "@octavo/render/labels"
import type { LinkKind, ResolvedLink, Resolver } from "@octavo/render/references"
import { attributes, classes, element, type Html, html, withoutControls } from "../html/html.ts"
import type { Feature } from "../view.ts"
import type { BlockMark } from "./marks.ts"

/** One reference to a footnote opens an entry; further references to the same note share it. */
export interface Footnote {
  /** Counted from 1. */
  number: number
  context: Context
  references: number
  /** What is shown of it at its text. */
  title: string | undefined
}

/** Grows while the body is drawn; one per body. */
export interface State {
  labels: Labels
  language: string
  ids: Set<string>
  /** How far the ids of one name were counted. */
  idCounts: Map<string, number>
  /** Anchors of the body's own headings, wherever they stand: nothing else may take them. */
  anchors: ReadonlySet<string>
  features: Set<Feature>
  /** The same by their lower-case form, the first of each: links may have another case. */
  anchorsByName: ReadonlyMap<string, string>
  /** Of the page and its headings, in plain letters: a block repeats none of them. */
  titles: ReadonlySet<string>
  connects: Set<string>
  /** By their definitions, in the order in which something refers to them. */
  footnotes: Map<FootnoteDefinition, Footnote>
  /** Levels of the headings so far: as written and as drawn. */
  headings: Array<{ depth: number; level: number }>
  images: number
  groups: number
  /** Characters of code that were highlighted. */
  highlighted: number
  includes: number
  includedLength: number
  marks: ReadonlyMap<Node, BlockMark> | undefined
  draw: (nodes: readonly Node[], context: Context) => Html
}

/** Where in the body we are; changed by copying. */
export interface Context {
  state: State
  resolver: Resolver
  /** Trees that are being included, outermost first. */
  trail: readonly Root[]
  definitions: ReadonlyMap<string, FootnoteDefinition>
  /** Inside of a link: no second link may start. */
  inLink: boolean
  /** Only phrasing content may stand here. */
  phrasing: boolean
}

export const draw = (nodes: readonly Node[], context: Context): Html => context.state.draw(nodes, context)

/** Children that stand inside of an element of running text. */
export const phrase = (nodes: readonly Node[], context: Context): Html =>
  draw(nodes, context.phrasing ? context : { ...context, phrasing: true })

/** Children of a block: a heading, list or table may stand here again. */
export const flow = (nodes: readonly Node[], context: Context): Html =>
  draw(nodes, context.phrasing ? { ...context, phrasing: false } : context)

/**
 * An id that no other element of the body has: `-1`, `-2` … is appended when needed. None when nothing of it can be written.
 * @param reserved ids that other elements will have
 */
export const claimId = (
  wanted: string,
  context: Context,
  reserved: ReadonlySet<string> | undefined = undefined
): string | undefined => {
  const { idCounts, ids } = context.state
  const name = withoutControls(wanted)
  if (name === "") return undefined
  let id = name
  for (let next = idCounts.get(name) ?? 1; ids.has(id) || reserved?.has(id); next++) {
    id = `${name}-${next}`
    idCounts.set(name, next + 1)
  }
  ids.add(id)
  return id
}

/** A target with an address that may be written, or `undefined` when it is broken or refused. */
export interface Target extends ResolvedLink {
  external: boolean
  /** Where the browser opens it, when not in place. */
  window: "_blank" | undefined
}

/** A fragment of the page in the case that its anchor has. */
const onPage = (href: string, { state }: Context): string => {
  const name = href.startsWith("#") ? decoded(href.slice(1)) : undefined
  if (name === undefined || state.anchors.has(name)) return href
  const anchor = state.anchorsByName.get(name.toLowerCase())
  return anchor === undefined ? href : `#${encodeURIComponent(anchor)}`
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const resolveTarget = (href: string, kind: LinkKind, context: Context): Target | undefined => {
  const resolved = context.resolver.link(href, kind)
  if (resolved.status === "broken") return undefined
  const url = safeUrl(onPage(resolved.href, context))
  if (url === undefined) return undefined
  const external = resolved.status === "external" || resolved.status === "in-app"
  return { ...resolved, href: url, external, window: external ? context.resolver.externalTarget : undefined }
}

/** An `<a>`, or a span when the target is broken or a link is open already. */
export const anchor = (
  target: Target | undefined,
  content: Html,
  context: Context,
  options: { class?: string | undefined; title?: string | undefined; label?: string | undefined } = {}
): Html => {
  if (context.inLink) return options.class === undefined ? content : element("span", { class: options.class }, content)
  if (target === undefined) {
    const { broken } = context.state.labels
    return element(
      "span",
      { class: classes(options.class, "broken"), title: broken },
      html`${content}<span class="hidden"> (${broken})</span>`
    )
  }
  const values = {
    class: options.class,
    href: target.href,
    title: options.title,
    "aria-label": options.label,
    rel: target.external ? "noopener" : undefined,
    target: target.window
  }
  return html`<a${attributes(values)}>${content}</a>`
}
