/** Blocks that stand for something elsewhere: pages, files, embedded sites, reusable content. */
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import type { ContentRef, Embed, File, Include, Integration } from "@octavo/document"
import { hostOf, safeUrl } from "@octavo/render/authorValues"
import { isBlank, plainText } from "@octavo/render/text"
import { attributes, classes, element, escaped, type Html, html, none } from "../html/html.ts"
import { type Context, draw, flow, resolveTarget, type Target } from "./context.ts"
import type { IconShape } from "./icon-shapes.ts"
import { pageIcon, pageMark, shape } from "./icons.ts"
import { drawCaption } from "./images.ts"
import { type Player, videoAt, videoHosts } from "./video.ts"

const DEEPEST_INCLUDE = 8
const MOST_INCLUDES = 200
const LONGEST_INCLUDES = 2_000_000

interface ReferenceCard {
  mark: Html
  title: Html
  text?: Html | undefined
  arrow: IconShape
  class?: string | undefined
  player?: Player | undefined
}

/** A row with a mark, a title, a line of text and an arrow. */
const drawCard = (target: Target | undefined, card: ReferenceCard, download: string | undefined = undefined): Html => {
  const text = card.text !== undefined ? html`<span class="reference-text">${card.text}</span>` : none
  const words = html`<span class="reference-words"><span class="reference-title">${card.title}</span>${text}</span>`
  const names = classes("reference", card.class, target === undefined && "broken-card")
  const content = html`<span class="reference-mark">${card.mark}</span>${words}${target === undefined ? none : shape(card.arrow)}`
  if (target === undefined) return element("div", { class: names }, content)
  const rel = target.external ? "noopener" : undefined
  const { player } = card
  const values = {
    ...{ class: names, href: target.href, rel, target: target.window, download },
    ...ifDefined(player, ({ kind, src }) => ({ [`data-${kind}`]: src }))
  }
  return html`<a${attributes(values)}>${content}</a>`
}

/** Title of a target as HTML: that of the page it leads to, with its mark; else what is written. */
export const referenceTitle = (target: Target, written: string): Html =>
  target.page === undefined ? escaped(target.title ?? written) : html`${pageMark(target.page)}${target.page.title}`

export const drawContentRef = (node: ContentRef, context: Context): Html => {
  const target = resolveTarget(node.url, "content-ref", context)
  const written = plainText(node.children)
  if (target === undefined) {
    const text = escaped(context.state.labels.missingPage)
    return drawCard(undefined, { mark: shape("file"), title: escaped(written || node.url), text, arrow: "right" })
  }
  const host = target.external ? hostOf(target.href) : undefined
  const description = target.page?.description ?? target.description ?? host
  const mark = target.page === undefined ? none : pageIcon(target.page)
  return drawCard(target, {
    mark: mark.isEmpty ? shape(target.external ? "globe" : "file") : mark,
    title: escaped(target.page?.title ?? target.title ?? (written || target.href)),
    text: description === undefined ? undefined : escaped(description),
    arrow: target.external ? "external" : "right"
  })
}

/**
 * Nothing of another host is loaded: an embed is a link that says where it leads. Script puts the player of a video in
 * its place when it is clicked.
 */
const embedCard = (url: string, context: Context): Html => {
  const target = resolveTarget(url, "embed", context)
  const { labels } = context.state
  if (target === undefined) {
    return drawCard(undefined, {
      mark: shape("link"),
      title: escaped(url),
      text: escaped(labels.broken),
      arrow: "external"
    })
  }
  const host = hostOf(target.href)
  const video = host === undefined ? undefined : videoAt(target.href)
  const isVideo = video !== undefined || (host !== undefined && videoHosts.has(host))
  const where = (host === undefined ? undefined : videoHosts.get(host)) ?? host
  const action = where === undefined ? undefined : `${isVideo ? labels.watch : labels.open} ${where}`
  const address = target.href.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "")
  return drawCard(target, {
    mark: shape(isVideo ? "play" : "globe"),
    title: escaped(target.title ?? action ?? address),
    text: escaped(target.description ?? address),
    arrow: "external",
    class: classes("embed", isVideo && "video"),
    player: video
  })
}

