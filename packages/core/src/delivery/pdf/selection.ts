/** Which pages of a space a PDF holds. Pure. */
import { Schema } from "effect"
import type { PageNode } from "../../content/revisions/model/PageTree.ts"

/** `page`: the page or group that is printed with what is below it, or everything; `only`: nothing of what is below. */
export const PdfScope = Schema.Struct({
  page: Schema.optional(Schema.String),
  only: Schema.optional(Schema.Boolean)
})
export type PdfScope = typeof PdfScope.Type

/** Most pages that one PDF holds. */
export const mostPages = 5_000

/**
 * Ids of the pages and groups that are printed, in reading order; `undefined` when the page is none that can be.
 * Hidden pages, and those that only some visitors see, are printed when they are asked for by name.
 */
export const selectPages = (tree: ReadonlyArray<PageNode>, scope: PdfScope): ReadonlyArray<string> | undefined => {
  if (scope.page === undefined) return shown(tree)
  const found = find(tree, scope.page)
  if (found === undefined || (found.page.type !== "document" && found.page.type !== "group")) return undefined
  return scope.only === true ? [found.page.id] : [found.page.id, ...shown(found.pages)]
}

const shown = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<string> =>
  nodes.flatMap(({ page, pages }) => {
    if (page.hidden === true || page.condition !== undefined) return []
    const below = shown(pages)
    if (page.type === "document") return [page.id, ...below]
    // a group is a name for what is below it
    return page.type === "group" && below.length > 0 ? [page.id, ...below] : []
  })

const find = (nodes: ReadonlyArray<PageNode>, id: string): PageNode | undefined => {
  for (const node of nodes) {
    const found = node.page.id === id ? node : find(node.pages, id)
    if (found !== undefined) return found
  }
  return undefined
}
