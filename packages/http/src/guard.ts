/**
 * The brute-force guard of a way in (threat: share key guessing): whoever is told too often that there is nothing is let
 * try no more.
 */
import { limitTries, type WayIn } from "@octavo/core/kernel/rate-limits/bruteForceGuard"
import type { Meters } from "@octavo/core/kernel/rate-limits/RateLimiting"
import { NotFound } from "@octavo/core/kernel/shared/errors"
import { RequestAddress } from "@octavo/core/kernel/shared/RequestAddress"
import { Cause, Effect, Exit, Option } from "effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { answerTooManyRequests } from "./constantTimeNotFound.ts"

const isNothing = (outcome: Exit.Exit<HttpServerResponse.HttpServerResponse, unknown>): boolean =>
  Exit.isSuccess(outcome) ? outcome.value.status === 404 : Cause.squash(outcome.cause) instanceof NotFound

/** 429 after too many tries from the address of the request; each that comes to a 404 counts. */
export const guard =
  (limits: Meters, way: WayIn) =>
  <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ remoteAddress }) =>
      answerTooManyRequests(limitTries<HttpServerResponse.HttpServerResponse, E>(limits, way, isNothing)(answer)).pipe(
        Effect.provideService(RequestAddress, Option.getOrNull(remoteAddress)),
        // what is not read of a body that is refused can't be followed by another request
        Effect.map((response) =>
          response.status === 429 ? HttpServerResponse.setHeader(response, "connection", "close") : response
        )
      )
    )
