/** Tables shown as cards: frames side by side, with the cover, the title and the texts of their rows. */
import type { RichTable, RichTableCell, RichTableRow } from "@octavo/document"
import { isBlank, plainText, unwrap, visibleColumns } from "@octavo/render/text"
import type { Target } from "./canvas.ts"
import { type Context, resolveLink } from "./context.ts"
import { inlineItems, pictureOf } from "./inlines.ts"
import { type Item, type Style, textRows } from "./lines.ts"
import { gap, heightOf, padding, paint, type Row, row, stacked } from "./rows.ts"
import { typedItems } from "./tables.ts"
import { color, size } from "./theme.ts"

const space = 12
const inset = 11

type Role = "cardTarget" | "cardCover"

/** What the columns of a table are for, found once for all its cards. */
interface Columns {
  readonly visible: ReturnType<typeof visibleColumns>
  /** The first one of each role. */
  readonly roles: Readonly<Record<Role, number>>
}

const columnsOf = (node: RichTable): Columns => {
  const first = (role: Role) => node.columns.findIndex((column) => column[role])
  return { visible: visibleColumns(node), roles: { cardTarget: first("cardTarget"), cardCover: first("cardCover") } }
}

const roleOf = (
  { roles }: Columns,
  line: RichTableRow,
  role: Role
): { readonly cell: RichTableCell; readonly value: string } | undefined => {
  const cell = line.children[roles[role]]
  const value = cell?.values[0]
  return cell === undefined || value === undefined ? undefined : { cell, value }
}

interface Card {
  readonly rows: ReadonlyArray<Row>
  readonly target: Target | undefined
}

const coverRows = (src: string, width: number, context: Context): ReadonlyArray<Row> => {
  const picture = pictureOf(src, context)
  if (picture === undefined) return []
  const height = Math.min((width * picture.height) / picture.width, width * 0.5)
  return [
    row(height, (canvas, x, y) => {
      // what is higher than the cover is cut at its edges
      const drawn = (width * picture.height) / picture.width
      canvas.doc.save().roundedRect(x, y, width, height, 4).clip()
      canvas.image(picture.image, x, y - (drawn - height) / 2, width, drawn)
      canvas.doc.restore()
    })
  ]
}

const cardOf = (columns: Columns, line: RichTableRow, width: number, context: Context): Card => {
  const inside: Context = { ...context, width: width - 2 * inset }
  const wanted = roleOf(columns, line, "cardTarget")
  const link = wanted === undefined ? undefined : resolveLink(wanted.value, "card", context)
  const cover = roleOf(columns, line, "cardCover")
  const body: Array<Row> = []
  let title = true
  for (const { column, index } of columns.visible) {
    if (index >= line.children.length) break
    const cell = line.children[index]
    if (cell === undefined || column.cardCover || column.cardCoverDark || column.cardTarget) continue
    if (isBlank(cell.children) && cell.values.length === 0) continue
    const words = plainText(cell.children)
    // a cell with an icon alone is no title
    if (title && cell.values.length === 0 && words === "") continue
    const style: Style = title
      ? { ...context.style, bold: true, color: color.strong }
      : { ...context.style, size: size.small + 0.3, color: color.soft }
    const items: ReadonlyArray<Item> =
      typedItems(cell, column, style, inside) ?? inlineItems(unwrap(cell.children), style, inside)
    const rows = textRows(context.around.canvas, items, inside.width, style.size, { leading: 1.4 })
    if (body.length > 0 && rows.length > 0) body.push(gap(3))
    for (const one of rows) body.push(one)
    title = false
  }
  if (title && wanted !== undefined) {
    const style: Style = { ...context.style, bold: true, color: color.strong }
    const name = link?.page?.title ?? link?.title ?? (plainText(wanted.cell.children) || wanted.value)
    body.push(...textRows(context.around.canvas, [{ kind: "text", text: name, style }], inside.width, style.size))
  }
  for (const one of body) one.x += inset
  const drawn = cover === undefined ? [] : coverRows(cover.value, width, context)
  return { rows: [...drawn, padding(9), ...body, padding(9)], target: link?.target }
}

export const drawCards = (node: RichTable, context: Context): ReadonlyArray<Row> => {
  const across = context.width < 260 ? 1 : node.cardSize === "large" || context.width < 400 ? 2 : 3
  const width = (context.width - space * (across - 1)) / across
  const columns = columnsOf(node)
  const rows: Array<Row> = []
  for (let from = 0; from < node.rows.length; from += across) {
    const cards = node.rows.slice(from, from + across).map((line) => cardOf(columns, line, width, context))
    const height = Math.max(...cards.map((card) => heightOf(card.rows)))
    if (from > 0) rows.push(gap(space))
    rows.push(
      row(height, (canvas, left, top) => {
        cards.forEach((card, index) => {
          const x = left + index * (width + space)
          paint(canvas, stacked(card.rows, top), x)
          canvas.frame(x, top, width, height, color.rule, 4)
          if (card.target !== undefined) canvas.link(card.target, x, top, width, height)
        })
      })
    )
  }
  return rows
}
