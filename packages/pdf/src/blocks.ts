/** Every block of a page to rows. */
import {
  type Blockquote,
  type Heading,
  type List,
  type ListItem,
  type Node,
  type Paragraph,
  type Root,
  withoutTitle
} from "@octavo/document"
import { alertOf } from "@octavo/render/alerts"
import { formulaIn } from "@octavo/render/codeView"
import { isBlank } from "@octavo/render/text"
import { drawCards } from "./cards.ts"
import { drawCode } from "./code.ts"
import {
  drawColumns,
  drawExpandable,
  drawHint,
  drawHtml,
  drawIf,
  drawPrompt,
  drawStepper,
  drawTabs,
  drawUpdates
} from "./containers.ts"
import { between, type Context, narrower, placeKey } from "./context.ts"
import { drawImages } from "./images.ts"
import { inlineItems } from "./inlines.ts"
import { type Item, type Style, type TextOptions, textRows } from "./lines.ts"
import { formulaItem } from "./math.ts"
import { isInline, isSilent } from "./nodes.ts"
import { drawApi, drawSwagger, drawSwaggerPart } from "./openapi.ts"
import { drawContentRef, drawEmbed, drawFile, drawInclude, drawIntegration, note } from "./references.ts"
import { decorate, indent, type Row, row } from "./rows.ts"
import { drawGrid, drawTable } from "./tables.ts"
import { color, size } from "./theme.ts"

const paragraphRows = (nodes: ReadonlyArray<Node>, context: Context, align?: Paragraph["align"]): ReadonlyArray<Row> =>
  textRows(context.around.canvas, inlineItems(nodes, context.style, context), context.width, context.style.size, {
    align
  })

/** Space above a heading, by its depth. */
const above = [26, 24, 18, 14, 12, 12]

const drawHeading = (node: Heading, context: Context): ReadonlyArray<Row> => {
  const { around, state } = context
  const points = size.headings[node.depth - 1]!
  const style: Style = { ...context.style, bold: true, size: points, color: color.strong }
  const options: TextOptions = { align: node.align, leading: 1.3 }
  const lines = textRows(around.canvas, inlineItems(node.children, style, context), context.width, points, options)
  if (lines.length === 0) return []
  for (const line of lines) line.keep = true
  const keys = [node.anchor, node.id].flatMap((anchor) =>
    anchor === undefined ? [] : [placeKey(state.pageId, anchor)]
  )
  const mark = row(0, (canvas, _x, y) => {
    for (const key of keys) canvas.place(key, y - 12)
  })
  mark.keep = true
  return [between(above[node.depth - 1]), mark, ...lines, between(6)]
}

const bullets = ["•", "◦", "▪"]

const marker = (item: ListItem, list: List, index: number, depth: number): string =>
  item.checked !== undefined
    ? ""
    : list.ordered
      ? `${(list.start ?? 1) + index}.`
      : bullets[Math.min(depth, bullets.length - 1)]!

/** A box for a task, ticked when it is done. */
const drawBox =
  (checked: boolean, points: number): NonNullable<Row["draw"]> =>
  (canvas, x, y) => {
    const side = points * 0.86
    const top = y + points * 0.32
    if (checked) {
      canvas.rect(x, top, side, side, color.accent, 2)
      canvas.doc
        .lineWidth(1.1)
        .moveTo(x + side * 0.22, top + side * 0.52)
        .lineTo(x + side * 0.42, top + side * 0.72)
        .lineTo(x + side * 0.8, top + side * 0.28)
        .stroke("#ffffff")
    } else canvas.frame(x, top, side, side, color.faint, 2)
  }

