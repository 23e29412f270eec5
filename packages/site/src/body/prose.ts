/** Blocks of plain Markdown. */
import type { Blockquote, Heading, List, ListItem, Paragraph, Table, TableRow } from "@octavo/document"
import { isBlank, plainText, roomyColumns } from "@octavo/render/text"
import { attributes, classes, element, type Html, html, none } from "../html/html.ts"
import { type Context, claimId, draw, flow, phrase } from "./context.ts"

const align = (value: "left" | "center" | "right" | undefined | null): string | undefined =>
  value == null || value === "left" ? undefined : `align-${value}`

export const drawParagraph = (node: Paragraph, context: Context): Html => {
  const content = phrase(node.children, context)
  if (context.phrasing) return html`${content} `
  return content.isBlank ? none : element("p", { class: align(node.align) }, content)
}

/**
 * The level that is written: one below the heading that this one belongs to, whatever level the author jumped to.
 * The page's title is the only `h1`. The look follows the level of the source.
 */
const levelOf = (depth: number, context: Context): number => {
  const { headings } = context.state
  while (headings.length > 0 && headings[headings.length - 1]!.depth >= depth) headings.pop()
  const level = Math.min((headings[headings.length - 1]?.level ?? 1) + 1, 6)
  headings.push({ depth, level })
  return level
}

/** Headings that show only an image or icon say nothing to an outline and are plain blocks. */
export const drawHeading = (node: Heading, context: Context): Html => {
  const content = phrase(node.children, context)
  if (context.phrasing) return html`<strong>${content}</strong>`
  if (content.isBlank) return none
  const text = plainText(node.children)
  if (text === "") return element("div", { class: align(node.align) }, content)
  const level = levelOf(node.depth, context)
  const depth = Math.max(node.depth, 2)
  const id = node.anchor === undefined ? undefined : claimId(node.anchor, context)
  const label = `${context.state.labels.anchor} ${text}`
  const link =
    id === undefined || context.inLink
      ? none
      : element("a", { class: "anchor", href: `#${encodeURI(id)}`, "aria-label": label }, html`#`)
  const names = classes(depth !== level && `h${depth}`, align(node.align))
  return element(`h${level}`, { id, class: names }, content, link)
}

const drawItem = (node: ListItem, loose: boolean, context: Context): Html => {
  const content = node.children.map((child) =>
    child.type === "paragraph" && !loose
      ? phrase(child.children, { ...context, phrasing: true })
      : draw([child], context)
  )
  if (node.checked === undefined) return element("li", {}, content)
  const label = node.checked ? context.state.labels.done : context.state.labels.todo
  const box = element("span", { class: classes("box", node.checked && "checked"), role: "img", "aria-label": label })
  return element("li", { class: "task" }, html`${box}<div>${content}</div>`)
}

export const drawList = (node: List, context: Context): Html => {
  const inside = { ...context, phrasing: false }
  const items = node.children.map((item) => drawItem(item, item.spread || node.spread, inside))
  const start = node.ordered && node.start !== undefined && node.start !== 1 ? node.start : undefined
  const tasks = node.children.some((item) => item.checked !== undefined)
  return element(node.ordered ? "ol" : "ul", { start, class: tasks ? "tasks" : undefined }, items)
}

export const drawBlockquote = (node: Blockquote, context: Context): Html =>
  element("blockquote", {}, flow(node.children, context))

/** A container that scrolls by itself when its table is wider than the page. */
export const scrollingTable = (table: Html, context: Context, ...names: Array<string | false | undefined>): Html => {
  const label = context.state.labels.table
  return html`<div${attributes({ class: classes("table", ...names), tabindex: 0, role: "group", "aria-label": label })}>${table}</div>`
}

/** A first column without a heading of its own is what the rows are about: its cells are their headings. */
export const drawTable = (node: Table, context: Context): Html => {
  const [head, ...rows] = node.children
  const headings = head?.children ?? []
  const headed = !headings.every((heading) => isBlank(heading.children))
  const rowsNamed = headed && headings.length > 1 && isBlank(headings[0]!.children)
  const roomy = roomyColumns(rows)
  const drawRow = (row: TableRow, header: boolean, first: boolean): Html => {
    const cells = row.children.map((cell, column) => {
      const content = phrase(cell.children, context)
      const scope = content.isBlank ? undefined : header ? "col" : rowsNamed && column === 0 ? "row" : undefined
      const names = classes(align(node.align[column]), first && roomy.has(column) && "roomy")
      return element(scope === undefined ? "td" : "th", { scope, class: names }, content)
    })
    return html`<tr>${cells}</tr>`
  }
  const thead = headed && head !== undefined ? html`<thead>${drawRow(head, true, true)}</thead>` : none
  const body = rows.map((row, index) => drawRow(row, false, !headed && index === 0))
  return scrollingTable(html`<table>${thead}<tbody>${body}</tbody></table>`, context)
}
