/**
 * Edits of a table of contents by lines. Entries that keep their order stay in place with every line around them; the
 * others are taken out, and written where they come to stand.
 */

import { pushAll } from "../push-all.ts"
import { columns, parseSummary, type SummaryEntry } from "../summary.ts"
import { bulletLines, entryFrom, groupLine, keyOf, type SummaryNode } from "./summary-lines.ts"

/** An entry with its lines; every line has its line end. */
interface Segment {
  index: number
  entry: SummaryEntry
  parent: Segment | undefined
  /** Blank lines, comments, rules and text before it. */
  gap: string[]
  lines: string[]
  indent: string
}

/** A node where it comes to stand. */
interface Step {
  node: SummaryNode
  parent: Step | undefined
  segment: Segment | undefined
  /** It stays where it is. */
  kept: boolean
  /** Moves together with the entry before it, and so does what stands between them. */
  follows: boolean
  /** Where it was written. */
  indent: string
}

const heading = /^[ \t]*(#{1,6}[ \t]+)/
const item = /^([ \t]*)([*+-]|\d{1,9}[.)])([ \t]+)(\[[ xX]\][ \t]+)?(.*)$/s
const rule = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const lineEnd = /(?:\r\n|\n|\r)$/

const bare = (line: string): string => line.replace(lineEnd, "")
const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === ""
const isRule = (line: string): boolean => rule.test(bare(line))

