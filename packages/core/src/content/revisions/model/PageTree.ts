/** Reading the pages of a revision as a tree. Plain functions of a `Lookup`, run by `RevisionTree`. */
import type { Lookup } from "./Nodes.ts"
import { get, scan } from "./PersistentMap.ts"
import type { PageRecord, RevisionRoot } from "./Records.ts"
import { compareOrder, type Ordered } from "./SiblingOrder.ts"

/** A page with its children in order. `path` is absent where the page has no address. */
export interface PageNode {
  readonly page: PageRecord
  readonly path?: string
  readonly pages: ReadonlyArray<PageNode>
}

// Ids and order keys are base 62 letters, `-` and `_`: `/` separates, and sorts below every letter of an order key, so
// that a shorter key sorts first.

/** Prefix of the keys of a page's children, and of its children's slugs. */
const childPrefix = (parent: string | null): string => `${parent ?? ""}/`

export const childKey = (page: PageRecord): string => `${childPrefix(page.parent)}${page.order}/${page.id}`

export const slugKey = (parent: string | null, slug: string): string => childPrefix(parent) + slug

/** Ids and order keys of children, in order, from the index alone. */
export const childrenIndex = (
  lookup: Lookup,
  root: RevisionRoot,
  parent: string | null,
  range: { readonly after?: string; readonly limit?: number } = {}
): ReadonlyArray<Ordered & { readonly key: string }> =>
  scan(lookup, root.children, { prefix: childPrefix(parent), ...range }).map(([key]) => {
    const [, order, id] = key.split("/")
    return { key, order: order!, id: id! }
  })

export const childrenOf = (lookup: Lookup, root: RevisionRoot, parent: string | null): ReadonlyArray<PageRecord> =>
  childrenIndex(lookup, root, parent).flatMap(({ id }) => get(lookup, root.pages, id) ?? [])

/** The pages above a page, the topmost first. */
export const ancestorsOf = (lookup: Lookup, root: RevisionRoot, page: PageRecord): ReadonlyArray<PageRecord> => {
  const ancestors: Array<PageRecord> = []
  for (let parent = page.parent; parent !== null; ) {
    const above: PageRecord | undefined = get(lookup, root.pages, parent)
    if (above === undefined) break
    ancestors.push(above)
    parent = above.parent
  }
  return ancestors.reverse()
}

/** Slugs from the root joined with `/`; `undefined` for a page that has none or does not exist. */
export const pagePath = (lookup: Lookup, root: RevisionRoot, id: string): string | undefined => {
  const page = get(lookup, root.pages, id)
  if (page === undefined || page.slug === "") return undefined
  return [...ancestorsOf(lookup, root, page), page].map(({ slug }) => slug).join("/")
}

/** The first page of type document, going down before going on. */
const homePage = (lookup: Lookup, root: RevisionRoot, parent: string | null = null): PageRecord | undefined => {
  let after: string | undefined
  for (;;) {
    // the first page is nearly always the one
    const limit = after === undefined ? 1 : 32
    const children = childrenIndex(lookup, root, parent, after === undefined ? { limit } : { limit, after })
    for (const { id } of children) {
      const page = get(lookup, root.pages, id)
      if (!lookup.complete()) return undefined
      const found = page?.type === "document" ? page : page && homePage(lookup, root, page.id)
      if (found !== undefined) return found
    }
    if (children.length < limit) return undefined
    after = children.at(-1)!.key
  }
}

/** The page at a path of slugs; the empty path is the home page. */
export const pageByPath = (lookup: Lookup, root: RevisionRoot, path: string): PageRecord | undefined => {
  if (path === "") return homePage(lookup, root)
  let id: string | null = null
  for (const slug of path.split("/")) {
    // an empty slug addresses nothing
    const next: string | undefined = slug === "" ? undefined : get(lookup, root.slugs, slugKey(id, slug))
    if (next === undefined) return undefined
    id = next
  }
  return id === null ? undefined : get(lookup, root.pages, id)
}

/** The whole tree. Reads every page and nothing else: the index of children is not needed for it. */
export const pageTree = (lookup: Lookup, root: RevisionRoot): ReadonlyArray<PageNode> => {
  interface Draft {
    readonly page: PageRecord
    path?: string
    readonly pages: Array<Draft>
  }
  const drafts = new Map<string | null, Draft>()
  for (const [id, page] of scan(lookup, root.pages)) drafts.set(id, { page, pages: [] })
  const top: Array<Draft> = []
  for (const draft of drafts.values()) {
    const siblings = draft.page.parent === null ? top : drafts.get(draft.page.parent)?.pages
    siblings?.push(draft)
  }
  // level by level and without recursion: nesting has no limit
  const place = (siblings: Array<Draft>, parentPath: string | undefined) => {
    siblings.sort((a, b) => compareOrder(a.page, b.page))
    for (const draft of siblings) {
      const { slug } = draft.page
      if (slug !== "") draft.path = parentPath === undefined ? slug : `${parentPath}/${slug}`
    }
  }
  place(top, undefined)
  const queue = [...top]
  for (const draft of queue) {
    place(draft.pages, draft.path)
    for (const child of draft.pages) queue.push(child)
  }
  return top
}
