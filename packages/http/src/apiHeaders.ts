/**
 * Headers of every answer of the API. Browsers on other origins may call it: a token comes in a header that only a page
 * which has the token can send, so every origin is allowed; cookies are not: a browser shows no other origin an answer
 * that it sent one for (threat: requests across sites). Pages of published sites are not for other origins' scripts.
 */
import { lifetimeOfPath, tagsOfPath } from "@octavo/core/delivery/renderers/cacheTags"
import { Effect } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { ignoredFieldsHeader } from "./ignoredFields.ts"
import { workRetryAfter } from "./requests.ts"

const api = /^\/(?:v1\/|~files\/|~uploads\/|openapi\.json(?:\?|$))/

/** What every answer says to a browser. */
export const crossOriginHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": `etag, location, link, deprecation, retry-after, ${ignoredFieldsHeader}, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id`
} as const

/** With 401: how to say who one is (RFC 9110, 15.5.2). */
const challenged = { ...crossOriginHeaders, "www-authenticate": "Bearer" }

/**
 * What a renderer that keeps answers is told of one: of what it is made, and for how many seconds it may be kept. An
 * answer may name more that it is made of, and may say that it is kept by nobody.
 */
const rendererHeaders = ({ method, url }: Asked, headers: Readonly<Record<string, string>>): Record<string, string> => {
  const more = headers[cacheTagHeader]
  const tags = method === "GET" || isSearch(url) ? tagsOfPath(url) : []
  if (tags.length === 0) return {}
  return {
    [cacheTagHeader]: more === undefined ? tags.join(",") : `${tags.join(",")},${more}`,
    ...(headers["cache-control"] === "no-store"
      ? {}
      : { "x-gitbook-cache-control": `private, max-age=${lifetimeOfPath(url)}` })
  }
}

export const cacheTagHeader = "x-gitbook-cache-tag"

/** A read that comes as a POST. */
const isSearch = (url: string): boolean => /^\/v1\/orgs\/[^/]+\/sites\/[^/]+\/search(?:\?|$)/.test(url)

/** The answer to a question before a request (preflight), and to a plain OPTIONS. */
export const optionsResponse = (methods: string) =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      ...crossOriginHeaders,
      allow: methods,
      "access-control-allow-methods": methods,
      // the wildcard does not stand for Authorization
      "access-control-allow-headers": "authorization, content-type, if-none-match, traceparent, x-request-id",
      "access-control-max-age": "86400"
    }
  })

/** What an answer 200 to a request, and a 304 in its place, says beside what its operation does. */
export const okHeaders = (request: Asked, headers: Readonly<Record<string, string>>): Record<string, string> => ({
  ...crossOriginHeaders,
  ...rendererHeaders(request, headers)
})

interface Asked {
  readonly method: string
  readonly url: string
}

export const apiHeaders = HttpRouter.middleware(
  (app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      api.test(request.url)
        ? Effect.map(app, (response) =>
            HttpServerResponse.setHeaders(
              response,
              response.status === 401
                ? challenged
                : response.status === 429 && response.headers["retry-after"] === undefined
                  ? { ...crossOriginHeaders, "retry-after": workRetryAfter }
                  : response.status === 200 || response.status === 304
                    ? okHeaders(request, response.headers)
                    : crossOriginHeaders
            )
          )
        : app
    ),
  { global: true }
)
