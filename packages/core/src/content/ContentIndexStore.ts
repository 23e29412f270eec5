import { Context, type Effect } from "effect"
import type { StorageError } from "../shared/errors.ts"

/** How far the indexes of a space's primary content are. */
export interface ContentIndexState {
  /** The content that they are of. */
  readonly root: string
  /** While they are made: pages whose ids come after this one are not in yet. `null`: everything is in. */
  readonly after: string | null
}

/** The port of how far the indexes of spaces are. */
export class ContentIndexStore extends Context.Service<
  ContentIndexStore,
  {
    /** `undefined`: nothing is indexed yet. */
    readonly get: (spaceId: string) => Effect.Effect<ContentIndexState | undefined, StorageError>
    /** The same inside a transaction; others that ask so wait until it ends. */
    readonly hold: (spaceId: string) => Effect.Effect<ContentIndexState | undefined, StorageError>
    readonly put: (spaceId: string, state: ContentIndexState) => Effect.Effect<void, StorageError>
    /** Spaces, not deleted, whose indexes are not of their content, or not complete. */
    readonly behind: (limit: number) => Effect.Effect<ReadonlyArray<string>, StorageError>
  }
>()("@octavo/core/content/ContentIndexStore") {}
