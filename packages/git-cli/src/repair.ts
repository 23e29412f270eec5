/**
 * A cache may be removed or found damaged while a snapshot of it is read. Then the repository is opened anew, once per
 * snapshot, and the read is repeated.
 */
import type { GitError } from "@octavo/core/content/git/Git"
import { Effect, type Scope, Stream } from "effect"
import type { Objects } from "./objects.ts"

/** Puts the two steps behind a reader: `reopen` brings another one, `giveUp` follows when that one fails as well. */
export const withRepair = (
  objects: Objects,
  reopen: Effect.Effect<Objects, GitError>,
  giveUp: Effect.Effect<void>
): Effect.Effect<Objects, never, Scope.Scope> =>
  Effect.gen(function* () {
    const second = yield* Effect.cached(reopen)
    let closed = false
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        closed = true
      })
    )
    const isDamage = (error: GitError): boolean => error.reason === "Failed" && !closed
    const endIfDamaged = (error: GitError) => (isDamage(error) ? giveUp : Effect.void)
    return {
      read: (entry) =>
        objects
          .read(entry)
          .pipe(
            Effect.catchIf(isDamage, () =>
              Effect.flatMap(second, (other) => Effect.tapError(other.read(entry), endIfDamaged))
            )
          ),
      stream: (entry) =>
        Stream.suspend(() => {
          // what was handed out cannot be taken back: only a stream that has not begun is repeated
          let begun = false
          return objects.stream(entry).pipe(
            Stream.tap(() =>
              Effect.sync(() => {
                begun = true
              })
            ),
            Stream.catchIf(
              (error) => isDamage(error) && !begun,
              () => Stream.unwrap(Effect.map(second, (other) => Stream.tapError(other.stream(entry), endIfDamaged)))
            )
          )
        })
    }
  })
