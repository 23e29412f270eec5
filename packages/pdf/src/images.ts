/** Images as blocks: figures and galleries. */
import type { Images, ImagesItem } from "@octavo/document"
import { isBlank, unwrap } from "@octavo/render/text"
import { between, type Context, resolveLink } from "./context.ts"
import { inlineItems, isTracker, missingImage, pictureOf, pictureSize } from "./inlines.ts"
import { type Style, textRows } from "./lines.ts"
import { type Cell, type Row, row, sideBySide } from "./rows.ts"
import { color, size, textHeight } from "./theme.ts"

/** An image as written. */
export interface Wanted {
  readonly src: string
  readonly alt?: string | undefined
  readonly width?: string | undefined
  readonly height?: string | undefined
  readonly href?: string | undefined
}

/** One image in its own row; what cannot be shown is said in words. */
export const pictureRows = (
  wanted: Wanted,
  context: Context,
  align: Images["align"] = "center",
  framed = false
): ReadonlyArray<Row> => {
  const { canvas } = context.around
  if (isTracker(wanted, context)) return []
  const picture = pictureOf(wanted.src, context)
  if (picture === undefined) {
    const item = missingImage(wanted.src, wanted.alt, { ...context.style, size: size.small }, context)
    return textRows(canvas, [item], context.width, size.small, { align })
  }
  const { height, width } = pictureSize(picture, wanted, context.width)
  const free = context.width - width
  const x = align === "left" ? 0 : align === "right" ? free : free / 2
  const target = wanted.href === undefined ? undefined : resolveLink(wanted.href, "link", context)?.target
  return [
    row(height, (at, left, y) => {
      at.image(picture.image, left + x, y, width, height)
      if (framed) at.frame(left + x, y, width, height, color.rule, 3)
      if (target !== undefined) at.link(target, left + x, y, width, height)
    })
  ]
}

/** The words under a figure. */
export const captionRows = (
  children: Parameters<typeof isBlank>[0],
  context: Context,
  align: Images["align"] = "center"
): ReadonlyArray<Row> => {
  if (isBlank(children)) return []
  const style: Style = { ...context.style, size: size.small, color: color.soft }
  return [
    between(4),
    ...textRows(context.around.canvas, inlineItems(unwrap(children), style, context), context.width, size.small, {
      align
    })
  ]
}

const itemRows = (item: ImagesItem, node: Images, context: Context): ReadonlyArray<Row> => {
  const rows = pictureRows(item, context, node.align ?? "center", node.withFrame === true)
  const caption = captionRows(item.children, context, node.align ?? "center")
  const last = rows.at(-1)
  if (caption.length > 0 && last !== undefined) last.keep = true
  return [...rows, ...caption]
}

export const drawImages = (node: Images, context: Context): ReadonlyArray<Row> => {
  const { children } = node
  if (children.length < 2) return children.flatMap((item) => itemRows(item, node, context))
  const across = Math.min(children.length, 3)
  const space = 12
  const width = (context.width - space * (across - 1)) / across
  const rows: Array<Row> = []
  for (let from = 0; from < children.length; from += across) {
    const cells = children
      .slice(from, from + across)
      .map((item, index): Cell => ({ rows: itemRows(item, node, { ...context, width }), x: index * (width + space) }))
    if (from > 0) rows.push(between(10))
    rows.push(...sideBySide(cells, textHeight))
  }
  return rows
}
