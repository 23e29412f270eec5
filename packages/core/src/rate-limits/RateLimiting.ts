/** How much a client may do in a minute: what an installation is set to, and the meters that count it. */
import { Context, Duration, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { contentHash, utf8 } from "../shared/hash.ts"
import { type Allowance, type Meter, makeMeter, type Tell, windowMs } from "./Meter.ts"

/** Most per minute; a limit that is left out is none. */
export interface RateLimitSettings {
  /** Requests of one API token. */
  readonly token?: number
  /** Requests to the API of one address, without a token that was seen to be good. */
  readonly address?: number
  /** Requests of one address to published sites and the application. */
  readonly page?: number
  /** Failed tries of one address to get in somewhere. */
  readonly tries?: number
}

export type RateLimitName = keyof RateLimitSettings

export type Meters = { readonly [Name in RateLimitName]?: Meter }

/** Meters of what is limited: of nothing, unless an installation says so. */
export const RateLimiting = Context.Reference<Meters>("@octavo/core/rate-limits/RateLimiting", {
  defaultValue: () => ({})
})

/** For one server: counts are in its memory. */
export const ownLimits = (settings: RateLimitSettings): Layer.Layer<never> =>
  Layer.sync(RateLimiting, () => meters(settings))

/** For servers that share their counts in the store. */
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
      return meters(settings, teller)
    })
  ).pipe(Layer.provide(RateLimiter.layer))

const left = (limit: number, remaining: number, after: Duration.Duration, now: number): Allowance => ({
  limit,
  remaining,
  resetAt: now + Duration.toMillis(after),
  exceeded: remaining === 0
})

const names = ["token", "address", "page", "tries"] as const satisfies ReadonlyArray<RateLimitName>

const meters = (settings: RateLimitSettings, teller?: (name: RateLimitName, limit: number) => Tell): Meters =>
  Object.fromEntries(
    names.flatMap((name) => {
      const limit = settings[name]
      return limit === undefined ? [] : [[name, makeMeter(limit, teller?.(name, limit))] as const]
    })
  )
