import { SearchHit, SearchSpaceResult, SearchText } from "@octavo/core/content/search/SearchResult"
import { SiteSearchInput } from "@octavo/core/delivery/sites/searchScope"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

const query = { ...listQuery, query: SearchText }

export const SearchHitList = ListOf(SearchHit, "SearchPageResultList")
export const SearchSpaceResultList = ListOf(SearchSpaceResult, "SearchSpaceResultList")

/** Full-text search. */
export const SearchGroup = HttpApiGroup.make("search")
  .add(
    HttpApiEndpoint.get("searchSpaceContent", "/spaces/:spaceId/search", {
      params: { spaceId: Id },
      query,
      success: SearchHitList,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Search the content of a space",
        description: "The best page first: title over heading over body. Pages that say noIndex are not found."
      })
    ),
    HttpApiEndpoint.get("searchOrganizationContent", "/orgs/:organizationId/search", {
      params: { organizationId: Id },
      query,
      success: SearchSpaceResultList,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Search the spaces of an organization that the caller may read",
        description: "One item for each space with a match, with its best pages."
      })
    ),
    HttpApiEndpoint.post("searchSiteContent", "/orgs/:organizationId/sites/:siteId/search", {
      params: { organizationId: Id, siteId: Id },
      query: listQuery,
      payload: SiteSearchInput,
      success: SearchSpaceResultList,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Search what the visitors of a site see",
        description: "One item for each space with a match, with its best pages."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Search", description: "Words looked for in a space, in an organization, on a site." })
  )
