/**
 * Inlines as Markdown. Delimiters are used where they are read as such, else elements (`<em>`); line feeds and white
 * space that a parser would take away become character references.
 */
import type { Inline } from "../ast.ts"
import { matchHtmlStart } from "../block-rules.ts"
import { characterReference, escapeHeadingEnd, escapeLineStart, escapeText } from "./escape.ts"
import { type InlinePlace, type Mark, markTags, type Pair, type Token, toTokens } from "./inline-tokens.ts"

/** The text of a heading: one line, without the marks in front of it. */
export const printHeadingText = (nodes: ReadonlyArray<Inline>): string =>
  escapeHeadingEnd(printLines(nodes, { single: true, table: false }).join(""))

/** A cell of a pipe table. */
export const printCellText = (nodes: ReadonlyArray<Inline>): string =>
  printLines(nodes, { single: true, table: true }).join("").replaceAll("|", "\\|")

/**
 * The lines of a paragraph. Undefined when its first line would be read as HTML, which hides the Markdown in it.
 * @param behindMarker something stands in front of it on its line already
 */
export const printParagraphText = (nodes: ReadonlyArray<Inline>, behindMarker = false): string | undefined => {
  const lines = printLines(nodes, { single: false, table: false })
  const first = lines[0]!
  if (!behindMarker && startsHtml(first, false)) return undefined
  return lines
    .map((line, index) => (behindMarker && index === 0 ? line : escapeLineStart(line, index === 0)))
    .join("\n")
}

/** Whether the first line of a text would be read as HTML; `interrupts`: behind a line of text. */
const startsHtml = (text: string, interrupts: boolean): boolean => {
  if (!text.startsWith("<")) return false
  const end = text.indexOf("\n")
  return matchHtmlStart(text, 0, end === -1 ? text.length : end, interrupts) !== undefined
}

const printLines = (nodes: ReadonlyArray<Inline>, place: InlinePlace): string[] => {
  const tokens = toTokens(nodes, place)
  const texts = writeTokens(tokens)
  const lines: string[] = []
  let line = ""
  tokens.forEach((token, index) => {
    if (token.kind !== "newline") {
      line += texts[index]
    } else if (place.single || !breaksLine(tokens, texts, index, line, lines.length === 0)) {
      line += token.hard ? "<br>" : "&#xA;"
    } else {
      lines.push(token.hard ? `${line}\\` : line)
      line = ""
    }
  })
  lines.push(line)
  return lines
}

/** Whether a line feed can be written as one: something stands before and behind it, and no HTML block starts there. */
const breaksLine = (
  tokens: ReadonlyArray<Token>,
  texts: ReadonlyArray<string>,
  index: number,
  line: string,
  first: boolean
): boolean => {
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  if ((line === "" && !isHard(tokens[index])) || /[ \t]$/.test(line) || before?.kind === "open") return false
  if (after === undefined || after.kind === "close") return false
  if (first && startsHtml(line, false)) return false
  return after.kind === "newline" ? after.hard : canFollow(tokens, texts, index + 1)
}

const isHard = (token: Token | undefined): boolean => token?.kind === "newline" && token.hard

const canFollow = (tokens: ReadonlyArray<Token>, texts: ReadonlyArray<string>, from: number): boolean => {
  let next = ""
  for (let i = from; i < tokens.length && tokens[i]!.kind !== "newline" && next.length < 100; i++) next += texts[i]
  return next !== "" && !/^[ \t]/.test(next) && !startsHtml(next, true)
}

// ---------------------------------------------------------------- tokens

const candidates: Record<Mark, ReadonlyArray<string>> = { strong: ["**"], emphasis: ["_", "*"], delete: ["~~"] }

/** The text of each token; empty for line feeds. */
const writeTokens = (tokens: ReadonlyArray<Token>): string[] => {
  const texts = tokens.map((token, index) => {
    if (token.kind === "text") return writeText(tokens, index)
    return token.kind === "raw" ? token.value : ""
  })
  const closers = new Map<Pair, number>()
  tokens.forEach((token, index) => token.kind === "close" && closers.set(token.pair, index))
  const open: string[] = []
  tokens.forEach((token, index) => {
    if (token.kind === "close") open.pop()
    if (token.kind !== "open") return
    const close = closers.get(token.pair)!
    const style = candidates[token.pair.mark].find(
      (style) => !open.includes(style[0]!) && opens(tokens, texts, index, style) && closes(tokens, texts, close, style)
    )
    if (style !== undefined) token.pair.style = style
    open.push(style?.[0] ?? "")
    const tags = style === undefined ? markTags(token.pair.mark) : { open: style, close: style }
    texts[index] = tags.open
    texts[close] = tags.close
  })
  return texts
}

