/** The pages of a space, as a tree to go through. Pure. */

import type { ListedPage } from "./api.ts"
import type { TreePages } from "./pageTree.ts"
import { emojiOf } from "./spaces.ts"
import type { TreeNode } from "./tree.ts"

/** Pages with what is below them; of computed ones nothing is listed. @param pathAddress of a page, by its path */
export const pageNodes = (pages: TreePages, pathAddress: (path: string) => string): ReadonlyArray<TreeNode> =>
  pages.flatMap((page): ReadonlyArray<TreeNode> => {
    const { hidden, href, id, path = "", type } = page
    const common = {
      id,
      title: page.title === "" ? "Untitled" : page.title,
      emoji: emojiOf(page.emoji),
      note: hidden === true ? "Hidden" : undefined
    }
    const children = pageNodes(page.pages ?? [], pathAddress)
    switch (type) {
      case "document":
        return [{ ...common, href: pathAddress(path), children }]
      case "group":
        return [{ ...common, kind: "group", children }]
      case "link":
        return [{ ...common, kind: "link", href, children: [] }]
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

/** Pages with a text to choose from, each with how deep it stands, in order. */
export const pageChoices = (
  pages: ReadonlyArray<ListedPage>,
  level = 0
): ReadonlyArray<readonly [id: string, label: string]> =>
  pages.flatMap((page) => [
    ...(page.type === "document" ? [[page.id, `${"– ".repeat(level)}${page.title || "Untitled"}`] as const] : []),
    ...(page.type === "document" || page.type === "group" ? pageChoices(page.pages, level + 1) : [])
  ])

/** Whether two lists name the same pages in the same places: when they were written does not matter. */
export const isSameTree = (one: ReadonlyArray<ListedPage>, other: ReadonlyArray<ListedPage>): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every((page, at) => {
      const beside = other[at]!
      const [below, belowOther] = [pagesBelow(page), pagesBelow(beside)]
      return shownFields.every((field) => said(page, field) === said(beside, field)) && isSameTree(below, belowOther)
    }))

const shownFields = ["id", "type", "title", "path", "emoji", "icon", "hidden"]

const said = (page: object, field: string): unknown => (page as { readonly [field: string]: unknown })[field]

const pagesBelow = (page: ListedPage): ReadonlyArray<ListedPage> => ("pages" in page ? page.pages : [])

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

/** The pages that stand beside a page, itself among them. */
export const siblingsOf = (pages: ReadonlyArray<ListedPage>, id: string): ReadonlyArray<ListedPage> => {
  if (pages.some((page) => page.id === id)) return pages
  for (const page of pages) {
    if (page.type !== "document" && page.type !== "group") continue
    const below = siblingsOf(page.pages, id)
    if (below.length > 0) return below
  }
  return []
}
