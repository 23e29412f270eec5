/**
 * Writes `SUMMARY.md` (section b). A table of contents that exists changes by the fewest lines: what stayed where it
 * was keeps its line byte for byte, and lines that mean nothing to Octavo stay beside the entries they follow.
 */
import { stringify } from "yaml"
import { normalizePath } from "../links.ts"
import { type ComputedSource, parseSummary, type Summary, type SummaryEntry } from "../summary.ts"
import { escapeTitle } from "./title.ts"

export interface SummaryNode {
  /** Tells which node of another tree is the same one. */
  id: string
  kind: SummaryEntry["kind"]
  title: string
  emoji?: string
  linkLabel?: string
  /** Of pages: relative to the root of the content. */
  path?: string
  anchor?: string
  href?: string
  slug?: string
  computed?: ComputedSource
  children: SummaryNode[]
}

/**
 * The table of contents for `after`.
 * @param previous its text so far, which says what `before` says; empty for a new one
 */
export const printSummary = (
  previous: string,
  before: ReadonlyArray<SummaryNode>,
  after: ReadonlyArray<SummaryNode>
): string => {
  const parsed = parseSummary(previous)
  if (parsed.entries.length === 0) return printAnew(after)
  const edited = new SummaryEditor(previous, parsed, before).print(after)
  // lines that people wrote may nest in ways that no edit of a line respects: then the whole is written anew
  return says(edited, after, previous, before) ? edited : printAnew(after)
}

const printAnew = (nodes: ReadonlyArray<SummaryNode>): string => {
  const lines = ["# Table of contents", ""]
  let inGroup = false
  const walk = (list: ReadonlyArray<SummaryNode>, indent: string): void => {
    for (const node of list) {
      if (node.kind === "group") {
        if (lines.at(-1) !== "") lines.push("")
        lines.push(groupLine(node), "")
        inGroup = true
        walk(node.children, "")
        continue
      }
      if (inGroup && indent === "" && nodes.includes(node)) {
        if (lines.at(-1) !== "") lines.push("")
        lines.push("***", "")
        inGroup = false
      }
      lines.push(...bulletLines(node, indent, "*"))
      walk(node.children, `${indent}  `)
    }
  }
  walk(nodes, "")
  while (lines.at(-1) === "") lines.pop()
  return `${lines.join("\n")}\n`
}

/** The meaning of a tree, as far as lines can carry it. */
const meaning = (nodes: ReadonlyArray<SummaryNode | SummaryEntry>): unknown =>
  nodes.map((node) => [
    node.kind,
    node.title,
    node.emoji ?? "",
    node.linkLabel ?? "",
    node.path === undefined ? "" : pathKey(node.path),
    node.anchor ?? "",
    node.href ?? "",
    meaning(node.children)
  ])

/** Whether the text says what the tree says, beside the entries that the old text had and its tree did not. */
const says = (
  text: string,
  after: ReadonlyArray<SummaryNode>,
  previous: string,
  before: ReadonlyArray<SummaryNode>
): boolean => {
  const foreign = count(parseSummary(previous).entries) - count(before)
  const entries = parseSummary(text).entries
  if (foreign === 0) return JSON.stringify(meaning(entries)) === JSON.stringify(meaning(after))
  return count(entries) - count(after) === foreign
}

const count = (nodes: ReadonlyArray<SummaryNode | SummaryEntry>): number =>
  nodes.reduce((sum, { children }) => sum + 1 + count(children), 0)

const groupLine = (node: SummaryNode): string => {
  const slug = node.slug === undefined || node.slug === "" ? "" : ` <a href="#${node.slug}" id="${node.slug}"></a>`
  return `## ${titleText(node)}${slug}`
}

const bulletLines = (node: SummaryNode, indent: string, mark: string): string[] => {
  if (node.kind !== "computed") return [`${indent}${mark} ${entryText(node)}`]
  const yaml = stringify(plain(node.computed), { lineWidth: 0 }).trimEnd().split("\n")
  const inner = `${indent}  `
  return [`${indent}${mark} \`\`\`yaml`, ...yaml.map((line) => inner + line), `${inner}\`\`\``]
}

