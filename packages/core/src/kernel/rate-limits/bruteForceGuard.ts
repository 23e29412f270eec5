/**
 * The guard against brute force (threat: share key guessing): who failed too often to get in at one place is refused
 * there, right or wrong.
 */
import { Clock, Effect, type Exit } from "effect"
import { TooManyRequests } from "../shared/errors.ts"
import { counter } from "../shared/metrics.ts"
import { RequestAddress } from "../shared/RequestAddress.ts"
import { networkOf } from "./network.ts"
import type { Meters } from "./RateLimiting.ts"

/**
 * Where somebody can get in with what could be guessed, besides published sites, which are counted one by one. Whoever
 * answers there guards it with `limitTries`, by its name here.
 */
export const waysIn = [
  "token",
  "mail",
  "link",
  "program",
  "finish",
  "saml",
  "oidc",
  "verify",
  "upload",
  "invite",
  "setup"
] as const
export type WayIn = (typeof waysIn)[number]

const refused = counter("octavo_rate_limit_refusals_total", "Requests that were refused because too many came", {
  limit: "tries"
})

/**
 * Lets somebody try, unless too many tries from the same address failed at this place in the last minute. What does not
 * come over the network is not limited.
 * @param place what is tried: a way in, or a published site
 * @param failed whether what came of it was nothing
 */
export const limitTries =
  <A, E>({ tries }: Meters, place: WayIn | `site ${string}`, failed: (outcome: Exit.Exit<A, E>) => boolean) =>
  <R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E | TooManyRequests, R> =>
    Effect.gen(function* () {
      const address = yield* RequestAddress
      if (tries === undefined || address === null) return yield* attempt
      const client = `${networkOf(address)} ${place}`
      const now = yield* Clock.currentTimeMillis
      const allowance = tries.look(client, now)
      if (allowance.exceeded) {
        refused.value++
        const retryAfter = Math.max(1, Math.ceil((allowance.resetAt - now) / 1000))
        return yield* new TooManyRequests({
          message: `Too many tries from this address failed; try again in ${retryAfter} seconds`,
          retryAfter
        })
      }
      const outcome = yield* Effect.exit(attempt)
      if (failed(outcome)) tries.take(client, yield* Clock.currentTimeMillis)
      return yield* outcome
    })
