/** Search of a site, over what its visitors see. */
import { Context, Effect, Layer } from "effect"
import { nobody } from "../content/seen.ts"
import { Access } from "../permissions/Access.ts"
import { Search } from "../search/Search.ts"
import type { SearchSpaceResult } from "../search/SearchResult.ts"
import type { CurrentActor } from "../shared/Actor.ts"
import type { Forbidden, Invalid, NotFound, StorageError } from "../shared/errors.ts"
import type { ListParams, Page } from "../shared/pagination.ts"
import { makeLoadSite } from "./loadSite.ts"
import { SiteSpaceStore } from "./SiteSpaceStore.ts"
import { SiteStore } from "./SiteStore.ts"
import { inScope, type SiteSearchInput, scopeOf } from "./searchScope.ts"

export class SiteSearch extends Context.Service<
  SiteSearch,
  {
    /**
     * The spaces of a site with pages that match. The bearer of a site's token finds what that visitor is shown; members
     * find, in the spaces that they may read, what is shown to somebody of whom nothing is known.
     */
    readonly search: (
      organizationId: string,
      siteId: string,
      input: SiteSearchInput,
      params?: ListParams
    ) => Effect.Effect<Page<SearchSpaceResult>, Forbidden | NotFound | Invalid | StorageError, CurrentActor>
  }
>()("@octavo/core/sites/SiteSearch") {
  static readonly layer = Layer.effect(
    SiteSearch,
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaceStore
      const pages = yield* Search
      const load = makeLoadSite(yield* Access, yield* SiteStore)

      const search = Effect.fn("SiteSearch.search")(function* (
        organizationId: string,
        siteId: string,
        input: SiteSearchInput,
        params: ListParams = {}
      ) {
        const { judge = nobody, site, view } = yield* load(organizationId, siteId, "site.search")
        const seen = yield* siteSpaces.all(site, { ...view, shownOnly: true })
        const chosen = inScope(
          seen.map(({ siteSpace }) => siteSpace),
          scopeOf(input)
        )
        return yield* pages.published([...new Set(chosen.map(({ spaceId }) => spaceId))], input.query, judge, params)
      })

      return SiteSearch.of({ search })
    })
  )
}
