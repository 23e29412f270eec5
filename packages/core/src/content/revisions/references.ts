/** Destinations in the fields of a page, as references to the pages and files that they name. Pure. */
import { resolveHref } from "@octavo/document"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import type { ContentReference, PageRecord, PathEntry } from "./model/Records.ts"

/** What of a revision has a Git path. */
export type FindPath = (path: string) => PathEntry | undefined

type Map = (reference: ContentReference, from: string) => ContentReference

/** The record with every reference of its fields put through `f`; `from` is the file that hrefs are relative to. */
const mapReferences = (page: PageRecord, f: Map): PageRecord => {
  const from = page.git?.path ?? ""
  const { cover, metaLinks, target } = page
  return {
    ...page,
    // links of the table of contents are paths from the directory
    ...ifDefined(target, (to) => ({ target: f(to, "") })),
    ...ifDefined(cover, ({ ref, refDark }) => ({
      cover: { ...cover, ...defined({ ref: ref && f(ref, from), refDark: refDark && f(refDark, from) }) }
    })),
    ...ifDefined(metaLinks, ({ alternates, canonical }) => ({
      metaLinks: defined({
        canonical: canonical && f(canonical, from),
        alternates: alternates?.map((one) => f(one, from))
      })
    }))
  }
}

/**
 * Hrefs that name a page or file become references to it; others stay as they are written.
 * @param has whether the revision has what `/pages/<id>` and `/files/<id>` name
 */
export const withReferences = (page: PageRecord, find: FindPath, has: HasRecord = hasNone): PageRecord =>
  mapReferences(page, (reference, from) => {
    const target = reference.kind === "url" ? resolveHref(reference.url, from) : undefined
    if (target?.kind === "blob") return has("file", target.id) ? { kind: "file", file: target.id } : reference
    if (target?.kind === "page") return has("page", target.id) ? toPage(target.id, target.anchor) : reference
    if (target?.kind !== "file") return reference
    const entry = find(target.path)
    if (entry?.kind === "file") return { kind: "file", file: entry.id }
    if (entry?.kind !== "page") return reference
    return toPage(entry.id, target.anchor)
  })

export type HasRecord = (kind: "page" | "file", id: string) => boolean
const hasNone: HasRecord = () => false

const toPage = (page: string, anchor: string | undefined): ContentReference =>
  anchor === undefined ? { kind: "page", page } : { kind: "anchor", page, anchor }

/** Git paths that the hrefs of a page's fields name. */
export const referencedPaths = (page: PageRecord): ReadonlyArray<string> => {
  const paths: Array<string> = []
  mapReferences(page, (reference, from) => {
    const target = reference.kind === "url" ? resolveHref(reference.url, from) : undefined
    if (target?.kind === "file") paths.push(target.path)
    return reference
  })
  return paths
}
