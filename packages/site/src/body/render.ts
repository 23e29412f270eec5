/** The body of a page: every node of the tree to HTML. */
import { plainTitle } from "@octavo/core/content/openapi/description/plainTitle"
import { annotationOf, type FootnoteDefinition, type Node, type Root, withoutTitle } from "@octavo/document"
import { alertOf } from "@octavo/render/alerts"
import { formulaIn } from "@octavo/render/codeView"
import { labelsFor } from "@octavo/render/labels"
import type { Resolver } from "@octavo/render/references"
import { isBlank, plainText } from "@octavo/render/text"
import type { PageNeeds } from "../assets/assets.ts"
import { element, type Html, html, join, none, raw } from "../html/html.ts"
import type { RenderedBody } from "../view.ts"
import { drawCards } from "./cards.ts"
import { drawCode, withBreaks } from "./code.ts"
import {
  drawColumns,
  drawExpandable,
  drawHint,
  drawIf,
  drawPrompt,
  drawStepper,
  drawTabs,
  drawUpdates
} from "./containers.ts"
import { type Context, draw, flow, phrase, type State } from "./context.ts"
import { drawHtmlElement } from "./html-element.ts"
import { drawImages } from "./images.ts"
import {
  drawButton,
  drawEmoji,
  drawExpression,
  drawFootnoteReference,
  drawFootnotes,
  drawImage,
  drawInlineIcon,
  drawLink,
  drawMark,
  drawMention,
  drawText
} from "./inlines.ts"
import { type BlockMark, drawMarked } from "./marks.ts"
import { drawMath } from "./math.ts"
import { drawOpenapi, drawOperation, drawSchemas, drawSwagger, drawSwaggerPart, drawWebhook } from "./openapi.ts"
import { drawBlockquote, drawHeading, drawList, drawParagraph, drawTable } from "./prose.ts"
import { drawContentRef, drawEmbed, drawFile, drawInclude, drawIntegration, drawPlaceholder } from "./references.ts"
import { drawGrid } from "./rich-tables.ts"

export interface BodyOptions {
  /** Title of the page: a first H1 that repeats it is left out. */
  title?: string | undefined
  /** BCP 47; English when absent. */
  language?: string | undefined
  /** Blocks of the root that are shown as changed. */
  marks?: ReadonlyMap<Node, BlockMark> | undefined
}

/** Ids of the frame around a body. Anchors of headings are lower-case, so ours are not. */
export const FRAME_IDS = ["Page-content", "Page-navigation", "Page-outline"] as const

const drawNode = (node: Node, context: Context): Html => {
  switch (node.type) {
    case "root":
      return drawRoot(node, { ...context, definitions: definitionsOf(node) })
    case "text":
      return drawText(node, context)
    case "paragraph":
      return drawParagraph(node, context)
    case "heading":
      return drawHeading(node, context)
    case "list":
      return drawList(node, context)
    case "blockquote": {
      const alert = alertOf(node)
      return alert === undefined ? drawBlockquote(node, context) : drawHint(alert, context)
    }
    case "thematicBreak":
      return html`<hr>`
    case "code": {
      const formula = formulaIn(node)
      return formula === undefined ? drawCode(node, context) : drawMath(formula, true, context)
    }
    case "table":
      return drawTable(node, context)
    case "richTable":
      return node.view === "cards" ? drawCards(node, context) : drawGrid(node, context)
    case "blockMath":
      return drawMath(node.value, true, context)
    case "inlineMath":
      return drawMath(node.value, false, context)
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
      return drawOperation(node, context)
    case "openapiSchemas":
      return drawSchemas(node, context)
    case "openapiWebhook":
      return drawWebhook(node, context)
    case "openapi":
      return drawOpenapi(node, context)
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
      return isBlank(node.children) ? drawPlaceholder(node.name, context) : flow(node.children, context)
    case "images":
      return drawImages(node, context)
    case "emphasis":
      return element("em", {}, phrase(node.children, context))
    case "strong":
      return element("strong", {}, phrase(node.children, context))
    case "delete":
      return element("del", {}, phrase(node.children, context))
    case "inlineCode":
      return element("code", {}, withBreaks(node.value))
    case "break":
      return html`<br>`
    case "link":
      return drawLink(node, context)
    case "image":
      return drawImage(node, context)
    case "footnoteReference":
      return drawFootnoteReference(node, context)
    case "mark":
      return drawMark(node, context)
    case "sub":
    case "sup":
    case "kbd":
      return element(node.type, {}, phrase(node.children, context))
    case "button":
      return drawButton(node, context)
    case "icon":
      return drawInlineIcon(node)
    case "emoji":
      return drawEmoji(node)
    case "expression":
      return drawExpression(node.source, context)
    case "mention":
      return drawMention(node, context)
    case "htmlElement":
      return drawHtmlElement(node, context)
    case "tab":
    case "step":
    case "column":
    case "update":
    case "listItem":
    case "tableRow":
    case "tableCell":
    case "imagesItem":
    case "richTableColumn":
    case "richTableRow":
    case "richTableCell":
      return draw(node.children, context)
    case "footnoteDefinition":
    case "definition":
    case "strayTag":
    case "html":
    case "comment":
      return none
  }
}

