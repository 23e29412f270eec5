/** The application for the people who write, over HTTP: where they begin, signing in and out, and pages of change requests. */

import { isOwnOrigin, isSiteHost } from "@octavo/core/delivery/site-records/resolveUrl"
import { onlyCookie } from "@octavo/core/delivery/visitors/credentials"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Instance, type InstanceConfig } from "@octavo/core/kernel/shared/Instance"
import { RequestAddress } from "@octavo/core/kernel/shared/RequestAddress"
import { browserLabel, CurrentBrowser } from "@octavo/core/people/sign-in/browser"
import { sessionName } from "@octavo/core/people/sign-in/Sessions"
import { answerTooManyRequests, errorResponse, storageFailed } from "@octavo/http"
import {
  Account,
  type AppAnswer,
  type AppCookie,
  type AppRequest,
  contentSecurityPolicy,
  HomePages,
  ObjectPages,
  Previews,
  ReferencePages,
  SitePages,
  splitTarget
} from "@octavo/site"
import { Effect, Layer, Option } from "effect"
import type * as Headers from "effect/http/Headers"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { respond, siteAnswer } from "./site.ts"

const cookieNames = { session: sessionName, "sign-in": "octavo-sign-in" } as const satisfies Record<
  AppCookie["name"],
  string
>

/**
 * Whether somebody opens this in a window, or sends a form there. Scripts, also those of sites on the same origin, and
 * frames see nothing of a session and do nothing with it (threat: sites and application on one origin). Browsers say so themselves; who is none, like a
 * program that was given the cookie, need not.
 */
const isOpened = ({ "sec-fetch-dest": dest = "document" }: Headers.Headers) => dest === "document"

/** The values of the application's cookies, for windows alone; scripts have a way of their own (`http/src/sessionApi.ts`). */
const cookiesOf = (headers: Headers.Headers): AppRequest["cookies"] =>
  isOpened(headers)
    ? defined({
        session: onlyCookie(headers.cookie, cookieNames.session),
        "sign-in": onlyCookie(headers.cookie, cookieNames["sign-in"])
      })
    : {}

const pageHeaders = (
  remoteImages: boolean,
  { formAction, hasDiagrams = false, isApplication }: Extract<AppAnswer, { kind: "page" }>
): Record<string, string> => {
  // nobody frames what carries forms of a session
  const framed = contentSecurityPolicy(remoteImages, { diagrams: hasDiagrams }).replace(
    /; frame-ancestors [^;]*|$/,
    "; frame-ancestors 'none'"
  )
  const policy = isApplication === true ? framed.replace("style-src-attr 'unsafe-inline'; ", "") : framed
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      formAction === undefined ? policy : policy.replace("form-action 'self'", `form-action 'self' ${formAction}`),
    "x-content-type-options": "nosniff",
    // forms say where they come from; what stands in the address nobody learns, sites of the same host neither
    "referrer-policy": "strict-origin",
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex"
  }
}

const sender = (basePath: string, instance: InstanceConfig, remoteImages: boolean) => {
  const withCookies = (response: HttpServerResponse.HttpServerResponse, cookies: ReadonlyArray<AppCookie>) => {
    const secure = instance.publicUrl.startsWith("https:")
    return HttpServerResponse.setCookiesUnsafe(
      response,
      cookies.map(({ maxAge, name, value }) => [
        cookieNames[name],
        value,
        {
          path: basePath,
          maxAge: maxAge * 1000,
          httpOnly: true,
          sameSite: "lax",
          ...(secure ? { secure } : {})
        }
      ])
    )
  }
  const sent = (request: HttpServerRequest.HttpServerRequest, answer: AppAnswer) => {
    switch (answer.kind) {
      case "page": {
        const headers = pageHeaders(remoteImages, answer)
        const response = HttpServerResponse.text(answer.html.text, {
          status: answer.status,
          contentType: headers["content-type"]!,
          headers: answer.status === 401 ? { ...headers, "www-authenticate": 'Bearer realm="Octavo"' } : headers
        })
        return withCookies(response, answer.cookies ?? [])
      }
      case "went": {
        const response = HttpServerResponse.redirect(answer.location, {
          status: 303,
          headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
        })
        return withCookies(response, answer.cookies)
      }
      case "xml":
        return HttpServerResponse.text(answer.body, {
          contentType: "application/samlmetadata+xml",
          headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" }
        })
      case "json":
        return HttpServerResponse.text(JSON.stringify(answer.body), {
          status: answer.status,
          contentType: "application/json",
          headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" }
        })
      case "asset":
        return respond(request, answer.answer)
    }
  }
  // a window that a page of a site opens is none of that page's, although it is of one origin with it; also where an
  // address of ours leads on
  return (request: HttpServerRequest.HttpServerRequest, answer: AppAnswer): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.setHeader(sent(request, answer), "cross-origin-opener-policy", "noopener-allow-popups")
}

