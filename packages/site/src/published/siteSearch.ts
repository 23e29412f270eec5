/** Search on a published site: what its visitors see, in the section and variant that the reader is in. */

import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import { pageCount, resultsOnPage } from "@octavo/core/content/search/resultPages"
import { Search } from "@octavo/core/content/search/Search"
import type { SearchHit } from "@octavo/core/content/search/SearchResult"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { inScope } from "@octavo/core/delivery/sites/searchScope"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { pageHref } from "@octavo/render/resolver"
import type { SpaceIndex } from "@octavo/render/spaceIndex"
import { Effect } from "effect"
import type { Findings, FoundGroup, FoundPage, FoundText, OtherPage } from "../page/search.ts"
import type { Contents } from "./contents.ts"
import type { makeLooks } from "./look.ts"
import { baseOf, languageOf, titleOf } from "./pageContext.ts"

/** Longest query that is looked for (`docs/contributing/wire.md#parameters`); what is more is left out. */
const longestQuery = 512
/** Sections that are shown of a page. */
const sectionsOfPage = 3

/** Pages of a site space that are shown while somebody types. */
const resultsAtFirst = 10
/** Pages to go on with. */
const mostOthers = 5

/** The words that a query string asks for. */
export const searchQuery = (query: string): string =>
  Array.from((new URLSearchParams(query).get("q") ?? "").trim())
    .slice(0, longestQuery)
    .join("")

export const makeSiteSearch = Effect.fnUntraced(function* (
  contents: Contents,
  lookOf: Effect.Success<ReturnType<typeof makeLooks>>["lookOf"]
) {
  const search = yield* Search

  /** @param asked number of a page of results; the beginning of each part where there is none */
  return Effect.fnUntraced(function* (
    location: PublishedLocation,
    query: string,
    asked?: number
  ): Effect.fn.Return<Findings, StorageError> {
    const most = asked === undefined ? resultsAtFirst : resultsOnPage
    const scope = { mode: "default", currentSiteSpace: location.siteSpace.id } as const
    const chosen = inScope(location.siteSpaces, scope)
    const current = yield* contents.shownAt(location.siteSpace)
    const language = current === null ? undefined : languageOf(current, yield* lookOf(location))
    const ids = [...new Set(chosen.map(({ spaceId }) => spaceId))]
    const reading = location.siteSpace.spaceId
    const find = (page: number) =>
      search.forReaders(ids, query, location.judge, { language, most, skip: (page - 1) * most, reading })
    let page = asked ?? 1
    let { meant, others, spaces } = yield* find(page)
    const pages = pageCount(spaces.map(({ count }) => count))
    if (page > pages) {
      page = pages
      ;({ meant, others, spaces } = yield* find(page))
    }
    const groups: Array<FoundGroup> = []
    let all = others.count
    let parts = others.spaces
    for (const { count, id, pages: hits } of spaces) {
      const siteSpace = chosen.find(({ spaceId }) => spaceId === id)
      const shown = siteSpace && (yield* contents.shownAt(siteSpace))
      if (siteSpace === undefined || shown === undefined || shown === null) continue
      const index = yield* contents.indexOf(shown, location.judge)
      const base = baseOf(location, siteSpace)
      const found = hits.flatMap((hit) => foundPage(index, base, hit) ?? [])
      // all that it has may be on an earlier page
      if (found.length === 0 && hits.length > 0) continue
      if (found.length > 0) groups.push({ title: titleOf(location, siteSpace), pages: found })
      all += count
      parts++
    }
    return { groups, parts, count: all, meant, page, pages }
  })
})

export type SiteSearch = Effect.Success<ReturnType<typeof makeSiteSearch>>

/** The first pages of a space, one of each branch before others, for who found nothing. */
export const firstPages = ({ pageById, reading, tree }: SpaceIndex, base: string): ReadonlyArray<OtherPage> => {
  const firstOf = ({ page, pages }: PageNode): string | undefined =>
    page.hidden === true ? undefined : page.type === "document" ? page.id : firstAmong(pages)
  const firstAmong = (nodes: ReadonlyArray<PageNode>): string | undefined => {
    for (const node of nodes) {
      const found = firstOf(node)
      if (found !== undefined) return found
    }
    return undefined
  }
  const branches = tree.flatMap((node) => firstOf(node) ?? [])
  return [...new Set([...branches, ...reading.slice(0, mostOthers).map(({ page }) => page.id)])]
    .slice(0, mostOthers)
    .map((id) => pageById.get(id)!)
    .map((one) => ({ title: one.page.title, href: pageHref(base, one) }))
}

/** A hit as it is shown; `undefined` when the page has gone since it was indexed. */
const foundPage = (index: SpaceIndex, base: string, hit: SearchHit): FoundPage | undefined => {
  const page = index.pageById.get(hit.id)
  if (page === undefined) return undefined
  const sections = hit.sections ?? []
  const beginning = sections.find(({ id }) => id === hit.id)
  const lead: FoundText =
    beginning === undefined
      ? { text: hit.description, highlights: [] }
      : { text: beginning.body, highlights: beginning.highlights }
  return {
    title: hit.title,
    href: pageHref(base, page),
    above: hit.ancestors.map(({ title }) => title),
    lead,
    sections: sections
      .filter((section) => section !== beginning)
      .slice(0, sectionsOfPage)
      .map(({ body, highlights, id, title }) => ({ title, href: pageHref(base, page, id), text: body, highlights }))
  }
}
