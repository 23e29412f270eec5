/**
 * A cache of encoded answers to reads, by caller and URL: besides these an answer of the API depends on the store alone.
 * What it has is sent again after a check of the token or session, and of the store's epoch. The entry of a space ends when the space
 * changes; every other one with the next commit, of any process. An answer that says `no-store` or varies by a header
 * does not get in.
 */

import { contextKey } from "@octavo/core/kernel/conditions/Visitor"
import type { Actor } from "@octavo/core/kernel/shared/Actor"
import { Epoch } from "@octavo/core/kernel/shared/Epoch"
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
    const answers = makeLru<HttpServerResponse.HttpServerResponse>(cacheBytes, "answers")
    const spaces = makeLru<{ readonly number: number; readonly response: HttpServerResponse.HttpServerResponse }>(
      spacesBytes,
      "spaces"
    )
    let seen: number | undefined

    /** Until the next commit. */
    const untilCommit = <E, R>(name: string, app: App<E, R>): App<E, R> => {
      const now = epoch.read()
      if (now === undefined) return app
      if (now !== seen) {
        answers.clear()
        seen = now
      }
      const found = answers.get(name)
      if (found !== undefined) return Effect.succeed(found)
      return Effect.map(app, (response) => {
        // a commit meanwhile may or may not be in it: then it serves this request only
        const size = sizeToKeep(response)
        if (size !== undefined && epoch.read() === now && seen === now) {
          answers.set(name, response, size + name.length * 2 + overhead)
        }
        return response
      })
    }

    /** Until the space changes. */
    const untilChange = <E, R>(space: string, name: string, app: App<E, R>): App<E, R> =>
      Effect.withFiber(({ context }) => {
        const number = epoch.of(space, context)
        if (number === undefined) return app
        const found = spaces.get(name)
        if (found?.number === number) return Effect.succeed(found.response)
        return Effect.map(app, (response) => {
          const size = sizeToKeep(response)
          if (size !== undefined && epoch.of(space, context) === number) {
            spaces.set(name, { number, response }, size + name.length * 2 + overhead)
          }
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
        const kept = (actor: Actor) => {
          const name = `${nameOf(actor)} ${request.url}`
          const space = actor.kind === "user" ? spacePath.exec(request.url)?.[1] : undefined
          return space === undefined ? untilCommit(name, app) : untilChange(space, name, app)
        }
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

/** A space, as its members read it. */
const spacePath = /^\/v1\/spaces\/([\w-]+)$/

const cacheBytes = 64 * 1024 * 1024
const spacesBytes = 8 * 1024 * 1024
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
