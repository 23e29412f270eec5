/** Guessing (threat: share key guessing): who failed too often to get in at one place is refused there, right or wrong. */
import { Clock, Effect } from "effect"
import { TooManyRequests } from "../shared/errors.ts"
import { RequestAddress } from "../shared/RequestAddress.ts"
import type { Allowance } from "./Meter.ts"
import { networkOf } from "./network.ts"
import type { Meters } from "./RateLimiting.ts"

/** Under what failures at one place, from one address, are counted. */
export const triesFrom = (address: string, place: string): string => `${networkOf(address)} ${place}`

/** How long somebody waits, in whole seconds. */
export const waitOf = ({ resetAt }: Allowance, now: number): number => Math.max(1, Math.ceil((resetAt - now) / 1000))

/** What somebody is told who failed too often. */
export const tooManyTries = (wait: number): string =>
  `Too many tries from this address failed; try again in ${wait} seconds`

/**
 * Lets somebody try, unless too many tries from the same address failed at this place in the last minute. What does not
 * come over the network is not limited.
 * @param place what is tried, and where
 * @param failed whether what came of it was nothing
 */
export const limitTries =
  <A>({ tries }: Meters, place: string, failed: (outcome: A) => boolean) =>
  <E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E | TooManyRequests, R> =>
    Effect.gen(function* () {
      const address = yield* RequestAddress
      if (tries === undefined || address === null) return yield* attempt
      const client = triesFrom(address, place)
      const now = yield* Clock.currentTimeMillis
      const allowance = tries.look(client, now)
      if (allowance.exceeded) {
        const retryAfter = waitOf(allowance, now)
        return yield* new TooManyRequests({ message: tooManyTries(retryAfter), retryAfter })
      }
      const outcome = yield* attempt
      if (failed(outcome)) tries.take(client, now)
      return outcome
    })
