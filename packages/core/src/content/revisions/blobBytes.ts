/** A blob that is small enough to be in memory, as one piece. */

import { Effect, Stream } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { joined } from "../../kernel/shared/hash.ts"
import type { Blobs } from "./Blobs.ts"
import { stored } from "./missingIsDamage.ts"

export const blobBytes = (blobs: Blobs["Service"], hash: string): Effect.Effect<Uint8Array, StorageError> =>
  Effect.map(stored(Stream.runCollect(blobs.read(hash))), joined)
