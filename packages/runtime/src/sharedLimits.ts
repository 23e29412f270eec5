/** Limits that the servers of one store count together. */
import type { Allowance, Tell } from "@octavo/core/kernel/rate-limits/Meter"
import { windowMs } from "@octavo/core/kernel/rate-limits/Meter"
import {
  makeMeters,
  RateLimiting,
  type RateLimitName,
  type RateLimitSettings
} from "@octavo/core/kernel/rate-limits/RateLimiting"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Duration, Effect, Layer } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"

export const sharedLimits = (settings: RateLimitSettings): Layer.Layer<never, never, RateLimiter.RateLimiterStore> =>
  Layer.effect(
    RateLimiting,
    Effect.gen(function* () {
      const limiter = yield* RateLimiter.RateLimiter
      const run = Effect.runForkWith(yield* Effect.context<never>())
      const teller =
        (name: RateLimitName, limit: number): Tell =>
        (client, tokens, told) => {
          const now = Date.now()
          // tokens and addresses are not kept as they are
          const key = `${name} ${contentHash(utf8.encode(client))}`
          const consumed = limiter.consume({ key, limit, window: windowMs, tokens }).pipe(
            Effect.map(({ remaining, resetAfter }) => left(limit, remaining, resetAfter, now)),
            Effect.catchTag("RateLimiterError", ({ reason }) =>
              reason._tag === "RateLimitExceeded"
                ? Effect.succeed(left(limit, 0, reason.retryAfter, now))
                : // a store that is away limits nobody beyond what this server knows
                  Effect.as(Effect.logDebug("Counts of requests were not shared", reason), undefined)
            )
          )
          run(consumed).addObserver((exit) => told(exit._tag === "Success" ? exit.value : undefined))
        }
      return makeMeters(settings, teller)
    })
  ).pipe(Layer.provide(RateLimiter.layer))

const left = (limit: number, remaining: number, after: Duration.Duration, now: number): Allowance => ({
  limit,
  remaining,
  resetAt: now + Duration.toMillis(after),
  exceeded: remaining === 0
})
