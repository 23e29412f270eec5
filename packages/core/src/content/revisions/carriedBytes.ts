/** What an edited text is stored as: a file keeps its own bytes wherever nobody changed what it says. */

import { carries, exactBytes } from "@octavo/document"
import { Effect } from "effect"
import { compute } from "../../kernel/compute/Compute.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { utf8 } from "../../kernel/shared/hash.ts"
import { carried } from "../../kernel/texts/textTasks.ts"

/**
 * The bytes of a text that came from others.
 * @param sources exact texts of the bodies that it may be made of, the one that was edited first
 */
export const carriedBytes = (text: string, sources: ReadonlyArray<string>): Effect.Effect<Uint8Array, StorageError> =>
  carries(text, sources)
    ? Effect.map(
        compute(carried, { text, sources }, text.length + sources.reduce((sum, { length }) => sum + length, 0)),
        exactBytes
      )
    : Effect.sync(() => utf8.encode(text))
