/** A revision as it reads with computed pages in the places of those that stand for them. */
import { Effect } from "effect"
import type { ObjectsError } from "../model/Objects.ts"
import type { PageNode } from "../model/PageTree.ts"
import type { PageRecord } from "../model/Records.ts"
import type { Body, Revision } from "../model/RevisionTree.ts"

export interface Overlay {
  /** Names the content: equal hashes read alike. */
  readonly hash: string
  /** `ComputedPages.key` of the pages. */
  readonly key: string
  /** What stands in the place of a page of type `computed`, by its id. */
  readonly replaced: ReadonlyMap<string, ReadonlyArray<PageNode>>
  /** What names the source of each of them, by the same ids. */
  readonly sources: ReadonlyMap<string, string>
  /** The body of a computed document; `undefined` for a body of the revision itself. */
  readonly body: (hash: string) => Effect.Effect<Body, ObjectsError> | undefined
}

export const overlayRevision = (tree: Revision, { body, hash, key, replaced, sources }: Overlay): Revision => {
  const added = new Map<string, PageNode & { readonly source: string }>()
  const addedPaths = new Map<string, PageRecord>()
  const add = (nodes: ReadonlyArray<PageNode>, source: string): void => {
    for (const node of nodes) {
      added.set(node.page.id, { ...node, source })
      addedPaths.set(node.path!, node.page)
      add(node.pages, source)
    }
  }
  for (const [id, nodes] of replaced) add(nodes, sources.get(id)!)

  const replace = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<PageNode> =>
    nodes.flatMap((node) => replaced.get(node.page.id) ?? [{ ...node, pages: replace(node.pages) }])
  let whole: ReadonlyArray<PageNode> | undefined
  const pages = () =>
    whole === undefined
      ? Effect.map(tree.pages(), (nodes) => {
          whole = replace(nodes)
          return whole
        })
      : Effect.succeed(whole)

  const ancestors = (id: string): Effect.Effect<ReadonlyArray<PageRecord>, ObjectsError> => {
    const parent = added.get(id)?.page.parent
    if (parent === undefined) return tree.ancestors(id)
    if (parent === null) return Effect.succeed([])
    const above = added.get(parent)
    return above === undefined
      ? Effect.map(Effect.all([tree.ancestors(parent), tree.page(parent)]), ([higher, page]) =>
          page === undefined ? higher : [...higher, page]
        )
      : Effect.map(ancestors(parent), (higher) => [...higher, above.page])
  }

  return {
    ...tree,
    hash,
    computed: { key, pages: added },
    pages,
    page: (id) => {
      const node = added.get(id)
      if (node !== undefined) return Effect.succeed(node.page)
      return replaced.has(id) ? Effect.succeed(undefined) : tree.page(id)
    },
    // the first document may be a computed one
    pageByPath: (path) =>
      path === ""
        ? Effect.map(pages(), firstDocument)
        : Effect.map(tree.pageByPath(path), (page) => page ?? addedPaths.get(path)),
    pathOf: (id) => {
      const node = added.get(id)
      return node === undefined ? tree.pathOf(id) : Effect.succeed(node.path)
    },
    ancestors,
    children: (parent) => {
      const node = parent === null ? undefined : added.get(parent)
      if (node !== undefined) return Effect.succeed(node.pages.map(({ page }) => page))
      return Effect.map(tree.children(parent), (children) =>
        children.flatMap((page) => replaced.get(page.id)?.map((computed) => computed.page) ?? [page])
      )
    },
    body: (name) => body(name) ?? tree.body(name)
  }
}

const firstDocument = (nodes: ReadonlyArray<PageNode>): PageRecord | undefined => {
  for (const { page, pages } of nodes) {
    const found = page.type === "document" ? page : firstDocument(pages)
    if (found !== undefined) return found
  }
  return undefined
}
