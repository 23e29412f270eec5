/**
 * Edits of a page's text that leave every other byte as it is: its title and its header (its destinations:
 * `rewrite.ts`). Each answers the text unchanged where the edit cannot be made without touching something else.
 */
import { readFrontmatter } from "../frontmatter.ts"
import { type PageTitle, parsePage } from "../parse.ts"
import { escapeTitle } from "./title.ts"
import { editMap } from "./yaml.ts"

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
  const frontmatter = readFrontmatter(text)
  if (frontmatter?.error !== undefined) return text
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : ""
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n"
  const raw = editMap(frontmatter?.raw ?? "", frontmatter?.data ?? {}, changes, { newline })
  if (frontmatter === undefined) {
    if (raw === "") return text
    return `${mark}---${newline}${raw}---${newline}${newline}${text.slice(mark.length)}`
  }
  if (raw === frontmatter.raw) return text
  const { end, start } = frontmatter.position
  if (raw.trim() === "") return mark + text.slice(end).replace(/^\r?\n/, "")
  const from = start + /^.*(?:\r\n|\n|\r)/.exec(text.slice(start))![0].length
  return text.slice(0, from) + raw + text.slice(from + frontmatter.raw.length)
}
