import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { SectionVector } from "./vectors.ts"

/** How far the vectors of a space are. */
export interface EmbeddingState {
  /** The model and the index that they were made of, once all were. */
  readonly mark: string
  /** Grows whenever there are others. */
  readonly version: number
}

/** A page of the index, with what its vectors were made of. */
export interface EmbeddingPage {
  readonly number: number
  readonly pageId: string
  readonly body: string
  readonly strong: string
  readonly varies: boolean
  /** None where there are no vectors of it. */
  readonly mark: string | null
}

export interface EmbeddedPage {
  readonly number: number
  readonly mark: string
  readonly sections: ReadonlyArray<{ readonly at: number; readonly hash: string }>
}

/** The port of vectors: those of texts under their names, and which pages of the index have which. */
export class EmbeddingStore extends Context.Service<
  EmbeddingStore,
  {
    /** Of those of the spaces whose vectors are wanted. */
    readonly states: (
      spaceIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, EmbeddingState>, StorageError>
    /** Notes that vectors of spaces are wanted. */
    readonly want: (spaceIds: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    /** What the mark of a space is once all of its vectors are there; `undefined` while its index is being made. */
    readonly goal: (spaceId: string, model: string) => Effect.Effect<string | undefined, StorageError>
    /** Pages of a space's index in the order of their numbers, after one of them. */
    readonly pages: (
      spaceId: string,
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<EmbeddingPage>, StorageError>
    /** How many sections of a space have vectors. */
    readonly count: (spaceId: string) => Effect.Effect<number, StorageError>
    /** Which of these vectors are there. */
    readonly known: (hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, StorageError>
    /** Writes vectors and what pages have of them, in the caller's transaction; pages that are gone are let pass. */
    readonly put: (
      spaceId: string,
      pages: ReadonlyArray<EmbeddedPage>,
      vectors: ReadonlyMap<string, Uint8Array>,
      at: string
    ) => Effect.Effect<void, StorageError>
    /** Takes what pages have away. */
    readonly drop: (spaceId: string, numbers: ReadonlyArray<number>) => Effect.Effect<void, StorageError>
    /** Notes that all vectors of a space are there. */
    readonly settle: (spaceId: string, mark: string) => Effect.Effect<void, StorageError>
    /** Vectors of at most `limit` pages of a space, after one of them, in the order of their numbers. */
    readonly vectors: (
      spaceId: string,
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<SectionVector>, StorageError>
    /** Spaces, not deleted, of which other vectors are wanted than there are, each with its goal and what there is. */
    readonly behind: (
      model: string,
      after: string,
      limit: number
    ) => Effect.Effect<
      ReadonlyArray<{ readonly spaceId: string; readonly goal: string; readonly version: number }>,
      StorageError
    >
    /**
     * Looks at so many vectors after one of them, and forgets those that no page has and that nobody wrote since a time.
     * @returns the last that was looked at; `undefined` when there are no more
     */
    readonly collect: (before: string, after: string, limit: number) => Effect.Effect<string | undefined, StorageError>
  }
>()("@octavo/core/content/embeddings/EmbeddingStore") {}