const drawRoot = (root: Root, context: Context): Html => {
  const { marks } = context.state
  return marks === undefined ? draw(root.children, context) : drawMarked(root.children, marks, context)
}

/** Footnotes of a tree by identifier; the first of two with one name counts. */
const definitionsOf = (root: Root): ReadonlyMap<string, FootnoteDefinition> => {
  const found = new Map<string, FootnoteDefinition>()
  const visit = (node: Node): void => {
    if (node.type === "footnoteDefinition" && !found.has(node.identifier)) found.set(node.identifier, node)
    if ("children" in node && node.children !== undefined) for (const child of node.children) visit(child)
  }
  visit(root)
  return found
}

/** Anchors of all headings but those in titles of expandables, which are drawn as plain text. */
const anchorsOf = (root: Root): ReadonlySet<string> => {
  const anchors = new Set<string>()
  const collect = (node: Node): void => {
    if (node.type === "heading" && node.anchor !== undefined) anchors.add(node.anchor)
    if ("children" in node) node.children?.forEach(collect)
  }
  collect(root)
  return anchors
}

/** Titles that are to be seen: the page's and those of its headings. */
const titlesOf = (root: Root, title: string | undefined): ReadonlySet<string> => {
  const titles = new Set(title === undefined ? [] : [plainTitle(title)])
  for (const node of root.children) if (node.type === "heading") titles.add(plainTitle(plainText(node.children)))
  return titles
}

/** The tree without the H1 that is the title of the file: the page's header says how the page is called. */
const bodyOf = (root: Root, title: string | undefined): Root =>
  title === undefined ? root : { ...root, children: withoutTitle(root) }

/** A drawn body as HTML again: it is kept, and goes from thread to thread, as plain data. */
export const bodyHtml = ({ html }: Pick<RenderedBody, "html">): Html => raw(html)

/** What a page with this body does besides being read. */
export const needsOf = ({ connects = [], features }: RenderedBody): PageNeeds => ({
  connects,
  diagrams: features.includes("diagrams")
})

/** Renders a page body. Depends on its arguments only, so the result may be cached under them. */
export const renderBody = (root: Root, resolver: Resolver, options: BodyOptions = {}): RenderedBody => {
  const language = options.language ?? "en"
  const content = bodyOf(root, options.title)
  const anchors = anchorsOf(root)
  const state: State = {
    labels: labelsFor(language),
    language,
    ids: new Set(FRAME_IDS),
    idCounts: new Map(),
    anchors,
    anchorsByName: new Map(Array.from(anchors, (anchor) => [anchor.toLowerCase(), anchor] as const).reverse()),
    features: new Set(),
    titles: titlesOf(content, options.title),
    connects: new Set(),
    footnotes: new Map(),
    headings: [],
    images: 0,
    groups: 0,
    highlighted: 0,
    includes: 0,
    includedLength: 0,
    marks: options.marks,
    draw: (nodes, context) => {
      if (nodes.length === 1) return drawNode(nodes[0]!, context)
      const drawn: Array<Html> = []
      for (let at = 0; at < nodes.length; at++) {
        const node = nodes[at]!
        // text with a note: the two are one
        const note = annotationOf(node, nodes[at + 1])
        if (note !== undefined && context.definitions.has(note.identifier)) at++
        drawn.push(drawNode(note ?? node, context))
      }
      return join(drawn)
    }
  }
  const context: Context = {
    state,
    resolver,
    trail: [root],
    definitions: new Map(),
    inLink: false,
    phrasing: false
  }
  const body = html`${draw([content], context)}${drawFootnotes(context)}`
  return { html: body.text, features: [...state.features], connects: [...state.connects] }
}
