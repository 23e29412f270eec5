/** A blob that is small enough to be in memory, as one piece. */

import { Effect, Stream } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { concatBytes } from "../../kernel/shared/hash.ts"
import type { Blobs } from "./Blobs.ts"
import { missingIsDamage } from "./missingIsDamage.ts"

export const blobBytes = (blobs: Blobs["Service"], hash: string): Effect.Effect<Uint8Array, StorageError> =>
  Effect.map(missingIsDamage(Stream.runCollect(blobs.read(hash))), concatBytes)
