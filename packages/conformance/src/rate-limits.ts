/** The counts that servers share: a store counts as Effect's own does in memory. */
import { describe, expect, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { TestClock } from "effect/testing"
import { type StoreUnderTest, services } from "./harness.ts"

const second = Duration.seconds(1)

/** What is taken one after the other: after a pause in milliseconds, so many, up to a limit. */
const takes: ReadonlyArray<readonly [pause: number, tokens: number, limit: number | undefined]> = [
  [0, 1, 10],
  [0, 3, 10],
  [1500, 4, 10],
  // refused: neither the count nor the end moves
  [0, 3, 10],
  [0, 2, 10],
  [0, 1, 10],
  [8499, 1, 10],
  // the window is over
  [1, 2, 10],
  [0, 20, undefined],
  [60_000, 10, 10]
]

export const rateLimitsSuite = (under: StoreUnderTest) =>
  describe(`rate limits on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("windows begin, fill, refuse and end as in memory", () =>
        Effect.gen(function* () {
          const store = yield* RateLimiter.RateLimiterStore
          const memory = yield* Effect.provide(RateLimiter.RateLimiterStore, RateLimiter.layerStoreMemory)
          for (const [pause, tokens, limit] of takes) {
            yield* TestClock.adjust(pause)
            const take = { key: "token a", tokens, limit, refillRate: second }
            expect(yield* store.fixedWindow(take)).toEqual(yield* memory.fixedWindow(take))
          }
          const other = { key: "token b", tokens: 1, limit: 10, refillRate: second }
          expect(yield* store.fixedWindow(other)).toEqual([1, 1000])
        })
      )

      it.effect("of many who take at once exactly as many are let through as there may be", () =>
        Effect.gen(function* () {
          const limiter = yield* RateLimiter.make
          const take = limiter.consume({ key: "address x", limit: 20, window: "1 minute" })
          const outcomes = yield* Effect.all(
            Array.from({ length: 40 }, () => Effect.match(take, { onFailure: () => 0, onSuccess: () => 1 })),
            { concurrency: "unbounded" }
          )
          expect(outcomes.reduce<number>((sum, one) => sum + one, 0)).toBe(20)
        })
      )

      it.effect("another way to count is refused, not guessed", () =>
        Effect.gen(function* () {
          const limiter = yield* RateLimiter.make
          const bucket = limiter.consume({ key: "a", limit: 1, window: "1 minute", algorithm: "token-bucket" })
          expect((yield* Effect.flip(bucket)).reason._tag).toBe("RateLimitStoreError")
        })
      )
    })
  })
