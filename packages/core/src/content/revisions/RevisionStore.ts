import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { UserRecord } from "../../people/users/User.ts"
import type {
  Head,
  HeldChangeRequest,
  Moved,
  PageChange,
  PageChangeKind,
  RevisionRecord,
  StoredRevisionRecord
} from "./Revision.ts"

/** A revision in a history, with who made it. */
export interface HistoryEntry {
  readonly revision: StoredRevisionRecord
  /** `null`: the operator, or nobody. */
  readonly author: UserRecord | null
}

/** The port of revisions and heads. */
export class RevisionStore extends Context.Service<
  RevisionStore,
  {
    readonly get: (spaceId: string, id: string) => Effect.Effect<StoredRevisionRecord | undefined, StorageError>
    readonly head: (spaceId: string, name: string) => Effect.Effect<Head | undefined, StorageError>
    /** Adds a revision that no head points to. */
    readonly insert: (revision: RevisionRecord) => Effect.Effect<void, StorageError>
    /**
     * Adds the revision and moves the head to it in one transaction, unless the head moved since `expected`: then
     * nothing is written and the answer is `undefined`. That it moved is noted in the log of events (`SpaceEventStore`).
     * @param held taken before the head, and changed with it; where it changed meanwhile the answer is `undefined`, too
     */
    readonly advance: (
      name: string,
      expected: number,
      revision: RevisionRecord,
      held?: HeldChangeRequest
    ) => Effect.Effect<Moved | undefined, StorageError>
    /** Notes what a revision did to pages, at its place among the revisions of the primary content. */
    readonly notePages: (
      spaceId: string,
      revisionId: string,
      sequence: number,
      changes: ReadonlyArray<PageChange>
    ) => Effect.Effect<void, StorageError>
    /** Revisions of the primary content, the newest first; key `[sequence, id]`. */
    readonly history: (spaceId: string, slice: Slice) => Effect.Effect<Sliced<HistoryEntry>, StorageError>
    /** Those of them that did something to a page, the newest first; key `[sequence, id]`. */
    readonly pageHistory: (
      spaceId: string,
      pageId: string,
      slice: Slice
    ) => Effect.Effect<Sliced<HistoryEntry & { readonly kind: PageChangeKind }>, StorageError>
  }
>()("@octavo/core/content/revisions/RevisionStore") {}
