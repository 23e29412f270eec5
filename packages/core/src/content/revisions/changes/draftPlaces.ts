/** Where the pages of a draft are: their place among others, their paths, and what their links lead to. */
import { titleToSlug } from "@octavo/document"
import { positionBetween } from "../../../kernel/shared/position.ts"
import type { Draft } from "../model/Draft.ts"
import type { Lookup } from "../model/Nodes.ts"
import { slugKey } from "../model/PageTree.ts"
import { get } from "../model/PersistentMap.ts"
import type { PageRecord, PathEntry, RevisionRoot } from "../model/Records.ts"
import { isOrderKey, siblingsOrder } from "../model/SiblingOrder.ts"
import { type LinkSpace, storedHref } from "./links.ts"
import { slugProblem } from "./pageFields.ts"

/** Puts a page among the children of its parent; the others keep their keys. */
export const putAt = (draft: Draft, page: PageRecord, index: number | undefined): void => {
  const others = draft.children(page.parent).filter(({ id }) => id !== page.id)
  const at = Math.min(index ?? others.length, others.length)
  const [before, after] = [others[at - 1]?.order ?? null, others[at]?.order ?? null]
  const keys = [before, after].filter((key) => key !== null)
  if (keys.every(isOrderKey) && (before === null || after === null || before < after)) {
    draft.setPage({ ...page, order: positionBetween(before, after) })
    return
  }
  // two siblings have one key, and nothing fits between
  const ids = others.map(({ id }) => id)
  ids.splice(at, 0, page.id)
  const known = new Map(others.map(({ id, order }) => [id, order]))
  siblingsOrder(others, ids).forEach((order, i) => {
    if (ids[i] === page.id) draft.setPage({ ...page, order })
    else if (known.get(ids[i]!) !== order) {
      const sibling = draft.page(ids[i]!)
      if (sibling !== undefined) draft.setPage({ ...sibling, order })
    }
  })
}

/** A page and those above it. */
export const pathUp = (draft: Draft, id: string | null): ReadonlyArray<string> => {
  const path: Array<string> = []
  for (let one = id; one !== null && !path.includes(one); one = draft.page(one)?.parent ?? null) path.push(one)
  return path
}

/** A page and all below it. */
export const subtree = (draft: Draft, id: string): ReadonlyArray<string> => {
  const ids = [id]
  for (const one of ids) for (const child of draft.children(one)) ids.push(child.id)
  return ids
}

/** The child with a slug, as the draft has it. */
const childAt = (lookup: Lookup, root: RevisionRoot, draft: Draft, parent: string | null, slug: string) => {
  const known = get(lookup, root.slugs, slugKey(parent, slug))
  const page = known === undefined ? undefined : draft.page(known)
  if (page?.parent === parent && page.slug === slug) return known
  for (const [id, one] of draft.pages) if (one?.parent === parent && one.slug === slug) return id
  return undefined
}

/** By slugs; the empty path is the home page. */
export const pageAt = (lookup: Lookup, root: RevisionRoot, draft: Draft, path: string): string | undefined => {
  if (path === "") return homeOf(draft, null)
  let id: string | null = null
  for (const slug of path.split("/")) {
    const next: string | undefined = slug === "" ? undefined : childAt(lookup, root, draft, id, slug)
    if (next === undefined) return undefined
    id = next
  }
  return id ?? undefined
}

/** The first document page, going down before going on. */
const homeOf = (draft: Draft, parent: string | null): string | undefined => {
  for (const { id } of draft.children(parent)) {
    const found = draft.page(id)?.type === "document" ? id : homeOf(draft, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** A slug of the title that no other child of its parent has. */
export const freeSlug = (lookup: Lookup, root: RevisionRoot, draft: Draft, page: PageRecord): string => {
  const derived = Array.from(titleToSlug(page.title)).slice(0, 100).join("")
  const slug = derived === "" || slugProblem(derived) !== undefined ? "page" : derived
  const isTaken = (one: string) => ![undefined, page.id].includes(childAt(lookup, root, draft, page.parent, one))
  if (!isTaken(slug)) return slug
  for (let n = 1; ; n++) if (!isTaken(`${slug}-${n}`)) return `${slug}-${n}`
}

/** What has a path in the repository, as the draft has it. */
export const atGitPath = (lookup: Lookup, root: RevisionRoot, draft: Draft, path: string): PathEntry | undefined => {
  const entry = get(lookup, root.paths, path)
  if (entry === undefined) return undefined
  const record =
    entry.kind === "page"
      ? draft.page(entry.id)
      : entry.kind === "file"
        ? draft.file(entry.id)
        : draft.reusableContent(entry.id)
  return record?.git?.path === path ? entry : undefined
}

/** Where destinations of a text start: its file, or the one that it would be if slugs were names. */
type TextPlace = Pick<LinkSpace, "gitPath" | "virtualPath">

/** Where those of a page's text start. */
export const placed = (draft: Draft, page: PageRecord): TextPlace => {
  const slugs = pathUp(draft, page.id).map((id) => draft.page(id)?.slug ?? "")
  const path = slugs.reverse().join("/")
  return {
    gitPath: page.git?.path,
    virtualPath: draft.children(page.id).length > 0 ? `${path}/README.md` : `${path}.md`
  }
}

/**
 * How the hrefs in a text are stored.
 * @param kept the hrefs that the text had before
 */
export const hrefRewriter = (
  lookup: Lookup,
  root: RevisionRoot,
  draft: Draft,
  place: TextPlace,
  refs: LinkSpace["refs"],
  kept: ReadonlySet<string>
): ((href: string) => string | undefined) => {
  const space: LinkSpace = {
    ...place,
    hasPage: (id) => draft.page(id) !== undefined,
    hasFile: (id) => draft.file(id) !== undefined,
    hasGitPath: (one) => atGitPath(lookup, root, draft, one) !== undefined,
    isKept: (href) => kept.has(href),
    // a group has no file that its id could become when it is exported
    pageAt: (one) => {
      const id = pageAt(lookup, root, draft, one)
      return id !== undefined && draft.page(id)?.type === "document" ? id : undefined
    },
    refs
  }
  return (href) => storedHref(href, space)
}
