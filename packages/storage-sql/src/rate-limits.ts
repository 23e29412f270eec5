/** Counts of requests that all servers of a store share: what Effect's `RateLimiter` keeps, for fixed windows. */
import { Clock, Duration, Effect, Layer } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as SqlClient from "effect/sql/SqlClient"

/** How often counts whose window is over are removed, by each server that counts. */
const sweepEveryMs = 60_000

const failed = (message: string, cause?: unknown) =>
  new RateLimiter.RateLimiterError({ reason: new RateLimiter.RateLimitStoreError({ message, cause }) })

const fixedWindowsOnly = Effect.fail(failed("This store counts in fixed windows only"))

export const rateLimiterStoreLayer = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    let sweptAt = Number.NEGATIVE_INFINITY

    const sweep = (now: number) =>
      Effect.suspend(() => {
        if (now - sweptAt < sweepEveryMs) return Effect.void
        sweptAt = now
        return Effect.asVoid(sql`DELETE FROM rate_limits WHERE ends_at <= ${now}`)
      })

    /** One statement, so that servers that count at the same time count after each other. */
    const take = (key: string, tokens: number, ms: number, limit: number | undefined, now: number) => {
      const over = sql`rate_limits.ends_at <= ${now}`
      const asked = sql`CASE WHEN ${over} THEN 0 ELSE rate_limits.count END + ${tokens}`
      // what is refused changes neither the count nor the end
      const refused = limit === undefined ? sql`1 = 0` : sql`${asked} > ${limit}`
      return sql<{ asked: number; ends_at: number }>`
        INSERT INTO rate_limits (name, count, asked, ends_at)
        VALUES (${key}, ${limit !== undefined && tokens > limit ? 0 : tokens}, ${tokens}, ${now + ms})
        ON CONFLICT (name) DO UPDATE SET
          asked = ${asked},
          count = CASE WHEN ${refused} THEN rate_limits.count ELSE ${asked} END,
          ends_at = CASE WHEN ${refused} THEN rate_limits.ends_at
            WHEN ${over} THEN ${now + ms} ELSE rate_limits.ends_at + ${ms} END
        RETURNING asked, ends_at`
    }

    return RateLimiter.RateLimiterStore.of({
      fixedWindow: ({ key, limit, refillRate, tokens }) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          yield* sweep(now)
          const ms = Math.max(1, Math.ceil(Duration.toMillis(refillRate) * tokens))
          const [row] = yield* take(key, tokens, ms, limit, now)
          return [row!.asked, Math.max(0, row!.ends_at - now)] as const
        }).pipe(Effect.catchTag("SqlError", (cause) => Effect.fail(failed("Requests could not be counted", cause)))),
      tokenBucket: () => fixedWindowsOnly,
      adaptiveConsume: () => fixedWindowsOnly,
      adaptiveFeedback: () => fixedWindowsOnly
    })
  })
)
