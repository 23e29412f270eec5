/** The feed of a page that has updates. */

import { Instance } from "@octavo/core/shared/Instance"
import type { PublishedLocation } from "@octavo/core/sites/PublishedSites"
import type { Root } from "@octavo/document"
import { withEarlierIds } from "@octavo/document"
import { Effect } from "effect"
import type { PageContent } from "../view.ts"
import { canonicalUrl } from "./addresses.ts"
import { plain } from "./answers.ts"
import { askingOf } from "./asking.ts"
import type { Contents, OpenIndex } from "./contents.ts"
import { type FeedFormat, feedFormats, updatesOf } from "./feed.ts"
import { spacesIn } from "./otherSpaces.ts"
import { makeResolver, pageHref } from "./resolver.ts"
import { type Around, languageOf, type Shown } from "./shown.ts"
import type { IndexedPage } from "./spaceIndex.ts"

/** Address of a feed of a page. */
const feedHref = (basePath: string, page: IndexedPage, { name }: FeedFormat): string =>
  `${pageHref(basePath, page)}${page.path === "" ? "" : "/"}${name}`

/** The feeds of a page with updates; none of another one. */
export const feedsOf = (basePath: string, page: IndexedPage, root: Root): PageContent["feeds"] =>
  updatesOf(root).length === 0
    ? []
    : feedFormats.map((format) => ({ href: feedHref(basePath, page, format), type: format.type }))

export const makePageFeed = Effect.fnUntraced(function* (contents: Contents) {
  const instance = yield* Instance

  /** `undefined` when the page has no updates. */
  return Effect.fnUntraced(function* (
    location: PublishedLocation,
    shown: Shown,
    index: OpenIndex,
    found: IndexedPage,
    format: FeedFormat,
    look: Around
  ) {
    const { page } = found
    const asking = askingOf(location.judge, index, page)
    const { parsed } = yield* contents.pageOf(index, page, asking.decide)
    if (updatesOf(parsed.root).length === 0) return undefined
    const base = canonicalUrl(instance, location)
    const from = page.git?.path ?? ""
    const included = yield* contents.includesOf(index, from, parsed.root, asking.decide)
    const includes = new Map(Array.from(included, ([path, { root }]) => [path, root]))
    yield* look.others.look(spacesIn([parsed, ...included.values()].flatMap(({ links }) => links)))
    const spaceAt = (spaceId: string) =>
      look.others.at(spaceId, (siteSpace) => canonicalUrl(instance, { ...location, siteSpace }))
    const around = { index, basePath: base, spaceAt, repositoryTree: shown.repositoryTree, includes }
    const text = format.render({
      id: withEarlierIds(`${shown.space.id} ${page.id}`),
      updatedAt: page.updatedAt,
      title: page.title,
      description: page.description,
      siteTitle: look.view.title,
      url: pageHref(base, found),
      feedUrl: feedHref(base, found, format),
      language: languageOf(shown, look),
      root: parsed.root,
      resolver: makeResolver(around, from, asking.textOf)
    })
    return plain(text, format.type)
  })
})
