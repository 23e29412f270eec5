/**
 * The block phase: one pass over the lines of a page, CommonMark's algorithm with the blocks of GFM and the dialect.
 * Leaves keep their content as segments; tags and HTML stay flat here and are paired in the inline phase.
 */

import { continueContainer, continueLeaf } from "./block-continue.ts"
import { splitRow } from "./block-rules.ts"
import { startBlock } from "./block-starts.ts"
import { BlockState } from "./block-state.ts"
import type { RawDocument, RawTable, RawText } from "./raw.ts"
import { trimmedEnd } from "./source.ts"
import { findMidlineTag } from "./tag-lines.ts"

/** Reads the blocks of `text` from offset `from` on. */
export const parseBlocks = (text: string, from: number): RawDocument => {
  const state = new BlockState(text, from)
  while (state.line.advanceLine()) readLine(state)
  state.closeTo(0)
  return { root: state.root, definitions: state.definitions, footnotes: state.footnotes }
}

const readLine = (state: BlockState): void => {
  const { line, stack } = state
  state.matched = 1
  while (state.matched < stack.length && continueContainer(state, stack[state.matched]!)) state.matched++
  if (state.allMatched && state.leaf !== undefined && continueLeaf(state, state.leaf)) return
  for (;;) {
    const started = startBlock(state)
    if (started === "leaf") return
    if (started === "container") continue
    if (line.blank) {
      state.closeTo(state.matched, true)
      return
    }
    if (!addText(state)) return
  }
}

/** Adds the rest of the line as text, up to a tag. True when something of the line is left. */
const addText = (state: BlockState): boolean => {
  const { line } = state
  const lazy = !state.allMatched && state.leaf?.kind === "paragraph"
  if (!lazy) state.closeTo(state.matched, true)
  if (state.leaf?.kind === "table") {
    addRow(state, state.leaf)
    return false
  }
  const tag = lazy ? undefined : findMidlineTag(line, false, (name) => state.isOpen(name))
  const end = trimmedEnd(state.text, line.nonspace, tag?.start ?? line.end)
  if (state.leaf?.kind !== "paragraph") {
    state.addLeaf({ kind: "paragraph", depth: 0, segments: [], ...state.place(end) })
  }
  const paragraph = state.leaf as RawText
  if (paragraph.segments.length === 0) paragraph.start = line.nonspace
  // The spaces at the end of a line are content: two of them are a break.
  paragraph.segments.push({ start: line.nonspace, end: tag === undefined ? line.end : end })
  paragraph.end = end
  paragraph.endLine = line.number
  if (tag === undefined) return false
  if (tag.name !== "") return state.addTag(tag) === "container"
  state.closeLeaf()
  line.advanceTo(tag.start)
  return true
}

const addRow = (state: BlockState, table: RawTable): void => {
  const { line, text } = state
  const end = trimmedEnd(text, line.nonspace, line.end)
  table.rows.push({ start: line.nonspace, end, cells: splitRow(text, line.nonspace, line.end) })
  table.end = end
  table.endLine = line.number
}
