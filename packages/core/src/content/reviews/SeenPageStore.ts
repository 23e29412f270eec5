import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"

/** A page of a change request that somebody has seen. */
export interface SeenPageRecord {
  readonly pageId: string
  /** What the page was then, as a hash; empty where the change request had deleted it. */
  readonly state: string
  readonly seenAt: string
}

/** The port of what people have seen of change requests. */
export class SeenPageStore extends Context.Service<
  SeenPageStore,
  {
    /** By a person, in the order of the ids of the pages. */
    readonly list: (
      changeRequestId: string,
      userId: string
    ) => Effect.Effect<ReadonlyArray<SeenPageRecord>, StorageError>
    /** Marks a page, in place of a mark that was there. */
    readonly put: (changeRequestId: string, userId: string, seen: SeenPageRecord) => Effect.Effect<void, StorageError>
    /** Takes a mark back; `false` when there was none. */
    readonly remove: (changeRequestId: string, userId: string, pageId: string) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/content/reviews/SeenPageStore") {}
