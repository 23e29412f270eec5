import { SearchHitList, SearchSpaceResultList } from "@octavo/api/search"
import { Search } from "@octavo/core/content/search/Search"
import { SiteSearch } from "@octavo/core/delivery/sites/SiteSearch"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { reply } from "./reply.ts"

const hits = reply(SearchHitList)
const spaces = reply(SearchSpaceResultList)

export const searchHandlers = groupHandlers(
  "search",
  Effect.fn(function* (handlers) {
    const search = yield* Search
    const siteSearch = yield* SiteSearch
    return handlers.handleAll({
      searchSpaceContent: ({ params, query: { query, ...list } }) =>
        Effect.map(search.space(params.spaceId, query, list), (found) => hits(found)),
      searchOrganizationContent: ({ params, query: { query, ...list } }) =>
        Effect.map(search.organization(params.organizationId, query, list), (found) => spaces(found)),
      searchSiteContent: ({ params, payload, query }) =>
        Effect.map(siteSearch.search(params.organizationId, params.siteId, payload, query), (found) => spaces(found))
    })
  })
)
