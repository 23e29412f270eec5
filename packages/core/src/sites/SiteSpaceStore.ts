import { Context, type Effect } from "effect"
import type { StorageError } from "../shared/errors.ts"
import type { Slice, Sliced } from "../shared/pagination.ts"
import type { SiteRecord } from "./Site.ts"
import type { NewSiteSpace, SiteSpacePatch, SiteSpaceRecord, SiteSpaceWithSpace } from "./SiteSpace.ts"
import type { SiteView } from "./SiteStore.ts"

/** The port of the spaces on a site. */
export class SiteSpaceStore extends Context.Service<
  SiteSpaceStore,
  {
    /** Those that the view lets see, in order; key `[position, id]`. */
    readonly list: (
      site: SiteRecord,
      view: SiteView,
      filter: { readonly default?: boolean | undefined },
      slice: Slice
    ) => Effect.Effect<Sliced<SiteSpaceWithSpace>, StorageError>
    /** All that the view lets see, in order. */
    readonly all: (site: SiteRecord, view: SiteView) => Effect.Effect<ReadonlyArray<SiteSpaceWithSpace>, StorageError>
    readonly get: (
      site: SiteRecord,
      siteSpaceId: string,
      view: SiteView
    ) => Effect.Effect<SiteSpaceWithSpace | undefined, StorageError>
    /** Every site space of the site, in order, also of deleted spaces: what new ones must not collide with. */
    readonly places: (
      siteId: string
    ) => Effect.Effect<ReadonlyArray<Pick<SiteSpaceRecord, "id" | "spaceId" | "path" | "position">>, StorageError>
    /** Everywhere that the space is on a site, shown or not, in the order of ids. */
    readonly showing: (spaceId: string) => Effect.Effect<ReadonlyArray<SiteSpaceRecord>, StorageError>
    readonly insert: (siteSpaces: ReadonlyArray<NewSiteSpace>) => Effect.Effect<void, StorageError>
    readonly update: (siteSpaceId: string, patch: SiteSpacePatch) => Effect.Effect<void, StorageError>
    /** Removes it; was it the default, the next in order becomes that, one that visitors are shown if there is any. */
    readonly remove: (siteId: string, siteSpaceId: string) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/sites/SiteSpaceStore") {}
