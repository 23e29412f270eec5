/** How a line starts a block. */

import { continueLeaf } from "./block-continue.ts"
import {
  isThematicBreak,
  matchAtxHeading,
  matchDelimiterRow,
  matchFence,
  matchFootnoteDefinition,
  matchHtmlStart,
  matchListMarker,
  runLength,
  splitRow
} from "./block-rules.ts"
import { type BlockState, makeContainer, type Started } from "./block-state.ts"
import { unescapeMarkdown } from "./entities.ts"
import { normalizeLabel } from "./link-scan.ts"
import { isSpaceOrTab, trimmedEnd } from "./source.ts"
import { isKnownTag, scanTag, type TagToken } from "./tag-scan.ts"

/** Tries every block start at the cursor: a container lets the search go on, a leaf uses the line up. */
export const startBlock = (state: BlockState): Started | undefined => {
  const line = state.line
  if (line.blank) return undefined
  if (line.indent >= 4) return startIndented(state)
  const { text } = state
  const at = line.nonspace
  const end = line.end
  switch (line.code) {
    case 62: // >
      return startQuote(state)
    case 35: {
      // #
      const heading = matchAtxHeading(text, at, end)
      if (heading === undefined) return undefined
      const segments = heading.content.start < heading.content.end ? [heading.content] : []
      return state.addLeaf({
        kind: "heading",
        depth: heading.depth,
        segments,
        ...state.place(trimmedEnd(text, at, end))
      })
    }
    case 96:
    case 126: {
      // ` ~
      const fence = matchFence(text, at, end)
      if (fence === undefined) return undefined
      const info = unescapeMarkdown(fence.info)
      const place = state.place(end)
      state.addLeaf({
        kind: "code",
        fenced: true,
        fence: fence.fence,
        fenceIndent: line.indent,
        info,
        lines: [],
        ...place
      })
      return "leaf"
    }
    case 60: // <
      return startHtml(state)
    case 123: // {
      return startTag(state)
    case 36: // $
      return startMath(state)
    case 91: {
      // [
      const footnote = matchFootnoteDefinition(text, at)
      if (footnote === undefined || state.full) return undefined
      const container = makeContainer("footnote", at, line.number)
      container.label = footnote.label
      container.bodyIndent = 4
      container.end = footnote.end
      state.footnotes.add(normalizeLabel(footnote.label))
      return state.enter(container, footnote.end)
    }
  }
  return startSetext(state) ?? startBreak(state) ?? startItem(state) ?? startTable(state)
}

const startIndented = (state: BlockState): Started | undefined => {
  const line = state.line
  const tag = state.indentedTag()
  if (tag !== undefined) return state.addTag(tag)
  if (state.leaf?.kind === "paragraph") return undefined
  const place = state.place(line.end)
  line.advanceColumns(4)
  state.addLeaf({ kind: "code", fenced: false, fence: "", fenceIndent: 0, info: "", lines: [line.rest()], ...place })
  return "leaf"
}

const startQuote = (state: BlockState): "container" | undefined => {
  const line = state.line
  if (state.full) return undefined
  const quote = makeContainer("quote", line.nonspace, line.number)
  quote.end = line.nonspace + 1
  state.enter(quote, line.nonspace + 1)
  line.skipOptionalSpace()
  return "container"
}

const startHtml = (state: BlockState): Started | undefined => {
  const line = state.line
  const start = matchHtmlStart(state.text, line.nonspace, line.end, state.leaf?.kind === "paragraph")
  if (start === undefined) return undefined
  const { condition, tag } = start
  const place = state.place(line.end)
  state.addLeaf({ kind: "html", condition, tag, segments: [], ...place })
  const leaf = state.leaf!
  // A repeat of what `#continueLeaf` does: the first line may already end the block or hold a tag.
  return continueLeaf(state, leaf) ? "leaf" : "container"
}

