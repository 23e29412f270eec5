/**
 * The port of where files' bytes lie: the database, a directory, or a bucket of S3-compatible storage. Every write has a
 * key of its own that is never used again, so that removing one can't meet a writer of the same bytes. Which key holds
 * what stands in `BlobStore`; only `Blobs` and `BlobCollector` use this.
 */
import { Context, type Effect, type Stream } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { reference } from "../../kernel/shared/reference.ts"
import type { ObjectsError } from "./model/Objects.ts"

/** Bytes that were written. */
export interface StoredBytes {
  readonly key: string
  /** `contentHash` of the bytes. */
  readonly hash: string
  /** In bytes. */
  readonly size: number
}

export interface BlobStorageShape {
  /**
   * Writes a stream of any size with flat memory, then runs `note` when a power cut can't take the bytes any more. A
   * write that fails, or is interrupted, leaves at most a key that nothing refers to.
   */
  readonly write: <E, R>(
    bytes: Stream.Stream<Uint8Array, E, R>,
    note: (stored: StoredBytes) => Effect.Effect<void, StorageError>
  ) => Effect.Effect<StoredBytes, E | StorageError, R>
  /** The bytes from `start` to `end` (exclusive), which lie within them. Fails when there is no such key. */
  readonly read: (
    key: string,
    range: { readonly start: number; readonly end: number }
  ) => Stream.Stream<Uint8Array, ObjectsError>
  /** Keys that are not there count as removed. */
  readonly remove: (keys: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
  /** Every key that was written before a time, in pages. */
  readonly before: (at: string) => Stream.Stream<ReadonlyArray<string>, StorageError>
}

/** In the database: what every store gives. */
export class BlobStorage extends Context.Service<BlobStorage, BlobStorageShape>()(
  "@octavo/core/content/revisions/BlobStorage"
) {}

/** Outside of the database, where that is configured: new files are written there. */
export const OutsideBlobStorage = reference<BlobStorageShape | undefined>(
  "@octavo/core/content/revisions/OutsideBlobStorage",
  () => undefined
)
