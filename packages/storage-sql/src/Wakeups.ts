/**
 * Words that processes on one store say to each other, so that work need not wait until it is looked for. A word may
 * get lost, so what waits for one looks by itself too. Stores that cannot tell say and hear nothing.
 */

import { reference } from "@octavo/core/kernel/shared/reference"
import { Effect, Stream } from "effect"
import type * as SqlError from "effect/sql/SqlError"

export const Wakeups = reference<{
  /** Joins the caller's transaction: said when it commits, and never when it does not. Long words are not said. */
  readonly say: (word: string) => Effect.Effect<void, SqlError.SqlError>
  /** What other processes say from now on, also after the store was away. */
  readonly heard: Stream.Stream<string>
}>("octavo/storage-sql/Wakeups", () => ({ say: () => Effect.void, heard: Stream.never }))
