/** What the layout of one body shares. */
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { defined } from "@octavo/core/kernel/shared/defined"
import type { FootnoteDefinition, Node, Root } from "@octavo/document"
import { safeUrl } from "@octavo/render/authorValues"
import type { Labels } from "@octavo/render/labels"
import type { CodePiece, LinkKind, ResolvedLink, Resolver } from "@octavo/render/references"
import type { Canvas, Target } from "./canvas.ts"
import type { Style } from "./lines.ts"
import type { Picture } from "./media.ts"
import { gap, type Row } from "./rows.ts"
import { color, size } from "./theme.ts"

/** A line of code in pieces; a class of the highlighter or none. */
export type Tokens = ReadonlyArray<ReadonlyArray<CodePiece>>

export interface Footnote {
  /** Counted from 1. */
  readonly number: number
  readonly context: Context
}

/** What of the whole book a body needs; the same for all of its pages. */
export interface Surroundings {
  readonly canvas: Canvas
  readonly labels: Labels
  readonly language: string
  /** The page at a path of the space, when it is printed: the key of its place. */
  readonly printedAt: (path: string) => string | undefined
  /** The page that an address elsewhere leads to, when it is printed in the same book. */
  readonly elsewhere: (href: string) => Elsewhere | undefined
  /** Where the site shows what an address of the application names. */
  readonly onSite: (href: string) => string | undefined
  /** Address of a page that is not printed. */
  readonly addressOf: (path: string) => string | undefined
  /** By id of the file; images that can't be drawn are missing. */
  readonly pictures: ReadonlyMap<string, Picture>
  readonly addresses: ReadonlyMap<string, string>
  readonly highlight: (code: string, language: string) => Tokens | undefined
}

/** A page of the same book. */
export interface Elsewhere {
  readonly page: PageRecord
  /** Key of the place that is meant. */
  readonly key: string
}

/** Grows while a body is laid out. */
export interface State {
  /** Key of the place where the page begins. */
  readonly pageId: string
  /** By their definitions, in the order in which something refers to them. */
  readonly footnotes: Map<FootnoteDefinition, Footnote>
  includes: number
  highlighted: number
}

export interface Context {
  readonly around: Surroundings
  readonly state: State
  readonly resolver: Resolver
  /** Trees that are being included, outermost first. */
  readonly trail: ReadonlyArray<Root>
  readonly definitions: ReadonlyMap<string, FootnoteDefinition>
  readonly width: number
  readonly style: Style
  /** How deep lists are nested. */
  readonly lists: number
  readonly blocks: (nodes: ReadonlyArray<Node>, context: Context) => ReadonlyArray<Row>
}

export const textStyle: Style = { family: "sans", bold: false, italic: false, size: size.text, color: color.ink }

/** The same place with less room. */
export const narrower = (context: Context, by: number): Context => ({
  ...context,
  width: Math.max(context.width - by, 24)
})

/** Key of the place where a page, or a heading of it, begins. */
export const placeKey = (pageId: string, anchor = ""): string => `${pageId}#${anchor}`

const filePath = /^\/~(?:files|pictures)\/([^/]+)\//

/** Id of the file behind an address that the resolver gave. */
export const fileIdOf = (url: string): string | undefined => filePath.exec(url)?.[1]

export interface Link extends ResolvedLink {
  /** Missing for what exists and cannot be reached from paper: it is named and leads nowhere. */
  readonly target?: Target
}

/** Where a link leads; `undefined` when it is broken or its scheme is refused. */
export const resolveLink = (href: string, kind: LinkKind, context: Context): Link | undefined => {
  const { around, resolver } = context
  const found = resolver.link(href, kind)
  if (found.status === "broken") return undefined
  const isOwn = found.status === "ok"
  const inside = isOwn ? undefined : around.elsewhere(found.href)
  const resolved = isOwn ? found : { ...found, href: around.onSite(found.href) ?? found.href }
  if (inside !== undefined) {
    const { description, emoji, icon, title } = inside.page
    const page = { title, emoji, icon, description }
    return { ...resolved, status: "ok", title, description, page, target: { kind: "place", key: inside.key } }
  }
  const target = targetOf(resolved, context)
  if (resolved.status !== "ok" && target === undefined) return undefined
  return { ...resolved, ...defined({ target }) }
}

const targetOf = ({ href, status }: ResolvedLink, { around, state }: Context): Target | undefined => {
  if (status !== "ok") {
    const url = safeUrl(href)
    return url !== undefined && /^(?:https?:\/\/|mailto:|tel:)/i.test(url)
      ? { kind: "web", url: ascii(url) }
      : undefined
  }
  if (href.startsWith("#")) return { kind: "place", key: placeKey(state.pageId, decoded(href.slice(1))) }
  const file = fileIdOf(href)
  const [path, anchor] = href.slice(1).split("#", 2)
  const page = around.printedAt(decoded(path ?? ""))
  if (page !== undefined) return { kind: "place", key: placeKey(page, decoded(anchor ?? "")) }
  const address = file === undefined ? around.addressOf(href.slice(1)) : around.addresses.get(file)
  return address === undefined ? undefined : { kind: "web", url: ascii(address) }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Addresses in a PDF are of ASCII letters. */
const ascii = (url: string): string => url.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)

/** Space after a block. */
export const between = (height = 8): Row => gap(height)
