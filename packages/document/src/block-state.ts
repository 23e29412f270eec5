/** What the block phase carries from line to line: the open containers, the open leaf, the tree so far. */
import type { ListMarker } from "./block-rules.ts"
import { LineCursor } from "./line.ts"
import { normalizeLabel, scanDefinition } from "./link-scan.ts"
import type { RawBlock, RawContainer, RawDefinition, RawLeaf, RawText } from "./raw.ts"
import { joinSegments } from "./source.ts"
import { findOpenTag, noteTag } from "./tag-lines.ts"
import { isKnownTag, scanTag, type TagToken } from "./tag-scan.ts"

/** Containers (quotes, list items, footnotes) open at once; deeper markers are text. */
const MAX_CONTAINERS = 40

/** What a block start did: a container (or a tag) lets the search go on, a leaf uses the line up. */
export type Started = "container" | "leaf"

export class BlockState {
  readonly text: string
  readonly line: LineCursor
  readonly root: RawContainer
  readonly definitions = new Map<string, RawDefinition>()
  readonly footnotes = new Set<string>()
  readonly stack: RawContainer[]
  /** The leaf that takes further lines; child of the top container. */
  leaf: RawLeaf | undefined
  /** Containers that the current line continues, the document included. */
  matched = 1
  /** Where `$$` stands alone on a line, last first: an opener without a closer behind it stays text. */
  readonly mathLines: number[]

  constructor(text: string, from: number) {
    this.text = text
    this.line = new LineCursor(text, from)
    this.root = makeContainer("document", from, 0)
    this.stack = [this.root]
    this.mathLines = findMathLines(text)
  }

  get top(): RawContainer {
    return this.stack[this.stack.length - 1]!
  }

  /** The container that the current line adds to. */
  get target(): RawContainer {
    return this.stack[this.matched - 1]!
  }

  get allMatched(): boolean {
    return this.matched === this.stack.length
  }

  get full(): boolean {
    return this.matched > MAX_CONTAINERS
  }

  /** The open paragraph, when the line continues its container. */
  get paragraph(): RawText | undefined {
    return this.allMatched && this.leaf?.kind === "paragraph" ? this.leaf : undefined
  }

  place(end: number): { start: number; end: number; startLine: number; endLine: number } {
    return { start: this.line.nonspace, end, startLine: this.line.number, endLine: this.line.number }
  }

  addLeaf(leaf: RawLeaf): "leaf" {
    this.closeTo(this.matched)
    this.target.children.push(leaf)
    this.leaf = leaf.kind === "heading" || leaf.kind === "break" ? undefined : leaf
    return "leaf"
  }

  /** Opens a container in the current one (an item in the list that it continues) and goes to its content. */
  enter(container: RawContainer, contentStart: number, marker?: ListMarker): "container" {
    this.closeTo(this.matched)
    const siblings = this.target.children
    const last = siblings[siblings.length - 1]
    if (marker === undefined) siblings.push(container)
    else if (last?.kind === "list" && last.marker === marker.marker && last.ordered === marker.ordered) {
      last.items.push(container)
    } else {
      const { ordered, first } = marker
      siblings.push({
        kind: "list",
        ordered,
        first,
        marker: marker.marker,
        items: [container],
        ...this.place(marker.end)
      })
    }
    this.stack.push(container)
    this.matched = this.stack.length
    this.line.advanceTo(contentStart)
    return "container"
  }

  /** Closes the open leaf (unless it is kept) and every container above the first `count`. */
  closeTo(count: number, keepLeaf = false): void {
    if (!keepLeaf || this.stack.length > count) this.closeLeaf()
    while (this.stack.length > Math.max(count, 1)) this.stack.pop()
  }

  closeLeaf(): void {
    const leaf = this.leaf
    this.leaf = undefined
    if (leaf?.kind === "paragraph") {
      this.takeDefinitions(leaf)
      if (leaf.segments.length === 0) remove(this.top.children, leaf)
    } else if (leaf?.kind === "code" && !leaf.fenced) {
      while (leaf.lines.length > 0 && leaf.lines[leaf.lines.length - 1]!.trim() === "") leaf.lines.pop()
    }
  }

  /** Takes the link reference definitions off the front of a paragraph. */
  takeDefinitions(paragraph: RawText): void {
    const first = paragraph.segments[0]
    if (first === undefined || this.text[first.start] !== "[") return
    const source = joinSegments(this.text, paragraph.segments)
    let at = 0
    for (let found = scanDefinition(source.text, 0); found !== undefined; found = scanDefinition(source.text, at)) {
      const identifier = normalizeLabel(found.label)
      const place = {
        start: source.at(at),
        end: source.at(found.end),
        startLine: paragraph.startLine,
        endLine: paragraph.endLine
      }
      const definition: RawDefinition = {
        kind: "definition",
        identifier,
        label: found.label,
        url: found.url,
        title: found.title,
        ...place
      }
      if (!this.definitions.has(identifier)) this.definitions.set(identifier, definition)
      insertBefore(this.top.children, paragraph, definition)
      at = found.end + 1
      if (at >= source.text.length) break
    }
    if (at === 0) return
    const rest = source.at(at)
    paragraph.segments = at >= source.text.length ? [] : paragraph.segments.filter((segment) => segment.start >= rest)
    if (paragraph.segments.length > 0) paragraph.start = paragraph.segments[0]!.start
  }

  /** An end tag whose opener lies further out closes the containers in between. */
  addTag(token: TagToken): Started {
    const line = this.line
    if (token.kind === "close") this.matched = findOpenTag(this.stack, this.matched, token.name)
    this.closeTo(this.matched)
    noteTag(this.target.openTags, token)
    const place = { start: token.start, end: token.end, startLine: line.number, endLine: line.number }
    this.target.children.push({ kind: "tag", token, ...place })
    line.advanceTo(token.end)
    if (line.blank) return "leaf"
    line.advanceTo(line.nonspace)
    return "container"
  }

  /** Whether a tag waits for its end tag, in the current container or around it. */
  isOpen(name: string): boolean {
    return this.stack.some((container) => (container.openTags.counts.get(name) ?? 0) > 0)
  }

  /** A tag of the dialect that is indented like code but stands inside of an open tag. */
  indentedTag(): TagToken | undefined {
    const line = this.line
    if (line.code !== 123 || this.text[line.nonspace + 1] !== "%") return undefined
    if (!this.stack.some((container) => container.openTags.names.length > 0)) return undefined
    return scanTag(this.text, line.nonspace, line.end, isKnownTag)
  }
}

export const makeContainer = (kind: RawContainer["kind"], start: number, line: number): RawContainer => ({
  kind,
  start,
  end: start,
  startLine: line,
  endLine: line,
  children: [],
  openTags: { names: [], counts: new Map() },
  bodyIndent: 0,
  label: ""
})

/** Both look from the end: the leaf is the last or nearly the last child. */
const remove = (children: RawBlock[], child: RawBlock): void => {
  const index = children.lastIndexOf(child)
  if (index !== -1) children.splice(index, 1)
}

const insertBefore = (children: RawBlock[], child: RawBlock, block: RawBlock): void => {
  children.splice(Math.max(children.lastIndexOf(child), 0), 0, block)
}

const findMathLines = (text: string): number[] => {
  if (!text.includes("$$")) return []
  const found: number[] = []
  for (const match of text.matchAll(/^[ \t>]*\$\$[ \t]*$/gm)) found.push(match.index + match[0].indexOf("$"))
  return found.reverse()
}
