/** The rules by which a line starts a block (CommonMark 4 and 5, GFM tables and footnotes). Pure: text in, match out. */
import type { Align } from "./ast.ts"
import { makeHtmlScanner } from "./html-scan.ts"
import { isHtmlTag } from "./html-tags.ts"
import { isDigit, isSpaceOrTab, type Segment, trimmedEnd } from "./source.ts"

/** Length of the run of one character at `at`. */
export const runLength = (text: string, at: number, end: number): number => {
  let to = at
  while (to < end && text.charCodeAt(to) === text.charCodeAt(at)) to++
  return to - at
}

export const isThematicBreak = (text: string, at: number, end: number): boolean => {
  const marker = text.charCodeAt(at)
  if (marker !== 42 && marker !== 45 && marker !== 95) return false
  let count = 0
  for (let i = at; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code === marker) count++
    else if (!isSpaceOrTab(code)) return false
  }
  return count >= 3
}

/** An ATX heading: its depth and where its content lies. */
export const matchAtxHeading = (
  text: string,
  at: number,
  end: number
): { depth: 1 | 2 | 3 | 4 | 5 | 6; content: Segment } | undefined => {
  const depth = text[at] === "#" ? runLength(text, at, end) : 0
  if (depth < 1 || depth > 6) return undefined
  let from = at + depth
  if (from < end && !isSpaceOrTab(text.charCodeAt(from))) return undefined
  while (from < end && isSpaceOrTab(text.charCodeAt(from))) from++
  let to = trimmedEnd(text, from, end)
  let closing = to
  while (closing > from && text[closing - 1] === "#") closing--
  if (closing === from || (closing < to && isSpaceOrTab(text.charCodeAt(closing - 1)))) {
    to = trimmedEnd(text, from, closing)
  }
  return { depth: depth as 1 | 2 | 3 | 4 | 5 | 6, content: { start: from, end: to } }
}

/** An opening code fence: the fence itself and its info string. */
export const matchFence = (text: string, at: number, end: number): { fence: string; info: string } | undefined => {
  const marker = text[at]
  if (marker !== "`" && marker !== "~") return undefined
  const length = runLength(text, at, end)
  if (length < 3) return undefined
  const info = text.slice(at + length, end).trim()
  if (marker === "`" && info.includes("`")) return undefined
  return { fence: text.slice(at, at + length), info }
}

export interface ListMarker {
  ordered: boolean
  first: number
  marker: string
  /** Offset behind the marker. */
  end: number
  /** Nothing follows on the line. */
  empty: boolean
}

export const matchListMarker = (text: string, at: number, end: number): ListMarker | undefined => {
  const first = text[at]
  let to = at + 1
  let number = 1
  const ordered = isDigit(text.charCodeAt(at))
  if (ordered) {
    while (to < end && to - at < 10 && isDigit(text.charCodeAt(to))) to++
    if (to - at > 9 || (text[to] !== "." && text[to] !== ")")) return undefined
    number = Number(text.slice(at, to))
    to++
  } else if (first !== "*" && first !== "-" && first !== "+") {
    return undefined
  }
  if (to < end && !isSpaceOrTab(text.charCodeAt(to))) return undefined
  if (to > end) return undefined
  const empty = trimmedEnd(text, to, end) === to
  return { ordered, first: number, marker: text[to - 1]!, end: to, empty }
}

const footnote = /\[\^([^\]\s\\[]{1,200})\]:/y

export const matchFootnoteDefinition = (text: string, at: number): { label: string; end: number } | undefined => {
  footnote.lastIndex = at
  const match = footnote.exec(text)
  return match === null ? undefined : { label: match[1]!, end: at + match[0].length }
}

// ---------------------------------------------------------------- HTML blocks

const blockTags = new Set(
  (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li " +
    "link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th " +
    "thead title tr track ul"
  ).split(" ")
)
const literalTags = new Set(["script", "pre", "style", "textarea"])
const tagName = /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)(?=[\s/>]|$)/y

