/** Search of a site, over what its visitors see. */
import { Context, Effect, Layer } from "effect"
import { anonymousJudge } from "../../content/revisions/visibleContent.ts"
import { Search } from "../../content/search/Search.ts"
import type { SearchSpaceResult } from "../../content/search/SearchResult.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { Forbidden, Invalid, NotFound, StorageError } from "../../kernel/shared/errors.ts"
import type { ListParams, Page } from "../../kernel/shared/pagination.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
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
>()("@octavo/core/delivery/sites/SiteSearch") {
  static readonly layer = Layer.effect(
    SiteSearch,
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaceStore
      const pages = yield* Search
      const load = makeLoadSite(yield* Access, yield* SiteStore)

      const search = traced("SiteSearch.search")(function* (
        organizationId: string,
        siteId: string,
        input: SiteSearchInput,
        params: ListParams = {}
      ) {
        const { judge = anonymousJudge, site, view } = yield* load(organizationId, siteId, "site.search")
        const seen = yield* siteSpaces.all(site, { ...view, shownOnly: true })
        const chosen = inScope(
          seen.map(({ siteSpace }) => siteSpace),
          scopeOf(input)
        )
        const ids = [...new Set(chosen.map(({ spaceId }) => spaceId))]
        return yield* pages.published(ids, input.query, judge, params, chosen[0]?.language ?? undefined)
      })

      return SiteSearch.of({ search })
    })
  )
}
