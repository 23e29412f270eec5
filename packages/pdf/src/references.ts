/** What stands for something elsewhere: references, embeds, files, includes, blocks of integrations. */
import { defined } from "@octavo/core/kernel/shared/defined"
import type { ContentRef, Embed, File, Include, Integration } from "@octavo/document"
import { hostOf } from "@octavo/render/authorValues"
import { plainText } from "@octavo/render/text"
import type { Target } from "./canvas.ts"
import { panel } from "./containers.ts"
import { type Context, narrower, resolveLink } from "./context.ts"
import { captionRows, pictureRows } from "./images.ts"
import { pictureOf } from "./inlines.ts"
import { type Item, type Style, textRows } from "./lines.ts"
import { type Row, row } from "./rows.ts"
import { color, size } from "./theme.ts"

const deepestInclude = 8
const mostIncludes = 200

/** A line in small letters: what cannot be shown, gently. */
export const note = (text: string, context: Context): ReadonlyArray<Row> => {
  const style: Style = { ...context.style, size: size.small, italic: true, color: color.soft }
  const rows = textRows(context.around.canvas, [{ kind: "text", text, style }], narrower(context, 24).width, size.small)
  return panel(rows, context, { wash: color.wash })
}

/** A frame with a title and a line of text, all of which leads to the target. */
const reference = (
  title: string,
  text: string | undefined,
  target: Target | undefined,
  context: Context
): ReadonlyArray<Row> => {
  const inside = narrower(context, 24)
  const link = defined({ link: target })
  const style: Style = {
    ...context.style,
    bold: true,
    color: target === undefined ? color.soft : color.accent,
    ...link
  }
  const soft: Style = { ...context.style, size: size.small, color: color.soft }
  const line = (words: string, one: Style): ReadonlyArray<Row> => {
    const item: Item = { kind: "text", text: words, style: one }
    const rows = textRows(context.around.canvas, [item], inside.width, one.size, { leading: 1.4 })
    for (const lines of rows) lines.keep = true
    return rows
  }
  const rows = [...line(title, style), ...(text === undefined || text === "" ? [] : line(text, soft))]
  return panel(rows, context, { edge: color.rule })
}

export const drawContentRef = (node: ContentRef, context: Context): ReadonlyArray<Row> => {
  const link = resolveLink(node.url, "content-ref", context)
  const written = plainText(node.children)
  if (link === undefined) return reference(written || node.url, context.around.labels.missingPage, undefined, context)
  const address = link.status === "ok" ? undefined : hostOf(link.href)
  const title = link.page?.title ?? link.title ?? (written || link.href)
  return reference(title, link.page?.description ?? link.description ?? address, link.target, context)
}

/** Nothing of another host is loaded: an embed is a link that says where it leads. */
const embedded = (url: string, context: Context): ReadonlyArray<Row> => {
  const link = resolveLink(url, "embed", context)
  if (link === undefined) return reference(url, context.around.labels.broken, undefined, context)
  const address = link.href.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "")
  return link.title === undefined
    ? reference(address, undefined, link.target, context)
    : reference(link.title, link.description ?? address, link.target, context)
}

export const drawEmbed = (node: Embed, context: Context): ReadonlyArray<Row> => [
  ...embedded(node.url, context),
  ...captionRows(node.children, context)
]

const baseName = (path: string): string => path.split(/[?#]/, 1)[0]!.split("/").findLast(Boolean) ?? path

/** A size in bytes for people: `12 kB`, `3.4 MB`. */
const formatSize = (bytes: number, language: string): string => {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1000 ** power
  const unit = (["byte", "kilobyte", "megabyte", "gigabyte"] as const)[power]!
  const digits = power > 0 && value < 10 ? 1 : 0
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: digits
  }).format(value)
}

export const drawFile = (node: File, context: Context): ReadonlyArray<Row> => {
  const { labels, language } = context.around
  const caption = captionRows(node.children, context)
  if (pictureOf(node.src, context) !== undefined) return [...pictureRows(node, context), ...caption]
  const file = context.resolver.file(node.src)
  const target = resolveLink(node.src, "link", context)?.target
  if (file === undefined) {
    return [
      ...reference(baseName(node.src), target === undefined ? labels.missingFile : undefined, target, context),
      ...caption
    ]
  }
  const kind = /\.([a-z0-9]{1,8})$/i.exec(file.name)?.[1]?.toUpperCase()
  const details = [kind, file.size === undefined ? undefined : formatSize(file.size, language)].filter(Boolean)
  return [...reference(file.name, details.join(" · "), target, context), ...caption]
}

/** Reusable content in place. Cycles, and more than a page can bear, end in a gentle note. */
export const drawInclude = (node: Include, context: Context): ReadonlyArray<Row> => {
  const { around, resolver, state, trail } = context
  const included =
    state.includes >= mostIncludes || trail.length > deepestInclude ? undefined : resolver.include(node.path)
  if (included === undefined || trail.includes(included.root)) return note(around.labels.missingInclude, context)
  state.includes++
  const rows = context.blocks([included.root], {
    ...context,
    resolver: included.resolver,
    trail: [...trail, included.root]
  })
  return rows.length === 0 ? [row(0)] : rows
}

/** Blocks of integrations: a link when the block has one, else its name. */
export const drawIntegration = (node: Integration, context: Context): ReadonlyArray<Row> => {
  const url = node.attributes["url"] ?? node.attributes["src"]
  if (url !== undefined && /^https?:/i.test(url.trim())) return embedded(url, context)
  return note(`${context.around.labels.block} ${node.vendor}/${node.block}`, context)
}
