/** What the text of a page says about the page: its title and the fields of its frontmatter, as an import reads them. */
import { type PageFields, type ParsedPage, pageFields, parsePage, resolveHref, splitEmoji } from "@octavo/document"
import { Effect } from "effect"
import { toPageRecord } from "../git/pageRecord.ts"
import type { ObjectsError } from "./model/Objects.ts"
import type { ContentReference, PageRecord } from "./model/Records.ts"
import type { Revision } from "./model/RevisionTree.ts"

/** A text as a revision keeps it. */
export interface StoredText {
  readonly text: string
  readonly hash: string
  /** In bytes. */
  readonly size: number
}

/**
 * The record of a page with another text. The title follows the text where the text's own title changed: a table of
 * contents may call the page otherwise. The fields follow the frontmatter where that changed.
 */
export const withText = (page: PageRecord, before: string, after: StoredText, at: string): PageRecord => {
  const was = parsePage(before)
  const is = parsePage(after.text)
  const title = titleOf(is)
  const retitled = title !== undefined && !sameTitle(titleOf(was), title)
  const { emoji, ...untitled } = page
  const record: PageRecord = {
    ...(retitled ? { ...untitled, ...title } : page),
    body: after.hash,
    bodySize: after.size,
    updatedAt: at
  }
  return was.frontmatter?.raw === is.frontmatter?.raw ? record : withFields(record, fieldsOf(is))
}

/** The same page with other fields: what only the table of contents knows stays. */
const withFields = (page: PageRecord, fields: PageFields): PageRecord =>
  toPageRecord(
    {
      kind: page.type,
      title: page.title,
      ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
      ...(page.linkTitle === undefined ? {} : { linkTitle: page.linkTitle }),
      slug: page.slug,
      path: page.slug,
      fields,
      children: []
    },
    {
      id: page.id,
      parent: page.parent,
      order: page.order,
      old: page,
      body: { hash: page.body!, size: page.bodySize! },
      git: page.git,
      at: page.updatedAt
    }
  )

const fieldsOf = (page: ParsedPage): PageFields => pageFields(page.frontmatter?.data ?? Object.create(null))

interface Title {
  readonly title: string
  readonly emoji?: string
}

/** The title that the text gives itself, in its frontmatter or as its first heading. */
const titleOf = ({ frontmatter, title }: ParsedPage): Title | undefined => {
  const written = frontmatter?.data["title"]
  if (typeof written === "string" && written.trim() !== "") return splitEmoji(written.trim())
  if (title === undefined || title.text === "") return undefined
  return { title: title.text, ...(title.emoji === undefined ? {} : { emoji: title.emoji }) }
}

const sameTitle = (a: Title | undefined, b: Title): boolean => a?.title === b.title && a.emoji === b.emoji

/** Destinations that name a page or file of the revision by its Git path, as references to it. */
export const withReferences = Effect.fnUntraced(function* (
  tree: Revision,
  page: PageRecord
): Effect.fn.Return<PageRecord, ObjectsError> {
  const resolve = (reference: ContentReference): Effect.Effect<ContentReference, ObjectsError> => {
    if (reference.kind !== "url") return Effect.succeed(reference)
    const target = resolveHref(reference.url, page.git?.path ?? "")
    if (target.kind !== "file") return Effect.succeed(reference)
    return Effect.map(tree.byGitPath(target.path), (entry) => {
      if (entry?.kind === "file") return { kind: "file", file: entry.id }
      if (entry?.kind !== "page") return reference
      return target.anchor === undefined
        ? { kind: "page", page: entry.id }
        : { kind: "anchor", page: entry.id, anchor: target.anchor }
    })
  }
  const { cover, metaLinks } = page
  return {
    ...page,
    ...(cover?.ref === undefined ? {} : { cover: { ...cover, ref: yield* resolve(cover.ref) } }),
    ...(metaLinks === undefined
      ? {}
      : {
          metaLinks: {
            ...(metaLinks.canonical === undefined ? {} : { canonical: yield* resolve(metaLinks.canonical) }),
            ...(metaLinks.alternates === undefined
              ? {}
              : { alternates: yield* Effect.forEach(metaLinks.alternates, resolve) })
          }
        })
  }
})
