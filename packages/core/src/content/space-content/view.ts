/** From the records of a revision to what the API shows. Pure. */

import { currentId, type TagDefinition } from "@octavo/document"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import { app, type InstanceConfig, publishedUrl } from "../../kernel/shared/Instance.ts"
import type { ChangeRequest } from "../change-requests/ChangeRequest.ts"
import { defaultLayout } from "../revisions/defaultLayout.ts"
import { downloadUrl, type FileOwner } from "../revisions/downloads.ts"
import type { PageNode } from "../revisions/model/PageTree.ts"
import type { FileRecord, PageLayout, PageRecord, ReusableRecord } from "../revisions/model/Records.ts"
import type { RevisionGit, RevisionRecord } from "../revisions/Revision.ts"
import type { SpaceRecord } from "../spaces/Space.ts"
import type { DocumentPage, File, Layout, Page, ReusableContent, Revision } from "./Page.ts"

/** What of the world outside of the revision is in its objects. */
export interface ViewContext {
  readonly instance: InstanceConfig
  readonly key: Uint8Array
  readonly space: Pick<SpaceRecord, "id" | "published">
  /** What addresses of its files hang on. */
  readonly owner: FileOwner
  /** Number of the change request whose draft it is. */
  readonly draftOf?: number | undefined
  /** The revision that documents are named by; none are named without. */
  readonly revisionId?: string | undefined
  /** Git metadata is left out when false. */
  readonly metadata: boolean
  /** Computed content is left out when false. */
  readonly computed: boolean
}

const toLayout = (layout: PageLayout | undefined): Layout =>
  layout === undefined ? defaultLayout : { ...defaultLayout, ...layout }

const named = (page: PageRecord) => ({
  id: page.id,
  title: page.title,
  ...defined({ emoji: page.emoji, icon: page.icon }),
  createdAt: page.createdAt,
  updatedAt: page.updatedAt
})

const flagged = (page: PageRecord) => ({
  ...(page.hidden === true ? { hidden: true } : {}),
  ...(page.noIndex === true ? { noIndex: true } : {}),
  ...(page.noRobotsIndex === true ? { noRobotsIndex: true } : {})
})

const pageUrl = ({ draftOf, instance, space }: ViewContext, path: string) =>
  app(instance, `/s/${space.id}/${draftOf === undefined ? "" : `~/changes/${draftOf}/`}${path}`)

/** No draft is published. */
const published = (context: ViewContext): string | undefined =>
  context.space.published === null || context.draftOf !== undefined
    ? undefined
    : publishedUrl(context.instance, context.space.published)

/** Name of a page's body in a revision: a letter, the length of the first id, and both. */
export const documentId = (revisionId: string, pageId: string): string => `d${revisionId.length}-${revisionId}${pageId}`

/** The ids in such a name, also in one from before names began with a letter; undefined when it is none. */
export const readDocumentId = (name: string): { readonly revisionId: string; readonly pageId: string } | undefined => {
  const [, digits = "", ids = ""] = /^d?(\d{1,3})-(.*)$/.exec(name) ?? []
  const length = Number(digits)
  if (length === 0 || ids.length <= length) return undefined
  return { revisionId: currentId(ids.slice(0, length)), pageId: currentId(ids.slice(length)) }
}

/** @param pages the children, already in their shape */
const toDocument = (context: ViewContext, page: PageRecord, path: string, pages: ReadonlyArray<Page>): DocumentPage => {
  const site = published(context)
  return {
    ...named(page),
    type: "document",
    kind: "sheet",
    slug: page.slug,
    path,
    ...defined({ description: page.description }),
    ...(context.revisionId === undefined || page.body === undefined
      ? {}
      : { documentId: documentId(context.revisionId, page.id) }),
    pages,
    urls: { app: pageUrl(context, path), ...ifDefined(site, (root) => ({ published: root + encodePath(path) })) },
    layout: toLayout(page.layout),
    ...(page.cover === undefined
      ? {}
      : {
          cover: {
            ...defined({ ref: page.cover.ref, refDark: page.cover.refDark }),
            yPos: page.cover.yPos ?? 0,
            ...defined({ height: page.cover.height })
          }
        }),
    ...defined({ variables: page.variables }),
    ...flagged(page),
    ...defined({ condition: page.condition, metaLinks: page.metaLinks }),
    tags: (page.tags ?? []).map(({ tag, primary }) => ({
      tag: { kind: "tag", tag },
      ...defined({ primary })
    })),
    ...(page.computed === undefined || page.computedSeed === undefined
      ? {}
      : { computed: page.computed, computedSeed: page.computedSeed }),
    ...(context.metadata && page.git !== undefined ? { git: page.git } : {})
  }
}

