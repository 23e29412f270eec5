/** Other destinations in a text: links and references are given new ones, every other byte stays. */
import type { Position } from "./ast.ts"
import { unescapeMarkdown } from "./entities.ts"
import { scanDefinition, scanDestination, scanLabel, scanResource, skipSpacing } from "./link-scan.ts"
import { type ParsedPage, parsePage } from "./parse.ts"
import { visit } from "./visit.ts"

/**
 * The text with destinations exchanged, those of link reference definitions too. What cannot be found again in the text
 * stays as it is. Never throws.
 * @param rename the new destination for one as it is written, Markdown escapes undone; `undefined` leaves it
 */
export const rewriteReferences = (text: string, rename: (href: string) => string | undefined): string => {
  const page = parsePage(text)
  const edits = new Map<number, Edit>()
  const replace = (href: string, find: () => ReadonlyArray<Position>) => {
    const renamed = rename(href)
    if (renamed === undefined || renamed === href) return
    for (const { start, end } of find()) edits.set(start, { start, end, value: encodeFor(text, start, renamed) })
  }
  for (const { href, position } of page.links) replace(href, () => destinations(text, position, href))
  visit(page.root, (node) => {
    if (node.type !== "definition") return true
    replace(node.url, () => definitionDestination(text, node.position))
    return false
  })
  return applied(
    text,
    Array.from(edits.values()).sort((a, b) => a.start - b.start)
  )
}

/** Every destination of a page as `rewriteReferences` would ask for it, those of link reference definitions too. */
export const hrefsIn = ({ links, root }: ParsedPage): ReadonlySet<string> => {
  const hrefs = new Set(links.map(({ href }) => href))
  visit(root, (node) => {
    if (node.type === "definition") hrefs.add(node.url)
    return node.type !== "definition"
  })
  return hrefs
}

interface Edit extends Position {
  value: string
}

/** Spaces and brackets end a destination that is not in angle brackets or quotes. */
const encodeFor = (text: string, at: number, href: string): string =>
  /[<"'“”]/.test(text[at - 1] ?? "") ? href : href.replace(/[ ()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)

const applied = (text: string, edits: ReadonlyArray<Edit>): string => {
  let out = ""
  let at = 0
  for (const { end, start, value } of edits) {
    if (start < at) continue
    out += text.slice(at, start) + value
    at = end
  }
  return out + text.slice(at)
}

/** Where a destination stands within the node that has it. Nothing behind the node is looked at. */
const destinations = (text: string, { end, start }: Position, href: string): ReadonlyArray<Position> =>
  destinationsIn(text.slice(start, end), href).map((found) => ({ start: found.start + start, end: found.end + start }))

const destinationsIn = (text: string, href: string): ReadonlyArray<Position> => {
  const resource = ownResource(text, href)
  if (resource !== undefined) return [resource]
  // a tag, an HTML element, a header: as a quoted value, or in a link within
  const found = [...quoted(text, href), ...plain(text, href)]
  for (let at = text.indexOf("]("); at !== -1; at = text.indexOf("](", at + 2)) {
    const inner = destinationAt(text, at + 1, href)
    if (inner === undefined) continue
    found.push(inner)
    // the link in a block shows its destination as its label
    if (text.slice(at - href.length - 1, at) === `[${href}`) found.push({ start: at - href.length, end: at })
  }
  return found
}

/** Of `[label](destination)` and `![label](destination)` that is the whole node. */
const ownResource = (text: string, href: string): Position | undefined => {
  const open = text[0] === "!" ? 1 : 0
  if (text[open] !== "[") return undefined
  for (let at = text.lastIndexOf("]("); at > open; at = text.lastIndexOf("](", at - 1)) {
    const found = scanResource(text, at + 1)
    if (found?.end === text.length && found.url === href) return destinationAt(text, at + 1, href)
  }
  return undefined
}

const destinationAt = (text: string, at: number, href: string): Position | undefined => {
  const start = skipSpacing(text, at + 1)
  const found = scanDestination(text, start)
  if (found === undefined || found.value !== href) return undefined
  return unangled(text, start, found.end)
}

const unangled = (text: string, start: number, end: number): Position =>
  text[start] === "<" ? { start: start + 1, end: end - 1 } : { start, end }

const quoted = (text: string, href: string): Array<Position> => {
  const found: Array<Position> = []
  const value = /=(?<!\b(?:alt|title|name|caption)\s*=)\s*(?:"([^"]*)"|'([^']*)')|\s(?:"([^"]*)"|'([^']*)')/g
  for (const match of text.matchAll(value)) {
    const inner = match[1] ?? match[2] ?? match[3] ?? match[4] ?? ""
    if (inner !== href && unescapeMarkdown(inner) !== href) continue
    const close = match.index + match[0].length - 1
    found.push({ start: close - inner.length, end: close })
  }
  return found
}

/** `key: value` and `- value` of a header, without quotes. */
const plain = (text: string, href: string): Array<Position> => {
  if (!text.startsWith("---", text[0] === "\uFEFF" ? 1 : 0)) return []
  if (href === "") return []
  const found: Array<Position> = []
  for (let at = text.indexOf(href); at !== -1; at = text.indexOf(href, at + 1)) {
    const before = text.slice(Math.max(0, at - 200), at)
    const after = text.slice(at + href.length, at + href.length + 200).split(/\r?\n/, 1)[0]!
    if (/(?::|-)[ \t]+$/.test(before) && /^[ \t]*(?:#.*)?$/.test(after))
      found.push({ start: at, end: at + href.length })
  }
  return found
}

const definitionDestination = (text: string, { end, start }: Position): ReadonlyArray<Position> => {
  // it may be indented, or stand in a quote or a list
  const open = text.indexOf("[", start)
  if (open === -1 || open >= end || scanDefinition(text, open) === undefined) return []
  const from = skipSpacing(text, scanLabel(text, open) + 1)
  const found = scanDestination(text, from)
  return found === undefined ? [] : [unangled(text, from, found.end)]
}
