import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { SiteRecord } from "./Site.ts"
import type { NewSiteSpace, SiteSpacePatch, SiteSpaceRecord, SiteSpaceWithSpace } from "./SiteSpace.ts"
import type { SiteView } from "./SiteStore.ts"

/** Where a space is on a site. */
export type SiteSpacePlace = Pick<
  SiteSpaceRecord,
  "id" | "spaceId" | "sectionId" | "path" | "position" | "title" | "pageId" | "versionOf"
>

/** The port of the spaces on a site. */
export class SiteSpaceStore extends Context.Service<
  SiteSpaceStore,
  {
    /** All that the view lets see, by their positions; those of several sections stand between each other. */
    readonly all: (site: SiteRecord, view: SiteView) => Effect.Effect<ReadonlyArray<SiteSpaceWithSpace>, StorageError>
    readonly get: (
      site: SiteRecord,
      siteSpaceId: string,
      view: SiteView
    ) => Effect.Effect<SiteSpaceWithSpace | undefined, StorageError>
    /** Every site space of the site, by their positions, also of deleted spaces: what new ones must not collide with. */
    readonly places: (siteId: string) => Effect.Effect<ReadonlyArray<SiteSpacePlace>, StorageError>
    /** Everywhere that a space is on a site, or everything on one site, shown or not, in the order of ids. */
    readonly placed: (
      of: { readonly space: string } | { readonly site: string }
    ) => Effect.Effect<ReadonlyArray<SiteSpaceRecord>, StorageError>
    readonly insert: (siteSpaces: ReadonlyArray<NewSiteSpace>) => Effect.Effect<void, StorageError>
    readonly update: (siteSpaceId: string, patch: SiteSpacePatch) => Effect.Effect<void, StorageError>
    /**
     * Removes it; was it the default of its section, or of the site, the next one there becomes that, one that visitors
     * are shown if there is any.
     */
    readonly remove: (siteId: string, siteSpaceId: string) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/delivery/site-records/SiteSpaceStore") {}