const startTag = (state: BlockState): Started | undefined => {
  const { line, text } = state
  const at = line.nonspace
  if (text[at + 1] !== "%") return undefined
  const token = scanTag(text, at, line.end, (name) => name !== "")
  if (token === undefined) return undefined
  if (!isKnownTag(token.name) && !isWholeLine(text, token, line.end)) return undefined
  return state.addTag(token)
}

/** Whether a tag ends its line, or its end tag does: `{% filename %}a.js{% endfilename %}`, as old files have them. */
const isWholeLine = (text: string, { end, kind, name }: TagToken, lineEnd: number): boolean => {
  const last = trimmedEnd(text, end, lineEnd)
  if (last === end) return true
  const open = kind === "open" && text.startsWith("%}", last - 2) ? text.lastIndexOf("{%", last) : -1
  const close = open < end ? undefined : scanTag(text, open, last, (other) => other === name)
  return close?.kind === "close" && close.end === last
}

const startMath = (state: BlockState): "leaf" | undefined => {
  const { line, text } = state
  if (text.slice(line.nonspace, line.end).trimEnd() !== "$$") return undefined
  while (state.mathLines.length > 0 && state.mathLines[state.mathLines.length - 1]! <= line.nonspace)
    state.mathLines.pop()
  if (state.mathLines.length === 0) return undefined
  return state.addLeaf({ kind: "math", lines: [], ...state.place(line.end) })
}

const startSetext = (state: BlockState): "leaf" | undefined => {
  const { line, text } = state
  const paragraph = state.paragraph
  if (paragraph === undefined || (line.code !== 61 && line.code !== 45)) return undefined
  const run = runLength(text, line.nonspace, line.end)
  if (trimmedEnd(text, line.nonspace + run, line.end) !== line.nonspace + run) return undefined
  state.takeDefinitions(paragraph)
  if (paragraph.segments.length === 0) return undefined
  paragraph.kind = "heading"
  paragraph.depth = line.code === 61 ? 1 : 2
  paragraph.end = line.nonspace + run
  paragraph.endLine = line.number
  state.leaf = undefined
  return "leaf"
}

const startBreak = (state: BlockState): "leaf" | undefined => {
  const { line, text } = state
  if (!isThematicBreak(text, line.nonspace, line.end)) return undefined
  return state.addLeaf({ kind: "break", ...state.place(trimmedEnd(text, line.nonspace, line.end)) })
}

const startItem = (state: BlockState): "container" | undefined => {
  const { line, text } = state
  const marker = matchListMarker(text, line.nonspace, line.end)
  if (marker === undefined || state.full) return undefined
  if (state.paragraph !== undefined && (marker.empty || marker.first !== 1)) return undefined
  const item = makeContainer("item", line.nonspace, line.number)
  item.end = marker.end
  const { indent, nonspace } = line
  state.enter(item, marker.end, marker)
  const spaces = marker.empty || line.indent > 4 ? 1 : line.indent
  item.bodyIndent = indent + marker.end - nonspace + spaces
  if (isSpaceOrTab(text.charCodeAt(line.offset)) && line.offset < line.end) line.advanceColumns(spaces)
  return "container"
}

const startTable = (state: BlockState): "leaf" | undefined => {
  const { line, text } = state
  const paragraph = state.paragraph
  if (paragraph === undefined || (line.code !== 124 && line.code !== 58 && line.code !== 45)) return undefined
  const align = matchDelimiterRow(text.slice(line.nonspace, line.end))
  const header = paragraph.segments[paragraph.segments.length - 1]
  if (align === undefined || header === undefined) return undefined
  const cells = splitRow(text, header.start, header.end)
  if (cells.length !== align.length) return undefined
  paragraph.segments.pop()
  const before = paragraph.segments[paragraph.segments.length - 1]
  paragraph.end = before?.end ?? paragraph.start
  paragraph.endLine = line.number - 2
  const place = { start: header.start, end: trimmedEnd(text, line.nonspace, line.end) }
  const lines = { startLine: line.number - 1, endLine: line.number }
  return state.addLeaf({
    kind: "table",
    align,
    rows: [{ start: header.start, end: header.end, cells }],
    ...place,
    ...lines
  })
}
