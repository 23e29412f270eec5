/** Where blocks stand in a text: their siblings, what they are nested in, and what begins their lines. */
import type { Block, ListItem, Node, Position } from "../ast.ts"
import { isBlock } from "../content.ts"
import { childrenOf } from "../visit.ts"

export interface Place {
  /** From the root inwards. */
  ancestors: ReadonlyArray<Node>
  siblings: ReadonlyArray<Block>
  /** The siblings that the span covers; none for a place between them. */
  from: number
  to: number
}

/** The innermost list of blocks that holds a span whole; the outermost when there are more with blocks of that span. */
export const findPlace = (root: Node, span: Position): Place => {
  const ancestors: Node[] = [root]
  for (let node = root; ; ) {
    const siblings = contentOf(node)
    const from = firstBehind(siblings, span)
    const to = firstFrom(siblings, from, span)
    const child = siblings[from]
    const inside = child !== undefined && child.position.start <= span.start && child.position.end >= span.end
    if (!inside || covers(siblings, from, to, span) || !holdsBlocks(child)) {
      return { ancestors, siblings: siblings as ReadonlyArray<Block>, from, to }
    }
    ancestors.push(child)
    node = child
  }
}

const contentOf = (node: Node): ReadonlyArray<Node> => (node.type === "expandable" ? node.children : childrenOf(node))

/** Index of the first node that ends behind the start of the span; an empty span in front of a node stands before it. */
const firstBehind = (nodes: ReadonlyArray<Node>, { start }: Position): number => {
  let low = 0
  let high = nodes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (nodes[middle]!.position.end > start) high = middle
    else low = middle + 1
  }
  return low
}

const firstFrom = (nodes: ReadonlyArray<Node>, from: number, { end }: Position): number => {
  let to = from
  while (to < nodes.length && nodes[to]!.position.start < end) to++
  return to
}

/** Whether the span is that of whole blocks. */
const covers = (nodes: ReadonlyArray<Node>, from: number, to: number, { start, end }: Position): boolean =>
  end > start &&
  isBlockNode(nodes[from]!) &&
  nodes[from]!.position.start === start &&
  nodes[to - 1]?.position.end === end

const structural = new Set(["root", "listItem", "tableRow", "tableCell", "imagesItem", "richTableRow", "richTableCell"])

const isBlockNode = (node: Node): boolean =>
  node.type === "comment" || node.type === "html" || (!structural.has(node.type) && isBlock(node as Block))

const leaves = new Set(["paragraph", "heading", "table", "code", "richTableColumn"])

const holdsBlocks = (node: Node): boolean =>
  !leaves.has(node.type) &&
  (structural.has(node.type) || contentOf(node).some((child) => structural.has(child.type) || isBlockNode(child)))

/** The item that blocks stand in directly. */
export const itemOf = ({ ancestors }: Place): ListItem | undefined => {
  const parent = ancestors[ancestors.length - 1]
  return parent?.type === "listItem" ? parent : undefined
}

/** Whether HTML stands around a block, in which Markdown does not count. */
export const isInHtml = (lines: Lines, { ancestors }: Place, start: number): boolean => {
  const { text } = lines
  const parent = ancestors[ancestors.length - 1]!
  if (ancestors.some(({ type }) => type === "richTable" || type === "images")) return true
  if (ancestors.some(({ type, position }) => isListLike.has(type) && text[position.start] === "<")) return true
  const element = parent.type === "htmlElement" || (parent.type === "hint" && text[parent.position.start] === "<")
  if (!element && parent.type !== "expandable") return false
  const line = lines.start(start)
  return !isIndentation(text.slice(line, start)) || (element && !isIndentation(lines.before(line)))
}

const isListLike = new Set(["list", "listItem", "blockquote"])

const isIndentation = (text: string): boolean => /^[ \t>]*$/.test(text)

/** The lines of a text, found once: many places may stand in one long line. */
export class Lines {
  readonly text: string
  /** Where a line end stands, each character of it. */
  #ends: ReadonlyArray<number> | undefined

  constructor(text: string) {
    this.text = text
  }

  start(at: number): number {
    return (this.#found[this.#firstFrom(at) - 1] ?? -1) + 1
  }

  end(at: number): number {
    return this.#found[this.#firstFrom(at)] ?? this.text.length
  }

  /** The line in front of the one that begins there. */
  before(line: number): string {
    const end = this.text.startsWith("\r\n", line - 2) ? line - 2 : line - 1
    return line === 0 ? "" : this.text.slice(this.start(end), end)
  }

  get #found(): ReadonlyArray<number> {
    this.#ends ??= Array.from(this.text.matchAll(/[\r\n]/g), ({ index }) => index)
    return this.#ends
  }

  /** Index of the first line end that is not in front of a place. */
  #firstFrom(at: number): number {
    const ends = this.#found
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! >= at) high = middle
      else low = middle + 1
    }
    return low
  }
}

const markers = /^(?:[ \t]*(?:>|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\s\]]*\]:))*[ \t]*/

/** What begins the line of a block, as the lines that follow have to begin with it; `whole` when nothing else does. */
export const linePrefix = (lines: Lines, start: number): { prefix: string; whole: boolean } => {
  const before = lines.text.slice(lines.start(start), start).replace(/^\uFEFF/, "")
  const found = markers.exec(before)![0]
  const prefix = found.replace(/\[\^[^\s[\]]*\]:[ \t]?/g, "    ").replace(/[^>\s]/g, " ")
  return { prefix, whole: found.length === before.length }
}

/** What a blank line begins with in the same containers. */
export const blankPrefix = (prefix: string): string => prefix.slice(0, prefix.lastIndexOf(">") + 1)
