import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { ListScope } from "../../people/permissions/effectiveRole.ts"
import type { SpaceRecord } from "../spaces/Space.ts"
import type {
  ChangeRequestFilter,
  ChangeRequestOrder,
  ChangeRequestPatch,
  ChangeRequestRecord,
  NewChangeRequest
} from "./ChangeRequest.ts"

/** A change request with the root of the revision that `baseOf` names; `null` is damage. */
export type FoundChangeRequest = ChangeRequestRecord & { readonly baseRoot: string | null }

/** What a merge asks of the space that it goes into. */
export type MergeSpace = Pick<
  SpaceRecord,
  "id" | "organizationId" | "title" | "visibility" | "language" | "editMode" | "deletedAt" | "mergeRules" | "head"
>

/**
 * The port of change requests. Locks are taken in one order: the change request's row (`lock`), its head, the head of
 * the primary content, the space's row.
 */
export class ChangeRequestStore extends Context.Service<
  ChangeRequestStore,
  {
    /**
     * Adds a change request with a head at the space's active revision, and the next number of the space; keeps the
     * space's counts. In one transaction. `false` when there is no such space.
     */
    readonly insert: (changeRequest: NewChangeRequest) => Effect.Effect<boolean, StorageError>
    /** By id or by number (digits only). */
    readonly find: (spaceId: string, idOrNumber: string) => Effect.Effect<FoundChangeRequest | undefined, StorageError>
    /** The same with its space, for a merge. */
    readonly findToMerge: (
      spaceId: string,
      idOrNumber: string
    ) => Effect.Effect<(FoundChangeRequest & { readonly space: MergeSpace }) | undefined, StorageError>
    /** Inside a transaction: holds the change request until it ends, and reads it as it is then. */
    readonly lock: (spaceId: string, id: string) => Effect.Effect<ChangeRequestRecord | undefined, StorageError>
    /** Inside a transaction that holds it: sets fields, and with the status the space's counts. */
    readonly update: (
      record: ChangeRequestRecord,
      patch: ChangeRequestPatch,
      at: string
    ) => Effect.Effect<void, StorageError>
    /** The counts of its space, inside the transaction of the revision that merged it: that has marked it. */
    readonly countMerged: (record: ChangeRequestRecord) => Effect.Effect<void, StorageError>
    /** Those that can still be merged and are outdated, and moved since their conflicts were noted; the longest untouched first. */
    readonly moved: (most: number) => Effect.Effect<ReadonlyArray<ChangeRequestRecord>, StorageError>
    /**
     * Notes how many conflicts the two revisions of a record have.
     * @returns whether nobody else has noted some since the record was read
     */
    readonly noteConflicts: (record: ChangeRequestRecord, conflicts: number) => Effect.Effect<boolean, StorageError>
    /** Those of a space that match, the latest first; key `[time, id]` with the time that it is ordered by. */
    readonly list: (
      spaceId: string,
      filter: ChangeRequestFilter,
      order: ChangeRequestOrder,
      slice: Slice
    ) => Effect.Effect<Sliced<ChangeRequestRecord>, StorageError>
    /** The same for the spaces of an organization that the scope lets see. */
    readonly listInOrganization: (
      organizationId: string,
      scope: ListScope,
      filter: ChangeRequestFilter,
      order: ChangeRequestOrder,
      slice: Slice
    ) => Effect.Effect<Sliced<ChangeRequestRecord>, StorageError>
  }
>()("@octavo/core/content/change-requests/ChangeRequestStore") {}
