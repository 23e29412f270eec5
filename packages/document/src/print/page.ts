/**
 * Edits of a page's text that leave every other byte as it is: its title and its header (its destinations:
 * `rewrite.ts`). Each answers the text unchanged where the edit cannot be made without touching something else.
 */
import { isMap, isScalar, parseDocument, stringify } from "yaml"
import { type PageTitle, parsePage } from "../parse.ts"
import { escapeTitle } from "./title.ts"

/** The text with another title in its first H1; a page without one has its title in the table of contents alone. */
export const editTitle = (text: string, title: string, emoji?: string): string => {
  const found = parsePage(text).title
  if (found === undefined) return text
  const { end, start } = found.position
  const source = text.slice(start, end)
  const written = emoji === undefined ? escapeTitle(title) : `${emoji} ${escapeTitle(title)}`
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
