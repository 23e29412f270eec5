/**
 * Epochs, by which caches of what the store holds are invalidated: numbers that change whenever something was committed, by
 * this process or another. An entry ends when what it was made of changes, and never later: a removed member is absent on
 * the very next request.
 */
import { Context, Effect } from "effect"

/**
 * What is kept is made of the whole store, of what all access depends on (`accessPart`: people, grants, collections, sites
 * and their parts), or of that and one space, named by its id.
 */
export const accessPart = ""

export class Epoch extends Context.Service<
  Epoch,
  {
    /** Of the whole store. `undefined` where the store cannot tell cheaply: then nothing is kept. */
    readonly read: () => number | undefined
    /** Changes with what other processes commit. `undefined` where the store cannot tell cheaply. */
    readonly others: () => number | undefined
    /** Of a space, or of `accessPart`. `undefined` where nothing may be kept, as outside of `reading` on some stores. */
    readonly of: (part: string, context: Context.Context<never>) => number | undefined
    /**
     * Runs what only reads, in one request: `of` then knows every commit that was acknowledged before it began. A
     * request that writes is not run so, because it is to see what it wrote.
     */
    readonly reading: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Whether what is read is what was committed: not inside a transaction, which may be taken back. */
    readonly isCommitted: (context: Context.Context<never>) => boolean
  }
>()("@octavo/core/kernel/shared/Epoch") {}

/** A cache of up to `capacity` loaded values, by any key, until the epoch changes. Failures are not kept. */
export const makeEpochCache = <A>(epoch: Epoch["Service"], capacity: number) => {
  const values = new Map<string, A>()
  let seen: number | undefined
  return <E, R>(key: string, load: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber(({ context }) => {
      const now = epoch.read()
      // who writes sees commits that readers do not see yet
      if (now === undefined || !epoch.isCommitted(context)) return load
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

/** A cache of values that are made of a part of the store: an entry ends when that part changes. */
export const makePartCache = <A>(epoch: Epoch["Service"], capacity: number) => {
  const values = new Map<string, { readonly number: number; readonly value: A }>()
  return <E, R>(part: string, key: string, load: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber(({ context }) => {
      const now = epoch.of(part, context)
      if (now === undefined) return load
      const kept = values.get(key)
      if (kept?.number === now) return Effect.succeed(kept.value)
      return Effect.map(load, (value) => {
        // a commit during the load may or may not be in it: then it serves this request only
        if (epoch.of(part, context) === now && epoch.isCommitted(context)) {
          if (values.size >= capacity) values.clear()
          values.set(key, { number: now, value })
        }
        return value
      })
    })
}
