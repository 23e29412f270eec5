/** Blocks that hold other blocks. Paper has nothing to click: tabs and expandables are printed open. */
import type {
  Columns,
  Expandable,
  Hint,
  HtmlElement,
  If,
  Node,
  Prompt,
  Stepper,
  Tabs,
  Update,
  Updates
} from "@octavo/document"
import { percent } from "@octavo/render/authorValues"
import { between, type Context, narrower } from "./context.ts"
import { pictureRows } from "./images.ts"
import { inlineItems, washOf } from "./inlines.ts"
import { type Item, type Style, textRows } from "./lines.ts"
import { droppedTags } from "./nodes.ts"
import { type Cell, decorate, indent, padding, type Row, row, sideBySide } from "./rows.ts"
import { color, hints, named, size, textHeight } from "./theme.ts"

const only = <T extends { type: string }, K extends T["type"]>(
  nodes: ReadonlyArray<T>,
  type: K
): Array<Extract<T, { type: K }>> => nodes.filter((node): node is Extract<T, { type: K }> => node.type === type)

/** A line of text in bold, which stays with what follows. */
export const label = (
  items: ReadonlyArray<Item>,
  context: Context,
  points: number = context.style.size
): ReadonlyArray<Row> => {
  const rows = textRows(context.around.canvas, items, context.width, points, { leading: 1.4 })
  for (const one of rows) one.keep = true
  return rows
}

const bold = (context: Context, more: Partial<Style> = {}): Style => ({ ...context.style, bold: true, ...more })

const plain = (text: string, style: Style): Item => ({ kind: "text", text, style })

/** Rows in a frame with room at its edges. */
export const panel = (
  rows: ReadonlyArray<Row>,
  context: Context,
  colors: { readonly wash?: string; readonly bar?: string; readonly edge?: string },
  inset = 12
): ReadonlyArray<Row> => {
  if (rows.length === 0) return []
  const head = padding(8)
  head.keep = true
  return decorate(indent([head, ...rows, padding(8)], inset), (canvas, x, { bottom, top }) => {
    if (colors.wash !== undefined) canvas.rect(x, top, context.width, bottom - top, colors.wash, 4)
    if (colors.edge !== undefined) canvas.frame(x, top, context.width, bottom - top, colors.edge, 4)
    if (colors.bar !== undefined) canvas.rect(x, top, 3, bottom - top, colors.bar, 1.5)
  })
}

/** Of a panel: what is left of the width inside. */
const inPanel = (context: Context, inset = 12): Context => narrower(context, 2 * inset)

export const drawHint = (node: Hint, context: Context): ReadonlyArray<Row> => {
  const { ink, wash } = hints[node.style]
  const content = context.blocks(node.children, inPanel(context))
  return panel(content, context, { wash, bar: ink })
}

export const drawTabs = (node: Tabs, context: Context): ReadonlyArray<Row> =>
  only<Tabs["children"][number], "tab">(node.children, "tab").flatMap((tab, index) => {
    const inside = inPanel(context)
    const title = label(
      [plain(tab.title || `${index + 1}`, bold(context, { size: size.small + 0.5, color: color.accent }))],
      inside
    )
    const content = context.blocks(tab.children, inside)
    return [
      ...(index === 0 ? [] : [between(6)]),
      ...panel([...title, between(4), ...content], context, { edge: color.rule })
    ]
  })

export const drawStepper = (node: Stepper, context: Context): ReadonlyArray<Row> => {
  const inset = 28
  return only<Stepper["children"][number], "step">(node.children, "step").flatMap((step, index) => {
    const [first, ...rest] = context.blocks(step.children, narrower(context, inset))
    const number = String(index + 1)
    const badge = row(
      0,
      (canvas, x, y) => {
        canvas.disc(x + 9, y + 9, 9, color.accent)
        const wide = canvas.width(number, "sans-bold", 9)
        canvas.text(number, "sans-bold", 9, "#ffffff", x + 9 - wide / 2, y + 12.2)
      },
      { keep: true }
    )
    const content = first === undefined ? [row(20)] : [first, ...rest]
    const rows = [badge, ...indent(content, inset)]
    return [
      ...(index === 0 ? [] : [between(12)]),
      ...decorate(rows, (canvas, x, { bottom, top, first: begins }) =>
        canvas.line(x + 9, begins ? top + 22 : top, x + 9, Math.max(bottom, top + 22), color.rule, 1)
      )
    ]
  })
}

/** Shares of the columns; those without a width divide what is left. */
const sharesOf = (widths: ReadonlyArray<string | undefined>): ReadonlyArray<number> => {
  const shares = widths.map(percent)
  const open = shares.filter((share) => share === undefined).length
  const left = 100 - shares.reduce<number>((sum, share) => sum + (share ?? 0), 0)
  const whole = shares.map((share) => share ?? Math.max(left / Math.max(open, 1), 10))
  const sum = whole.reduce((total, share) => total + share, 0)
  return whole.map((share) => share / sum)
}

/** Columns narrower than this stand one below the other. */
const narrowest = 110

