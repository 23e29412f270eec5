/**
 * What goes wrong is told to people in words and not as JSON: an address of the API, or of a file that is gone, which
 * somebody opened in a browser. Programs send a token, or do not ask for HTML.
 */
import { Effect } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { escaped, page } from "./pages.ts"

const isFromBrowser = ({ headers, method }: HttpServerRequest.HttpServerRequest): boolean =>
  (method === "GET" || method === "HEAD") &&
  headers["authorization"] === undefined &&
  /\btext\/html\b/i.test(headers["accept"] ?? "")

/** The message of an error in the contract's shape. */
const messageOf = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): string | undefined => {
  if (status < 400 || body._tag !== "Uint8Array") return undefined
  if (!(headers["content-type"] ?? body.contentType).startsWith("application/json")) return undefined
  const message: unknown = JSON.parse(new TextDecoder().decode(body.body)).error?.message
  return typeof message === "string" ? message : undefined
}

const titles: Readonly<Record<number, string>> = {
  401: "An address for programs",
  404: "Nothing here",
  410: "Too late",
  429: "Too many requests",
  503: "Try again in a moment"
}

/** Headers of what stood there before. */
const ofBody = new Set(["content-type", "content-length", "cache-control", "etag"])

export const errorPages = HttpRouter.middleware(
  (app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      isFromBrowser(request)
        ? Effect.map(app, (response) => {
            const message = messageOf(response)
            if (message === undefined) return response
            const { status } = response
            const api = request.url.startsWith("/v1")
              ? '<p>Programs read the API of this server here. People find it described in <a href="/docs">its reference</a>.</p>'
              : ""
            const kept = Object.entries(response.headers).filter(([name]) => !ofBody.has(name))
            return HttpServerResponse.setHeaders(
              page(status, titles[status] ?? "This can't be shown", `<p>${escaped(message)}</p>${api}`),
              { ...Object.fromEntries(kept), vary: "accept" }
            )
          })
        : app
    ),
  { global: true }
)
