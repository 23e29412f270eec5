/** The part of content that a visitor sees: pages whose conditions hold, and what is below them. Pure. */
import * as Effect from "effect/Effect"
import { type Judge, makeJudge, type VariableScope } from "../../kernel/conditions/Judge.ts"
import { anonymous } from "../../kernel/conditions/Visitor.ts"
import type { ObjectsError } from "./model/Objects.ts"
import type { PageNode } from "./model/PageTree.ts"
import type { PageRecord } from "./model/Records.ts"
import type { Revision } from "./model/RevisionTree.ts"

/** Decides for somebody of whom nothing is known. */
export const anonymousJudge: Judge = makeJudge(anonymous, { adaptiveContent: false, schema: undefined })

/** Whether a page's own condition holds; what it is in may hide it all the same. */
export const conditionHolds = (judge: Judge, page: Pick<PageRecord, "condition">): boolean =>
  page.condition === undefined || judge.decide(page.condition) === true

/** A page that is shown: neither it nor what it is in is under a condition that does not hold. Everything, without judge. */
export const visiblePage = Effect.fnUntraced(function* (
  tree: Pick<Revision, "page">,
  judge: Judge | undefined,
  page: PageRecord | undefined
): Effect.fn.Return<PageRecord | undefined, ObjectsError> {
  for (let at = page; judge !== undefined && at !== undefined; ) {
    if (!conditionHolds(judge, at)) return undefined
    at = at.parent === null ? undefined : yield* tree.page(at.parent)
  }
  return page
})

/**
 * The tree without pages whose condition does not hold, and without all below them. A group that has lost all of its
 * pages tells nothing but that there are some: it goes too.
 */
export const visibleNodes = (
  nodes: ReadonlyArray<PageNode>,
  isShown: (page: PageRecord) => boolean
): ReadonlyArray<PageNode> =>
  nodes.flatMap((node) => {
    if (!isShown(node.page)) return []
    const pages = visibleNodes(node.pages, isShown)
    return node.page.type === "group" && pages.length === 0 && node.pages.length > 0 ? [] : [{ ...node, pages }]
  })

/** What the variables of a space and of a page are to its expressions. */
export const variableScope = (
  space: Readonly<Record<string, string>>,
  page: Readonly<Record<string, string>> | undefined
): VariableScope => ({ space: { vars: space }, page: { vars: page ?? {} } })
