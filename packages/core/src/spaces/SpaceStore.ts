import { Context, type Effect } from "effect"
import type { ListScope } from "../permissions/effectiveRole.ts"
import type { StorageError } from "../shared/errors.ts"
import type { Slice, Sliced } from "../shared/pagination.ts"
import type { NewSpace, SpacePatch, SpaceRecord } from "./Space.ts"

/** The port of spaces. Deleted spaces are read by id only. */
export class SpaceStore extends Context.Service<
  SpaceStore,
  {
    readonly get: (id: string) => Effect.Effect<SpaceRecord | undefined, StorageError>
    /** Adds the space with its first revision and head, last among its siblings, in one transaction. */
    readonly insert: (space: NewSpace) => Effect.Effect<void, StorageError>
    readonly update: (id: string, patch: SpacePatch, at: string) => Effect.Effect<void, StorageError>
    /** The organization's spaces that the scope lets see, in the order of creation; key `[id]`. */
    readonly list: (
      organizationId: string,
      scope: ListScope,
      slice: Slice
    ) => Effect.Effect<Sliced<SpaceRecord>, StorageError>
    /** Whether the collection exists in the organization. */
    readonly collectionExists: (organizationId: string, collectionId: string) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/spaces/SpaceStore") {}
