/**
 * Sends answers that are kept (`keptAnswers.ts`) again, after a check of the token or session, and keeps those that are
 * made. Kept ones of a token are mostly sent in front of the router (`runtime/src/apiLane.ts`). Who has an answer already
 * is told that it holds, and who wants none that is kept gets one that is made (RFC 9110, 13.1.2; RFC 9111, 5.2.1.4).
 */

import type { Actor } from "@octavo/core/kernel/shared/Actor"
import { Epoch, madeOf } from "@octavo/core/kernel/shared/Epoch"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { Context, Effect } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { SessionActor } from "./authentication.ts"
import { isKnown, notModified, wantsFresh } from "./conditional.ts"
import { KeptAnswers } from "./keptAnswers.ts"

/** What differs from one request to the next of the same caller is for middleware around this one to add. */
export const responseCache = HttpRouter.middleware(
  Effect.gen(function* () {
    const epoch = yield* Epoch
    const answers = yield* KeptAnswers
    const { authenticate } = yield* Authentication

    const kept = <E, R>(actor: Actor, url: string, app: App<E, R>): App<E, R> =>
      Effect.withFiber(({ context }) => {
        const found = answers.find(actor, url, context)
        if (found !== undefined) {
          const { headers } = Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)
          return Effect.succeed(
            isKnown(headers, found.headers)
              ? HttpServerResponse.empty({ status: 304, headers: notModified(found.headers) })
              : found
          )
        }
        return Effect.map(madeOf(epoch, app), ({ of, value: response }) => {
          if (of !== undefined) answers.keep(actor, url, response, of)
          return response
        })
      })

    return (app) =>
      Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const session = Context.get(fiber.context, SessionActor)
        const { authorization } = request.headers
        if (!isRead(request) || (session === undefined && authorization === undefined)) return app
        if (wantsFresh(request.headers)) return epoch.reading(app)
        if (session !== undefined) return epoch.reading(kept(session, request.url, app))
        const bearer = bearerOf(authorization)
        if (bearer === undefined) return epoch.reading(app)
        // the operation itself says what is wrong
        return epoch.reading(
          Effect.matchEffect(authenticate(bearer), {
            onFailure: () => app,
            onSuccess: (actor) => kept(actor, request.url, app)
          })
        )
      })
  }),
  { global: true }
)

type App<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

const isRead = ({ method, url }: { readonly method?: string; readonly url?: string }): boolean =>
  method === "GET" && url?.startsWith("/v1/") === true

/** The token of an `Authorization` header. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  authorization?.startsWith("Bearer ") === true ? authorization.slice("Bearer ".length) : undefined
