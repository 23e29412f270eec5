/**
 * The port of files' bytes: by hash, of any size, never wholly in memory. In the database by default; a directory and
 * S3-compatible storage come as further adapters.
 */
import { Context, type Effect, type Stream } from "effect"
import type { StorageError } from "../shared/errors.ts"
import type { ObjectsError } from "./model/Objects.ts"

export interface BlobInfo {
  /** `contentHash` of the bytes. */
  readonly hash: string
  /** In bytes. */
  readonly size: number
}

export class Blobs extends Context.Service<
  Blobs,
  {
    /** Keeps the bytes of a stream; the same bytes twice are kept once. Fails with the stream's own error, too. */
    readonly put: <E, R>(bytes: Stream.Stream<Uint8Array, E, R>) => Effect.Effect<BlobInfo, E | StorageError, R>
    readonly info: (hash: string) => Effect.Effect<BlobInfo | undefined, StorageError>
    /** The bytes from `start` (0) to `end` (exclusive, the size). */
    readonly read: (
      hash: string,
      range?: { readonly start: number; readonly end: number }
    ) => Stream.Stream<Uint8Array, ObjectsError>
  }
>()("@octavo/core/content/Blobs") {}