export const drawColumns = (node: Columns, context: Context): ReadonlyArray<Row> => {
  const columns = only<Columns["children"][number], "column">(node.children, "column")
  const space = 18
  const room = context.width - space * (columns.length - 1)
  const widths = sharesOf(columns.map(({ width }) => width)).map((share) => share * room)
  if (Math.min(...widths) < narrowest) {
    return columns.flatMap((column, index) => [
      ...(index === 0 ? [] : [between(10)]),
      ...context.blocks(column.children, context)
    ])
  }
  let x = 0
  const cells = columns.map((column, index): Cell => {
    const cell = { rows: context.blocks(column.children, { ...context, width: widths[index]! }), x }
    x += widths[index]! + space
    return cell
  })
  return sideBySide(cells, textHeight)
}

export const drawExpandable = (node: Expandable, context: Context): ReadonlyArray<Row> => {
  const inside = inPanel(context)
  const title = label(inlineItems(node.summary, bold(context), inside), inside)
  const content = context.blocks(node.children, inside)
  return panel(content.length === 0 ? title : [...title, between(4), ...content], context, { edge: color.rule })
}

const dated = /^\d{4}-\d{2}-\d{2}/

const formatDate = (date: string, node: Updates, language: string): string => {
  const time = dated.test(date) ? Date.parse(date.slice(0, 10)) : Number.NaN
  if (Number.isNaN(time)) return date
  const style = node.format === "numeric" ? "short" : node.format === "short" ? "medium" : "long"
  return new Intl.DateTimeFormat(language, { dateStyle: style, timeZone: "UTC" }).format(time)
}

const drawUpdate = (update: Update, node: Updates, context: Context): ReadonlyArray<Row> => {
  const { around, resolver } = context
  const small = { ...context.style, size: size.small }
  const head: Array<Item> = [
    plain(formatDate(update.date, node, around.language), { ...small, bold: true, color: color.soft })
  ]
  for (const slug of update.tags) {
    const tag = resolver.tag?.(slug)
    const wash = washOf(tag?.color) ?? named["gray"]!.wash
    head.push(plain("   ", small), plain(tag?.label ?? slug, { ...small, wash }))
  }
  return [...label(head, context), between(4), ...context.blocks(update.children, context)]
}

export const drawUpdates = (node: Updates, context: Context): ReadonlyArray<Row> =>
  only<Updates["children"][number], "update">(node.children, "update").flatMap((update, index) => [
    ...(index === 0 ? [] : [between(18)]),
    ...drawUpdate(update, node, context)
  ])

/** Conditional content stays hidden unless it is known that its condition holds. */
export const drawIf = (node: If, context: Context): ReadonlyArray<Row> =>
  context.resolver.condition?.(node.expression) === true ? context.blocks(node.children, context) : []

export const drawPrompt = (node: Prompt, context: Context): ReadonlyArray<Row> => {
  const inside = inPanel(context)
  const title = label([plain(node.description || context.around.labels.prompt, bold(context))], inside)
  return panel([...title, between(4), ...context.blocks(node.children, inside)], context, { edge: color.rule })
}

/** Raw HTML: what its tags mean on paper; a tag that means nothing is its content. */
export const drawHtml = (node: HtmlElement, context: Context): ReadonlyArray<Row> => {
  const tag = node.tag.toLowerCase()
  if (droppedTags.has(tag)) return []
  const children: ReadonlyArray<Node> = node.children
  const heading = /^h([1-6])$/.exec(tag)
  if (heading !== null) {
    const points = size.headings[Number(heading[1]) - 1]!
    return [
      between(12),
      ...label(inlineItems(children, bold(context, { size: points }), context), context, points),
      between(5)
    ]
  }
  switch (tag) {
    case "hr":
      return [row(1, (canvas, x, y) => canvas.line(x, y, x + context.width, y, color.rule))]
    case "ul":
    case "ol":
    case "dd":
    case "blockquote":
      return indent(context.blocks(children, narrower(context, 16)), 16)
    case "li": {
      const rows = context.blocks(children, context)
      const bullet = textRows(
        context.around.canvas,
        [plain("•", { ...context.style, color: color.soft })],
        10,
        context.style.size
      )[0]
      return [row(0, (canvas, x, y) => bullet?.draw?.(canvas, x - 10, y), { keep: true }), ...rows]
    }
    case "img": {
      const { alt, height, src, width } = node.attributes
      return src === undefined ? [] : pictureRows({ src, alt, width, height }, context)
    }
    case "video":
    case "audio": {
      const { src } = node.attributes
      return src === undefined
        ? []
        : textRows(context.around.canvas, [plain(src, context.style)], context.width, context.style.size)
    }
    default: {
      const centered = tag === "center" || node.attributes["align"] === "center"
      return centered ? centeredRows(children, context) : context.blocks(children, context)
    }
  }
}

const centeredRows = (children: ReadonlyArray<Node>, context: Context): ReadonlyArray<Row> =>
  children.every(
    (child) => child.type === "text" || child.type === "image" || child.type === "htmlElement" || child.type === "link"
  )
    ? textRows(
        context.around.canvas,
        inlineItems(children, context.style, context),
        context.width,
        context.style.size,
        { align: "center" }
      )
    : context.blocks(children, context)
