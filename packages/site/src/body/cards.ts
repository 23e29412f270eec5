/** Tables shown as cards. The whole card is clickable: the link of its title reaches over it. */
import type { RichTable, RichTableCell, RichTableRow } from "@octavo/document"
import { holdsLink, isBlank, plainText, unwrap, visibleColumns } from "@octavo/render/text"
import { classes, element, escaped, type Html, html, none } from "../html/html.ts"
import { anchor, type Context, flow, resolveTarget, type Target } from "./context.ts"
import { drawPicture } from "./images.ts"
import { drawCell } from "./rich-tables.ts"

type Role = "cardTarget" | "cardCover" | "cardCoverDark"

/** What the columns of a table are for, found once for all its cards. */
interface Columns {
  readonly visible: ReturnType<typeof visibleColumns>
  /** The first one of each role. */
  readonly roles: Readonly<Record<Role, number>>
}

const columnsOf = (node: RichTable): Columns => {
  const first = (role: Role) => node.columns.findIndex((column) => column[role])
  const roles = {
    cardTarget: first("cardTarget"),
    cardCover: first("cardCover"),
    cardCoverDark: first("cardCoverDark")
  }
  return { visible: visibleColumns(node), roles }
}

const roleOf = (
  { roles }: Columns,
  row: RichTableRow,
  role: Role
): { cell: RichTableCell; value: string } | undefined => {
  const cell = row.children[roles[role]]
  const value = cell?.values[0]
  return cell === undefined || value === undefined ? undefined : { cell, value }
}

const drawCover = (columns: Columns, row: RichTableRow, context: Context): Html => {
  const cover = roleOf(columns, row, "cardCover")
  if (cover === undefined) return none
  const darkSrc = roleOf(columns, row, "cardCoverDark")?.value
  const picture = drawPicture({ src: cover.value, darkSrc, alt: "" }, context)
  return picture.isEmpty ? none : element("div", { class: "card-cover" }, picture)
}

const linked = (cell: RichTableCell, content: Html, target: Target | undefined, context: Context): Html => {
  if (target === undefined) return content
  if (!holdsLink(cell.children)) return anchor(target, content, context, { class: "card-link" })
  const label = plainText(cell.children) || target.page?.title || target.href
  return html`${content}${anchor(target, none, context, { class: "card-link", label })}`
}

const drawCard = (columns: Columns, row: RichTableRow, context: Context): Html => {
  const wanted = roleOf(columns, row, "cardTarget")
  const target = wanted === undefined ? undefined : resolveTarget(wanted.value, "card", context)
  const parts: Html[] = []
  let title = true
  for (const { column, index } of columns.visible) {
    if (index >= row.children.length) break
    const cell = row.children[index]
    if (cell === undefined || (isBlank(cell.children) && cell.values.length === 0)) continue
    if (column.cardCover || column.cardCoverDark || column.cardTarget) continue
    if (title && cell.values.length === 0 && plainText(cell.children) === "") {
      parts.push(element("div", { class: "card-icon" }, flow(unwrap(cell.children), context)))
      continue
    }
    if (title) {
      const plain = !holdsLink(cell.children) && cell.values.length === 0
      const inside = plain && target !== undefined ? { ...context, inLink: true } : context
      const content = plain ? flow(unwrap(cell.children), inside) : drawCell(cell, column, context)
      parts.push(element("div", { class: "card-title" }, linked(cell, content, target, context)))
    } else {
      parts.push(element("div", { class: "card-text" }, drawCell(cell, column, context)))
    }
    title = false
  }
  if (title && target !== undefined) {
    const name = target.page?.title ?? target.title ?? (plainText(wanted?.cell.children ?? []) || target.href)
    parts.push(element("div", { class: "card-title" }, anchor(target, escaped(name), context, { class: "card-link" })))
  }
  const broken = wanted !== undefined && target === undefined
  const names = classes("card", broken && "broken-card")
  const note = broken ? context.state.labels.missingPage : undefined
  const body = parts.length === 0 ? none : element("div", { class: "card-body" }, parts)
  return element("li", { class: names, title: note }, drawCover(columns, row, context), body)
}

export const drawCards = (node: RichTable, context: Context): Html => {
  const names = classes("cards", node.cardSize === "large" && "large", node.fullWidth && "full-width")
  const columns = columnsOf(node)
  return element(
    "ul",
    { class: names },
    node.rows.map((row) => drawCard(columns, row, context))
  )
}
