/**
 * Answers of reads, kept as bytes until anything in the store changes: an answer of the API depends on the store, the
 * caller and the URL, and on nothing else. What is kept is sent again after a check of the token and of the store's
 * epoch; every commit, of any process, ends all of it. An answer that says `no-store` or varies by a header is not kept.
 */
import type { Actor } from "@octavo/core/shared/Actor"
import { Epoch } from "@octavo/core/shared/Epoch"
import { makeLru } from "@octavo/core/shared/lru"
import { Authentication } from "@octavo/core/users/Authentication"
import { contextKey } from "@octavo/core/visitors/Visitor"
import { Context, Effect } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

/** What differs from one request to the next of the same caller is for middleware around this one to add. */
export const keptAnswers = HttpRouter.middleware(
  Effect.gen(function* () {
    const epoch = yield* Epoch
    const { authenticate } = yield* Authentication
    const kept = makeLru<HttpServerResponse.HttpServerResponse>(keptBytes, "answers")
    let seen: number | undefined

    return (app) =>
      Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const bearer = bearerOf(request)
        const now = bearer === undefined ? undefined : epoch.read()
        if (bearer === undefined || now === undefined) return app
        if (now !== seen) {
          kept.clear()
          seen = now
        }
        return Effect.matchEffect(authenticate(bearer), {
          // the operation itself says what is wrong
          onFailure: () => app,
          onSuccess: (actor) => {
            const name = `${nameOf(actor)} ${request.url}`
            const found = kept.get(name)
            if (found !== undefined) return Effect.succeed(found)
            return Effect.map(app, (response) => {
              // a commit meanwhile may or may not be in it: then it serves this request only
              const size = sizeToKeep(response)
              if (size !== undefined && epoch.read() === now && seen === now) {
                kept.set(name, response, size + name.length * 2 + overhead)
              }
              return response
            })
          }
        })
      })
  }),
  { global: true }
)

const keptBytes = 64 * 1024 * 1024
/** What a kept answer weighs beside its body and name, roughly. */
const overhead = 1000

/** The token of a read that asks for the whole answer. */
const bearerOf = ({ headers, method, url }: HttpServerRequest.HttpServerRequest): string | undefined =>
  method === "GET" &&
  url.startsWith("/v1/") &&
  headers["if-none-match"] === undefined &&
  headers["authorization"]?.startsWith("Bearer ") === true
    ? headers["authorization"].slice("Bearer ".length)
    : undefined

/** Tokens with other scopes may get other answers, and so may other visitors of a site (threat 23). */
const nameOf = (actor: Actor): string => {
  switch (actor.kind) {
    case "user":
      return `${actor.userId} ${actor.tokenId}`
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
