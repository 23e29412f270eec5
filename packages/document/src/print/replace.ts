/** Edits of single blocks: they are printed anew where they stand, every other byte stays. */
import type { Block, Position, Root } from "../ast.ts"
import { parsePage } from "../parse.ts"
import { areTogether, isBare, needsGap } from "./gaps.ts"
import { htmlBlock } from "./html-blocks.ts"
import { joinBlocks } from "./join.ts"
import { keepForm, keepRows } from "./keepForm.ts"
import { newlineOf, prefixLines, withEndsOf } from "./lines.ts"
import { isTaskText, listMarker } from "./lists.ts"
import { blankPrefix, findPlace, isInHtml, itemOf, Lines, linePrefix, type Place } from "./place.ts"
import { sameTree } from "./sameTree.ts"

/**
 * What stands in place of a span: blocks, or text as it is. The span is that of blocks that follow each other, or
 * empty: between blocks, where new ones come to stand. No blocks take away those of the span. With `was`, blocks that
 * say what stands there, only what is printed otherwise changes; all else keeps its form.
 */
export type BlockEdit = { span: Position } & (
  | { nodes: ReadonlyArray<Block>; was?: ReadonlyArray<Block> | undefined }
  | { text: string }
)

/**
 * The text with edits made, all spans being those of the text before. Blocks that say what is there already keep their
 * bytes; of edits that overlap the first counts.
 * @param known the tree of the text, where a caller has it
 */
export const replaceBlocks = (text: string, edits: ReadonlyArray<BlockEdit>, known?: Root): string => {
  const lines = new Lines(text)
  let root = known
  let newline: string | undefined
  const changes: Change[] = []
  for (const edit of edits) {
    if ("text" in edit) {
      changes.push({ ...edit.span, text: edit.text })
      continue
    }
    root ??= parsePage(text).root
    newline ??= newlineOf(text)
    const change = new Replacement(lines, root, edit.span, newline).of(edit.nodes, edit.was)
    if (change !== undefined) changes.push(change)
  }
  return applied(text, changes)
}

interface Change extends Position {
  text: string
}

const applied = (text: string, changes: ReadonlyArray<Change>): string => {
  let out = ""
  let at = 0
  for (const change of [...changes].sort((a, b) => a.start - b.start)) {
    if (change.start < at) continue
    out += text.slice(at, change.start) + change.text
    at = change.end
  }
  return out + text.slice(at)
}

const isTable = (nodes: ReadonlyArray<Block>): boolean => nodes.length === 1 && nodes[0]!.type === "table"

const blank = /^[\s>]*$/

class Replacement {
  readonly #text: string
  readonly #lines: Lines
  readonly #span: Position
  readonly #place: Place
  readonly #newline: string

  constructor(lines: Lines, root: Root, span: Position, newline: string) {
    this.#text = lines.text
    this.#lines = lines
    this.#span = span
    this.#place = findPlace(root, span)
    this.#newline = newline
  }

