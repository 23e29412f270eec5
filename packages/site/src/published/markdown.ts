/**
 * A page as Markdown that can be read on its own: with the values of its variables, the reusable contents it shows in
 * their places, and links that lead to the same site. Everything else is as its author wrote it. Pure.
 */

import type { GitEntry, PageRecord } from "@octavo/core/content/revisions/model/Records"
import { evaluateExpressions, mayHaveExpressions } from "@octavo/core/kernel/texts/inlineExpressions"
import type { PageFacts } from "@octavo/core/kernel/texts/PageFacts"
import {
  mayHaveDefinitions,
  type ParsedPage,
  parsePage,
  resolveHref,
  rewriteLinks,
  rewriteReferences,
  visit
} from "@octavo/document"
import { fileHref, includeName, spacePageHref } from "@octavo/render/resolver"
import { fileOf, type IndexedPage, nameOfPage, type SpaceIndex } from "@octavo/render/spaceIndex"
import type { FoundText } from "../drawing/questions.ts"

/** Address of a page as Markdown below its space. */
export const markdownPath = (page: IndexedPage): string => `${nameOfPage(page)}.md`

export interface MarkdownSource {
  readonly text: string
  /** The same text, parsed; its header is at the same place. */
  readonly parsed: ParsedPage
  readonly page: Pick<PageRecord, "title" | "emoji"> & { readonly git?: Pick<GitEntry, "path"> }
  /** Where a reference of a file leads; `undefined` when it leads elsewhere or nowhere. */
  readonly hrefOf: (href: string, from: string) => string | undefined
  /** Texts of the reusable contents that the page may show, by what includes call them. */
  readonly includes: ReadonlyMap<string, FoundText>
  /** The text of an inline expression. */
  readonly textOf: (expression: string) => string | undefined
}

/** @param header whether the frontmatter stays */
export const pageMarkdown = (source: MarkdownSource, header = true): string => {
  const { includes, page, textOf } = source
  const inPlace = (text: string, from: string, trail: ReadonlyArray<string>): string => {
    const evaluated = evaluateExpressions(text, textOf, (name) => `\`book.${name}\``)
    const linked = rewriteReferences(evaluated, (href) => source.hrefOf(href, from))
    return expandIncludes(linked, (path) => {
      const name = includeName(from, path)
      const included = includes.get(name)
      if (included === undefined || trail.includes(name)) return undefined
      const body = included.text.slice(parsePage(included.text).frontmatter?.position.end ?? 0)
      return inPlace(body, included.from, [...trail, name]).trim()
    })
  }
  return inPlace(withTitle(source, header), page.git?.path ?? "", [])
}

/**
 * The same of a page that has no expressions and shows no other text, from what is said of it: its text is not parsed.
 * `undefined` for any other page.
 */
export const knownMarkdown = (
  { page, text }: Pick<MarkdownSource, "page" | "text">,
  facts: PageFacts,
  hrefOf: MarkdownSource["hrefOf"],
  header: boolean
): string | undefined => {
  const isAlone = facts.includes.length === 0 && facts.conditions === undefined
  if (!isAlone || mayHaveExpressions(text) || mayHaveDefinitions(text)) return undefined
  // what comes before keeps its length
  const begin = Math.max(facts.frontmatter?.position.end ?? 0, facts.title?.position.end ?? 0)
  if (facts.links.some(({ position }) => position.start < begin)) return undefined
  const from = page.git?.path ?? ""
  const linked = rewriteLinks(text, facts.links, (href) => hrefOf(href, from))
  return withTitle({ page, parsed: facts, text: linked }, header)
}

const withTitle = (
  { page, parsed, text }: Pick<MarkdownSource, "page" | "text"> & { readonly parsed: Omit<ParsedPage, "root"> },
  header: boolean
): string => {
  const end = parsed.frontmatter?.position.end ?? 0
  const before = header && end > 0 ? text.slice(0, end) : ""
  const body = text.slice(end)
  const { title } = parsed
  // as its heading the page has the title that it has in the table of contents
  if (title?.text === page.title && title.emoji === page.emoji)
    return before + (before === "" ? body.trimStart() : body)
  const heading = `# ${page.emoji === undefined ? "" : `${page.emoji} `}${page.title}\n`
  const rest =
    title === undefined ? body : text.slice(end, title.position.start) + text.slice(title.position.end).trimStart()
  return `${before}${before === "" ? "" : "\n"}${heading}\n${rest.trimStart()}`
}

export interface PublicPlace {
  readonly index: SpaceIndex
  /** Address of the space, slash at the end. */
  readonly url: string
  /** Where the site shows another space, with a slash at the end; `undefined` for a space that it does not show. */
  readonly spaceUrl?: (spaceId: string) => string | undefined
}

/** Where a reference leads on the site; `undefined` when it leads elsewhere or nowhere. */
export const publicHref = (href: string, from: string, { index, spaceUrl, url }: PublicPlace): string | undefined => {
  const target = resolveHref(href, from)
  if (target.kind === "space") {
    const there = spaceUrl?.(target.space)
    return there === undefined || target.page !== undefined ? undefined : spacePageHref(there, target)
  }
  if (target.kind !== "file" && target.kind !== "page" && target.kind !== "blob") return undefined
  const page =
    target.kind === "file"
      ? index.pageByFile.get(target.path)
      : target.kind === "page"
        ? index.pageById.get(target.id)
        : undefined
  const anchor = target.kind === "blob" || !target.anchor ? "" : `#${encodeURIComponent(target.anchor)}`
  if (page !== undefined) return `${url}${encodeURI(markdownPath(page))}${anchor}`
  const file = fileOf(index, target)
  return file === undefined ? undefined : url + fileHref("", file)
}

const expandIncludes = (text: string, read: (path: string) => string | undefined): string => {
  if (!text.includes("{% include")) return text
  let out = ""
  let at = 0
  visit(parsePage(text).root, (node) => {
    if (node.type !== "include") return true
    const { end, start } = node.position
    const body = start < at ? undefined : read(node.path)
    if (body === undefined) return false
    // in a list or a quotation every line begins as the first one does
    const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start)
    const indent = /^[\s>]*$/.test(before) ? before : ""
    const lines = body.split("\n").map((line, number) => (number === 0 ? line : (indent + line).trimEnd()))
    out += text.slice(at, start) + lines.join("\n")
    at = end
    return false
  })
  return out + text.slice(at)
}
