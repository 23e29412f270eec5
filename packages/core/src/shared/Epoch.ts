/**
 * A number that changes whenever anything in the store was committed, by this process or another. It lets a service
 * keep what it loaded until the next commit, and never longer: a removed member is absent on the very next request.
 * Stores that cannot tell cheaply read `undefined`, and nothing mutable is kept.
 */
import { Context, Effect } from "effect"

export class Epoch extends Context.Service<Epoch, { readonly read: () => number | undefined }>()(
  "@octavo/core/shared/Epoch"
) {}

/** Keeps up to `capacity` loaded values until the epoch changes. Failures are not kept. */
export const makeEpochCache = <A>(epoch: { readonly read: () => number | undefined }, capacity: number) => {
  const values = new Map<string, A>()
  let seen: number | undefined
  return <E, R>(key: string, load: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const now = epoch.read()
      if (now === undefined) return load
      if (now !== seen) {
        values.clear()
        seen = now
      }
      const kept = values.get(key)
      if (kept !== undefined) return Effect.succeed(kept)
      return Effect.map(load, (value) => {
        // a commit during the load may or may not be in it: then it serves this request only
        if (epoch.read() === now && seen === now) {
          if (values.size >= capacity) values.clear()
          values.set(key, value)
        }
        return value
      })
    })
}