export const drawEmbed = (node: Embed, context: Context): Html => {
  const names = classes("embed-block", node.fullWidth && "full-width")
  return element("figure", { class: names }, embedCard(node.url, context), drawCaption(node.children, context))
}

const UNITS = ["B", "KB", "MB", "GB"]

/** A size in bytes for people: `12 KB`, `3.4 MB`. */
const formatSize = (size: number, language: string): string => {
  let value = size
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  const digits = unit > 0 && value < 10 ? 1 : 0
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${UNITS[unit]}`
}

const baseName = (path: string): string => path.split(/[?#]/, 1)[0]!.split("/").findLast(Boolean) ?? path

export const drawFile = (node: File, context: Context): Html => {
  const { labels, language } = context.state
  const file = context.resolver.file(node.src)
  const url = file === undefined ? undefined : safeUrl(file.url)
  if (file !== undefined && url !== undefined) {
    const kind = /\.([a-z0-9]{1,8})$/i.exec(file.name)?.[1]?.toUpperCase()
    const details = [kind, file.size === undefined ? undefined : formatSize(file.size, language)].filter(Boolean)
    const target = { href: url, status: "ok" as const, external: false, window: undefined }
    const card = {
      mark: shape("file"),
      title: escaped(file.name),
      text: escaped(details.join(" · ") || labels.download),
      arrow: "download" as const
    }
    return element("figure", {}, drawCard(target, card, file.name), drawCaption(node.children, context))
  }
  const target = /^https?:/i.test(node.src.trim()) ? resolveTarget(node.src, "link", context) : undefined
  const card = {
    mark: shape("file"),
    title: escaped(baseName(node.src)),
    text: escaped(target === undefined ? labels.missingFile : (hostOf(target.href) ?? labels.download)),
    arrow: "external" as const
  }
  return element("figure", {}, drawCard(target, card), drawCaption(node.children, context))
}

/** A file in running text or a cell. */
export const drawFileLink = (href: string, context: Context): Html => {
  const file = context.resolver.file(href)
  const url = file === undefined ? undefined : safeUrl(file.url)
  const name = file?.name ?? baseName(href)
  if (context.inLink) return escaped(name)
  if (url === undefined)
    return element("span", { class: "broken", title: context.state.labels.missingFile }, escaped(name))
  return element("a", { href: url, download: file?.name }, escaped(name))
}

/** Reusable content in place. Cycles, and more than a page can bear, end in a gentle note. */
export const drawInclude = (node: Include, context: Context): Html => {
  const { state, trail } = context
  const missing = html`<div class="placeholder">${state.labels.missingInclude}</div>`
  const full = state.includes >= MOST_INCLUDES || state.includedLength > LONGEST_INCLUDES
  if (full || trail.length > DEEPEST_INCLUDE) return missing
  const included = context.resolver.include(node.path)
  if (included === undefined || trail.includes(included.root)) return missing
  state.includes++
  // what holds for the page holds for what stands in it
  const { externalTarget, highlight, remoteImages } = context.resolver
  const resolver = { ...included.resolver, ...defined({ externalTarget, highlight, remoteImages }) }
  const drawn = draw([included.root], { ...context, resolver, trail: [...trail, included.root] })
  state.includedLength += drawn.text.length
  return drawn
}

/** Blocks of integrations: a link when the block has one, else what it holds. One that holds nothing is for machines. */
export const drawIntegration = (node: Integration, context: Context): Html => {
  const { attributes: values, children, position, vendor } = node
  const url = values["url"] ?? values["src"]
  if (url !== undefined && /^https?:/i.test(url.trim()))
    return element("figure", { class: "embed-block" }, embedCard(url, context))
  if (!isBlank(children)) return flow(children, context)
  const value = values["content"]?.trim() ?? ""
  return value === "" ? none : draw([{ type: "code", lang: vendor, value, position }], context)
}

/** A block that has nothing to show here, by name. */
export const drawPlaceholder = (name: string, context: Context): Html =>
  element("div", { class: "placeholder" }, html`${context.state.labels.block} <code>${name}</code>`)
