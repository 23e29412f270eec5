/**
 * One look for the jobs of all queues, where the library looks for each by itself, twice a second: a queue is asked for
 * jobs when it has some. What this process offers, or hears of, is no look's business: it is taken at once.
 */
import { whileAway } from "@octavo/core/kernel/shared/backoff"
import { Duration, Effect, Exit, Latch, Option, Scope } from "effect"
import type * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as SqlClient from "effect/sql/SqlClient"

type Store = PersistedQueue.PersistedQueueStore["Service"]

interface SharedPollConfig {
  /** Waits until the table is there. */
  readonly ready: Effect.Effect<void>
  readonly tableName: string
  /** How often it is looked. */
  readonly every: Duration.Duration
  /** After so long a claim that nobody renewed is over. */
  readonly lockExpiration: Duration.Duration
}

/** How long a queue that has jobs is asked for one: others may have taken them. */
const patience = "2 seconds"

interface Gate {
  readonly latch: Latch.Latch
  /** Grows whenever there may be jobs. */
  opened: number
}

/** @param store the library's, which looks for jobs of a queue while somebody takes from it */
export const sharedPoll = (
  store: Store,
  { every, lockExpiration, ready, tableName }: SharedPollConfig
): Effect.Effect<Store, never, SqlClient.SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    const sql = (yield* SqlClient.SqlClient).withoutTransforms()
    const gates = new Map<string, Gate>()
    /** How many wait for a job, and whether any do: else nobody looks. */
    let takers = 0
    const taking = Latch.makeUnsafe(false)
    /** Of a queue that somebody takes from. It is open at first: there may be jobs from before. */
    const gateOf = (name: string): Gate => {
      let gate = gates.get(name)
      if (gate === undefined) {
        gate = { latch: Latch.makeUnsafe(true), opened: 1 }
        gates.set(name, gate)
      }
      return gate
    }
    const open = (name: string): void => {
      const gate = gates.get(name)
      if (gate === undefined) return
      gate.opened++
      gate.latch.openUnsafe()
    }

    const seconds = sql.literal(String(Math.ceil(Duration.toSeconds(lockExpiration))))
    const [now, expired] = sql.onDialectOrElse({
      pg: () => [sql`NOW()`, sql`NOW() - INTERVAL '${seconds} seconds'`] as const,
      orElse: () => [sql`CURRENT_TIMESTAMP`, sql`datetime(CURRENT_TIMESTAMP, '-${seconds} seconds')`] as const
    })
    const look = Effect.gen(function* () {
      const due = yield* sql<{ readonly queue: string }>`SELECT DISTINCT queue_name AS queue FROM ${sql(tableName)}
        WHERE state = 'pending' AND visible_at <= ${now} AND (acquired_at IS NULL OR acquired_at < ${expired})`
      for (const { queue } of due) open(queue)
    })
    yield* Effect.andThen(taking.await, look).pipe(
      Effect.tapCause((cause) => Effect.logWarning("Jobs were not looked for", cause)),
      Effect.sandbox,
      Effect.retry(whileAway),
      Effect.andThen(Effect.sleep(every)),
      Effect.forever,
      (looking) => Effect.andThen(ready, looking),
      Effect.forkScoped
    )

    const whileWaiting = <A, E, R>(wait: Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          takers++
          taking.openUnsafe()
        }),
        () => wait,
        () =>
          Effect.sync(() => {
            takers--
            if (takers === 0) taking.closeUnsafe()
          })
      )

    /** Takes a job, or none within a while. One that comes too late for that goes back. */
    const attempt = (options: Parameters<Store["take"]>[0]) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const claim = yield* Scope.make()
          const exit = yield* Effect.exit(
            restore(Effect.timeoutOption(Scope.provide(store.take(options), claim), patience))
          )
          if (Exit.isSuccess(exit) && Option.isSome(exit.value)) {
            yield* Effect.addFinalizer((end) => Scope.close(claim, end))
            return exit.value
          }
          yield* Scope.close(claim, Exit.interrupt())
          return yield* exit
        })
      )

    return {
      ...store,
      offer: (options) => Effect.andThen(store.offer(options), sql.afterCommit(Effect.sync(() => open(options.name)))),
      take: (options) =>
        whileWaiting(
          Effect.gen(function* () {
            const gate = gateOf(options.name)
            for (;;) {
              yield* gate.latch.await
              const { opened } = gate
              const taken = yield* attempt(options)
              if (Option.isSome(taken)) return taken.value
              if (gate.opened === opened) gate.latch.closeUnsafe()
            }
          })
        )
    } satisfies Store
  })
