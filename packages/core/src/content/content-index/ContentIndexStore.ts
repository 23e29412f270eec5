import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { SearchDocument } from "./SearchDocument.ts"

/** How far the indexes of a space's primary content are. */
export interface ContentIndexState {
  /** The content that they are of. */
  readonly root: string
  /** While they are made: pages whose ids come after this one are not in yet. `null`: everything is in. */
  readonly after: string | null
  /** `ComputedPages.key` of the computed pages that are in; `null` for content without any, empty while they are put in. */
  readonly computed: string | null
}

export interface IndexMove {
  readonly from: string
  readonly to: string
  /** Of the root that it becomes: where they have others, they are to be put in. */
  readonly computed: string | null
}

export interface IndexedPage {
  readonly id: string
  readonly document: SearchDocument
}

/** Some spaces: all of an organization, or those that are named. */
export type IndexedSpaces = { readonly organizationId: string } | { readonly spaceIds: ReadonlyArray<string> }

/** The port of how far the indexes of spaces are. */
export class ContentIndexStore extends Context.Service<
  ContentIndexStore,
  {
    /** `undefined`: nothing is indexed yet. */
    readonly get: (spaceId: string) => Effect.Effect<ContentIndexState | undefined, StorageError>
    /** The same inside a transaction; others that ask so wait until it ends. */
    readonly hold: (spaceId: string) => Effect.Effect<ContentIndexState | undefined, StorageError>
    /** Makes it where there is none, inside a transaction; waits for others that are making it, which it leaves as it is. */
    readonly make: (spaceId: string, state: ContentIndexState) => Effect.Effect<void, StorageError>
    readonly put: (spaceId: string, state: ContentIndexState) => Effect.Effect<void, StorageError>
    /**
     * Makes complete indexes of one root those of another, and holds them; `undefined` where they are not complete, or of
     * something else.
     * @param page what search has of a page from now on: replaced by the same statement where a store can do so
     * @returns whether the page was, so that nobody need put it
     */
    readonly move: (
      spaceId: string,
      move: IndexMove,
      page?: IndexedPage
    ) => Effect.Effect<{ readonly isPut: boolean } | undefined, StorageError>
    /** Spaces, not deleted, whose indexes are not of their content, or not complete. */
    readonly behind: (limit: number) => Effect.Effect<ReadonlyArray<string>, StorageError>
    /** Those of the spaces, not deleted, whose content has computed pages, with the `computed` of each. */
    readonly computing: (
      of: IndexedSpaces
    ) => Effect.Effect<ReadonlyArray<{ readonly spaceId: string; readonly computed: string }>, StorageError>
    /** The computed pages of a space that are in, by id, each with the name of what is in of it. */
    readonly computedPages: (spaceId: string) => Effect.Effect<ReadonlyMap<string, string>, StorageError>
    readonly putComputed: (spaceId: string, pages: ReadonlyMap<string, string>) => Effect.Effect<void, StorageError>
    readonly removeComputed: (spaceId: string, ids: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    /** Of none of them is anything in any more, as of ids whose names are empty. */
    readonly forgetComputed: (spaceId: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/content-index/ContentIndexStore") {}
