import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { ListScope } from "../../people/permissions/effectiveRole.ts"
import type { CollectionPatch, CollectionRecord } from "./Collection.ts"

/** The port of collections. Where they stand among each other and the spaces is `TreeStore`'s. */
export class CollectionStore extends Context.Service<
  CollectionStore,
  {
    readonly get: (id: string) => Effect.Effect<CollectionRecord | undefined, StorageError>
    readonly insert: (collection: CollectionRecord) => Effect.Effect<void, StorageError>
    readonly update: (id: string, patch: CollectionPatch) => Effect.Effect<void, StorageError>
    /** Removes a collection in which nothing stands any more, with all that was granted on it. */
    readonly remove: (id: string) => Effect.Effect<void, StorageError>
    /**
     * The organization's collections that the scope lets see, those of one parent in their order; without `nested`
     * only those at the root. Key `[position, id]`.
     */
    readonly list: (
      organizationId: string,
      scope: ListScope,
      filter: { readonly nested: boolean },
      slice: Slice
    ) => Effect.Effect<Sliced<CollectionRecord>, StorageError>
  }
>()("@octavo/core/content/collections/CollectionStore") {}