const drawList = (node: List, context: Context): ReadonlyArray<Row> => {
  const { around, style } = context
  const markers = node.children.map((item, index) => marker(item, node, index, context.lists))
  const widest = markers.reduce((most, { length }) => Math.max(most, length), 0)
  const inset = Math.max(16, node.ordered ? 8 + widest * style.size * 0.62 : 0)
  const inside: Context = { ...narrower(context, inset), lists: context.lists + 1 }
  const rows: Array<Row> = []
  node.children.forEach((item, index) => {
    const loose = item.spread || node.spread
    const content = context.blocks(item.children, inside)
    const lines = loose ? content : tight(content)
    const first = lines.find((one) => one.gap !== true)
    const label: Item = { kind: "text", text: markers[index]!, style: { ...style, color: color.soft } }
    const own =
      item.checked === undefined
        ? textRows(around.canvas, [label], inset - 6, style.size, { align: "right" })[0]
        : row(0, drawBox(item.checked, style.size))
    if (index > 0) rows.push(between(loose ? 6 : 2.5))
    if (first === undefined) {
      rows.push(...(own === undefined ? [] : [row(style.size * 1.55, own.draw)]))
      return
    }
    const draw = first.draw
    const withMarker: Row = {
      ...first,
      draw: (canvas, x, y) => {
        own?.draw?.(canvas, x - (item.checked === undefined ? inset : 15), y)
        draw?.(canvas, x, y)
      }
    }
    for (const decoration of first.decorations) {
      if (decoration.first === first) decoration.first = withMarker
      if (decoration.last === first) decoration.last = withMarker
    }
    rows.push(
      ...indent(
        lines.map((one) => (one === first ? withMarker : one)),
        inset
      )
    )
  })
  return rows
}

/** Rows with less space between them, as items of a tight list stand. */
const tight = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  for (const one of rows) if (one.gap === true) one.height = Math.min(one.height, 3)
  return rows
}

const drawQuote = (node: Blockquote, context: Context): ReadonlyArray<Row> => {
  const soft: Context = { ...narrower(context, 14), style: { ...context.style, color: color.soft } }
  return decorate(indent(context.blocks(node.children, soft), 14), (canvas, x, { bottom, top }) =>
    canvas.rect(x, top, 2.5, bottom - top, color.rule, 1)
  )
}

const drawFormula = (source: string, context: Context): ReadonlyArray<Row> => [
  between(4),
  ...textRows(
    context.around.canvas,
    [formulaItem(source, context.style, context, true)],
    context.width,
    context.style.size,
    { align: "center" }
  ),
  between(4)
]

const rule = (context: Context): ReadonlyArray<Row> => [
  between(10),
  row(1, (canvas, x, y) => canvas.line(x, y, x + context.width, y, color.rule)),
  between(10)
]

/** One block; rows without the space that stands between blocks. */
const drawBlock = (node: Node, context: Context): ReadonlyArray<Row> => {
  switch (node.type) {
    case "root":
      return drawBlocks(node.children, { ...context, definitions: definitionsOf(node) })
    case "paragraph":
      return paragraphRows(node.children, context, node.align)
    case "heading":
      return drawHeading(node, context)
    case "list":
      return drawList(node, context)
    case "blockquote": {
      const alert = alertOf(node)
      return alert === undefined ? drawQuote(node, context) : drawHint(alert, context)
    }
    case "thematicBreak":
      return rule(context)
    case "code": {
      const formula = formulaIn(node)
      return formula === undefined ? drawCode(node, context) : drawFormula(formula, context)
    }
    case "table":
      return drawTable(node, context)
    case "richTable":
      return node.view === "cards" ? drawCards(node, context) : drawGrid(node, context)
    case "blockMath":
      return drawFormula(node.value, context)
    case "hint":
      return drawHint(node, context)
    case "tabs":
      return drawTabs(node, context)
    case "stepper":
      return drawStepper(node, context)
    case "columns":
      return drawColumns(node, context)
    case "expandable":
      return drawExpandable(node, context)
    case "contentRef":
      return drawContentRef(node, context)
    case "include":
      return drawInclude(node, context)
    case "embed":
      return drawEmbed(node, context)
    case "file":
      return drawFile(node, context)
    case "openapiOperation":
    case "openapiSchemas":
    case "openapiWebhook":
    case "openapi":
      return drawApi(node, context)
    case "swagger":
      return drawSwagger(node, context)
    case "swaggerPart":
      return drawSwaggerPart(node, context)
    case "updates":
      return drawUpdates(node, context)
    case "if":
      return drawIf(node, context)
    case "prompt":
      return drawPrompt(node, context)
    case "integration":
      return drawIntegration(node, context)
    case "unknownBlock":
      return isBlank(node.children)
        ? note(`${context.around.labels.block} ${node.name}`, context)
        : drawBlocks(node.children, context)
    case "images":
      return drawImages(node, context)
    case "htmlElement":
      return drawHtml(node, context)
    default:
      return "children" in node && node.children !== undefined ? drawBlocks(node.children, context) : []
  }
}

