/** Inlines as a flat list of tokens, so that each can be written with a view to its neighbours. */
import type { Image, Inline } from "../ast.ts"
import { elementOf, imageElement, isPlainImage, wrap } from "./elements.ts"
import { characterReference, escapeText, inMath, openTag, printResource } from "./escape.ts"
import { footnoteElement, printComment } from "./html-inlines.ts"

export type Mark = "strong" | "emphasis" | "delete"

/** A pair of delimiters; `style` is decided when all tokens are known. */
export interface Pair {
  mark: Mark
  style?: string
}

export type Token =
  | { kind: "text"; value: string; link: boolean }
  /** Written as it is. */
  | { kind: "raw"; value: string }
  | { kind: "open"; pair: Pair }
  | { kind: "close"; pair: Pair }
  | { kind: "newline"; hard: boolean }

export interface InlinePlace {
  /** Everything has to stand on one line: in headings and table cells. */
  single: boolean
  /** In a table, where a pipe ends a cell even in code. */
  table: boolean
}

export const toTokens = (nodes: ReadonlyArray<Inline>, place: InlinePlace): Token[] => {
  const tokens: Token[] = []
  const raw = (value: string): void => void tokens.push({ kind: "raw", value })

  /** In a table a backslash in front of a pipe would be taken for its escape. */
  const html = (value: string): string => (place.table ? value.replaceAll("\\|", "\\&#x7C;") : value)

  const addText = (value: string, link: boolean): void => {
    value.split("\n").forEach((line, index) => {
      if (index > 0) tokens.push({ kind: "newline", hard: false })
      if (line === "") return
      // Neighbouring texts escape each other.
      const last = tokens[tokens.length - 1]
      if (last?.kind === "text") last.value += line
      else tokens.push({ kind: "text", value: line, link })
    })
  }

  const around = (open: string, children: ReadonlyArray<Inline>, close: string, link: boolean): void => {
    raw(open)
    walk(children, link)
    raw(close)
  }

  const add = (node: Inline, link: boolean): void => {
    switch (node.type) {
      case "text":
        addText(node.value, link)
        return
      case "strong":
      case "emphasis":
      case "delete": {
        const pair: Pair = { mark: node.type }
        tokens.push({ kind: "open", pair })
        walk(node.children, link)
        tokens.push({ kind: "close", pair })
        return
      }
      case "inlineCode":
        if (printsAsSpan(node.value, place) && !endsWithTick(tokens)) raw(codeSpan(node.value))
        else around("<code>", [{ ...node, type: "text" }], "</code>", link)
        return
      case "expression":
        raw(`<code class="expression">${expressionText(node.source)}</code>`)
        return
      case "inlineMath":
        raw(`$$${inMath(place.table ? node.value.replace(new RegExp(escapedPipe, "g"), "$1\\Vert ") : node.value)}$$`)
        return
      case "break":
        tokens.push({ kind: "newline", hard: true })
        return
      case "link":
        around("[", node.children, `](${printResource(node.url, node.title)})`, true)
        return
      case "mention":
        around("[", node.children, `](${printResource(node.url, "mention")})`, true)
        return
      case "image":
        raw(isPlainImage(node) ? markdownImage(node) : html(imageElement(node)))
        return
      case "footnoteReference":
        if (node.children.length === 0) raw(`[^${node.label}]`)
        else around(html(footnoteElement(node.label)), node.children, "</a>", link)
        return
      case "comment":
        raw(oneLine(printComment(node.value), place))
        return
      case "html":
        raw(oneLine(node.value, place))
        return
      default: {
        const element = elementOf(node)!
        around(html(element.open), element.children, element.close, link)
        return
      }
    }
  }

  const walk = (children: ReadonlyArray<Inline>, link: boolean): void => {
    for (const child of children) add(child, link)
  }

  walk(nodes, false)
  return tokens
}

/** A pipe behind an odd number of backslashes, which a table cannot hold in code. */
const escapedPipe = /(?<!\\)((?:\\\\)*)\\\|/

const oneLine = (value: string, { single }: InlinePlace): string =>
  single ? value.replace(/(?<!\s)\s*\n\s*/g, " ") : value

/** Two code spans beside each other would be one. */
const endsWithTick = (tokens: ReadonlyArray<Token>): boolean => {
  const last = tokens[tokens.length - 1]
  return last?.kind === "raw" && last.value.endsWith("`")
}

/** Code spans know no escapes: what they cannot hold is written as an element. */
const printsAsSpan = (value: string, { table }: InlinePlace): boolean =>
  value !== "" && !/[\n\r]/.test(value) && !(table && escapedPipe.test(value)) && !(table && value.endsWith("\\"))

const codeSpan = (value: string): string => {
  const runs = new Set((value.match(/`+/g) ?? []).map((run) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const ticks = "`".repeat(length)
  const spaced = value.startsWith(" ") && value.endsWith(" ") && value.trim() !== ""
  const pad = value.startsWith("`") || value.endsWith("`") || spaced ? " " : ""
  return ticks + pad + value + pad + ticks
}

/** Escapes that the parser of expressions undoes. */
const expressionText = (source: string): string =>
  source
    .replace(/[\\*_`[<&]/g, "\\$&")
    .replace(/\{(?=%)/g, "\\{")
    .replace(/[\n\r]+/g, " ")

const markdownImage = ({ alt, url, title }: Image): string => {
  const text = escapeText(alt, { link: true, next: "]" }).replace(/[\n\r]/g, characterReference)
  return `![${text}](${printResource(url, title)})`
}

/** The tags of a pair that delimiters cannot be used for. */
export const markTags = (mark: Mark): { open: string; close: string } => {
  const tag = mark === "strong" ? "strong" : mark === "emphasis" ? "em" : "del"
  return { open: openTag(tag, []), close: wrap(tag, [], []).close }
}