/** Records without prototype, as YAML that a reader can take. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

const titleText = ({ emoji, title }: SummaryNode): string =>
  emoji === undefined ? escapeTitle(title) : `${emoji} ${escapeTitle(title)}`.trimEnd()

const entryText = (node: SummaryNode): string =>
  node.kind === "label" ? titleText(node) : `[${titleText(node)}](${destinationText(node)})`

const destinationText = (node: SummaryNode): string => {
  const target = node.kind === "link" ? (node.href ?? "") : pathText(node.path ?? "", node.anchor)
  const label = node.linkLabel === undefined ? "" : ` "${node.linkLabel.replace(/[\\"]/g, "\\$&")}"`
  return `${/[\s()<>]/.test(target) ? `<${target.replace(/[<>]/g, encodeURIComponent)}>` : target}${label}`
}

/** A path as a destination: what would read as something else is encoded. */
const pathText = (path: string, anchor: string | undefined): string => {
  const written = path.replace(/[%#?\\]/g, encodeURIComponent)
  return anchor === undefined ? written : `${written}#${anchor}`
}

const pathKey = (path: string): string => normalizePath(path.replace(/^\//, "")).replace(/(?:^|\/)README\.md$/i, "")

const keyOf = (node: SummaryNode | SummaryEntry): string => {
  switch (node.kind) {
    case "page":
      return `page ${pathKey(node.path ?? "")}#${node.anchor ?? ""}`
    case "link":
      return `link ${node.href ?? ""}`
    case "computed":
      return `computed ${JSON.stringify(node.computed)}`
    default:
      return `label ${node.title}`
  }
}

interface Segment {
  entry: SummaryEntry
  parent: Segment | undefined
  /** Blank lines, comments and rules before it. */
  gap: string[]
  lines: string[]
  indent: string
}

const heading = /^[ \t]*(#{1,6}[ \t]+)/
const item = /^([ \t]*)([*+-]|\d{1,9}[.)])([ \t]+)(\[[ xX]\][ \t]+)?(.*)$/s
const rule = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/

/** Prints a tree out of the lines of another. */
class SummaryEditor {
  readonly #newline: string
  readonly #head: string[]
  readonly #tail: string[]
  readonly #segments: Segment[] = []
  /** By the id of the node that says the same. */
  readonly #known = new Map<string, Segment>()
  readonly #nodes = new Map<string, SummaryNode>()
  readonly #mark: string
  readonly #unit: string
  readonly #out: string[] = []
  readonly #printed = new Set<Segment>()
  #inGroup = false

  constructor(text: string, summary: Summary, before: ReadonlyArray<SummaryNode>) {
    this.#newline = text.includes("\r\n") ? "\r\n" : "\n"
    const lines = text.split(/\r\n|\n|\r/)
    const flat: Array<{ entry: SummaryEntry; parent: SummaryEntry | undefined }> = []
    const flatten = (entries: ReadonlyArray<SummaryEntry>, parent: SummaryEntry | undefined): void => {
      for (const entry of entries) {
        flat.push({ entry, parent })
        flatten(entry.children, entry)
      }
    }
    flatten(summary.entries, undefined)
    this.#head = lines.slice(0, flat[0]!.entry.line - 1)
    const bySource = new Map<SummaryEntry, Segment>()
    let gap: string[] = []
    flat.forEach(({ entry, parent }, index) => {
      const end = flat[index + 1]?.entry.line ?? lines.length + 1
      const all = lines.slice(entry.line - 1, end - 1)
      const own = entry.kind === "computed" ? closing(all) : 1
      const segment: Segment = {
        entry,
        parent: parent && bySource.get(parent),
        gap,
        lines: all.slice(0, own),
        indent: /^[ \t]*/.exec(all[0]!)![0]
      }
      gap = all.slice(own)
      bySource.set(entry, segment)
      this.#segments.push(segment)
    })
    this.#tail = gap
    this.#mark = this.#segments.map(({ lines: [line] }) => item.exec(line!)?.[2]).find((mark) => mark) ?? "*"
    this.#unit = this.#indentUnit()
    this.#match(before)
  }

  #indentUnit(): string {
    for (const { indent, parent } of this.#segments) {
      if (parent !== undefined && parent.entry.kind !== "group" && indent.startsWith(parent.indent)) {
        return indent.slice(parent.indent.length) || "  "
      }
    }
    return "  "
  }

  /** Each node takes the first free entry that says what it says. */
  #match(nodes: ReadonlyArray<SummaryNode>): void {
    const free = new Map<string, Segment[]>()
    for (const segment of this.#segments) {
      const key = segment.entry.kind === "group" ? `label ${segment.entry.title}` : keyOf(segment.entry)
      free.set(key, [...(free.get(key) ?? []), segment])
    }
    const walk = (list: ReadonlyArray<SummaryNode>): void => {
      for (const node of list) {
        const segment = free.get(keyOf(node))?.shift()
        if (segment !== undefined) this.#known.set(node.id, segment)
        this.#nodes.set(node.id, node)
        walk(node.children)
      }
    }
    walk(nodes)
  }

  print(after: ReadonlyArray<SummaryNode>): string {
    const foreign = this.#foreign()
    this.#printList(after, undefined, "", foreign, true)
    for (const rest of foreign.values()) for (const segment of rest) this.#out.push(...segment.gap, ...segment.lines)
    const lines = [...this.#head, ...this.#out, ...this.#tail]
    return lines.join(this.#newline)
  }

  /** Entries that no page came of, by the entry that they follow: they stay behind it. */
  #foreign(): Map<Segment | undefined, Segment[]> {
    const managed = new Set(this.#known.values())
    const foreign = new Map<Segment | undefined, Segment[]>()
    let last: Segment | undefined
    for (const segment of this.#segments) {
      if (managed.has(segment)) last = segment
      else foreign.set(last, [...(foreign.get(last) ?? []), segment])
    }
    return foreign
  }

  #printList(
    nodes: ReadonlyArray<SummaryNode>,
    parent: Segment | undefined,
    indent: string,
    foreign: Map<Segment | undefined, Segment[]>,
    top: boolean
  ): void {
    const siblings = nodes.map((node) => this.#known.get(node.id)).filter((segment) => segment?.parent === parent)
    const usual = siblings.find((segment) => segment !== undefined && segment.indent.length >= indent.length)?.indent
    for (const node of nodes) {
      const segment = this.#known.get(node.id)
      const kept = segment !== undefined && segment.parent === parent && segment.indent.length >= indent.length
      const at = node.kind === "group" ? "" : kept ? segment.indent : (usual ?? indent)
      this.#printGap(node, segment, top)
      this.#out.push(...this.#linesOf(node, segment, at))
      if (segment !== undefined) this.#printed.add(segment)
      if (node.kind === "group") this.#inGroup = true
      for (const one of foreign.get(segment) ?? []) if (segment !== undefined) this.#out.push(...one.gap, ...one.lines)
      if (segment !== undefined) foreign.delete(segment)
      this.#printList(node.children, segment, node.kind === "group" ? "" : at + this.#unit, foreign, false)
    }
  }

  /** Blank lines, comments and rules before an entry; a rule ends a group, a blank line goes before a heading. */
  #printGap(node: SummaryNode, segment: Segment | undefined, top: boolean): void {
    const own = segment?.gap ?? []
    const ends = top && node.kind !== "group" && this.#inGroup
    const hasRule = own.some((line) => rule.test(line))
    const follows = segment !== undefined && this.#follows(segment)
    const kept = own.filter((line) => (rule.test(line) ? top : follows || line.trim() !== ""))
    if (ends && !hasRule) kept.push("", "***", "")
    if (node.kind === "group" && !kept.includes("") && this.#out.length > 0) kept.push("")
    const last = this.#out.at(-1)
    if (last !== undefined && heading.test(last) && !kept.includes("") && segment === undefined) kept.push("")
    if (ends) this.#inGroup = false
    this.#out.push(...kept)
  }

  /** Whether the entry still follows the one that it followed, or stands where its blank lines matter. */
  #follows(segment: Segment): boolean {
    const index = this.#segments.indexOf(segment)
    const before = this.#segments[index - 1]
    return index === 0 || segment.entry.kind === "group" || (before !== undefined && this.#printed.has(before))
  }

  #linesOf(node: SummaryNode, segment: Segment | undefined, indent: string): string[] {
    const was = this.#nodes.get(node.id)
    if (segment === undefined || was === undefined) {
      return node.kind === "group" ? [groupLine(node)] : bulletLines(node, indent, this.#mark)
    }
    const { lines } = segment
    const same = JSON.stringify(lineOf(was)) === JSON.stringify(lineOf(node))
    if (same) return indent === segment.indent ? lines : lines.map((line) => shift(line, segment.indent, indent))
    if (node.kind === "group") {
      const marks = heading.exec(lines[0]!)?.[1]
      return [marks === undefined ? groupLine(node) : groupLine(node).replace(/^#+[ \t]+/, marks)]
    }
    if (node.kind === "computed") return bulletLines(node, indent, this.#mark)
    const [, , mark = this.#mark, space = " ", task = "", content = ""] = item.exec(lines[0]!) ?? []
    return [`${indent}${mark}${space}${task}${entryFrom(node, was, content)}`]
  }
}

/** The link with its title or destination replaced; what did not change stays as it is written. */
const entryFrom = (node: SummaryNode, was: SummaryNode, content: string): string => {
  const match = /^\[(.*)\]\((.*)\)[ \t]*$/s.exec(content)
  if (match === null || node.kind === "label") return entryText(node)
  const titled = node.title === was.title && node.emoji === was.emoji ? match[1]! : titleText(node)
  const sameTarget =
    node.path === was.path && node.anchor === was.anchor && node.href === was.href && node.linkLabel === was.linkLabel
  return `[${titled}](${sameTarget ? match[2]! : destinationText(node)})`
}

const lineOf = ({ children, id, ...line }: SummaryNode): object => Object.fromEntries(Object.entries(line).sort())

const shift = (line: string, from: string, to: string): string =>
  line.startsWith(from) ? to + line.slice(from.length) : line

/** How many lines a fenced entry has. */
const closing = (lines: ReadonlyArray<string>): number => {
  const end = lines.findIndex((line, index) => index > 0 && /^[ \t]*(?:`{3,}|~{3,})[ \t]*$/.test(line))
  return end === -1 ? lines.length : end + 1
}
