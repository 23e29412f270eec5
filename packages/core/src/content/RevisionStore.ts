import { Context, type Effect } from "effect"
import type { StorageError } from "../shared/errors.ts"
import type { Head, RevisionRecord } from "./Revision.ts"

/** The port of revisions and heads. */
export class RevisionStore extends Context.Service<
  RevisionStore,
  {
    readonly get: (spaceId: string, id: string) => Effect.Effect<RevisionRecord | undefined, StorageError>
    readonly head: (spaceId: string, name: string) => Effect.Effect<Head | undefined, StorageError>
    /** Adds a revision that no head points to. */
    readonly insert: (revision: RevisionRecord) => Effect.Effect<void, StorageError>
    /**
     * Adds the revision and moves the head to it in one transaction, unless the head moved since `expected`: then
     * nothing is written and the answer is `false`.
     */
    readonly advance: (name: string, expected: number, revision: RevisionRecord) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/content/RevisionStore") {}
