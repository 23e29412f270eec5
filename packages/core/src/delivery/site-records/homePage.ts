/**
 * What the root of a site space shows: the page that was chosen for it, as long as there is such a document in the
 * content that the space shows; else the first page.
 */
import { Effect } from "effect"
import { missingIsDamage } from "../../content/revisions/missingIsDamage.ts"
import type { ObjectsError } from "../../content/revisions/model/Objects.ts"
import type { PageRecord } from "../../content/revisions/model/Records.ts"
import type { Revision } from "../../content/revisions/model/RevisionTree.ts"
import { makeLiveContent } from "../../content/space-content/liveContent.ts"
import { Invalid } from "../../kernel/shared/errors.ts"

/** The page at the root of a site space; `undefined` for content without pages. */
export const homeOf = Effect.fnUntraced(function* (
  tree: Pick<Revision, "page" | "pageByPath">,
  pageId: string | null
): Effect.fn.Return<PageRecord | undefined, ObjectsError> {
  const chosen = pageId === null ? undefined : yield* tree.page(pageId)
  return chosen?.type === "document" ? chosen : yield* tree.pageByPath("")
})

/** The page at a path below a site space: its own, or the root. */
export const pageAtPath = (
  tree: Pick<Revision, "page" | "pageByPath">,
  pageId: string | null,
  path: string
): Effect.Effect<PageRecord | undefined, ObjectsError> => (path === "" ? homeOf(tree, pageId) : tree.pageByPath(path))

/** Checks that a page can be the home page of a site space that shows the space. */
export const makeCheckHome = Effect.gen(function* () {
  const contentOf = yield* makeLiveContent
  return Effect.fnUntraced(function* (spaceId: string, pageId: string) {
    const tree = yield* contentOf(spaceId)
    const page = tree && (yield* missingIsDamage(tree.page(pageId)))
    if (page?.type === "document") return
    const message = "must be the id of a document page in the primary content of the space"
    return yield* new Invalid({ message: `pageId ${message}`, details: [{ path: "pageId", message }] })
  })
})