/** Page paths keep their letters; only what a URL cannot hold is encoded. */
const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

/** A page without its body. `undefined` for computed pages when computed content is left out. */
export const toPage = (
  context: ViewContext,
  page: PageRecord,
  path: string,
  pages: ReadonlyArray<Page>
): Page | undefined => {
  switch (page.type) {
    case "document":
      return toDocument(context, page, path, pages)
    case "group":
      return {
        ...named(page),
        type: "group",
        kind: "group",
        slug: page.slug,
        path,
        ...flagged(page),
        pages,
        urls: { app: pageUrl(context, path) }
      }
    case "link":
      return {
        ...named(page),
        type: "link",
        kind: "link",
        target: page.target ?? { kind: "url", url: page.href ?? "" },
        ...defined({ href: page.href }),
        ...(page.hidden === true ? { hidden: true } : {})
      }
    case "computed":
      return context.computed && page.computed !== undefined
        ? { ...named(page), type: "computed", computed: page.computed }
        : undefined
  }
}

/** A tree of pages in order. */
export const toPages = (context: ViewContext, nodes: ReadonlyArray<PageNode>): ReadonlyArray<Page> =>
  nodes.flatMap(({ page, path, pages }) => toPage(context, page, path ?? "", toPages(context, pages)) ?? [])

export const toFile = (context: ViewContext, file: FileRecord): File => ({
  id: file.id,
  name: file.name,
  contentType: file.contentType,
  downloadURL: downloadUrl(context, file),
  size: file.size,
  ...defined({ dimensions: file.dimensions }),
  ...(context.metadata && file.git !== undefined ? { git: file.git } : {})
})

export const toReusableContent = (context: ViewContext, reusable: ReusableRecord): ReusableContent => ({
  object: "reusable-content",
  id: reusable.id,
  title: reusable.title,
  ...(context.metadata && reusable.git !== undefined ? { git: reusable.git } : {})
})

/** The commit of a revision, as the API shows it. */
export const toRevisionGit = ({ createdByGitBook, message, oid, ref, url }: RevisionGit) => ({
  oid,
  message,
  createdByGitBook,
  ...defined({ url, ref })
})

/** The colours that the client knows (`DocumentTextColor`). */
const tagColors: ReadonlySet<string> = new Set([
  ...["default", "green", "blue", "red", "orange", "yellow", "purple", "pink", "violet", "cyan"],
  ...["$primary", "$info", "$success", "$warning", "$danger", "$tint"]
])

const toTag = ({ color, icon, label, tag }: TagDefinition): Revision["tags"][number] => ({
  slug: tag,
  label,
  color: color !== undefined && tagColors.has(color) ? color : "default",
  ...defined({ icon })
})

export const toRevision = (
  context: ViewContext,
  revision: RevisionRecord,
  content: {
    readonly pages: ReadonlyArray<PageNode>
    readonly files: ReadonlyArray<FileRecord>
    readonly reusableContents: ReadonlyArray<ReusableRecord>
    readonly variables: Readonly<Record<string, string>>
    readonly tags: ReadonlyArray<TagDefinition>
  },
  mergedFrom?: ChangeRequest
): Revision => {
  const site = published(context)
  return {
    object: "revision",
    id: revision.id,
    type: revision.type,
    parents: revision.parents,
    pages: toPages(context, content.pages),
    files: content.files.map((file) => toFile(context, file)),
    reusableContents: content.reusableContents.map((reusable) => toReusableContent(context, reusable)),
    variables: content.variables,
    tags: content.tags.map(toTag),
    createdAt: revision.createdAt,
    ...defined({ mergedFrom }),
    ...(context.metadata && revision.git !== null
      ? {
          git: toRevisionGit(revision.git)
        }
      : {}),
    urls: {
      app: app(context.instance, `/s/${revision.spaceId}/~/revisions/${revision.id}`),
      ...defined({ published: site, public: site })
    }
  }
}
