/**
 * Reads `SUMMARY.md`: the tree of a space (`docs/contributing/dialect.md#table-of-contents`). Not CommonMark: people indent it by one space, four or tabs and
 * GitBook still sees a tree, so bullets nest by comparing indentation. Only what stands in a bullet is Markdown.
 */
import type { Inline } from "./ast.ts"
import { matchAtxHeading } from "./block-rules.ts"
import { toInlines } from "./content.ts"
import { convertInline } from "./convert-inline.ts"
import { splitEmoji } from "./slug.ts"
import { inlineText } from "./text.ts"
import { isRecord, readYaml } from "./yaml.ts"

/** The YAML of a computed page. */
export interface ComputedSource {
  type: string
  props: Record<string, unknown>
  dependencies: Record<string, unknown>
}

export interface SummaryEntry {
  /**
   * `page`: a file of the space; with `anchor` it is a link to a place in it. `group`: a heading. `link`: an address.
   * `computed`: a YAML block. `label`: a bullet without a link.
   */
  kind: "page" | "group" | "link" | "computed" | "label"
  /** Text with markup flattened, without its leading emoji. Empty for computed pages. */
  title: string
  emoji?: string
  /** `[title](path "label")`: how the sidebar calls it. */
  linkLabel?: string
  /** Of pages: relative to the root of the content, as written apart from encoding. A folder ends in `/`. */
  path?: string
  anchor?: string
  /** Of links. */
  href?: string
  /** Of groups: the explicit slug. */
  slug?: string
  computed?: ComputedSource
  children: SummaryEntry[]
  /** From 1. */
  line: number
}

export interface Summary {
  entries: SummaryEntry[]
  warnings: Array<{ line: number; message: string }>
}

/** Deeper bullets become children of the deepest parent that counts. */
const MAX_NESTING = 50

