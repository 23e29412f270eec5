import { Clock, Effect } from "effect"

/** The time now as ISO 8601 in UTC with milliseconds: how every timestamp is stored and sent. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms).toISOString())

/**
 * The time now that a jump forward of the machine's clock does not move, for what cannot be undone: never later than the
 * time at which this was asked for plus what has passed since by a clock that nobody sets.
 */
export const steadyClock: Effect.Effect<Effect.Effect<string>> = Effect.gen(function* () {
  const begun = yield* Clock.currentTimeMillis
  const steadily = yield* Clock.monotonicTimeNanos
  return Effect.gen(function* () {
    const passed = Number((yield* Clock.monotonicTimeNanos) - steadily) / 1_000_000
    return new Date(Math.min(yield* Clock.currentTimeMillis, Math.ceil(begun + passed))).toISOString()
  })
})
