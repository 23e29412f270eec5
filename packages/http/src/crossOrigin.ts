/**
 * Browsers on other origins may call the API: a token comes in a header that only a page which has the token can send,
 * and nothing here reads a cookie, so every origin is allowed and credentials are not (threat 47). Pages of published
 * sites are not for other origins' scripts.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

const open = /^\/(?:v1\/|~files\/|openapi\.json(?:\?|$))/

/** What every answer of the API says to a browser. */
export const crossOriginHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag, location, link, deprecation, retry-after"
} as const

/** The answer to a question before a request (preflight), and to a plain OPTIONS. */
export const optionsResponse = (methods: string) =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      ...crossOriginHeaders,
      allow: methods,
      "access-control-allow-methods": methods,
      // the wildcard does not stand for Authorization
      "access-control-allow-headers": "authorization, content-type, if-none-match",
      "access-control-max-age": "86400"
    }
  })

export const crossOrigin = HttpRouter.middleware(
  (app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      open.test(request.url) ? Effect.map(app, HttpServerResponse.setHeaders(crossOriginHeaders)) : app
    ),
  { global: true }
)
