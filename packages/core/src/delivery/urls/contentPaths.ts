/** Between an address on a site and the path of its page in the space: they differ where a home page was chosen. */
import { Effect } from "effect"
import { missingIsDamage } from "../../content/revisions/missingIsDamage.ts"
import type { Revision } from "../../content/revisions/model/RevisionTree.ts"
import { visiblePage } from "../../content/revisions/visibleContent.ts"
import { makeLiveContent } from "../../content/space-content/liveContent.ts"
import { homeOf } from "../site-records/homePage.ts"
import type { PublishedLocation } from "../sites/PublishedSites.ts"

type At = Pick<PublishedLocation, "siteSpace" | "rest" | "judge"> & {
  /** What the space shows there: a draft, or an older revision; its primary content without it. */
  readonly content?: Pick<Revision, "page" | "pageByPath" | "pathOf"> | undefined
}

export const makeContentPaths = Effect.gen(function* () {
  const contentOf = yield* makeLiveContent

  /** Path of the chosen home page, while there is one that the visitor is shown. */
  const chosen = Effect.fnUntraced(function* ({ content, judge, siteSpace }: At) {
    const { pageId, spaceId } = siteSpace
    const tree = pageId === null ? undefined : (content ?? (yield* contentOf(spaceId)))
    if (tree === undefined) return undefined
    const page = yield* missingIsDamage(Effect.flatMap(homeOf(tree, pageId), (home) => visiblePage(tree, judge, home)))
    return page?.id === pageId ? yield* missingIsDamage(tree.pathOf(page.id)) : undefined
  })

  return {
    /** Segments of the path of an address's content in its space. */
    pathOf: (at: At) =>
      Effect.map(at.rest.length === 0 ? chosen(at) : Effect.undefined, (home) => home?.split("/") ?? at.rest),
    /** Segments of the one address of that content below the site space: none for the home page. */
    addressOf: (at: At) =>
      Effect.map(at.rest.length === 0 ? Effect.undefined : chosen(at), (home) =>
        home === at.rest.join("/") ? [] : at.rest
      )
  }
})
