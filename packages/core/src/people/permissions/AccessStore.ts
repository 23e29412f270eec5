import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { AccessFacts, Membership } from "./effectiveRole.ts"

/** What decides on a space or collection, and whose it is. */
export type ContentFacts = AccessFacts & { readonly organizationId: string }

/** The port that loads what a decision needs, one query each. */
export class AccessStore extends Context.Service<
  AccessStore,
  {
    /** The user's membership; `undefined` when the organization does not exist or the user is not in it. */
    readonly membership: (userId: string, organizationId: string) => Effect.Effect<Membership | undefined, StorageError>
    /** `undefined` when there is no such space; deleted ones count as absent unless asked for. */
    readonly space: (
      userId: string,
      spaceId: string,
      options?: { readonly deleted?: boolean }
    ) => Effect.Effect<ContentFacts | undefined, StorageError>
    /** The same for many spaces of one list; absent and deleted ones are left out. */
    readonly spaces: (
      userId: string,
      spaceIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, ContentFacts>, StorageError>
    /** `undefined` when there is no such collection. */
    readonly collection: (userId: string, collectionId: string) => Effect.Effect<ContentFacts | undefined, StorageError>
    /** The same for many collections of one list. */
    readonly collections: (
      userId: string,
      collectionIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, ContentFacts>, StorageError>
    /** `undefined` when the organization has no such site. A site's chain is the site alone. */
    readonly site: (
      userId: string,
      organizationId: string,
      siteId: string
    ) => Effect.Effect<AccessFacts | undefined, StorageError>
    /** The same for many sites of one list. */
    readonly sites: (
      userId: string,
      organizationId: string,
      siteIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, AccessFacts>, StorageError>
    readonly organizationExists: (organizationId: string) => Effect.Effect<boolean, StorageError>
    readonly spaceOrganization: (
      spaceId: string,
      options?: { readonly deleted?: boolean }
    ) => Effect.Effect<string | undefined, StorageError>
    readonly collectionOrganization: (collectionId: string) => Effect.Effect<string | undefined, StorageError>
    /** Keeps when a member was last here. */
    readonly noteSeen: (userId: string, organizationId: string, at: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/people/permissions/AccessStore") {}