  get #before(): Block | undefined {
    return this.#place.siblings[this.#place.from - 1]
  }

  get #after(): Block | undefined {
    return this.#place.siblings[this.#place.to]
  }

  of(nodes: ReadonlyArray<Block>, was: ReadonlyArray<Block> | undefined): Change | undefined {
    const { siblings, from, to } = this.#place
    if (sameTree(nodes, siblings.slice(from, to))) return undefined
    if (isInHtml(this.#lines, this.#place, this.#span.start)) return this.#html(nodes, was)
    if (this.#span.end === this.#span.start) return this.#insert(nodes)
    const printed = this.#print(nodes, this.#place.from === 0)
    if (printed === "") return this.#remove()
    if (was === undefined) return this.#replace(nodes, printed)
    const text = this.#inForm(nodes, printed, was)
    if (!this.#isGlued(nodes, text)) return this.#replace(nodes, text, true)
    return { ...this.#span, text: this.#indented(text, linePrefix(this.#lines, this.#span.start).prefix, true) }
  }

  /** Whether the span stands on its lines with something else, and can do so with another text of as many lines. */
  #isGlued(nodes: ReadonlyArray<Block>, text: string): boolean {
    const { start, end } = this.#span
    const source = this.#source(0)
    if (source === undefined || source.split("\n").length !== text.split("\n").length) return false
    const rest = this.#text.slice(end, this.#lines.end(end))
    return (!linePrefix(this.#lines, start).whole || rest.trim() !== "") && this.#boxLength(nodes[0]) === 0
  }

  /** What is printed, in the form of what stands there: padding of other cells is none of an edit. */
  #inForm(nodes: ReadonlyArray<Block>, printed: string, was: ReadonlyArray<Block>): string {
    const source = this.#source(this.#boxLength(nodes[0]))
    const first = this.#place.from === 0
    if (source === undefined) return printed
    const isOurs = source === this.#print(was, first)
    const [old, now] = [this.#print(was, first, true), this.#print(nodes, first, true)]
    const rows = isTable(was) && isTable(nodes) ? keepRows(source, old, now, isOurs ? printed : undefined) : undefined
    return rows ?? (isOurs ? printed : keepForm(source, old, now))
  }

  /** The lines of the span without what its containers put in front of them; undefined when one lacks that. */
  #source(from: number): string | undefined {
    const { start, end } = this.#span
    const { prefix } = linePrefix(this.#lines, start)
    const [first = "", ...rest] = this.#text.slice(start + from, end).split(/\r\n?|\n/)
    const lines = [first]
    for (const line of rest) {
      if (line.startsWith(prefix)) lines.push(line.slice(prefix.length))
      else if (blank.test(line)) lines.push("")
      else return undefined
    }
    return lines.join("\n")
  }

  // ---------------------------------------------------------------- printing

  #print(nodes: ReadonlyArray<Block>, first: boolean, unpadded = false): string {
    const item = itemOf(this.#place)
    const [before, after] = [this.#before, this.#after]
    const place = {
      markers: this.#markerOf(before) + this.#markerOf(after),
      ...(unpadded && { unpadded }),
      ...(first && item !== undefined && { inItem: this.#markerAt(item.position.start) }),
      ...(first && this.#boxLength(nodes[0]) > 0 && { inTask: true })
    }
    const inElement = [before, after].some((node) => node !== undefined && isBare(node))
    return joinBlocks(nodes, { tight: item !== undefined && !item.spread, place, inElement })
  }

  #markerOf(node: Block | undefined): string {
    return node?.type === "list" ? this.#markerAt(node.position.start) : ""
  }

  #markerAt(start: number): string {
    return listMarker(this.#text.slice(start, start + 11))
  }

  /** The box of a task, which its item keeps as long as it begins with text. */
  #boxLength(first: Block | undefined): number {
    const item = itemOf(this.#place)
    if (item?.checked === undefined || this.#place.from > 0 || !isTaskText(first)) return 0
    return /^\[[ xX]\][ \t]+/.exec(this.#text.slice(this.#span.start, this.#span.start + 20))?.[0].length ?? 0
  }

  /**
   * Lines with what begins the lines of their containers; the first one has it already.
   * @param inForm whether they are those of the span in its form: then they end as those do
   */
  #indented(printed: string, prefix: string, inForm = false): string {
    const lines = prefixLines(printed, "", prefix)
    if (!inForm) return lines.replaceAll("\n", this.#newline)
    return withEndsOf(this.#text.slice(this.#span.start, this.#span.end), lines, this.#newline)
  }

  #blankLine(prefix: string): string {
    return this.#newline + blankPrefix(prefix) + this.#newline
  }

  // ---------------------------------------------------------------- edits

  #html(nodes: ReadonlyArray<Block>, was: ReadonlyArray<Block> | undefined): Change {
    const { prefix } = linePrefix(this.#lines, this.#span.start)
    const printed = nodes.map(htmlBlock).join("")
    const source = was === undefined ? undefined : this.#source(0)
    const text = source === undefined ? printed : keepForm(source, was!.map(htmlBlock).join(""), printed)
    return { ...this.#span, text: this.#indented(text, prefix, source !== undefined) }
  }

  /** @param inForm whether it has the form of the span: its lines end alike, and so does the last one with its blanks */
  #replace(nodes: ReadonlyArray<Block>, printed: string, inForm = false): Change {
    const text = this.#text
    const { start, end } = this.#span
    const { prefix, whole } = linePrefix(this.#lines, start)
    const gap = this.#touches(this.#before, nodes[0]!) ? blankPrefix(prefix) + this.#newline : ""
    const stop = this.#lines.end(end)
    const rest = text.slice(end, stop)
    const tail = this.#tail(nodes, prefix, rest)
    const out = this.#indented(printed, prefix, inForm) + tail
    const next = rest.trim() === "" && !(inForm && tail === "") ? stop : end
    if (!whole) return { start, end: next, text: this.#newline + gap + prefix + out }
    if (gap === "") return { start: start + this.#boxLength(nodes[0]), end: next, text: out }
    return { start: this.#lines.start(start), end: next, text: gap + prefix + out }
  }

  /** What comes between the blocks and the rest of their last line, or the next one. */
  #tail(nodes: ReadonlyArray<Block>, prefix: string, rest: string): string {
    const gap = this.#touchesNext(nodes[nodes.length - 1]!) ? this.#newline + blankPrefix(prefix) : ""
    return rest.trim() === "" ? gap : gap + this.#newline + prefix
  }

  #touches(before: Block | undefined, node: Block): boolean {
    if (before === undefined) return false
    return !hasBlankLine(this.#text.slice(before.position.end, this.#span.start)) && needsGap(before, node)
  }

  #touchesNext(node: Block): boolean {
    const after = this.#after
    if (after === undefined) return false
    return !hasBlankLine(this.#text.slice(this.#span.end, after.position.start)) && needsGap(node, after)
  }

  #remove(): Change {
    const text = this.#text
    const { start, end } = this.#span
    const [before, after] = [this.#before, this.#after]
    if (after !== undefined && blank.test(text.slice(end, after.position.start))) {
      return { start, end: after.position.start, text: "" }
    }
    if (before !== undefined && blank.test(text.slice(before.position.end, start))) {
      return { start: before.position.end, end, text: "" }
    }
    const line = this.#lines.start(start)
    const stop = this.#lines.end(end)
    const alone = /^[ \t]*$/.test(text.slice(line, start)) && /^[ \t]*$/.test(text.slice(end, stop))
    if (!alone) return { start, end, text: "" }
    const next = text.startsWith("\r\n", stop) ? stop + 2 : Math.min(stop + 1, text.length)
    return { start: line, end: next, text: "" }
  }

  #insert(nodes: ReadonlyArray<Block>): Change | undefined {
    const [before, after] = [this.#before, this.#after]
    const printed = this.#print(nodes, false)
    if (printed === "") return undefined
    if (before !== undefined && (after === undefined || after.position.start > this.#span.start)) {
      const at = this.#lines.end(before.position.end)
      const { prefix } = linePrefix(this.#lines, before.position.start)
      const gap = areTogether(before, nodes[0]!) ? this.#newline : this.#blankLine(prefix)
      const tail = this.#touchesFrom(at, nodes[nodes.length - 1]!) ? this.#newline + blankPrefix(prefix) : ""
      return { start: at, end: at, text: gap + prefix + this.#indented(printed, prefix) + tail }
    }
    if (after !== undefined) {
      const at = after.position.start
      const { prefix } = linePrefix(this.#lines, at)
      return { start: at, end: at, text: this.#indented(printed, prefix) + this.#blankLine(prefix) + prefix }
    }
    const at = this.#span.start
    const { prefix } = linePrefix(this.#lines, at)
    const own = this.#lines.start(at) === at ? "" : this.#newline
    return { start: at, end: at, text: own + this.#indented(printed, prefix) + this.#newline }
  }

  #touchesFrom(at: number, node: Block): boolean {
    const after = this.#after
    if (after === undefined || areTogether(node, after)) return false
    return !hasBlankLine(this.#text.slice(at, after.position.start))
  }
}

const hasBlankLine = (gap: string): boolean => /\n[ \t>]*\n/.test(gap.replace(/\r\n?/g, "\n"))
