/** A zip that is read while its files are made: the same files in the same order are the same bytes. */
import { Context, Effect, Queue, Stream } from "effect"
import { StorageError } from "../../kernel/shared/errors.ts"
import type { StaticFile } from "./StaticSites.ts"

/** The first day that a zip can tell, so that none tells when it was made: 1 January 1980, in the format's own form. */
const firstDay = (1 << 21) | (1 << 16)

/** So many pieces wait for whoever reads; a piece has some 64 KB. */
const piecesAhead = 16

/**
 * @param write hands over the files, one after the other: each is taken when those before it have been read
 */
export const zipStream = <A, E, R>(
  write: (put: (file: StaticFile) => Effect.Effect<void, StorageError>) => Effect.Effect<A, E, R>
): Stream.Stream<Uint8Array, E, R> =>
  Stream.callback<Uint8Array, E, R>(
    Effect.fnUntraced(function* (pieces) {
      const zip = yield* Effect.promise(() => import("@zip.js/zip.js/lib/zip-core-native.js"))
      const target = new WritableStream<Uint8Array>({
        // what nobody reads any more is dropped
        write: (piece) => Effect.runPromise(Effect.asVoid(Queue.offer(pieces, piece)))
      })
      const writer = new zip.ZipWriter(target, {
        useWebWorkers: false,
        extendedTimestamp: false,
        rawLastModDate: firstDay
      })
      yield* write(({ bytes, path }) =>
        Effect.tryPromise({
          // who stops reading lets go of the file that is being packed, too
          try: (signal) =>
            writer.add(
              path,
              bytes instanceof Uint8Array
                ? new zip.Uint8ArrayReader(bytes)
                : Stream.toReadableStreamWith(bytes, Context.empty(), { signal }),
              { signal }
            ),
          catch: (error) => error
        }).pipe(
          Effect.asVoid,
          Effect.catch((error) => (error instanceof StorageError ? Effect.fail(error) : Effect.die(error)))
        )
      )
      yield* Effect.promise(() => writer.close())
      yield* Queue.end(pieces)
    }),
    { bufferSize: piecesAhead, strategy: "suspend" }
  )