/** With the browser known that asks, and where it is. */
const inBrowser = <A, E, R>(answer: Effect.Effect<A, E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, remoteAddress }) =>
    answer.pipe(
      Effect.provideService(CurrentBrowser, browserLabel(headers["user-agent"] ?? "")),
      Effect.provideService(RequestAddress, Option.getOrNull(remoteAddress))
    )
  )

/**
 * GET of the first page, and below the application's path, with its forms. Hosts of sites have no application. GET of
 * any other path is a published site's.
 */
export const applicationRoutes = ({ remoteImages = false }: { readonly remoteImages?: boolean | undefined }) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const account = yield* Account
      const previews = yield* Previews
      const objects = yield* ObjectPages
      const home = yield* HomePages
      const reference = yield* ReferencePages
      const pages = yield* SitePages
      const instance = yield* Instance
      const send = sender(account.basePath, instance, remoteImages)

      const shown = Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const [path, query] = splitTarget(request.url)
        const asked: AppRequest = { path, query, cookies: cookiesOf(request.headers) }
        const found = isSiteHost(instance, request.headers.host ?? "", path)
          ? undefined
          : ((yield* home.answer(asked)) ??
            (yield* reference.answer(asked)) ??
            (yield* account.answer(asked)) ??
            (yield* previews.answer(asked)) ??
            (yield* objects.answer(asked)))
        return found === undefined ? yield* siteAnswer(pages) : send(request, found)
      }).pipe(
        answerTooManyRequests,
        Effect.catchTag("StorageError", (error) => Effect.succeed(storageFailed(error)))
      )

      const submitted = Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { host = "", origin } = request.headers
        const [path, query] = splitTarget(request.url)
        if (isSiteHost(instance, host, path)) return nothingHere
        const form = new URLSearchParams(yield* Effect.orElseSucceed(request.text, () => ""))
        // a provider's page sends it, which is another site: what it says is signed
        const received = yield* account.receive(path, new URLSearchParams(query), form)
        if (received !== undefined) return send(request, received)
        if (!isOwnOrigin(instance, origin)) {
          return errorResponse(
            403,
            `This form is only taken from ${new URL(instance.publicUrl).origin}: open the page there`
          )
        }
        const found = yield* account.submit({ path, query, cookies: cookiesOf(request.headers) }, form)
        return found === undefined ? nothingHere : send(request, found)
      }).pipe(
        answerTooManyRequests,
        Effect.catchTag("StorageError", (error) => Effect.succeed(storageFailed(error)))
      )

      const route = (rest: string): `/${string}` => `/${account.basePath.slice(1)}${rest}`
      return Layer.mergeAll(
        // the router takes the root for what is below it
        HttpRouter.add(
          "GET",
          "/*",
          Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
            home.isFront(splitTarget(url)[0]) ? inBrowser(shown) : siteAnswer(pages)
          )
        ),
        HttpRouter.add("GET", route("/*"), inBrowser(shown)),
        HttpRouter.add("GET", `/${reference.basePath.slice(1)}/*`, inBrowser(shown)),
        HttpRouter.add("POST", route("/~/*"), inBrowser(submitted))
      )
    })
  )

const nothingHere = errorResponse(404, "There is nothing at this address")
