/** The pages of a space, as a tree to go through. Pure. */

import { pageAddress } from "./addresses.ts"
import type { ListedPage } from "./api.ts"
import type { TreeNode } from "./tree.ts"

/** Pages with what is below them; of computed ones nothing is listed. */
export const pageTree = (space: string, pages: ReadonlyArray<ListedPage>): ReadonlyArray<TreeNode> =>
  pages.flatMap((page): ReadonlyArray<TreeNode> => {
    const { emoji, id } = page
    const title = page.title === "" ? "Untitled" : page.title
    switch (page.type) {
      case "document":
        return [{ id, title, emoji, href: pageAddress(space, page.path), children: pageTree(space, page.pages) }]
      case "group":
        return [{ id, title, emoji, kind: "group", children: pageTree(space, page.pages) }]
      case "link":
        return [{ id, title, emoji, kind: "link", href: page.href, children: [] }]
      case "computed":
        return []
    }
  })

/** The page that a space opens with: the first one that has a text. */
export const firstPage = (pages: ReadonlyArray<ListedPage>): Extract<ListedPage, { type: "document" }> | undefined => {
  for (const page of pages) {
    if (page.type === "document") return page
    const below = page.type === "group" ? firstPage(page.pages) : undefined
    if (below !== undefined) return below
  }
  return undefined
}

/** All pages with a text, by id. */
export const pagesById = (
  pages: ReadonlyArray<ListedPage>
): ReadonlyMap<string, Extract<ListedPage, { type: "document" }>> => {
  const found = new Map<string, Extract<ListedPage, { type: "document" }>>()
  const add = (page: ListedPage): void => {
    if (page.type === "document") found.set(page.id, page)
    if (page.type === "document" || page.type === "group") page.pages.forEach(add)
  }
  pages.forEach(add)
  return found
}

/** Titles of what a page is below, from the root, with their pages. */
export const ancestorsOf = (
  pages: ReadonlyArray<ListedPage>,
  id: string
): ReadonlyArray<Extract<ListedPage, { type: "document" | "group" }>> | undefined => {
  for (const page of pages) {
    if (page.id === id) return []
    if (page.type !== "document" && page.type !== "group") continue
    const below = ancestorsOf(page.pages, id)
    if (below !== undefined) return [page, ...below]
  }
  return undefined
}
