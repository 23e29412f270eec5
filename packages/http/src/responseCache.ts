/**
 * A cache of encoded answers to reads, by caller and URL: besides these an answer of the API depends on the store alone.
 * What it has is sent again after a check of the token or session, and of what it was made of. An entry whose operation says
 * what that is (`madeOnlyOf`) ends when it changes; every other one with the next commit, of any process. An answer that
 * says `no-store` or varies by a header does not get in.
 */

import { contextKey } from "@octavo/core/kernel/conditions/Visitor"
import type { Actor } from "@octavo/core/kernel/shared/Actor"
import { Epoch, holds, type MadeOf, madeOf } from "@octavo/core/kernel/shared/Epoch"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { Context, Effect } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { SessionActor } from "./authentication.ts"

/** What differs from one request to the next of the same caller is for middleware around this one to add. */
export const responseCache = HttpRouter.middleware(
  Effect.gen(function* () {
    const epoch = yield* Epoch
    const { authenticate } = yield* Authentication
    const untilChange = makeLru<Kept>(untilChangeBytes, "answers-by-part")
    const untilCommit = makeLru<Kept>(untilCommitBytes, "answers")
    let commit: number | undefined

    const keep = (name: string, kept: Kept, size: number): void => {
      if (kept.of.commit === undefined) untilChange.set(name, kept, size)
      else {
        if (kept.of.commit !== commit) untilCommit.clear()
        commit = kept.of.commit
        untilCommit.set(name, kept, size)
      }
    }

    const keptAs = <E, R>(name: string, app: App<E, R>): App<E, R> =>
      Effect.withFiber(({ context }) => {
        const found = untilChange.get(name) ?? untilCommit.get(name)
        if (found !== undefined && holds(epoch, found.of, context)) return Effect.succeed(found.response)
        return Effect.map(madeOf(epoch, app), ({ of, value: response }) => {
          const size = of && sizeToKeep(response)
          if (of !== undefined && size !== undefined) keep(name, { of, response }, size + name.length * 2 + overhead)
          return response
        })
      })

    return (app) =>
      Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const session = Context.get(fiber.context, SessionActor)
        if (!isRead(request) || (session === undefined && request.headers["authorization"] === undefined)) return app
        // who asks conditionally does not ask for the whole answer
        if (request.headers["if-none-match"] !== undefined) return epoch.reading(app)
        const kept = (actor: Actor) => keptAs(`${nameOf(actor)} ${request.url}`, app)
        if (session !== undefined) return epoch.reading(kept(session))
        const bearer = bearerOf(request)
        if (bearer === undefined) return epoch.reading(app)
        // the operation itself says what is wrong
        return epoch.reading(Effect.matchEffect(authenticate(bearer), { onFailure: () => app, onSuccess: kept }))
      })
  }),
  { global: true }
)

type App<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

interface Kept {
  readonly response: HttpServerResponse.HttpServerResponse
  readonly of: MadeOf
}

const untilCommitBytes = 64 * 1024 * 1024
const untilChangeBytes = 16 * 1024 * 1024
/** What a kept answer weighs beside its body and name, roughly. */
const overhead = 1000

const isRead = ({ method, url }: HttpServerRequest.HttpServerRequest): boolean =>
  method === "GET" && url.startsWith("/v1/")

const bearerOf = ({ headers }: HttpServerRequest.HttpServerRequest): string | undefined =>
  headers["authorization"]?.startsWith("Bearer ") === true
    ? headers["authorization"].slice("Bearer ".length)
    : undefined

/**
 * Tokens with other scopes may get other answers, and so may sessions that count in one organization, and other visitors
 * of a site (threat: cache leaks).
 */
const nameOf = (actor: Actor): string => {
  switch (actor.kind) {
    case "user":
      return `${actor.userId} ${actor.tokenId} ${actor.session ?? ""}`
    case "site":
      return `${actor.siteId} ${JSON.stringify([actor.pass, actor.preview ?? null])} ${contextKey(actor.visitor)}`
    case "operator":
      return actor.kind
  }
}

/** The bytes of an answer that may be sent again. */
const sizeToKeep = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): number | undefined =>
  status === 200 &&
  body._tag === "Uint8Array" &&
  headers["vary"] === undefined &&
  headers["cache-control"]?.includes("no-store") !== true
    ? body.contentLength
    : undefined
