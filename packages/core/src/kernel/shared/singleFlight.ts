/** Work that many ask for at once is done once (single flight): who comes meanwhile waits for it, and takes what it left. */
import { Deferred, Effect, Exit } from "effect"

/**
 * Work by keys. Who waited finds it with `kept`, or does it alone: what is not kept is not waited for twice. Where the work
 * failed, or who did it went away, the next one begins.
 */
export const makeSingleFlight = () => {
  const running = new Map<string, Deferred.Deferred<boolean>>()
  const share = <A, E, R>(
    key: string,
    kept: Effect.Effect<A | undefined, E, R>,
    make: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const other = running.get(key)
      if (other === undefined) {
        const done = Deferred.makeUnsafe<boolean>()
        running.set(key, done)
        return Effect.onExit(make, (exit) => {
          running.delete(key)
          return Deferred.succeed(done, Exit.isSuccess(exit))
        })
      }
      return Effect.flatMap(Deferred.await(other), (succeeded) =>
        succeeded
          ? Effect.flatMap(kept, (found) => (found === undefined ? make : Effect.succeed(found)))
          : share(key, kept, make)
      )
    })
  return share
}
