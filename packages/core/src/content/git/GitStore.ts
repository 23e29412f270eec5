import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { GitOperationRecord, GitSyncRecord } from "./GitOperation.ts"

/** What of an operation changes while it runs. */
export type GitOperationPatch = Partial<
  Pick<
    GitOperationRecord,
    | "state"
    | "attempts"
    | "progress"
    | "counts"
    | "error"
    | "revisionId"
    | "commit"
    | "prepared"
    | "changeRequest"
    | "startedAt"
    | "finishedAt"
    | "credentials"
  >
>

/** The port of Git synchronization. */
export class GitStore extends Context.Service<
  GitStore,
  {
    readonly insertOperation: (operation: GitOperationRecord) => Effect.Effect<void, StorageError>
    readonly operation: (id: string) => Effect.Effect<GitOperationRecord | undefined, StorageError>
    readonly updateOperation: (id: string, patch: GitOperationPatch) => Effect.Effect<void, StorageError>
    /** A space's operations, newest first; key `[id]`. */
    readonly listOperations: (spaceId: string, slice: Slice) => Effect.Effect<Sliced<GitOperationRecord>, StorageError>
    /** The row is held until the transaction ends, when there is one. */
    readonly sync: (spaceId: string) => Effect.Effect<GitSyncRecord | undefined, StorageError>
    /** Notes what the space is synchronized with now; the place that it was synchronized with before is kept. */
    readonly putSync: (sync: GitSyncRecord) => Effect.Effect<void, StorageError>
    /** Other places that the space was imported from or exported to, the last first. */
    readonly formerSyncs: (spaceId: string) => Effect.Effect<ReadonlyArray<GitSyncRecord>, StorageError>
    /** Notes one of them. */
    readonly putFormerSync: (sync: GitSyncRecord) => Effect.Effect<void, StorageError>
    /** The spaces that are synchronized, deleted ones too, after one of them in the order of their ids. */
    readonly addresses: (
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Pick<GitSyncRecord, "spaceId" | "url">>, StorageError>
    /** Forgets all of them. `false` when the space was not synchronized. */
    readonly deleteSync: (spaceId: string) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/content/git/GitStore") {}
