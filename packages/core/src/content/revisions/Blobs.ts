/**
 * Files' bytes: by hash, of any size, never wholly in memory. They lie in the database, or outside of it where that is
 * configured; what was written before a change of the configuration is read from where it is.
 *
 * A blob is kept for as long as something names it: a revision's file, a column that `blobColumns` of
 * `@octavo/storage-sql` lists, a download address in settings. Put the bytes before you write what names them, both
 * within an hour; `BlobCollector` removes the rest.
 */
import { Context, Effect, Layer, Stream } from "effect"
import { now } from "../../kernel/shared/clock.ts"
import { StorageError } from "../../kernel/shared/errors.ts"
import { BlobStorage, OutsideBlobStorage } from "./BlobStorage.ts"
import { BlobStore } from "./BlobStore.ts"
import { ObjectMissing, type ObjectsError } from "./model/Objects.ts"

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
>()("@octavo/core/content/revisions/Blobs") {
  static readonly layer = Layer.effect(
    Blobs,
    Effect.gen(function* () {
      const store = yield* BlobStore
      const inside = yield* BlobStorage
      const outside = yield* OutsideBlobStorage
      const current = outside ?? inside

      return Blobs.of({
        put: (bytes) =>
          Effect.map(
            current.write(bytes, (stored) =>
              Effect.gen(function* () {
                const kept = yield* store.keep({ ...stored, outside: outside !== undefined }, yield* now)
                if (kept.key !== stored.key) yield* current.remove([stored.key])
              })
            ),
            ({ hash, size }) => ({ hash, size })
          ),
        info: (hash) =>
          Effect.map(store.find(hash), (found) => (found === undefined ? undefined : { hash, size: found.size })),
        read: (hash, range) =>
          Stream.unwrap(
            Effect.gen(function* () {
              const found = yield* store.find(hash)
              if (found === undefined) return yield* new ObjectMissing({ hash })
              const start = Math.max(0, range?.start ?? 0)
              const end = Math.min(found.size, range?.end ?? found.size)
              if (start >= end) return Stream.empty
              const storage = found.outside ? outside : inside
              if (storage === undefined) return yield* unconfigured
              return storage.read(found.key, { start, end })
            })
          )
      })
    })
  )
}

const unconfigured = new StorageError({
  operation: "files.read",
  retryable: false,
  cause: new Error(
    "This file lies outside of the database, and no place outside is configured; set OCTAVO_FILES as it was"
  )
})
