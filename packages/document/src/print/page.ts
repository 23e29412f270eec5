/**
 * Edits of a page's text that leave every other byte as it is: its title, its header, the destinations of its links.
 * Each answers the text unchanged where the edit cannot be made without touching something else.
 */
import { isMap, isScalar, parseDocument, stringify } from "yaml"
import { type PageTitle, type ParsedPage, parsePage } from "../parse.ts"
import { escapeText } from "./escape.ts"

/** The text with another title in its first H1; a page without one has its title in the table of contents alone. */
export const editTitle = (text: string, title: string, emoji?: string): string => {
  const found = parsePage(text).title
  if (found === undefined) return text
  const { end, start } = found.position
  const source = text.slice(start, end)
  const written = emoji === undefined ? escapeText(title) : `${emoji} ${escapeText(title)}`
  const atx = /^(#[ \t]+)/.exec(source)
  const setext = /\r?\n[ \t]*=+[ \t]*$/.exec(source)
  const edited = atx !== null ? atx[1]! + written : setext !== null ? written + setext[0] : undefined
  if (edited === undefined) return text
  const result = text.slice(0, start) + edited + text.slice(end)
  const wanted = parsePage(result).title
  return sameTitle(wanted, title, emoji) ? result : text
}

const sameTitle = (found: PageTitle | undefined, title: string, emoji: string | undefined): boolean =>
  found !== undefined && found.text === title.replace(/\s+/g, " ").trim() && found.emoji === emoji

/**
 * The text with keys of its header set, or removed by `undefined`. Lines of other keys stay as they are; a header that
 * would be empty goes, and a page without one gets it.
 */
export const editFrontmatter = (text: string, changes: Readonly<Record<string, unknown>>): string => {
  const { frontmatter } = parsePage(text)
  if (frontmatter?.error !== undefined) return text
  const newline = text.includes("\r\n") ? "\r\n" : "\n"
  const raw = editYaml(frontmatter?.raw ?? "", changes).replace(/\r?\n/g, newline)
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : ""
  if (frontmatter === undefined) {
    if (raw === "") return text
    return `${mark}---${newline}${raw}---${newline}${newline}${text.slice(mark.length)}`
  }
  if (raw === frontmatter.raw) return text
  const rest = text.slice(frontmatter.position.end)
  if (raw.trim() === "") return mark + rest.replace(/^\r?\n/, "")
  const start = text.indexOf(frontmatter.raw, frontmatter.position.start)
  return text.slice(0, start) + raw + text.slice(start + frontmatter.raw.length)
}

/** A YAML map with top-level keys set, or removed by `undefined`; the lines of other keys stay as they are. */
export const editYaml = (text: string, changes: Readonly<Record<string, unknown>>): string => {
  let result = text
  for (const [key, value] of Object.entries(changes)) {
    const { contents } = parseDocument(result, { logLevel: "silent" })
    const pairs = isMap(contents) ? contents.items : []
    const written = value === undefined ? "" : stringify({ [key]: value }, { lineWidth: 80 })
    const index = pairs.findIndex((pair) => isScalar(pair.key) && String(pair.key.value) === key)
    if (index === -1) {
      if (result !== "" && !/\n$/.test(result)) result += "\n"
      result += written
      continue
    }
    const start = rangeStart(pairs[index]!.key)
    const next = pairs[index + 1]
    const end = next === undefined ? result.length : rangeStart(next.key)
    // comments before the next key belong to it
    const own = result.slice(start, end)
    const kept = next === undefined ? "" : (/(?:^[ \t]*(?:#[^\n]*)?\n)+$/m.exec(own)?.[0] ?? "")
    result = result.slice(0, start) + written + kept + result.slice(end)
  }
  return result
}

const rangeStart = (node: unknown): number => (node as { range?: [number, number, number] }).range?.[0] ?? 0

/**
 * The text with destinations exchanged.
 * @param rename the new destination for one as it is written; `undefined` leaves it
 */
export const rewriteReferences = (text: string, rename: (href: string) => string | undefined): string => {
  const page = parsePage(text)
  const edits: Array<{ start: number; end: number; text: string }> = []
  const wanted: string[] = []
  const done = new Set<string>()
  for (const { href, kind, position } of page.links) {
    const renamed = rename(href)
    wanted.push(renamed ?? href)
    if (renamed === undefined || renamed === href) continue
    const place = `${position.start} ${position.end} ${href}`
    if (done.has(place)) continue
    done.add(place)
    const found = occurrences(text, position.start, position.end, href)
    // a tag with a body says its destination twice; a link or image may quote it in its text or title, too
    const all = kind !== "link" && kind !== "image" && kind !== "mention"
    const places = all ? found : found.filter((at) => destination.test(text.slice(Math.max(0, at - 20), at))).slice(-1)
    for (const start of places) edits.push({ start, end: start + href.length, text: renamed })
  }
  if (edits.length === 0) return text
  let result = ""
  let at = 0
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    if (edit.start < at) continue
    result += text.slice(at, edit.start) + encodeFor(text, edit.start, edit.text)
    at = edit.end
  }
  result += text.slice(at)
  return sameDestinations(parsePage(result), wanted) ? result : text
}

/** What stands before the destination of a link or an image, in Markdown and in HTML. */
const destination = /(?:\]\(\s*<?|(?:src|srcset|href)\s*=\s*["'“”]?)$/i

const pathCharacter = /[\w./%~+-]/

/** Where the destination stands on its own, not as a part of a longer one. */
const occurrences = (text: string, start: number, end: number, href: string): number[] => {
  const found: number[] = []
  for (let at = text.indexOf(href, start); at !== -1 && at + href.length <= end; at = text.indexOf(href, at + 1)) {
    const before = at === 0 ? "" : text[at - 1]!
    const after = text[at + href.length] ?? ""
    if (!pathCharacter.test(before) && !pathCharacter.test(after)) found.push(at)
  }
  return found
}

/** Spaces and brackets end a destination that is not in angle brackets or quotes. */
const encodeFor = (text: string, at: number, href: string): string =>
  /[<"'“”]/.test(text[at - 1] ?? "") ? href : href.replace(/[ ()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)

const decoded = (href: string): string => {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

const sameDestinations = (page: ParsedPage, wanted: ReadonlyArray<string>): boolean =>
  page.links.length === wanted.length &&
  page.links.every(({ href }, index) => decoded(href) === decoded(wanted[index]!))
