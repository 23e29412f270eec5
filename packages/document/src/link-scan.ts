/** Parts of links: labels, destinations, titles, and link reference definitions (CommonMark 4.7 and 6.3). */
import { unescapeMarkdown } from "./entities.ts"
import { isSpaceOrTab, isWhitespace } from "./source.ts"

const MAX_LABEL = 999
const MAX_PARENTHESES = 32

/** How labels are compared. */
export const normalizeLabel = (label: string): string => label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase()

/** End (behind `]`) of the label that starts at `at` with `[`; -1 when there is none. */
export const scanLabel = (text: string, at: number): number => {
  const limit = Math.min(text.length, at + MAX_LABEL + 2)
  for (let i = at + 1; i < limit; i++) {
    const code = text.charCodeAt(i)
    if (code === 92) i++
    else if (code === 91) return -1
    else if (code === 93) return i + 1
  }
  return -1
}

export interface Scanned {
  value: string
  end: number
}

export const scanDestination = (text: string, at: number): Scanned | undefined => {
  if (text[at] === "<") return scanAngled(text, at)
  let depth = 0
  let i = at
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 92 && i + 1 < text.length && !isWhitespace(text.charCodeAt(i + 1))) i++
    else if (code === 40) {
      depth++
      if (depth > MAX_PARENTHESES) return undefined
    } else if (code === 41) {
      if (depth === 0) break
      depth--
    } else if (code <= 32) break
  }
  if (depth !== 0) return undefined
  return { value: unescapeMarkdown(text.slice(at, i)), end: i }
}

const scanAngled = (text: string, at: number): Scanned | undefined => {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 92) i++
    else if (code === 62) return { value: unescapeMarkdown(text.slice(at + 1, i)), end: i + 1 }
    else if (code === 60 || code === 10 || code === 13) return undefined
  }
  return undefined
}

const scanTitle = (text: string, at: number): Scanned | undefined => {
  const open = text[at]
  const close = open === "(" ? ")" : open
  if (open !== '"' && open !== "'" && open !== "(") return undefined
  for (let i = at + 1; i < text.length; i++) {
    const character = text[i]
    if (character === "\\") i++
    else if (character === close) return { value: unescapeMarkdown(text.slice(at + 1, i)), end: i + 1 }
    else if (character === "(" && open === "(") return undefined
  }
  return undefined
}

/** White space from `at` with at most one line ending. */
export const skipSpacing = (text: string, at: number): number => {
  let lines = 0
  let i = at
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 10) {
      lines++
      if (lines > 1) break
    } else if (!isWhitespace(code)) break
  }
  return i
}

/** `](destination "title")` behind the `]`. */
export const scanResource = (text: string, at: number): { url: string; title?: string; end: number } | undefined => {
  if (text[at] !== "(") return undefined
  let cursor = skipSpacing(text, at + 1)
  const destination = scanDestination(text, cursor)
  if (destination === undefined) return undefined
  cursor = skipSpacing(text, destination.end)
  const title = cursor > destination.end ? scanTitle(text, cursor) : undefined
  if (title !== undefined) cursor = skipSpacing(text, title.end)
  if (text[cursor] !== ")") return undefined
  return { url: destination.value, ...(title && { title: title.value }), end: cursor + 1 }
}

export interface ScannedDefinition {
  label: string
  url: string
  title: string | undefined
  /** Behind the definition, at the end of its line. */
  end: number
}

/** The link reference definition that starts at `at`. */
export const scanDefinition = (text: string, at: number): ScannedDefinition | undefined => {
  if (text[at] !== "[" || text[at + 1] === "^") return undefined
  const labelEnd = scanLabel(text, at)
  if (labelEnd === -1 || text[labelEnd] !== ":") return undefined
  const label = text.slice(at + 1, labelEnd - 1)
  if (label.trim() === "") return undefined
  const from = skipSpacing(text, labelEnd + 1)
  const destination = scanDestination(text, from)
  if (destination === undefined || destination.end === from) return undefined
  const titleAt = skipSpacing(text, destination.end)
  const title = titleAt > destination.end ? scanTitle(text, titleAt) : undefined
  const titled = title === undefined ? -1 : endOfLine(text, title.end)
  if (title !== undefined && titled !== -1) return { label, url: destination.value, title: title.value, end: titled }
  const end = endOfLine(text, destination.end)
  return end === -1 ? undefined : { label, url: destination.value, title: undefined, end }
}

/** The end of the line when only spaces are left on it, else -1. */
const endOfLine = (text: string, at: number): number => {
  let i = at
  while (i < text.length && isSpaceOrTab(text.charCodeAt(i))) i++
  return i >= text.length || text.charCodeAt(i) === 10 ? i : -1
}
