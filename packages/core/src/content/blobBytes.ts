/** A blob that is small enough to be in memory, as one piece. */
import { Effect, Stream } from "effect"
import type { StorageError } from "../shared/errors.ts"
import type { Blobs } from "./Blobs.ts"
import { stored } from "./SpaceContent.ts"

export const blobBytes = (blobs: Blobs["Service"], hash: string): Effect.Effect<Uint8Array, StorageError> =>
  Effect.map(stored(Stream.runCollect(blobs.read(hash))), (chunks) => {
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes
  })