/** The condition (1 to 7) by which an HTML block starts at `at`, and the tag it starts with. */
export const matchHtmlStart = (
  text: string,
  at: number,
  end: number,
  interrupts: boolean
): { condition: number; tag: string } | undefined => {
  if (text.startsWith("<!--", at)) return { condition: 2, tag: "" }
  if (text.startsWith("<?", at)) return { condition: 3, tag: "" }
  if (text.startsWith("<![CDATA[", at)) return { condition: 5, tag: "" }
  if (/[a-zA-Z]/.test(text[at + 2] ?? "") && text[at + 1] === "!") return { condition: 4, tag: "" }
  tagName.lastIndex = at
  const match = tagName.exec(text)
  if (match === null || at + match[0].length > end) return undefined
  const tag = match[2]!.toLowerCase()
  if (literalTags.has(tag)) return match[1] === "" ? { condition: 1, tag } : undefined
  if (blockTags.has(tag)) return { condition: 6, tag }
  if (interrupts || !isHtmlTag(tag)) return undefined
  const line = text.slice(at, end)
  const token = makeHtmlScanner(line).scan(0)
  const alone = token !== undefined && line.slice(token.end).trim() === ""
  return alone ? { condition: 7, tag } : undefined
}

const htmlEnds: Record<number, RegExp> = {
  1: /<\/(?:script|pre|style|textarea)>/i,
  2: /-->/,
  3: /\?>/,
  4: />/,
  5: /\]\]>/
}

/** Whether a line ends an HTML block of conditions 1 to 5. */
export const endsHtml = (condition: number, line: string): boolean => htmlEnds[condition]?.test(line) ?? false

// ---------------------------------------------------------------- tables

const delimiterRow = /^[|:\- \t]+$/
const delimiterCell = /^:?-+:?$/

/** Alignments when the line is a delimiter row. */
export const matchDelimiterRow = (line: string): Array<Align | null> | undefined => {
  const trimmed = line.trim()
  if (!delimiterRow.test(trimmed) || !/[|:]/.test(trimmed)) return undefined
  const cells = trimmed.replace(/^\|/, "").replace(/\|$/, "").split("|")
  const align: Array<Align | null> = []
  for (const cell of cells) {
    const rule = cell.trim()
    if (!delimiterCell.test(rule)) return undefined
    const left = rule.startsWith(":")
    const right = rule.endsWith(":")
    align.push(left && right ? "center" : left ? "left" : right ? "right" : null)
  }
  return align
}

/** Cuts a table row at its unescaped pipes. A cell is a list of pieces: `\|` loses its backslash. */
export const splitRow = (text: string, from: number, to: number): Segment[][] => {
  let at = from
  const end = trimmedEnd(text, from, to)
  while (at < end && isSpaceOrTab(text.charCodeAt(at))) at++
  if (text[at] === "|" && at < end) at++
  const cells: Segment[][] = []
  let pieces: Segment[] = []
  let start = at
  const push = (stop: number): void => {
    cells.push(trimPieces(text, [...pieces, { start, end: stop }]))
    pieces = []
  }
  while (at < end) {
    if (text[at] === "\\" && at + 1 < end) {
      if (text[at + 1] === "|") {
        pieces.push({ start, end: at })
        start = at + 1
      }
      at += 2
    } else if (text[at] === "|") {
      push(at)
      at++
      start = at
    } else {
      at++
    }
  }
  if (start < end || cells.length === 0 || pieces.length > 0) push(end)
  return cells
}

const trimPieces = (text: string, pieces: Segment[]): Segment[] => {
  const first = pieces[0]!
  while (first.start < first.end && isSpaceOrTab(text.charCodeAt(first.start))) first.start++
  const last = pieces[pieces.length - 1]!
  last.end = trimmedEnd(text, last.start, last.end)
  return pieces
}
