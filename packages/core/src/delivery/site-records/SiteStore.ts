import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { ListScope } from "../../people/permissions/effectiveRole.ts"
import type { SiteAddress } from "./resolveUrl.ts"
import type { SectionRecords } from "./SectionStore.ts"
import type { NewSite, SiteFilter, SitePatch, SiteRecord } from "./Site.ts"
import type { SiteSpaceRecord } from "./SiteSpace.ts"

/** Which of a site's spaces the caller sees. Deleted spaces, and those of another organization, nobody does. */
export interface SiteView {
  readonly spaces: ListScope
  /** Only what visitors are shown: no drafts, nothing that hangs on a condition. */
  readonly shownOnly: boolean
  /** The site spaces that one visitor is shown, by id: these, in place of what every visitor is. */
  readonly only?: ReadonlyArray<string>
}

/** A published site with what it shows to visitors. */
export interface PublishedSiteRecord extends SectionRecords {
  readonly site: SiteRecord
  /** By their positions. */
  readonly siteSpaces: ReadonlyArray<SiteSpaceRecord>
}

/** Sites of all organizations that somebody may find. */
export type Findable =
  /** What every visitor is shown: published, public, with something on it. */
  | { readonly by: "everybody" }
  /** What a person may see as a member, published or not; in one organization, where there is no other for them. */
  | { readonly by: "member"; readonly userId: string; readonly organizationId: string | undefined }
  /** What is published, whoever may read it: for the operator. */
  | { readonly by: "operator" }

/** A site with the title of its organization. */
export interface FoundSite {
  readonly site: SiteRecord
  readonly organization: string
}

/** The port of sites. */
export class SiteStore extends Context.Service<
  SiteStore,
  {
    readonly get: (
      organizationId: string,
      siteId: string,
      view: SiteView
    ) => Effect.Effect<SiteRecord | undefined, StorageError>
    /** Adds a site without spaces; `false` when the basename is taken. */
    readonly insert: (site: NewSite) => Effect.Effect<boolean, StorageError>
    /** Applies the patch; `false` when the basename is another site's. */
    readonly update: (id: string, patch: SitePatch, at: string) => Effect.Effect<boolean, StorageError>
    /** Removes the site and all that was granted on it; `false` when there was none. */
    readonly remove: (id: string) => Effect.Effect<boolean, StorageError>
    /** The organization's sites that the scope lets see, in the order of creation; key `[id]`. */
    readonly list: (
      organizationId: string,
      scope: ListScope,
      filter: SiteFilter,
      slice: Slice
    ) => Effect.Effect<Sliced<SiteRecord>, StorageError>
    /**
     * The first sites of all organizations with a text in their titles, by these; what members find by the titles of
     * the organizations before. `siteSpaces` is not counted. `count`: of all that there are.
     */
    readonly find: (
      findable: Findable,
      title: string,
      limit: number
    ) => Effect.Effect<{ readonly items: ReadonlyArray<FoundSite>; readonly count: number }, StorageError>
    /** Inside a transaction: others that lock the same site wait until it ends; `false` when there is no such site. */
    readonly lock: (id: string) => Effect.Effect<boolean, StorageError>
    /** Which of the ids are spaces of the organization that are not deleted, with their titles. */
    readonly spaceTitles: (
      organizationId: string,
      spaceIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, string>, StorageError>
    /** The site published at an address; an id goes before a basename of the same letters. */
    readonly published: (address: SiteAddress) => Effect.Effect<PublishedSiteRecord | undefined, StorageError>
    /** The same of a site that need not be published, with the spaces of a scope; drafts too, if asked for. */
    readonly previewed: (
      organizationId: string,
      siteId: string,
      spaces: ListScope,
      drafts: boolean
    ) => Effect.Effect<PublishedSiteRecord | undefined, StorageError>
  }
>()("@octavo/core/delivery/site-records/SiteStore") {}
