/**
 * What links of a revision can lead to, ready for synchronous look-ups. Made once for a revision, then shared; where
 * pages have conditions, once for each way in which these hold.
 */
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import type { FileRecord, PageRecord, ReusableRecord } from "@octavo/core/content/revisions/model/Records"
import { visibleNodes } from "@octavo/core/content/revisions/visibleContent"
import type { TagDefinition, Target } from "@octavo/document"

export interface IndexedPage {
  readonly page: PageRecord
  /** Path below the site space; empty for the home page, which is served at its root. */
  readonly path: string
  /** Path in the space, by which files of the home page are named. */
  readonly ownPath: string
}

export interface SpaceIndex {
  readonly tree: ReadonlyArray<PageNode>
  readonly pageById: ReadonlyMap<string, IndexedPage>
  readonly pageByFile: ReadonlyMap<string, IndexedPage>
  /** Documents by their path below the site space. */
  readonly pageByPath: ReadonlyMap<string, IndexedPage>
  readonly fileById: ReadonlyMap<string, FileRecord>
  readonly fileByPath: ReadonlyMap<string, FileRecord>
  readonly reusableByPath: ReadonlyMap<string, ReusableRecord>
  readonly reusableById: ReadonlyMap<string, ReusableRecord>
  readonly variables: Readonly<Record<string, string>>
  readonly tagByName: ReadonlyMap<string, TagDefinition>
  /** Pages in reading order, hidden ones and all below them left out: what previous and next go through. */
  readonly reading: ReadonlyArray<IndexedPage>
  /** Where each of them is in that order, by its id. */
  readonly readingAt: ReadonlyMap<string, number>
  /** The page at the root; it is nowhere else, even while it is not shown. */
  readonly home: IndexedPage | undefined
  /** The conditions of pages, each once. */
  readonly conditions: ReadonlyArray<string>
  /** Paths in the space of pages that are not shown to the visitor; none where all are. */
  readonly unseen: ReadonlySet<string>
}

/** @param homeId the page at the root: without it the first one, with an empty one none */
export const makeSpaceIndex = (
  content: {
    readonly tree: ReadonlyArray<PageNode>
    readonly files: ReadonlyArray<FileRecord>
    readonly reusables: ReadonlyArray<ReusableRecord>
    readonly variables: Readonly<Record<string, string>>
    readonly tags: ReadonlyArray<TagDefinition>
  },
  homeId = homeIdOf(content.tree, null)
): SpaceIndex => {
  const pageById = new Map<string, IndexedPage>()
  const pageByFile = new Map<string, IndexedPage>()
  const pageByPath = new Map<string, IndexedPage>()
  const reading: Array<IndexedPage> = []
  const conditions = new Set<string>()
  const walk = (nodes: ReadonlyArray<PageNode>, shown: boolean): void => {
    for (const { page, pages, path } of nodes) {
      const ownPath = path ?? ""
      const indexed = { page, path: page.id === homeId ? "" : ownPath, ownPath }
      const visible = shown && page.hidden !== true
      pageById.set(page.id, indexed)
      if (page.condition !== undefined) conditions.add(page.condition)
      if (page.type === "document") pageByPath.set(indexed.path, indexed)
      if (page.git !== undefined) pageByFile.set(page.git.path, indexed)
      if (visible && page.type === "document") reading.push(indexed)
      walk(pages, visible)
    }
  }
  walk(content.tree, true)
  return {
    tree: content.tree,
    pageById,
    pageByFile,
    pageByPath,
    fileById: new Map(content.files.map((file) => [file.id, file])),
    fileByPath: byPath(content.files),
    reusableByPath: byPath(content.reusables),
    reusableById: new Map(content.reusables.map((reusable) => [reusable.id, reusable])),
    variables: content.variables,
    tagByName: new Map(content.tags.map((tag) => [tag.tag, tag])),
    reading,
    readingAt: new Map(reading.map(({ page }, at) => [page.id, at])),
    home: homeId === undefined ? undefined : pageById.get(homeId),
    conditions: [...conditions],
    unseen: new Set()
  }
}

/** The same without pages whose condition is not among those that hold, and without all below them. */
export const visibleIndex = (index: SpaceIndex, hold: ReadonlySet<string>): SpaceIndex => {
  const tree = visibleNodes(index.tree, ({ condition }) => condition === undefined || hold.has(condition))
  const rest = makeSpaceIndex(
    { tree, files: [], reusables: [], variables: index.variables, tags: [] },
    index.home?.page.id ?? ""
  )
  const { conditions, fileById, fileByPath, reusableById, reusableByPath, tagByName } = index
  const unseen = new Set(
    Array.from(index.pageById).flatMap(([id, { ownPath }]) => (rest.pageById.has(id) ? [] : [ownPath]))
  )
  return { ...rest, fileById, fileByPath, reusableById, reusableByPath, tagByName, conditions, unseen }
}

/** Id of the page at the root: the chosen one while there is such a document, else the first. */
export const homeIdOf = (tree: ReadonlyArray<PageNode>, chosen: string | null): string | undefined =>
  (firstDocument(tree, ({ id }) => id === chosen) ?? firstDocument(tree))?.page.id

/** The page that a file is named after: by its address, or the home page by its own path or slug. */
export const pageNamed = ({ home, pageByPath }: SpaceIndex, name: string): IndexedPage | undefined =>
  pageByPath.get(name) ??
  (home !== undefined && [home.ownPath, home.page.slug, "index"].includes(name) ? home : undefined)

/** What a file of the page is called, without its extension. */
export const nameOfPage = ({ ownPath, path }: IndexedPage): string => path || ownPath || "index"

const byPath = <A extends { readonly git?: { readonly path: string } }>(records: ReadonlyArray<A>): Map<string, A> =>
  new Map(records.flatMap((record) => (record.git === undefined ? [] : [[record.git.path, record] as const])))

const firstDocument = (
  nodes: ReadonlyArray<PageNode>,
  wanted: (page: PageRecord) => boolean = () => true
): PageNode | undefined => {
  for (const node of nodes) {
    const found = node.page.type === "document" && wanted(node.page) ? node : firstDocument(node.pages, wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** The file of the space that a reference leads to. */
export const fileOf = (index: SpaceIndex, target: Target): FileRecord | undefined =>
  target.kind === "file"
    ? index.fileByPath.get(target.path)
    : target.kind === "blob"
      ? index.fileById.get(target.id)
      : undefined
