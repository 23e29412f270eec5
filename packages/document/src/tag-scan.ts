/**
 * Scans `{% name attr="value" %}` tags. A tag lies on one line and ends at the first `%}`; values may hold `%`,
 * quotes of their own, and be closed by curly quotes.
 */
import type { Attributes } from "./ast.ts"
import { makeAttributes } from "./html-scan.ts"
import { isDigit, isLetter, isWhitespace } from "./source.ts"

export interface TagToken {
  kind: "open" | "close"
  /** Without the `end` of an end tag. */
  name: string
  /** What stands between the name and `%}`, trimmed. */
  argument: string
  start: number
  end: number
}

/** Tags whose body runs to the end of the parent when the end tag is missing. */
const containers = new Set(
  "hint tabs tab stepper step columns column updates update if code-tabs code-tabs-item".split(" ")
)

/** Tags that wrap something small: without an end tag they are empty. */
const wrappers = new Set(
  (
    "code content-ref page-ref prompt openapi openapi-operation openapi-schemas openapi-webhook swagger " +
    "swagger-description swagger-parameter swagger-response embed file"
  ).split(" ")
)

const voids = new Set(["include", "include_relative"])

/** How a tag behaves when its end tag is missing. */
export const tagShape = (name: string): "container" | "wrapper" | "void" =>
  containers.has(name) ? "container" : voids.has(name) ? "void" : "wrapper"

/** Part of the dialect, as opposed to something that merely looks like a tag (Liquid, Jinja, Twig). */
export const isKnownTag = (name: string): boolean =>
  containers.has(name) || wrappers.has(name) || voids.has(name) || name.startsWith("@")

/** The parts of an `if` behind its first one. */
export const isBranchTag = (name: string): boolean => name === "else" || name === "elsif" || name === "elseif"

const isNameCharacter = (code: number): boolean =>
  isLetter(code) || isDigit(code) || code === 45 || code === 95 || code === 47 || code === 64 || code === 46

/** The tag at `at` (where `{%` stands) that ends before `limit`; `accept` sees the name before the rest is read. */
export const scanTag = (
  text: string,
  at: number,
  limit: number,
  accept: (name: string) => boolean
): TagToken | undefined => {
  let from = at + 2
  while (from < limit && isWhitespace(text.charCodeAt(from))) from++
  let nameEnd = from
  while (nameEnd < limit && nameEnd - from < 100 && isNameCharacter(text.charCodeAt(nameEnd))) nameEnd++
  if (nameEnd === from) return undefined
  const written = text.slice(from, nameEnd)
  const kind = written.startsWith("end") && written.length > 3 ? "close" : "open"
  const name = kind === "close" ? written.slice(3) : written
  if (!accept(name)) return undefined
  let close = nameEnd
  while (close + 1 < limit && (text.charCodeAt(close) !== 37 || text.charCodeAt(close + 1) !== 125)) close++
  if (close + 1 >= limit) return undefined
  return { kind, name, argument: text.slice(nameEnd, close).trim(), start: at, end: close + 2 }
}

export interface TagArguments {
  attributes: Attributes
  /** The first quoted value without a name. */
  positional?: string
}

const key = /[^\s="'“”]+/y
const nextAttribute = /\s*(?:$|[\w@:.-]{1,100}\s*=|["“])/y

/** Reads `name="value"` pairs; never fails. The later of two equal names wins. */
export const parseArguments = (argument: string): TagArguments => {
  const attributes = makeAttributes()
  let positional: string | undefined
  let at = 0
  while (at < argument.length) {
    const code = argument.charCodeAt(at)
    if (isWhitespace(code) || argument[at] === "=") {
      at++
      continue
    }
    if (isQuote(argument[at]!)) {
      const value = readQuoted(argument, at)
      positional ??= value.text
      at = value.end
      continue
    }
    key.lastIndex = at
    const name = key.exec(argument)?.[0] ?? argument[at]!
    at += name.length
    while (isWhitespace(argument.charCodeAt(at)) && at < argument.length) at++
    if (argument[at] !== "=") {
      attributes[name] = "true"
      continue
    }
    at++
    while (isWhitespace(argument.charCodeAt(at)) && at < argument.length) at++
    if (at < argument.length && isQuote(argument[at]!)) {
      const value = readQuoted(argument, at)
      attributes[name] = value.text
      at = value.end
    } else {
      const from = at
      while (at < argument.length && !isWhitespace(argument.charCodeAt(at))) at++
      attributes[name] = argument.slice(from, at)
    }
  }
  return positional === undefined ? { attributes } : { attributes, positional }
}

const isQuote = (character: string): boolean => "\"“”'".includes(character)

/** Ends at the first closing quote that another attribute or the end of the tag follows, else at the last quote. */
const readQuoted = (argument: string, at: number): { text: string; end: number } => {
  const closers = argument[at] === "'" ? "'" : '"“”'
  let last = -1
  for (let i = at + 1; i < argument.length; i++) {
    if (!closers.includes(argument[i]!) || argument[i - 1] === "\\") continue
    last = i
    const after = argument.charCodeAt(i + 1)
    nextAttribute.lastIndex = i + 1
    if (i + 1 === argument.length || (isWhitespace(after) && nextAttribute.test(argument))) break
  }
  const end = last === -1 ? argument.length : last
  return { text: argument.slice(at + 1, end).replaceAll('\\"', '"'), end: end + 1 }
}
