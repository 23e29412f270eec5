/** The feed of a page that has updates. */

import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { computeAsking } from "@octavo/core/kernel/compute/Compute"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { withEarlierIds } from "@octavo/document"
import { makePageEvaluator } from "@octavo/render/pageEvaluator"
import { makeResolver, pageHref } from "@octavo/render/resolver"
import type { IndexedPage } from "@octavo/render/spaceIndex"
import { Effect } from "effect"
import { answersOf } from "../drawing/answers.ts"
import { feedTask } from "../drawing/tasks.ts"
import type { PageContent } from "../view.ts"
import { canonicalUrl } from "./addresses.ts"
import { plain } from "./answers.ts"
import type { Contents, OpenIndex } from "./contents.ts"
import { type FeedFormat, feedFormats, updatesOf } from "./feed.ts"
import { spacesIn } from "./otherSpaces.ts"
import { languageOf, type PageContext, type PublishedContent } from "./pageContext.ts"

/** Address of a feed of a page. */
const feedHref = (basePath: string, page: IndexedPage, { name }: FeedFormat): string =>
  `${pageHref(basePath, page)}${page.path === "" ? "" : "/"}${name}`

/** The feeds of a page with updates. */
export const feedsOf = (basePath: string, page: IndexedPage): PageContent["feeds"] =>
  feedFormats.map((format) => ({ href: feedHref(basePath, page, format), type: format.type }))

export const makePageFeed = Effect.fnUntraced(function* (contents: Contents, asFiles: boolean) {
  const instance = yield* Instance

  /** `undefined` when the page has no updates. */
  return Effect.fnUntraced(function* (
    location: PublishedLocation,
    shown: PublishedContent,
    index: OpenIndex,
    found: IndexedPage,
    format: FeedFormat,
    look: PageContext
  ) {
    const { page } = found
    const evaluator = makePageEvaluator(location.judge, index, page)
    const base = canonicalUrl(instance, location)
    const from = page.git?.path ?? ""
    const addressOf = (siteSpace: PublishedLocation["siteSpace"]) => canonicalUrl(instance, { ...location, siteSpace })
    const spaceAt = (spaceId: string) => look.otherSpaces.at(spaceId, addressOf)
    const outside = (path: string) => look.otherSpaces.outside(path, addressOf)
    const pictures = (yield* contents.picturesOf(shown.space.id)).byUrl
    const place = { index, basePath: base, spaceAt, outside, pictures, repositoryTree: shown.repositoryTree }
    const source = {
      // the space of a folder is another one each time
      id: withEarlierIds(`${asFiles ? base : shown.space.id} ${page.id}`),
      updatedAt: (yield* contents.writtenOf(shown.space.id, page)).updatedAt,
      title: page.title,
      description: page.description,
      siteTitle: look.view.title,
      url: pageHref(base, found),
      feedUrl: feedHref(base, found, format),
      language: languageOf(shown, look)
    }
    const text = yield* contents.textOf(index, page)
    const short = yield* contents.shortOf(index, from, text, evaluator.decide)
    const drawHere = Effect.fnUntraced(function* ({ included, parsed }: NonNullable<typeof short>) {
      const { root } = parsed
      if (updatesOf(root).length === 0) return undefined
      yield* look.otherSpaces.look(spacesIn([parsed, ...included.values()].flatMap(({ links }) => links)))
      const resolver = makeResolver({ ...place, includes: included }, from, evaluator.textOf)
      return format.render({ ...source, root, resolver })
    })
    const drawElsewhere = computeAsking(
      feedTask,
      { text, from, format: format.name, source },
      answersOf(
        {
          shown: contents.answeringIn(location.site.organizationId, index, {
            resolver: (file) => makeResolver({ ...place, includes: new Map() }, file, evaluator.textOf)
          })
        },
        evaluator.decide,
        look.otherSpaces.look
      ),
      Number.POSITIVE_INFINITY,
      `site ${location.site.id}`
    )
    const drawn = short === undefined ? yield* drawElsewhere : yield* drawHere(short)
    return drawn === undefined ? undefined : plain(drawn, format.type)
  })
})
