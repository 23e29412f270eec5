/** Content as somebody sees it for whom some of its conditions hold. Pure. */
import type { Judge, Surrounding } from "../conditions/Judge.ts"
import type { PageNode } from "./model/PageTree.ts"
import type { PageRecord } from "./model/Records.ts"

/** Whether a page's own condition holds; what it is in may hide it all the same. */
export const holds = (judge: Judge, page: Pick<PageRecord, "condition">): boolean =>
  page.condition === undefined || judge.decide(page.condition) === true

/**
 * The tree without pages whose condition does not hold, and without all below them. A group that has lost all of its
 * pages tells nothing but that there are some: it goes too.
 */
export const seenNodes = (
  nodes: ReadonlyArray<PageNode>,
  isShown: (page: PageRecord) => boolean
): ReadonlyArray<PageNode> =>
  nodes.flatMap((node) => {
    if (!isShown(node.page)) return []
    const pages = seenNodes(node.pages, isShown)
    return node.page.type === "group" && pages.length === 0 && node.pages.length > 0 ? [] : [{ ...node, pages }]
  })

/** What the variables of a space and of a page are to its expressions. */
export const surrounding = (
  space: Readonly<Record<string, string>>,
  page: Readonly<Record<string, string>> | undefined
): Surrounding => ({ space: { vars: space }, page: { vars: page ?? {} } })
