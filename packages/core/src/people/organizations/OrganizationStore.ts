import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { OrganizationPatch, OrganizationRecord } from "./Organization.ts"

/** The port of organizations. */
export class OrganizationStore extends Context.Service<
  OrganizationStore,
  {
    readonly get: (id: string) => Effect.Effect<OrganizationRecord | undefined, StorageError>
    /** The one that has this short name. */
    readonly bySubdomain: (subdomain: string) => Effect.Effect<OrganizationRecord | undefined, StorageError>
    /** Those of this title, the oldest first, at most so many. */
    readonly titled: (title: string, limit: number) => Effect.Effect<ReadonlyArray<OrganizationRecord>, StorageError>
    /** Inside a transaction: reads it, and keeps others that hold it waiting until the transaction ends. */
    readonly hold: (id: string) => Effect.Effect<OrganizationRecord | undefined, StorageError>
    readonly insert: (organization: OrganizationRecord) => Effect.Effect<void, StorageError>
    /** Applies the patch; `false` when `hostname` is another organization's. */
    readonly update: (id: string, patch: OrganizationPatch) => Effect.Effect<boolean, StorageError>
    /** Those of the organizations in which the user is an owner of a team. */
    readonly teamOwnerIn: (
      userId: string,
      organizationIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, StorageError>
    /** Organizations with the user as a member that is not disabled, or all for `null`, or `only` one; by id. */
    readonly list: (
      userId: string | null,
      only: string | undefined,
      slice: Slice
    ) => Effect.Effect<Sliced<OrganizationRecord>, StorageError>
  }
>()("@octavo/core/people/organizations/OrganizationStore") {}
