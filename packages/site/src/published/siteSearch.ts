/** Search on a published site: what its visitors see, in the section and variant that the reader is in. */

import { ofReadPart } from "@octavo/core/content/search/rank"
import { Search } from "@octavo/core/content/search/Search"
import type { SearchHit, SearchSpaceResult } from "@octavo/core/content/search/SearchResult"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { inScope } from "@octavo/core/delivery/sites/searchScope"
import { pageHref } from "@octavo/render/resolver"
import type { SpaceIndex } from "@octavo/render/spaceIndex"
import { Effect } from "effect"
import type { FoundGroup, FoundPage, FoundText } from "../page/search.ts"
import type { Contents } from "./contents.ts"
import type { makeLooks } from "./look.ts"
import { baseOf, languageOf, titleOf } from "./pageContext.ts"

/** Longest query that is looked for (`docs/contributing/wire.md#parameters`); what is more is left out. */
const longestQuery = 512
/** Sections that are shown of a page. */
const sectionsOfPage = 3

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

  return Effect.fnUntraced(function* (location: PublishedLocation, query: string) {
    const scope = { mode: "default", currentSiteSpace: location.siteSpace.id } as const
    const chosen = inScope(location.siteSpaces, scope)
    const current = yield* contents.shownAt(location.siteSpace)
    const language = current === null ? undefined : languageOf(current, yield* lookOf(location))
    const { items } = yield* search
      .published([...new Set(chosen.map(({ spaceId }) => spaceId))], query, location.judge, {}, language)
      .pipe(Effect.catchTag("Invalid", () => Effect.succeed({ items: [] })))
    const worth = ({ id, score }: SearchSpaceResult) => score * (id === location.siteSpace.spaceId ? ofReadPart : 1)
    const groups: Array<FoundGroup> = []
    // the sort is stable
    for (const { id, pages } of items.toSorted((a, b) => worth(b) - worth(a))) {
      const siteSpace = chosen.find(({ spaceId }) => spaceId === id)
      const shown = siteSpace && (yield* contents.shownAt(siteSpace))
      if (siteSpace === undefined || shown === undefined || shown === null) continue
      const index = yield* contents.indexOf(shown, location.judge)
      const base = baseOf(location, siteSpace)
      const found = pages.flatMap((hit) => foundPage(index, base, hit) ?? [])
      if (found.length > 0) groups.push({ title: titleOf(location, siteSpace), pages: found })
    }
    return groups
  })
})

export type SiteSearch = Effect.Success<ReturnType<typeof makeSiteSearch>>

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
