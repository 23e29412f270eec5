/** The text of a file as it is to be written: what was edited beside the text goes into it, and links lead where they did. */
import { editFrontmatter, editTitle, pageFields, relativeHref, resolveHref, splitEmoji } from "@octavo/document"
import type { Texts } from "../../kernel/texts/Texts.ts"
import type { ContentReference, PageRecord } from "../revisions/model/Records.ts"
import { withFields } from "../revisions/pageRecord.ts"
import { type FindPath, withReferences } from "../revisions/references.ts"
import type { ExportPaths } from "./exportPaths.ts"
import { frontmatterOf, headerChanges } from "./frontmatterOf.ts"

/** Whether a page says what it said, apart from where it stands in the tree. */
export const sameContent = (old: PageRecord, page: PageRecord): boolean =>
  old.body === page.body &&
  old.title === page.title &&
  old.emoji === page.emoji &&
  Object.keys(headerChanges(frontmatterOf(old, written), frontmatterOf(page, written))).length === 0

/**
 * The text of a page's file: its body with what was changed beside it, and with links that lead where they did.
 * @param origin the page as its file was read or written, when that is known
 * @param path of the file
 * @param find what has a path that the body calls it by
 * @param said asked for what texts say
 */
export const exportText = (
  body: string | undefined,
  page: PageRecord,
  origin: PageRecord | undefined,
  path: string,
  paths: ExportPaths,
  find: FindPath,
  said: Texts
): string => {
  if (body === undefined)
    return withHeader(editTitle(`# ${page.title}\n`, page.title, page.emoji), page, undefined, path, paths, find, said)
  // what is in no file yet calls others as if it were a file at the top
  const text = said.rewritten(body, renaming(page.git?.path ?? "", path, paths))
  return withHeader(withTitle(text, page, origin, said), page, origin, path, paths, find, said)
}

/** The text of a reusable content's file. */
export const exportIncluded = (body: string, from: string, path: string, paths: ExportPaths, said: Texts): string =>
  said.rewritten(body, renaming(from, path, paths))

/** The heading follows the title where it was the title: a table of contents may call a page otherwise. */
const withTitle = (text: string, page: PageRecord, origin: PageRecord | undefined, said: Texts): string => {
  const { title } = said.facts(text)
  const was = page.git === undefined && title !== undefined ? splitEmoji(title.text) : origin
  return title !== undefined && title.text === was?.title && title.text !== page.title
    ? said.retitled(text, page.title, page.emoji)
    : text
}

const withHeader = (
  text: string,
  page: PageRecord,
  origin: PageRecord | undefined,
  path: string,
  paths: ExportPaths,
  find: FindPath,
  texts: Texts
): string => {
  const hrefOf = (reference: ContentReference) => hrefTo(reference, path, paths)
  const said = texts.facts(text).frontmatter?.data ?? Object.create(null)
  const was = origin ?? withReferences(withFields(page, pageFields(said)), find)
  const changes = headerChanges(frontmatterOf(was, written), frontmatterOf(page, written))
  const wanted = frontmatterOf(page, hrefOf)
  // the text may say it already: an edit of the text changes the record, too
  const needed = Object.keys(changes).filter(
    (key) =>
      JSON.stringify(said[key]) !== JSON.stringify(wanted[key]) &&
      // what a key names may be gone: its words stay
      !(key === "cover" && wanted[key] === undefined && page.cover?.ref !== undefined)
  )
  return needed.length === 0 ? text : editFrontmatter(text, Object.fromEntries(needed.map((key) => [key, wanted[key]])))
}

/** A reference as text, only to see whether it changed. */
const written = (reference: ContentReference): string => JSON.stringify(reference)

/** New destinations for what was moved, seen from a file that may have moved itself. */
const renaming =
  (from: string, to: string, { moves, of }: ExportPaths) =>
  (href: string): string | undefined => {
    const target = resolveHref(href, from)
    if (target.kind === "page" || target.kind === "blob") {
      const path = of.get(target.id)
      return path === undefined ? undefined : relativeHref(to, path, "anchor" in target ? target.anchor : undefined)
    }
    if (target.kind !== "file") return undefined
    const path = moves.get(target.path) ?? target.path
    if (path === target.path && from === to) return undefined
    const query = target.query === undefined ? "" : `?${target.query}`
    const [bare, anchor] = relativeHref(to, path, target.anchor).split("#")
    return bare + query + (anchor === undefined ? "" : `#${anchor}`)
  }

const hrefTo = (reference: ContentReference, from: string, { of }: ExportPaths): string | undefined => {
  switch (reference.kind) {
    case "url":
      return reference.url
    case "file": {
      const path = of.get(reference.file)
      return path === undefined ? undefined : relativeHref(from, path)
    }
    case "page":
    case "anchor": {
      const path = of.get(reference.page ?? "")
      const anchor = reference.kind === "anchor" ? reference.anchor : undefined
      return path === undefined ? undefined : relativeHref(from, path, anchor)
    }
    default:
      return undefined
  }
}