/** The text with the entries of `after`. It is for the caller to see whether it says so. */
export const editSummary = (
  text: string,
  before: ReadonlyArray<SummaryNode>,
  after: ReadonlyArray<SummaryNode>
): string => {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : ""
  const printed = new SummaryEditor(text.slice(mark.length), before, after).print(after)
  return mark + (lineEnd.test(text) || text === mark ? printed : printed.replace(/(?<![\r\n])[\r\n]+$/, ""))
}

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
  /** Of the first segment that was neither written nor left out. */
  #next = 0
  /** Lines between the entry before and the next one that stays. */
  #pending: string[] = []
  #inGroup = false

  constructor(text: string, before: ReadonlyArray<SummaryNode>, after: ReadonlyArray<SummaryNode>) {
    this.#newline = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n"
    const lines = text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []
    const flat: Array<{ entry: SummaryEntry; parent: SummaryEntry | undefined }> = []
    const flatten = (entries: ReadonlyArray<SummaryEntry>, parent: SummaryEntry | undefined): void => {
      for (const entry of entries) {
        flat.push({ entry, parent })
        flatten(entry.children, entry)
      }
    }
    flatten(parseSummary(text).entries, undefined)
    this.#head = lines.slice(0, (flat[0]?.entry.line ?? lines.length + 1) - 1)
    const bySource = new Map<SummaryEntry, Segment>()
    let gap: string[] = []
    flat.forEach(({ entry, parent }, index) => {
      const all = lines.slice(entry.line - 1, (flat[index + 1]?.entry.line ?? lines.length + 1) - 1)
      const own = entry.kind === "computed" ? closing(all) : 1
      const indent = /^[ \t]*/.exec(all[0]!)![0]
      const segment = { index, entry, parent: parent && bySource.get(parent), gap, lines: all.slice(0, own), indent }
      gap = all.slice(own)
      bySource.set(entry, segment)
      this.#segments.push(segment)
    })
    this.#tail = gap
    this.#mark = this.#segments.map(({ lines: [line] }) => item.exec(line!)?.[2]).find((mark) => mark) ?? "*"
    this.#unit = this.#indentUnit()
    this.#match(before, after)
  }

  #indentUnit(): string {
    for (const { indent, parent } of this.#segments) {
      if (parent !== undefined && parent.entry.kind !== "group" && indent.startsWith(parent.indent)) {
        return indent.slice(parent.indent.length) || "  "
      }
    }
    return "  "
  }

  /**
   * Each node takes the first free entry that says what it says. An entry that no page came of, since its file was not
   * there, is that of a page which has the file now.
   */
  #match(before: ReadonlyArray<SummaryNode>, after: ReadonlyArray<SummaryNode>): void {
    const free = new Map<string, Segment[]>()
    for (const segment of this.#segments) {
      const key = segment.entry.kind === "group" ? `label ${segment.entry.title}` : keyOf(segment.entry)
      const list = free.get(key)
      if (list === undefined) free.set(key, [segment])
      else list.push(segment)
    }
    // taken from the end
    for (const list of free.values()) list.reverse()
    const walk = (list: ReadonlyArray<SummaryNode>): void => {
      for (const node of list) {
        const segment = free.get(keyOf(node))?.pop()
        if (segment !== undefined) this.#known.set(node.id, segment)
        this.#nodes.set(node.id, node)
        walk(node.children)
      }
    }
    walk(before)
    const adopt = (list: ReadonlyArray<SummaryNode>): void => {
      for (const node of list) {
        const isNew = node.kind === "page" && !this.#known.has(node.id)
        const segment = isNew ? free.get(keyOf(node))?.pop() : undefined
        if (segment !== undefined) this.#known.set(node.id, segment)
        adopt(node.children)
      }
    }
    adopt(after)
  }

  print(after: ReadonlyArray<SummaryNode>): string {
    pushAll(this.#out, this.#head)
    const steps = this.#steps(after)
    const gone = new Set(this.#known.values())
    for (const { kept, segment } of steps) if (kept && segment !== undefined) gone.delete(segment)
    const taken = new Set(steps.flatMap(({ follows, segment }) => (follows && segment !== undefined ? [segment] : [])))
    const stays = steps.filter(({ kept }) => kept)
    const siblings = new Map<Step | undefined, Step>()
    this.#collect(stays[0]?.segment, gone, taken)
    let stayed = 0
    for (const step of steps) {
      const last = siblings.get(step.parent)
      step.indent = step.node.kind === "group" ? "" : this.#indentOf(step, last, steps)
      if (step.kept) this.#before(step)
      else this.#insertBefore(step)
      for (const line of this.#linesOf(step)) this.#out.push(line)
      if (step.node.kind === "group") this.#inGroup = true
      siblings.set(step.parent, step)
      if (step.kept) this.#collect(stays[++stayed]?.segment, gone, taken)
    }
    const cut =
      this.#pending.every((line) => isBlank(line) || isRule(line)) &&
      this.#next > (stays.at(-1)?.segment?.index ?? -1) + 1
    const rest = cut ? this.#tail : [...this.#pending, ...this.#tail]
    return this.#join([...this.#out, ...rest])
  }

  /** The nodes in their order, and which of them stay: as many as can. */
  #steps(after: ReadonlyArray<SummaryNode>): Step[] {
    const steps: Step[] = []
    const walk = (nodes: ReadonlyArray<SummaryNode>, parent: Step | undefined): void => {
      for (const node of nodes) {
        const step = { node, parent, segment: this.#known.get(node.id), kept: false, follows: false, indent: "" }
        steps.push(step)
        walk(node.children, step)
      }
    }
    walk(after, undefined)
    for (const step of longestRise(steps.filter(({ segment }) => segment !== undefined))) step.kept = true
    steps.forEach((step, index) => {
      const last = steps[index - 1]
      step.follows =
        !step.kept &&
        last?.kept === false &&
        step.segment !== undefined &&
        last.segment?.index === step.segment.index - 1
    })
    return steps
  }

  /** What stands before the next entry that stays, without what goes; entries that no page came of stay. */
  #collect(until: Segment | undefined, gone: ReadonlySet<Segment>, taken: ReadonlySet<Segment>): void {
    this.#pending = []
    const end = until?.index ?? this.#segments.length
    let cut = false
    for (let index = this.#next; index <= end && index < this.#segments.length; index++) {
      const segment = this.#segments[index]!
      const gap = taken.has(segment) ? [] : segment.gap
      // where an entry goes, the blank lines around it become one gap
      const doubled = cut && isBlank(this.#pending.at(-1) ?? this.#out.at(-1))
      const from = doubled ? gap.findIndex((line) => !isBlank(line)) : 0
      pushAll(this.#pending, from === -1 ? [] : gap.slice(from))
      if (segment === until) break
      cut = gone.has(segment)
      if (!cut) pushAll(this.#pending, segment.lines)
    }
    this.#next = end + 1
  }

  /** Before an entry that stays. */
  #before({ node, parent }: Step): void {
    const top = parent === undefined
    const pending = this.#pending
    if (!top && pending.some(isRule)) this.#pending = withoutRules(pending)
    else if (top && node.kind !== "group" && this.#inGroup && !pending.some(isRule))
      pushAll(this.#pending, this.#rule(pending))
    pushAll(this.#out, this.#pending)
    this.#pending = []
    if (top && node.kind !== "group") this.#inGroup = false
  }

  /** Before an entry that is written anew: right behind the one before it, and behind the blank line of a heading. */
  #insertBefore({ follows, indent, node, parent, segment }: Step): void {
    const last = this.#out.at(-1)
    if (parent === undefined && node.kind !== "group" && this.#inGroup) {
      const at = this.#pending.findIndex(isRule)
      if (at === -1) pushAll(this.#out, this.#rule(this.#out))
      else {
        const behind = this.#pending.slice(at + 1).findIndex((line) => !isBlank(line))
        pushAll(this.#out, this.#pending.splice(0, behind === -1 ? this.#pending.length : at + 1 + behind))
        if (!isBlank(this.#out.at(-1))) this.#out.push(this.#newline)
      }
      this.#inGroup = false
      return
    }
    if (follows && segment !== undefined) {
      pushAll(this.#out, segment.gap)
      return
    }
    // what no page came of, and is below the entry before
    if (node.kind !== "group") {
      const other = this.#pending.findIndex((line) => !isBelow(line, indent))
      if (other !== 0) pushAll(this.#out, this.#pending.splice(0, other === -1 ? this.#pending.length : other))
    }
    if (node.kind === "group") {
      if (last !== undefined && !isBlank(last)) this.#out.push(this.#newline)
    } else if (last !== undefined && heading.test(last) && parent?.node.kind === "group") {
      if (isBlank(this.#pending[0])) this.#out.push(this.#pending.shift()!)
      else if (this.#pending.length === 0 || parent.kept === false) this.#out.push(this.#newline)
    }
  }

  /** The end of a group behind the lines so far. */
  #rule(lines: ReadonlyArray<string>): string[] {
    return [...(isBlank(lines.at(-1) ?? this.#out.at(-1)) ? [] : [this.#newline]), `***${this.#newline}`, this.#newline]
  }

  /** Deeper than its parent, and not deeper than the sibling before it. */
  #indentOf({ node, parent, segment }: Step, last: Step | undefined, steps: ReadonlyArray<Step>): string {
    const inList = parent !== undefined && parent.node.kind !== "group"
    const least = inList ? columns(parent.indent) + 1 : 0
    const most = last === undefined || last.node.kind === "group" ? Number.POSITIVE_INFINITY : columns(last.indent)
    const fits = (indent: string | undefined): indent is string =>
      indent !== undefined && columns(indent) >= least && columns(indent) <= most
    const wasIn = (one: Segment | undefined, list: Step | undefined) =>
      one !== undefined && one.parent === list?.segment
    if (wasIn(segment, parent) && fits(segment?.indent)) return segment!.indent
    if (last !== undefined && fits(last.indent)) return last.indent
    const beside =
      node === undefined
        ? undefined
        : steps.find((one) => one.parent === parent && one.kept && wasIn(one.segment, parent))
    if (fits(beside?.segment?.indent)) return beside!.segment!.indent
    return inList ? parent.indent + this.#unit : ""
  }

  #linesOf({ indent, node, segment }: Step): string[] {
    const was = this.#nodes.get(node.id)
    const written = (lines: ReadonlyArray<string>) => lines.map((line) => line + this.#newline)
    if (segment === undefined || was === undefined) {
      return written(node.kind === "group" ? [groupLine(node)] : bulletLines(node, indent, this.#mark))
    }
    const { lines } = segment
    const same = JSON.stringify(lineOf(was)) === JSON.stringify(lineOf(node))
    if (same) return node.kind === "group" ? lines : lines.map((line) => shift(line, segment.indent, indent))
    const end = lineEnd.exec(lines[0]!)?.[0] ?? ""
    const line = bare(lines[0]!)
    if (node.kind === "group") {
      const marks = heading.exec(line)?.[1]
      return [(marks === undefined ? groupLine(node) : groupLine(node).replace(/^#+[ \t]+/, marks)) + end]
    }
    if (node.kind === "computed") return written(bulletLines(node, indent, this.#mark))
    const [, , mark = this.#mark, space = " ", task = "", content = ""] = item.exec(line) ?? []
    return [`${indent}${mark}${space}${task}${entryFrom(node, was, content)}${end}`]
  }

  /** A last line without an end gets one when it is the last no more. */
  #join(lines: ReadonlyArray<string>): string {
    return lines
      .map((line, index) => (index === lines.length - 1 || lineEnd.test(line) ? line : line + this.#newline))
      .join("")
  }
}

const lineOf = ({ children, id, ...line }: SummaryNode): object => Object.fromEntries(Object.entries(line).sort())

const shift = (line: string, from: string, to: string): string =>
  line.startsWith(from) ? to + line.slice(from.length) : line

const isBelow = (line: string, indent: string): boolean =>
  item.test(line) && columns(/^[ \t]*/.exec(line)![0]) > columns(indent)

const withoutRules = (lines: ReadonlyArray<string>): string[] =>
  lines.filter((line, index) => !isRule(line) && !(isBlank(line) && index > 0 && isRule(lines[index - 1]!)))

/** How many lines a fenced entry has. */
const closing = (lines: ReadonlyArray<string>): number => {
  const end = lines.findIndex((line, index) => index > 0 && /^[ \t]*(?:`{3,}|~{3,})\s*$/.test(line))
  return end === -1 ? lines.length : end + 1
}

/** The longest selection whose segments are in the order of the text. */
const longestRise = (steps: ReadonlyArray<Step>): Step[] => {
  const place = (step: Step): number => step.segment!.index
  /** The last step of the best selection of each length. */
  const ends: Step[] = []
  const before = new Map<Step, Step | undefined>()
  for (const step of steps) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (place(ends[middle]!) < place(step)) low = middle + 1
      else high = middle
    }
    before.set(step, ends[low - 1])
    ends[low] = step
  }
  const result: Step[] = []
  for (let step = ends.at(-1); step !== undefined; step = before.get(step)) result.push(step)
  return result.reverse()
}
