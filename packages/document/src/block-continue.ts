/** How a line continues the blocks that are open. */
import { endsHtml, runLength } from "./block-rules.ts"
import type { BlockState } from "./block-state.ts"
import type { RawCode, RawContainer, RawHtml, RawLeaf } from "./raw.ts"
import { trimmedEnd } from "./source.ts"
import { findMidlineTag } from "./tag-lines.ts"

/** Whether the line continues a container; consumes its marker or indentation. */
export const continueContainer = (state: BlockState, container: RawContainer): boolean => {
  const line = state.line
  switch (container.kind) {
    case "quote": {
      if (line.indent > 3 || line.code !== 62) return false
      container.end = line.nonspace + 1
      container.endLine = line.number
      line.advanceTo(line.nonspace + 1)
      line.skipOptionalSpace()
      return true
    }
    case "item":
    case "footnote": {
      if (line.blank) {
        const empty = container.children.length === 0 && state.top === container && state.leaf === undefined
        return !empty || container.kind === "footnote"
      }
      if (line.indent < container.bodyIndent) return false
      line.advanceColumns(container.bodyIndent)
      return true
    }
    default:
      return true
  }
}

/** Gives the line to the open leaf. True when the line is used up; the leaf may be closed either way. */
export const continueLeaf = (state: BlockState, leaf: RawLeaf): boolean => {
  const line = state.line
  switch (leaf.kind) {
    case "code":
      return leaf.fenced ? continueFence(state, leaf) : continueIndented(state, leaf)
    case "math": {
      leaf.end = line.end
      leaf.endLine = line.number
      if (state.text.slice(line.nonspace, line.end).trimEnd() === "$$") state.leaf = undefined
      else leaf.lines.push(line.rest())
      return true
    }
    case "html": {
      if (leaf.condition > 5) {
        if (line.blank) {
          state.leaf = undefined
          return false
        }
        const tag = findMidlineTag(line, true, (name) => state.isOpen(name))
        if (tag !== undefined) {
          if (tag.start > line.nonspace) addHtmlLine(state, leaf, tag.start)
          state.leaf = undefined
          state.addTag(tag)
          return line.blank
        }
      }
      addHtmlLine(state, leaf, line.end)
      return true
    }
    case "table": {
      if (line.blank) state.leaf = undefined
      return false
    }
    default: {
      if (line.blank) state.closeLeaf()
      return false
    }
  }
}

const continueFence = (state: BlockState, leaf: RawCode): boolean => {
  const line = state.line
  leaf.end = line.end
  leaf.endLine = line.number
  const run =
    line.indent < 4 && line.code === leaf.fence.charCodeAt(0) ? runLength(state.text, line.nonspace, line.end) : 0
  if (run >= leaf.fence.length && trimmedEnd(state.text, line.nonspace + run, line.end) === line.nonspace + run) {
    leaf.end = line.nonspace + run
    state.leaf = undefined
    return true
  }
  line.advanceColumns(Math.min(line.indent, leaf.fenceIndent))
  leaf.lines.push(line.rest())
  return true
}

const continueIndented = (state: BlockState, leaf: RawCode): boolean => {
  const line = state.line
  if (line.blank) {
    line.advanceColumns(Math.min(line.indent, 4))
    leaf.lines.push(line.rest())
    return true
  }
  if (line.indent < 4 || state.indentedTag() !== undefined) {
    state.closeLeaf()
    return false
  }
  line.advanceColumns(4)
  leaf.lines.push(line.rest())
  leaf.end = line.end
  leaf.endLine = line.number
  return true
}

/** Adds the line up to `end`; `<details>` and `</summary>` end the block, so that Markdown can follow at once. */
const addHtmlLine = (state: BlockState, leaf: RawHtml, end: number): void => {
  const { line, text } = state
  const from = leaf.segments.length === 0 ? line.nonspace : line.offset
  const stop = trimmedEnd(text, from, end)
  leaf.segments.push({ start: from, end })
  leaf.end = Math.max(stop, leaf.end)
  leaf.endLine = line.number
  const content = text.slice(from, stop)
  if (leaf.condition <= 5 ? endsHtml(leaf.condition, content) : endsDetailsHead(leaf.tag, content))
    state.leaf = undefined
}

const endsDetailsHead = (tag: string, line: string): boolean =>
  (tag === "details" || tag === "summary") && (line.endsWith("</summary>") || /^<details[^<>]*>$/i.test(line))
