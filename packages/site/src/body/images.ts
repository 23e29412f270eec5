/** Images: in running text, as figures, in galleries. */
import { type Images, type ImagesItem, isTrackingPixel } from "@octavo/document"
import { hostOf, percent, pixels, safeImageUrl } from "@octavo/render/authorValues"
import type { ResolvedFile } from "@octavo/render/references"
import { isBlank, unwrap } from "@octavo/render/text"
import { attributes, classes, element, escaped, type Html, html, none } from "../html/html.ts"
import { anchor, type Context, draw, flow, resolveTarget } from "./context.ts"
import { shape } from "./icons.ts"

/** An image as written. */
export interface Picture {
  src: string
  darkSrc?: string | undefined
  alt?: string | undefined
  title?: string | undefined
  width?: string | undefined
  height?: string | undefined
  class?: string | undefined
}

interface Source {
  url: string
  /** Bytes that are kept here, whatever host the address names. */
  isOwn?: boolean
  width?: number | undefined
  height?: number | undefined
}

const ownSource = (file: ResolvedFile): Source | undefined => {
  const url = safeImageUrl(file.url)
  return url === undefined ? undefined : { url, isOwn: true, width: file.width, height: file.height }
}

const sourceOf = (src: string, context: Context): Source | "tracker" | undefined => {
  const file = context.resolver.file(src)
  if (file !== undefined) return ownSource(file)
  if (/^(?:https?:|data:)/i.test(src.trim())) {
    const kept = context.resolver.picture?.(src)
    if (kept !== undefined) return kept === "tracker" ? kept : ownSource(kept)
    const url = safeImageUrl(src.trim())
    return url === undefined ? undefined : { url }
  }
  const link = context.resolver.link(src, "image")
  const url = link.status === "broken" ? undefined : safeImageUrl(link.href)
  return url === undefined ? undefined : { url }
}

/** Width and height attributes: what the author asks for, in the proportion of the file. */
const sizeOf = (picture: Picture, source: Source): { width?: number | undefined; height?: number | undefined } => {
  const width = pixels(picture.width)
  const height = pixels(picture.height)
  if (source.width === undefined || source.height === undefined) return { width, height }
  const ratio = source.height / source.width
  if (width !== undefined) return { width, height: Math.max(1, Math.round(width * ratio)) }
  if (height !== undefined) return { width: Math.max(1, Math.round(height / ratio)), height }
  return { width: source.width, height: source.height }
}

/**
 * A picture of another host: a link to it. Whoever opens a page tells nobody else about it, and a picture that is
 * exchanged or gone over there changes nothing here.
 */
const drawRemote = (picture: Picture, url: string, context: Context): Html => {
  const host = hostOf(url) ?? url
  const name = picture.alt || host
  const where = name === host ? none : html` <span class="host">${host}</span>`
  const content = html`${shape("image")}<span>${name}${where}</span>`
  if (context.inLink) return element("span", { class: "remote" }, content)
  const title = `${context.state.labels.remoteImage} ${host}`
  const target = context.resolver.externalTarget
  return element("a", { class: "remote", href: url, rel: "noopener noreferrer", target, title }, content)
}

/** Whether a picture is loaded from another host, which pages may not do. */
const isElsewhere = ({ isOwn, url }: Source, { resolver }: Context): boolean =>
  isOwn !== true && resolver.remoteImages !== true && hostOf(url) !== undefined

/**
 * One image, or a pair of which the theme shows one. Missing files leave a gentle mark with the alternative text; nothing
 * is drawn of what is there to count readers.
 */
export const drawPicture = (picture: Picture, context: Context): Html => {
  const source = isTrackingPixel(picture) ? "tracker" : sourceOf(picture.src, context)
  if (source === "tracker") return none
  const { state } = context
  if (source === undefined) {
    const label = picture.alt || state.labels.missingImage
    return element("span", { class: "missing", title: state.labels.missingImage }, escaped(label))
  }
  if (isElsewhere(source, context)) return drawRemote(picture, source.url, context)
  const dark = picture.darkSrc === undefined ? undefined : sourceOf(picture.darkSrc, context)
  const first = state.images++ === 0
  const share = percent(picture.width)
  const write = (from: Source, theme: string | undefined, lazy: boolean): Html =>
    html`<img${attributes({
      class: classes(picture.class, theme),
      src: from.url,
      alt: picture.alt ?? "",
      title: picture.title,
      ...sizeOf(picture, from),
      style: share === undefined ? undefined : `width:${share}%`,
      loading: lazy ? "lazy" : undefined,
      decoding: "async"
    })}>`
  if (dark === undefined || dark === "tracker" || isElsewhere(dark, context)) return write(source, undefined, !first)
  return html`${write(source, "on-light", true)}${write(dark, "on-dark", true)}`
}

const drawItem = (item: ImagesItem, context: Context): Html => {
  const caption = isBlank(item.children) ? none : element("figcaption", {}, draw(unwrap(item.children), context))
  const inside = item.href === undefined ? context : { ...context, inLink: true }
  const image = drawPicture(item, inside)
  if (image.isEmpty && caption.isEmpty) return none
  const linked = item.href === undefined ? image : anchor(resolveTarget(item.href, "link", context), image, context)
  return element("figure", {}, linked, caption)
}

/** A figure, or several side by side. */
export const drawImages = (node: Images, context: Context): Html => {
  const names = classes(
    "images",
    node.children.length > 1 && "gallery",
    node.align && node.align !== "center" && `align-${node.align}`,
    node.withFrame && "framed",
    node.fullWidth && "full-width"
  )
  const inside = { ...context, phrasing: false }
  const items = node.children.map((item) => drawItem(item, inside))
  return items.every(({ isEmpty }) => isEmpty) ? none : element("div", { class: names }, items)
}

/** Children of a caption, drawn as running text where possible. */
export const drawCaption = (children: Parameters<typeof isBlank>[0], context: Context): Html =>
  isBlank(children) ? none : element("figcaption", {}, flow(unwrap(children), context))
