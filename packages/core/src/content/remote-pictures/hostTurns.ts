import { Effect, Semaphore } from "effect"

/** Runs what asks a host when nobody else of this process does. Hosts that nobody asks take no memory. */
export const makeHostTurns = () => {
  const hosts = new Map<string, { readonly one: Semaphore.Semaphore; users: number }>()
  return <A, E, R>(host: string, asking: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const turn = hosts.get(host) ?? { one: Semaphore.makeUnsafe(1), users: 0 }
        turn.users++
        hosts.set(host, turn)
        return turn
      }),
      ({ one }) => Semaphore.withPermit(one, asking),
      (turn) =>
        Effect.sync(() => {
          if (--turn.users === 0) hosts.delete(host)
        })
    )
}
