/**
 * 404s in constant time, so that nobody can tell by a clock whether there is something that the caller may not see or
 * nothing at all (threats: enumeration, share key guessing): they are sent at a fixed time after the request came, which
 * is later than either is known.
 */
import { TooManyRequests } from "@octavo/core/kernel/shared/errors"
import { Effect, type Exit } from "effect"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { errorResponse } from "./requests.ts"

/** In milliseconds: a store on the same network answers sooner. */
const nothingTakes = 20

/** @param isNothing whether an outcome is an answer about nothing */
export const constantTimeNotFound = <A, E, R>(
  answer: Effect.Effect<A, E, R>,
  isNothing: (outcome: Exit.Exit<A, E>) => boolean
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const begun = performance.now()
    const outcome = yield* Effect.exit(answer)
    if (isNothing(outcome)) yield* Effect.sleep(Math.max(0, nothingTakes - (performance.now() - begun)))
    return yield* outcome
  })

/** 429 with when to come again, to who guessed too often. */
export const answerTooManyRequests = <E, R>(
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E | TooManyRequests, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, Exclude<E, TooManyRequests>, R> =>
  Effect.catch(answer, (error) =>
    error instanceof TooManyRequests
      ? Effect.succeed(
          errorResponse(429, error.message, {
            "retry-after": String(error.retryAfter),
            "cache-control": "no-store"
          })
        )
      : Effect.fail(error as Exclude<E, TooManyRequests>)
  )
