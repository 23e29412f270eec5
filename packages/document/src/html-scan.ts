/**
 * Scans HTML, one piece at a time: start tags, end tags, comments, declarations. Knows no tree. Every scan is linear
 * in what it consumes; a scanner remembers which closers a text no longer has, so that n openers without a closer do
 * not cost n walks to the end.
 */
import type { Attributes } from "./ast.ts"
import { decodeEntities } from "./entities.ts"
import { isDigit, isLetter, isWhitespace } from "./source.ts"

export type HtmlToken =
  | { kind: "open"; tag: string; attributes: Attributes; selfClosing: boolean; end: number }
  | { kind: "close"; tag: string; end: number }
  | { kind: "comment"; value: string; end: number }
  | { kind: "other"; end: number }

export interface HtmlScanner {
  text: string
  /** The token that starts at `at` (where `<` stands), or undefined when the `<` is text. */
  scan: (at: number) => HtmlToken | undefined
  /** `text.indexOf(needle, from)`, remembering misses. */
  find: (needle: string, from: number) => number
}

/** Attributes without a prototype, so that `__proto__` is a name like any other. */
export const makeAttributes = (): Attributes => Object.create(null) as Attributes

export const makeHtmlScanner = (text: string): HtmlScanner => {
  const missing = new Map<string, number>()
  const find = (needle: string, from: number): number => {
    const known = missing.get(needle)
    if (known !== undefined && from >= known) return -1
    const found = text.indexOf(needle, from)
    if (found === -1) missing.set(needle, from)
    return found
  }
  const until = (needle: string, from: number): number => {
    const found = find(needle, from)
    return found === -1 ? -1 : found + needle.length
  }

  const scan = (at: number): HtmlToken | undefined => {
    const next = text.charCodeAt(at + 1)
    if (isLetter(next)) return scanOpen(text, at, find)
    if (next === 47 /* / */) return scanClose(text, at)
    if (next === 33 /* ! */) {
      if (text.startsWith("<!--", at)) return scanComment(text, at, find)
      const end = text.startsWith("<![CDATA[", at)
        ? until("]]>", at + 9)
        : isLetter(text.charCodeAt(at + 2))
          ? until(">", at + 3)
          : -1
      return end === -1 ? undefined : { kind: "other", end }
    }
    if (next === 63 /* ? */) {
      const end = until("?>", at + 2)
      return end === -1 ? undefined : { kind: "other", end }
    }
    return undefined
  }
  return { text, scan, find }
}

const scanComment = (text: string, at: number, find: HtmlScanner["find"]): HtmlToken | undefined => {
  if (text.startsWith("<!-->", at)) return { kind: "comment", value: "", end: at + 5 }
  if (text.startsWith("<!--->", at)) return { kind: "comment", value: "", end: at + 6 }
  const close = find("-->", at + 4)
  return close === -1 ? undefined : { kind: "comment", value: text.slice(at + 4, close), end: close + 3 }
}

const isNameCharacter = (code: number): boolean => isLetter(code) || isDigit(code) || code === 45

const scanName = (text: string, from: number): number => {
  let at = from
  while (isNameCharacter(text.charCodeAt(at))) at++
  return at
}

const skipWhitespace = (text: string, from: number): number => {
  let at = from
  while (isWhitespace(text.charCodeAt(at))) at++
  return at
}

const scanClose = (text: string, at: number): HtmlToken | undefined => {
  if (!isLetter(text.charCodeAt(at + 2))) return undefined
  const nameEnd = scanName(text, at + 2)
  const end = skipWhitespace(text, nameEnd)
  if (text[end] !== ">") return undefined
  return { kind: "close", tag: text.slice(at + 2, nameEnd).toLowerCase(), end: end + 1 }
}

const attributeName = /[a-zA-Z_:][a-zA-Z0-9_.:-]*/y
const unquotedValue = /[^\s"'=<>`]+/y

const scanOpen = (text: string, at: number, find: HtmlScanner["find"]): HtmlToken | undefined => {
  const nameEnd = scanName(text, at + 1)
  const tag = text.slice(at + 1, nameEnd).toLowerCase()
  const attributes = makeAttributes()
  let cursor = nameEnd
  for (;;) {
    const next = skipWhitespace(text, cursor)
    if (text[next] === ">") return { kind: "open", tag, attributes, selfClosing: false, end: next + 1 }
    if (text[next] === "/") {
      return text[next + 1] === ">" ? { kind: "open", tag, attributes, selfClosing: true, end: next + 2 } : undefined
    }
    if (next === cursor) return undefined
    attributeName.lastIndex = next
    const name = attributeName.exec(text)?.[0]
    if (name === undefined) return undefined
    cursor = next + name.length
    let value = ""
    const equals = skipWhitespace(text, cursor)
    if (text[equals] === "=") {
      const from = skipWhitespace(text, equals + 1)
      const end = scanValue(text, from, find)
      if (end === -1) return undefined
      const quoted = text[from] === '"' || text[from] === "'"
      value = decodeEntities(quoted ? text.slice(from + 1, end - 1) : text.slice(from, end))
      cursor = end
    }
    const key = name.toLowerCase()
    if (!(key in attributes)) attributes[key] = value
  }
}

const scanValue = (text: string, from: number, find: HtmlScanner["find"]): number => {
  const quote = text[from]
  if (quote === '"' || quote === "'") {
    const close = find(quote, from + 1)
    return close === -1 ? -1 : close + 1
  }
  unquotedValue.lastIndex = from
  const value = unquotedValue.exec(text)?.[0]
  return value === undefined ? -1 : from + value.length
}
