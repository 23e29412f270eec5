import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Settings } from "./customizationRules.ts"

/** What was set of a site's looks, or of a site space's. */
export interface StoredCustomization {
  readonly settings: Settings
  readonly updatedAt: string
}

export interface StoredCustomizations {
  readonly site: StoredCustomization | undefined
  /** By site space; none for those that look like the site. */
  readonly siteSpaces: ReadonlyMap<string, StoredCustomization>
}

/** The port of sites' looks. */
export class CustomizationStore extends Context.Service<
  CustomizationStore,
  {
    /** All that was set of a site. */
    readonly all: (siteId: string) => Effect.Effect<StoredCustomizations, StorageError>
    /** Ids of the organization's sites of whose looks, or whose site spaces' looks, the font is part. */
    readonly sitesWithFont: (
      organizationId: string,
      fontId: string
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>
    readonly putSite: (siteId: string, stored: StoredCustomization) => Effect.Effect<void, StorageError>
    readonly putSiteSpace: (siteSpaceId: string, stored: StoredCustomization) => Effect.Effect<void, StorageError>
    /** `false` when nothing was set. */
    readonly removeSiteSpace: (siteSpaceId: string) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/delivery/sites/CustomizationStore") {}