/** Text with its escapes; white space at the ends of lines and inside of delimiters is written as a reference. */
const writeText = (tokens: ReadonlyArray<Token>, index: number): string => {
  const token = tokens[index] as Token & { kind: "text" }
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  let { value } = token
  let lead = ""
  let tail = ""
  const colon = before?.kind === "raw" && /^\[\^[^\]]*\]$/.test(before.value) && value.startsWith(":")
  if (colon) {
    lead = "\\:"
    value = value.slice(1)
  } else if (isEdge(before, "open") && /^\s/.test(value)) {
    lead = characterReference(value)
    value = value.slice(1)
  }
  if (isEdge(after, "close") && /\s$/.test(value)) {
    tail = characterReference(value.slice(-1))
    value = value.slice(0, -1)
  }
  const next = tail !== "" ? "&" : after === undefined ? "" : after.kind === "raw" ? after.value.slice(0, 1) : "\n"
  const { link } = token
  const literal = link && !isSwallowing(tokens, index, value)
  return lead + escapeText(value, { link, literal, next }).replace(/[\r\t]/g, characterReference) + tail
}

/** A bare address at the end of a text takes what follows it, also in a link, where it is no link of its own. */
const isSwallowing = (tokens: ReadonlyArray<Token>, index: number, value: string): boolean => {
  const [word] = /(?<![^\t-\r ])[^\t-\r ]*$/.exec(value)!
  if (!/https?:\/\/|www\./i.test(word)) return false
  let next = index + 1
  while (tokens[next]?.kind === "close") next++
  const after = tokens[next]
  return after !== undefined && !(after.kind === "raw" && after.value.startsWith("]("))
}

const isEdge = (token: Token | undefined, delimiter: "open" | "close"): boolean =>
  token === undefined || token.kind === "newline" || token.kind === delimiter

const punctuation = /[\p{P}\p{S}]/u

const isSpace = (character: string): boolean => character === "" || /\s/.test(character)

const firstOf = (text: string): string => (text === "" ? "" : String.fromCodePoint(text.codePointAt(0)!))

const lastOf = (text: string): string => {
  const code = text.charCodeAt(text.length - 1)
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(-2) : text.slice(-1)
}

/** The character beside a token; delimiters, tags and references are all punctuation, line feeds are white space. */
const beside = (tokens: ReadonlyArray<Token>, texts: ReadonlyArray<string>, index: number, end: boolean): string => {
  const token = tokens[index]
  if (token === undefined || token.kind === "newline") return ""
  if (token.kind === "open" || token.kind === "close") return "<"
  const text = texts[index]!
  return text === "" ? "<" : end ? lastOf(text) : firstOf(text)
}

/** Two runs of the same delimiter beside each other would be one. */
const merges = (token: Token | undefined, style: string): boolean =>
  (token?.kind === "open" || token?.kind === "close") && token.pair.style?.[0] === style[0]

const opens = (tokens: ReadonlyArray<Token>, texts: ReadonlyArray<string>, index: number, style: string): boolean => {
  if (merges(tokens[index - 1], style) || merges(tokens[index + 1], style)) return false
  if (tokens[index + 1]!.kind === "close" || tokens[index + 1]!.kind === "newline") return false
  const outer = beside(tokens, texts, index - 1, true)
  const inner = beside(tokens, texts, index + 1, false)
  const apart = isSpace(outer) || punctuation.test(outer)
  return !isSpace(inner) && (apart || (style !== "_" && !punctuation.test(inner)))
}

const closes = (tokens: ReadonlyArray<Token>, texts: ReadonlyArray<string>, index: number, style: string): boolean => {
  if (merges(tokens[index - 1], style) || merges(tokens[index + 1], style)) return false
  if (tokens[index - 1]!.kind === "newline") return false
  const outer = beside(tokens, texts, index + 1, false)
  const inner = beside(tokens, texts, index - 1, true)
  const apart = isSpace(outer) || punctuation.test(outer)
  return !isSpace(inner) && (apart || (style !== "_" && !punctuation.test(inner)))
}