const bullet = /^([ \t]*)(?:[*+-]|\d{1,9}[.)])(?:[ \t]+(.*))?$/s
const rule = /^[ \t]*(?:\*[ \t]*){3,}$|^[ \t]*(?:-[ \t]*){3,}$|^[ \t]*(?:_[ \t]*){3,}$/
const fence = /^[ \t]*(`{3,}|~{3,})/

/** Never throws; what is not understood is skipped, with a warning where a reader would miss it. */
export const parseSummary = (text: string): Summary => {
  const reader = new SummaryReader(text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/))
  reader.read()
  return { entries: reader.entries, warnings: reader.warnings }
}

class SummaryReader {
  readonly entries: SummaryEntry[] = []
  readonly warnings: Summary["warnings"] = []
  readonly #lines: string[]
  #index = 0
  #group: SummaryEntry | undefined
  /** Bullets that may get children, outermost first. */
  #open: Array<{ indent: number; entry: SummaryEntry }> = []
  #titled = false

  constructor(lines: string[]) {
    this.#lines = lines
  }

  read(): void {
    while (this.#index < this.#lines.length) {
      const line = this.#lines[this.#index]!
      this.#index++
      if (line.trim() === "") continue
      if (line.trimStart().startsWith("<!--")) this.#skipComment(line)
      else if (fence.test(line)) this.#readFence(line)
      else if (rule.test(line)) this.#endGroup()
      else this.#readLine(line)
    }
  }

  #readLine(line: string): void {
    const item = bullet.exec(line)
    const start = line.length - line.trimStart().length
    const title = item === null ? matchAtxHeading(line, start, line.length) : undefined
    if (title !== undefined) this.#readHeading(title.depth, line.slice(title.content.start, title.content.end))
    else if (item !== null) this.#readBullet(columns(item[1]!), (item[2] ?? "").trim())
    // Stray tags and text mean nothing here; a line of text that looks like a link was meant as an entry.
    else if (line.startsWith("[", start) && line.trimEnd().endsWith(")"))
      this.warnings.push({ line: this.#index, message: "a link outside of a list is not an entry" })
  }

  #readHeading(level: number, source: string): void {
    if (level === 1 && !this.#titled && this.entries.length === 0) {
      this.#titled = true
      return
    }
    const inlines = readInlines(source)
    const last = inlines[inlines.length - 1]
    const slug = last?.type === "htmlElement" && last.tag === "a" ? last.attributes["id"] : undefined
    this.#endGroup()
    this.#group = { ...titleOf(inlines), kind: "group", ...(slug && { slug }), children: [], line: this.#index }
    this.entries.push(this.#group)
  }

  #endGroup(): void {
    this.#group = undefined
    this.#open = []
  }

  #readBullet(indent: number, content: string): void {
    const line = this.#index
    const entry = fence.test(content) ? this.#readComputed(content, line) : readEntry(content, line)
    if (typeof entry === "string") {
      this.warnings.push({ line, message: entry })
      return
    }
    while (this.#open.length > 0 && this.#open[this.#open.length - 1]!.indent >= indent) this.#open.pop()
    if (this.#open.length >= MAX_NESTING) this.#open.length = MAX_NESTING - 1
    const parent = this.#open[this.#open.length - 1]?.entry ?? this.#group
    const siblings = parent === undefined ? this.entries : parent.children
    siblings.push(entry)
    this.#open.push({ indent, entry })
  }

  /** The lines up to the closing fence. */
  #readFence(line: string): string[] {
    const marker = fence.exec(line)![1]!
    const start = this.#index
    while (this.#index < this.#lines.length) {
      const current = this.#lines[this.#index]!.trim()
      this.#index++
      if (current.startsWith(marker) && current.replaceAll(marker[0]!, "") === "") break
    }
    return this.#lines.slice(start, this.#index - 1)
  }

  #readComputed(content: string, line: number): SummaryEntry | string {
    const { value, error } = readYaml(this.#readFence(content).join("\n"))
    if (!isRecord(value) || typeof value["type"] !== "string") {
      return `a computed page cannot be read${error === undefined ? "" : `: ${error}`}`
    }
    const { type, props, dependencies } = value
    const computed = { type, props: recordOf(props), dependencies: recordOf(dependencies) }
    return { kind: "computed", title: "", computed, children: [], line }
  }

  #skipComment(line: string): void {
    for (let current = line; !current.includes("-->"); this.#index++) {
      if (this.#index >= this.#lines.length) return
      current = this.#lines[this.#index]!
    }
  }
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : Object.create(null))

/** Width of an indentation; a tab goes to the next multiple of four. */
export const columns = (indent: string): number => {
  let width = 0
  for (const character of indent) width += character === "\t" ? 4 - (width % 4) : 1
  return width
}

const references = { definitions: new Map(), footnotes: new Set<string>() }

const readInlines = (text: string): Inline[] =>
  toInlines(convertInline({ text: text.replaceAll("\0", "\uFFFD"), at: (offset) => offset }, references, 0))

const titleOf = (inlines: ReadonlyArray<Inline>): { title: string; emoji?: string } =>
  splitEmoji(inlineText(inlines).replace(/\s+/g, " "))

/** A link that CommonMark refuses because its path holds spaces. */
const looseLink = /^\[(.*)\]\(([^<>()]*)\)$/s

/** The entry of a bullet, or why there is none. */
const readEntry = (content: string, line: number): SummaryEntry | string => {
  const inlines = readInlines(content.replace(/^\[[ xX]\][ \t]+/, ""))
  const link = findLink(inlines)
  if (link !== undefined) return linkEntry(titleOf(link.children), link.url, link.title, line)
  const loose = looseLink.exec(content)
  if (loose !== null) return linkEntry(titleOf(readInlines(loose[1]!)), loose[2]!.trim(), undefined, line)
  const label = titleOf(inlines)
  return label.title === "" ? "an entry without a title is left out" : { ...label, kind: "label", children: [], line }
}

type Link = { url: string; title?: string; children: Inline[] }

const findLink = (inlines: ReadonlyArray<Inline>): Link | undefined => {
  for (const inline of inlines) {
    if (inline.type === "link") return inline
    if (inline.type === "mention") return { ...inline, title: "mention" }
    if (inline.type === "strong" || inline.type === "emphasis" || inline.type === "delete") {
      const link = findLink(inline.children)
      if (link !== undefined) return link
    }
  }
  return undefined
}

const linkEntry = (
  title: { title: string; emoji?: string },
  url: string,
  label: string | undefined,
  line: number
): SummaryEntry => {
  const base = { ...title, ...(label !== undefined && label !== "" && { linkLabel: label }), children: [], line }
  if (url === "") return { ...base, kind: "label" }
  if (/^[a-zA-Z][a-zA-Z0-9+.-]*:|^\/\/|^#/.test(url)) return { ...base, kind: "link", href: url }
  const hash = url.indexOf("#")
  const anchor = hash === -1 ? undefined : decode(url.slice(hash + 1))
  const path = decode(hash === -1 ? url : url.slice(0, hash))
  return { ...base, kind: "page", path, ...(anchor !== undefined && { anchor }) }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
