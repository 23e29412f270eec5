import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { ListScope } from "../../people/permissions/effectiveRole.ts"
import type { NewSpace, SpacePatch, SpaceRecord } from "./Space.ts"

/** The port of spaces. Deleted spaces are read by id only. Where spaces stand is `TreeStore`'s. */
export class SpaceStore extends Context.Service<
  SpaceStore,
  {
    readonly get: (id: string) => Effect.Effect<SpaceRecord | undefined, StorageError>
    /** Inside a transaction: holds the space until it ends, and reads it as it is then. */
    readonly lock: (id: string) => Effect.Effect<SpaceRecord | undefined, StorageError>
    /** The organization's spaces of this title, the oldest first, at most so many. */
    readonly titled: (
      organizationId: string,
      title: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<SpaceRecord>, StorageError>
    /** Adds the space with its first revision and head in one transaction. */
    readonly insert: (space: NewSpace) => Effect.Effect<void, StorageError>
    readonly update: (id: string, patch: SpacePatch, at: string) => Effect.Effect<void, StorageError>
    /** The organization's spaces that the scope lets see, in the order of creation; key `[id]`. */
    readonly list: (
      organizationId: string,
      scope: ListScope,
      slice: Slice
    ) => Effect.Effect<Sliced<SpaceRecord>, StorageError>
    /**
     * Spaces of the organization that the scope lets see and `seen` too, by creation; key `[id]`. For what one member
     * looks up about another.
     */
    readonly listForBoth: (
      organizationId: string,
      scope: ListScope,
      seen: ListScope,
      order: "asc" | "desc",
      slice: Slice
    ) => Effect.Effect<Sliced<SpaceRecord>, StorageError>
    /** The spaces that stand in a collection, in their order; key `[position, id]`. */
    readonly listIn: (collectionId: string, slice: Slice) => Effect.Effect<Sliced<SpaceRecord>, StorageError>
    /** Sets when it was deleted, or with `null` that it is not. */
    readonly setDeleted: (id: string, deletedAt: string | null, at: string) => Effect.Effect<void, StorageError>
    /** Spaces deleted at or before a time, those deleted first first; after the given one. */
    readonly deletedBefore: (
      at: string,
      after: { readonly id: string; readonly deletedAt: string } | undefined,
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly deletedAt: string }>, StorageError>
    /** Removes the space with everything that hangs on it: revisions, heads, grants, places on sites, Git rows. */
    readonly purge: (id: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/spaces/SpaceStore") {}
