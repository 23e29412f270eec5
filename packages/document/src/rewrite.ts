/** Other destinations in a text: links and references are given new ones, every other byte stays. */
import type { Position } from "./ast.ts"
import { unescapeMarkdown } from "./entities.ts"
import { scanDefinition, scanDestination, scanLabel, scanResource, skipSpacing } from "./link-scan.ts"
import { type ParsedPage, readPage } from "./parse.ts"
import { visit } from "./visit.ts"

/**
 * The text with destinations exchanged, those of link reference definitions too. What cannot be found again in the text
 * stays as it is. Never throws.
 * @param rename the new destination for one as it is written, Markdown escapes undone; `undefined` leaves it
 */
export const rewriteReferences = (text: string, rename: (href: string) => string | undefined): string => {
  const page = readPage(text)
  const edits = makeEdits(text, rename)
  edits.ofLinks(page.links)
  visit(page.root, (node) => {
    if (node.type !== "definition") return true
    edits.replace(node.url, () => definitionDestination(text, node.position))
    return false
  })
  return edits.applied()
}

/** Whether a text may have link reference definitions, seen without reading it. */
export const mayHaveDefinitions = (text: string): boolean => text.includes("]:")

/**
 * The same for a text without link reference definitions, whose links somebody knows.
 * @param links as they stand in the text
 */
export const rewriteLinks = (
  text: string,
  links: ParsedPage["links"],
  rename: (href: string) => string | undefined
): string => {
  const edits = makeEdits(text, rename)
  edits.ofLinks(links)
  return edits.applied()
}

const makeEdits = (text: string, rename: (href: string) => string | undefined) => {
  const edits = new Map<number, Edit>()
  const destinations = hrefFinder(text)
  const replace = (href: string, find: () => ReadonlyArray<Position>): void => {
    const renamed = rename(href)
    if (renamed === undefined || renamed === href) return
    for (const { start, end } of find()) edits.set(start, { start, end, value: encodeFor(text, start, renamed) })
  }
  return {
    replace,
    ofLinks: (links: ParsedPage["links"]): void => {
      for (const { href, position } of links) replace(href, () => destinations(position, href))
    },
    applied: () =>
      applied(
        text,
        Array.from(edits.values()).sort((a, b) => a.start - b.start)
      )
  }
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

/**
 * Where destinations stand within nodes: all places of one, in order; none where it can't be found again. Nothing behind
 * a node is looked at; one that has many is read once.
 */
export const hrefFinder = (text: string) => {
  let last: { readonly position: Position; readonly found: Destinations } | undefined
  return ({ end, start }: Position, href: string): ReadonlyArray<Position> => {
    const own = ownResource(text.slice(start, end), href)
    if (own !== undefined) return [moved(own, start)]
    if (last?.position.start !== start || last.position.end !== end) {
      last = { position: { start, end }, found: destinationsIn(text.slice(start, end)) }
    }
    return (last.found.get(href) ?? []).map((found) => moved(found, start))
  }
}

const moved = ({ end, start }: Position, by: number): Position => ({ start: start + by, end: end + by })

type Destinations = Map<string, Array<Position>>

/** Of a tag, an HTML element, a header: quoted values, and links within. */
const destinationsIn = (text: string): Destinations => {
  const found: Destinations = new Map()
  const add = (href: string, position: Position): void => {
    const known = found.get(href)
    if (known === undefined) found.set(href, [position])
    else known.push(position)
  }
  quoted(text, add)
  plain(text, add)
  for (let at = text.indexOf("]("); at !== -1; at = text.indexOf("](", at + 2)) {
    const start = skipSpacing(text, at + 2)
    const inner = scanDestination(text, start)
    if (inner === undefined) continue
    add(inner.value, unangled(text, start, inner.end))
    // the link in a block shows its destination as its label
    const { length } = inner.value
    if (text.slice(at - length - 1, at) === `[${inner.value}`) add(inner.value, { start: at - length, end: at })
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

type Add = (href: string, position: Position) => void

const quoted = (text: string, add: Add): void => {
  const value = /=(?<!\b(?:alt|title|name|caption)\s*=)\s*(?:"([^"]*)"|'([^']*)')|\s(?:"([^"]*)"|'([^']*)')/g
  for (const match of text.matchAll(value)) {
    const inner = match[1] ?? match[2] ?? match[3] ?? match[4] ?? ""
    const close = match.index + match[0].length - 1
    const position = { start: close - inner.length, end: close }
    add(inner, position)
    const meant = unescapeMarkdown(inner)
    if (meant !== inner) add(meant, position)
  }
}

/** Longer values of a header are none that a link could be. */
const longestPlain = 4_000

/** `key: value` and `- value` of a header, without quotes. */
const plain = (text: string, add: Add): void => {
  if (!text.startsWith("---", text[0] === "\uFEFF" ? 1 : 0)) return
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const comment = /[ \t]#/.exec(line)
    const end = line.slice(0, comment?.index).trimEnd().length
    for (const mark of line.slice(0, end).matchAll(/[:-][ \t]+/g)) {
      const start = mark.index + mark[0].length
      if (end - start <= longestPlain) add(line.slice(start, end), { start: index + start, end: index + end })
    }
  }
}

const definitionDestination = (text: string, { end, start }: Position): ReadonlyArray<Position> => {
  // it may be indented, or stand in a quote or a list
  const open = text.indexOf("[", start)
  if (open === -1 || open >= end || scanDefinition(text, open) === undefined) return []
  const from = skipSpacing(text, scanLabel(text, open) + 1)
  const found = scanDestination(text, from)
  return found === undefined ? [] : [unangled(text, from, found.end)]
}
