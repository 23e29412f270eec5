/** The parts of a book: what is printed of each, what it is below, and what links from one lead to in another. Pure. */
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { PdfBook, PdfPart } from "@octavo/core/delivery/pdf/PdfRenderer"
import { resolveHref } from "@octavo/document"
import { fileOfPicture, type KeptPictures, keptPictures } from "@octavo/render/pictures"
import { spacePageHref } from "@octavo/render/resolver"
import { makeSpaceIndex, type SpaceIndex } from "@octavo/render/spaceIndex"
import { type Elsewhere, placeKey } from "./context.ts"
import { type Entry, titleOf } from "./frontmatter.ts"

export interface OpenPart extends PdfPart {
  readonly number: number
  /** Copies of pictures of other hosts are among its files, by their ids. */
  readonly index: SpaceIndex
  readonly copies: KeptPictures
  /** What is printed of it, in order; what it is the first to be below, before. */
  readonly entries: ReadonlyArray<Entry>
  /** Key of a page that is printed. */
  readonly keyOf: (page: PageRecord) => string | undefined
}

export const openParts = ({ parts }: PdfBook): ReadonlyArray<OpenPart> => {
  const headings = new Map<string, Entry>()
  return parts.map((part, number) => {
    // copies of a space have pages of the same ids
    const keyed = (id: string): string => `${number}.${id}`
    const printed = new Set(part.printed)
    return {
      ...part,
      number,
      index: withPictures(makeSpaceIndex(part, part.home), part.pictures),
      copies: keptPictures(part.pictures ?? []),
      entries: entriesOf(part, keyed, headings),
      keyOf: ({ id }) => (printed.has(id) ? keyed(id) : undefined)
    }
  })
}

const withPictures = (index: SpaceIndex, pictures: PdfPart["pictures"] = []): SpaceIndex => {
  const files = pictures.flatMap((picture) => fileOfPicture(picture) ?? [])
  return { ...index, fileById: new Map([...index.fileById, ...files.map((file) => [file.id, file] as const)]) }
}

const entriesOf = (
  part: PdfPart,
  keyed: (id: string) => string,
  headings: Map<string, Entry>
): ReadonlyArray<Entry> => {
  const begun: Array<Entry> = []
  let top: Entry | undefined
  for (const { id, title } of part.headings) {
    const above: ReadonlyArray<string> = top === undefined ? [] : [...top.above, top.title]
    const known: Entry = headings.get(id) ?? {
      key: `~${id}`,
      title,
      parent: top,
      above,
      depth: top === undefined ? 0 : top.depth + 1
    }
    if (!headings.has(id)) begun.push(known)
    headings.set(id, known)
    top = known
  }
  const printed = new Set(part.printed)
  const entries = new Map<string, Entry>()
  const walk = (nodes: ReadonlyArray<PageNode>, above: ReadonlyArray<string>, depth: number): void => {
    for (const { page, pages } of nodes) {
      const shown = printed.has(page.id)
      const title = titleOf(page)
      if (shown) {
        const parent = (page.parent === null ? undefined : entries.get(page.parent)) ?? top
        entries.set(page.id, { key: keyed(page.id), title, page, parent, above, depth })
      }
      walk(pages, [...above, title], shown ? depth + 1 : depth)
    }
  }
  walk(part.tree, top === undefined ? [] : [...top.above, top.title], top === undefined ? 0 : top.depth + 1)
  return [...begun, ...part.printed.flatMap((id) => entries.get(id) ?? [])]
}

/**
 * The page of the book behind an address: one of a space that is printed, or one below where a part is published.
 * @param from the part whose text has the address
 */
export const elsewhereIn =
  (parts: ReadonlyArray<OpenPart>, from: OpenPart) =>
  (href: string): Elsewhere | undefined => {
    const target = resolveHref(href, "")
    if (target.kind === "space") {
      const near = [from, ...parts].filter(({ space }) => space === target.space)
      return first(near, (part) => {
        const page = target.path === "" ? part.index.home : pageAt(part.index, target.path)
        return found(part, page?.page, target.anchor)
      })
    }
    if (target.kind !== "external") return undefined
    const [address = "", anchor] = href.split("#", 2)
    const [bare = ""] = address.split("?", 1)
    const below = parts
      .flatMap((part) => {
        const base = part.publishedUrl
        if (base === undefined || !`${bare}/`.startsWith(base)) return []
        return [{ part, base, path: bare.slice(base.length).replace(/\/$/, "") }]
      })
      .toSorted((a, b) => b.base.length - a.base.length)
    return first(below, ({ part, path }) =>
      found(part, part.index.pageByPath.get(decoded(path))?.page, anchor === undefined ? undefined : decoded(anchor))
    )
  }

/** Where a site shows what addresses of the application name. @param spaces addresses of its spaces by their ids */
export const onSiteIn =
  (spaces: PdfBook["spaces"] = {}) =>
  (href: string): string | undefined => {
    const target = resolveHref(href, "")
    if (target.kind !== "space" || !Object.hasOwn(spaces, target.space)) return undefined
    return spacePageHref(spaces[target.space] ?? "", target)
  }

const pageAt = (index: SpaceIndex, path: string) =>
  index.pageByPath.get(path) ?? (index.home?.ownPath === path ? index.home : undefined)

const found = (part: OpenPart, page: PageRecord | undefined, anchor: string | undefined): Elsewhere | undefined => {
  const key = page === undefined ? undefined : part.keyOf(page)
  return page === undefined || key === undefined ? undefined : { page, key: placeKey(key, anchor) }
}

const first = <A, B>(all: ReadonlyArray<A>, of: (one: A) => B | undefined): B | undefined => {
  for (const one of all) {
    const result = of(one)
    if (result !== undefined) return result
  }
  return undefined
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
