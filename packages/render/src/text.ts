/** Plain text of nodes, for labels, and questions about what nodes hold. */
import { childrenOf, type Node, type RichTable, type RichTableColumn } from "@octavo/document"
import { withEmoji } from "./emojiNames.ts"

const LINKS = new Set(["link", "mention", "button", "footnoteReference"])

/** What a reader would read aloud. */
export const plainText = (nodes: readonly Node[]): string => nodes.map(textOf).join("").replace(/\s+/g, " ").trim()

const textOf = (node: Node): string => {
  switch (node.type) {
    case "text":
      return withEmoji(node.value)
    case "inlineCode":
    case "inlineMath":
    case "emoji":
      return node.value
    case "image":
      return node.alt
    case "break":
      return " "
    case "comment":
    case "html":
    case "icon":
      return ""
    default:
      return childrenOf(node).map(textOf).join("")
  }
}

/** Whether a link, button or footnote lies anywhere below. */
export const holdsLink = (nodes: readonly Node[]): boolean =>
  nodes.some(
    (node) => LINKS.has(node.type) || (node.type === "htmlElement" && node.tag === "a") || holdsLink(childrenOf(node))
  )

/** Whether anything would be seen: text that is not blank, or a node other than text. */
export const isBlank = (nodes: readonly Node[]): boolean =>
  nodes.every(
    (node) =>
      (node.type === "text" && node.value.trim() === "") ||
      node.type === "comment" ||
      node.type === "html" ||
      (node.type === "paragraph" && isBlank(node.children))
  )

/** Text longer than this asks for a column that is wide enough to be read. */
const LONG_CELL = 60

/** The columns that hold long text, by their numbers from 0. */
export const roomyColumns = (
  rows: ReadonlyArray<{ readonly children: ReadonlyArray<{ readonly children: readonly Node[] }> }>
): ReadonlySet<number> => {
  const roomy = new Set<number>()
  for (const { children } of rows) {
    for (const [column, cell] of children.entries()) {
      if (!roomy.has(column) && plainText(cell.children).length > LONG_CELL) roomy.add(column)
    }
  }
  return roomy
}

/** The nodes of a lone paragraph, else the nodes themselves: captions and cells need no `<p>`. */
export const unwrap = (nodes: readonly Node[]): readonly Node[] => {
  const drawn = nodes.filter((node) => node.type !== "comment" && node.type !== "html")
  const only = drawn[0]
  return drawn.length === 1 && only?.type === "paragraph" ? only.children : nodes
}

/** Columns that are drawn, with their places in each row. */
export const visibleColumns = (node: RichTable): Array<{ column: RichTableColumn; index: number }> =>
  node.columns.map((column, index) => ({ column, index })).filter(({ column }) => !column.hidden)
