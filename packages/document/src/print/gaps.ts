/** Where blank lines have to stand between blocks, and where they stand inside of one. */
import type { Block, Content } from "../ast.ts"
import { isBlock } from "../content.ts"
import { isBlockTag } from "../html-tags.ts"
import { childrenOf } from "../visit.ts"
import { printParagraphText } from "./inlines.ts"
import { isAttributeCaption } from "./tags.ts"

/** Written on lines that follow each other, wherever they stand. */
export const areTogether = (first: Block, second: Block): boolean =>
  (first.type === "definition" && second.type === "definition") ||
  (first.type === "footnoteDefinition" && second.type === "footnoteDefinition")

/** HTML that is no block by itself: it joins its neighbours of the same kind into one paragraph. */
export const isBare = (node: Block): boolean => {
  if (node.type === "comment" || node.type === "html") return true
  if (node.type !== "paragraph" || node.align !== undefined) return false
  const first = node.children[0]?.type
  return first !== "text" && first !== "link" && printParagraphText(node.children) === undefined
}

type Kind = "text" | "table" | "quote" | "html" | "tag" | "closed"

/** How a block ends: `closed` by its own last line, `html` by a blank line, the others by what cannot go on with them. */
const kindOf = (node: Block): Kind => {
  switch (node.type) {
    case "paragraph":
      return node.align === undefined ? "text" : "html"
    case "heading":
      return node.align === undefined ? "closed" : "html"
    case "list":
      return node.children.length === 0 ? "html" : "text"
    case "footnoteDefinition":
    case "definition":
      return "text"
    case "blockquote":
      return "quote"
    case "table":
      return "table"
    case "code":
      return node.children === undefined ? "closed" : "html"
    case "thematicBreak":
    case "blockMath":
      return "closed"
    case "images":
    case "richTable":
    case "expandable":
    case "htmlElement":
    case "html":
    case "comment":
      return "html"
    case "hint":
      return "data-gb-custom-block" in node.attributes ? "html" : "tag"
    default:
      return "tag"
  }
}

/** Written as HTML that only a blank line ends, or a tag of the dialect. */
export const endsAsHtml = (node: Block): boolean => kindOf(node) === "html" || isBare(node)

/** Whether two blocks would be read as one without a blank line between them. */
export const needsGap = (first: Block, second: Block): boolean => {
  if (endsAsHtml(first)) return true
  switch (kindOf(first)) {
    case "closed":
    case "tag":
      return isBare(second)
    case "quote":
      return second.type === "blockquote" || !interrupts(second)
    default:
      return !interrupts(second)
  }
}

/** Whether a block starts on the line behind a paragraph. */
const interrupts = (node: Block): boolean => {
  switch (kindOf(node)) {
    case "html":
      return node.type !== "html" && node.type !== "htmlElement" && node.type !== "comment"
    case "text":
      // An empty item, or a number other than one, goes on with the paragraph.
      return (
        node.type === "list" && (!node.ordered || (node.start ?? 1) === 1) && node.children[0]!.children.some(isPrinted)
      )
    case "table":
      return false
    default:
      return true
  }
}

/** Whether anything is written for a block. */
const isPrinted = (node: Block): boolean => {
  if (node.type === "paragraph") return node.children.length > 0
  return node.type !== "strayTag" || node.value !== ""
}

/** Whether blank lines stand between blocks: those that have to, or all that may. */
export const haveGaps = (nodes: ReadonlyArray<Block>, tight: boolean): boolean => {
  let last: Block | undefined
  for (const node of nodes) {
    if (!isPrinted(node)) continue
    if (last !== undefined && !areTogether(last, node) && (!tight || needsGap(last, node))) return true
    last = node
  }
  return false
}

/** Whether blank lines stand in the text of a block, where they count for what it stands in: not in containers. */
export const hasGapInside = (node: Block): boolean => {
  switch (node.type) {
    case "expandable":
      return true
    case "htmlElement":
      return isApart(node) || holdsMarkdown(node.children)
    case "list":
    case "blockquote":
    case "footnoteDefinition":
    case "code":
    case "paragraph":
    case "heading":
    case "table":
      return false
    case "images":
      return node.children.some(({ children }) => holdsMarkdown(children))
    case "richTable":
      return node.rows.some((row) => row.children.some(({ children }) => holdsMarkdown(children)))
    case "hint":
      if ("data-gb-custom-block" in node.attributes) return holdsMarkdown(node.children)
      break
    case "embed":
    case "file":
      if (isAttributeCaption(node)) return false
  }
  const children = childrenOf(node) as ReadonlyArray<Block>
  const last = children[children.length - 1]
  return (
    haveGaps(children, false) ||
    children.some(hasGapInside) ||
    (node.type === "unknownBlock" && last !== undefined && endsAsHtml(last))
  )
}

/** An element whose blocks are Markdown, set apart by blank lines. */
export const isApart = ({ children, tag }: Block & { type: "htmlElement" }): boolean =>
  isBlockTag(tag) &&
  children.some((node) => (node.type === "comment" ? node.value.includes("\n") : isBlock(node))) &&
  children.every((node) => node.type === "comment" || node.type === "html" || isBlock(node))

/** Whether HTML holds blocks that HTML cannot say. */
const holdsMarkdown = (nodes: ReadonlyArray<Content>): boolean =>
  nodes.some((node) => isBlock(node) && (!isHtmlBlock(node) || holdsMarkdown(contentOf(node))))

const contentOf = (node: Block): ReadonlyArray<Content> => {
  if (node.type === "list" || node.type === "images") return node.children.flatMap((item) => item.children)
  if (node.type === "richTable") return node.rows.flatMap((row) => row.children.flatMap((cell) => cell.children))
  return "children" in node && node.type !== "table" ? ((node.children ?? []) as ReadonlyArray<Content>) : []
}

const htmlTypes = new Set(
  "paragraph heading list blockquote thematicBreak expandable images richTable htmlElement html comment".split(" ")
)

/** Whether HTML can say what a block says. */
export const isHtmlBlock = (node: Block): boolean => {
  if (node.type === "code") return node.meta === undefined && node.attributes === undefined
  if (node.type === "hint") return "data-gb-custom-block" in node.attributes
  return htmlTypes.has(node.type)
}