/** Blocks one below the other; inline nodes among them are paragraphs. */
const drawBlocks = (nodes: ReadonlyArray<Node>, context: Context): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  let inlines: Array<Node> = []
  const put = (block: ReadonlyArray<Row>): void => {
    if (block.length === 0) return
    if (rows.length > 0) rows.push(between())
    for (const one of block) rows.push(one)
  }
  const flush = (): void => {
    if (!isBlank(inlines)) put(paragraphRows(inlines, context))
    inlines = []
  }
  for (const node of nodes) {
    if (isSilent(node)) continue
    if (isInline(node)) {
      inlines.push(node)
      continue
    }
    flush()
    put(drawBlock(node, context))
  }
  flush()
  return collapsed(rows)
}

/** Of several spaces in a row the largest counts; one after a row that must stay with the next stays, too. */
const collapsed = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const out: Array<Row> = []
  for (const one of rows) {
    const last = out.at(-1)
    if (one.gap !== true) out.push(one)
    else if (last === undefined) continue
    else if (last.gap !== true) out.push(one)
    else if (last.height < one.height) out[out.length - 1] = one
  }
  while (out.at(-1)?.gap === true) out.pop()
  return out
}

const definitionsOf = (root: Root): Context["definitions"] => {
  const found = new Map<string, Extract<Node, { type: "footnoteDefinition" }>>()
  const visit = (node: Node): void => {
    if (node.type === "footnoteDefinition" && !found.has(node.identifier)) found.set(node.identifier, node)
    if ("children" in node && node.children !== undefined) for (const child of node.children) visit(child)
  }
  visit(root)
  return found
}

/** The notes of a page, at its end. Notes may refer to further notes. */
const drawNotes = (context: Context): ReadonlyArray<Row> => {
  const { footnotes } = context.state
  if (footnotes.size === 0) return []
  const rows: Array<Row> = [
    between(18),
    row(8, (canvas, x, y) => canvas.line(x, y, x + 90, y, color.rule), { keep: true })
  ]
  // those that a note refers to come behind it while it is drawn
  for (const [definition, { context: at, number }] of footnotes) {
    const style: Style = { ...at.style, size: size.small, color: color.soft }
    const inside: Context = { ...at, width: context.width - 18, style, blocks: context.blocks, lists: 0 }
    const content = context.blocks(definition.children, inside)
    const label = textRows(context.around.canvas, [{ kind: "text", text: `${number}.`, style }], 18, style.size)[0]
    const key = `${context.state.pageId}#~note-${number}`
    const mark = row(0, (canvas, x, y) => {
      canvas.place(key, y - 12)
      label?.draw?.(canvas, x, y)
    })
    mark.keep = true
    rows.push(mark)
    for (const one of indent(content, 18)) rows.push(one)
    rows.push(between(3))
  }
  return rows
}

/** Rows of the body of a page, whose head says how it is called. */
export const bodyRows = (root: Root, context: Omit<Context, "blocks">): ReadonlyArray<Row> => {
  const whole: Context = { ...context, blocks: drawBlocks }
  const body = drawBlocks([{ ...root, children: withoutTitle(root) }], whole)
  return [...body, ...drawNotes(whole)]
}
