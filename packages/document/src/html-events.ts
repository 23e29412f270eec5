/** HTML as a flat list of events, for `assemble`. */

import type { Event } from "./assemble.ts"
import type { Position } from "./ast.ts"
import { decodeEntities } from "./entities.ts"
import { type HtmlToken, makeHtmlScanner } from "./html-scan.ts"
import { isHtmlTag, isOpaqueTag } from "./html-tags.ts"
import type { Source } from "./source.ts"

/** The event of a token; `value` is its source. */
export const htmlEvent = (token: HtmlToken, position: Position, value: string): Event => {
  switch (token.kind) {
    case "open":
      return { kind: "open", tag: token.tag, attributes: token.attributes, selfClosing: token.selfClosing, position }
    case "close":
      return { kind: "close", tag: token.tag, value, position }
    case "comment":
      return { kind: "node", node: { type: "comment", value: token.value, position } }
    default:
      return { kind: "node", node: { type: "html", value, position } }
  }
}

/** The tags and texts of an HTML block. Text is text: Markdown only counts behind a blank line (CommonMark 4.6). */
export const readHtml = (source: Source, events: Event[]): void => {
  const { text } = source
  const scanner = makeHtmlScanner(text)
  const positionOf = (from: number, to: number): Position => ({ start: source.at(from), end: source.at(to - 1) + 1 })
  let textStart = 0
  const flush = (end: number): void => {
    if (end === textStart) return
    const value = decodeEntities(text.slice(textStart, end))
    events.push({ kind: "text", value, position: positionOf(textStart, end) })
  }
  for (let at = text.indexOf("<"); at !== -1; ) {
    const token = scanner.scan(at)
    const tag = token?.kind === "open" || token?.kind === "close" ? token.tag : undefined
    if (token === undefined || (tag !== undefined && !isHtmlTag(tag))) {
      at = text.indexOf("<", at + 1)
      continue
    }
    flush(at)
    events.push(htmlEvent(token, positionOf(at, token.end), text.slice(at, token.end)))
    textStart = token.end
    if (token.kind === "open" && isOpaqueTag(token.tag)) {
      const close = scanner.find(`</${token.tag}`, token.end)
      textStart = close === -1 ? text.length : close
    }
    at = text.indexOf("<", textStart)
  }
  flush(text.length)
}
