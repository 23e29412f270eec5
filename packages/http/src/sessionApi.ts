/**
 * The API as the application's scripts ask for it: below the application's path, with the cookie of a session and the key
 * that only pages of that session tell (threats: requests across sites, sites and application on one origin). It answers
 * as `/v1` does to the person, and no other origin.
 */
import { isOwnOrigin, isSiteHost } from "@octavo/core/delivery/site-records/resolveUrl"
import { onlyCookie } from "@octavo/core/delivery/visitors/credentials"
import { app, Instance, type InstanceConfig } from "@octavo/core/kernel/shared/Instance"
import { sameText } from "@octavo/core/kernel/shared/signature"
import { Sessions, sessionName } from "@octavo/core/people/sign-in/Sessions"
import { StillSignedIn } from "@octavo/core/people/users/StillSignedIn"
import { Context, Effect } from "effect"
import * as Headers from "effect/http/Headers"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { SessionActor } from "./authentication.ts"
import { revalidate } from "./contentCache.ts"
import { errorResponse, storageFailed } from "./requests.ts"

/** Below the application's path. */
const ownPath = "/~/api"
const inOwnPath = /^[^?]*?\/~\/api(?=\/v1(?:[/?]|$))/

/** The target in the API that a target below the application's path stands for; `undefined` for every other one. */
export const apiTargetOf = (target: string): string | undefined => {
  const before = target.includes(ownPath) ? inOwnPath.exec(target) : null
  return before === null ? undefined : target.slice(before[0].length)
}

export const sessionApi = HttpRouter.middleware(
  Effect.gen(function* () {
    const instance = yield* Instance
    const { resume, scriptKey } = yield* Sessions
    const path = new URL(app(instance, ownPath)).pathname

    return (app) =>
      Effect.withFiber(({ context }) => {
        const request = Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)
        const { headers, url } = request
        const target = apiTargetOf(url)
        if (target === undefined || url !== path + target) return app
        if (isSiteHost(instance, headers.host ?? "", path)) return app
        if (!isOwnRequest(instance, request)) return Effect.succeed(foreign(instance))
        const session = onlyCookie(headers.cookie, sessionName)
        if (session === undefined) return Effect.succeed(unauthorized("You are not signed in"))
        if (!sameText(headers[sessionName] ?? "", scriptKey(session))) return Effect.succeed(otherPage)
        const asked = request.modify({ url: target, headers: Headers.removeMany(headers, ["authorization", "cookie"]) })
        return Effect.matchEffect(resume(session), {
          onFailure: (error) =>
            Effect.succeed(error._tag === "StorageError" ? storageFailed(error) : unauthorized(error.message)),
          onSuccess: (actor) =>
            Effect.map(
              Effect.provideContext(
                app,
                Context.make(SessionActor, actor).pipe(
                  Context.add(StillSignedIn, resume(session)),
                  Context.add(HttpServerRequest.HttpServerRequest, asked)
                )
              ),
              ofSession
            )
        })
      })
  }),
  { global: true }
)

/** Whether a page of this installation may have sent it: browsers say where a request comes from, with every write. */
const isOwnRequest = (instance: InstanceConfig, { headers, method }: HttpServerRequest.HttpServerRequest): boolean => {
  const { origin, "sec-fetch-site": site = "same-origin" } = headers
  if (site !== "same-origin") return false
  return origin === undefined ? method === "GET" || method === "HEAD" : isOwnOrigin(instance, origin)
}

/** For who has this session alone, in caches of browsers too, and for scripts of no other origin. */
const ofSession = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  const { "cache-control": cacheControl = revalidate, vary } = response.headers
  return HttpServerResponse.setHeaders(
    Object.keys(response.headers)
      .filter((name) => name.startsWith("access-control-"))
      .reduce((answer, name) => HttpServerResponse.removeHeader(answer, name), response),
    { "cache-control": cacheControl, vary: vary === undefined ? sessionName : `${vary}, ${sessionName}` }
  )
}

const unkept = { "cache-control": "no-store" }

const unauthorized = (message: string) => errorResponse(401, message, { ...unkept, "www-authenticate": "Bearer" })

const foreign = ({ publicUrl }: InstanceConfig) =>
  errorResponse(
    403,
    `This address is for the application's own pages: ask ${publicUrl}/v1 instead, with an API token`,
    unkept
  )

const otherPage = errorResponse(
  403,
  `This was not sent by a page of the session that this browser is in: load the page again. Its scripts send what the page's meta element ${sessionName} says, in a header of that name`,
  unkept
)
