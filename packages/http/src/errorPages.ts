/**
 * What goes wrong is told to people in words and not as JSON: an address of the API, or of a file that is gone, which
 * somebody opened in a browser. Programs send a token or the key of a session, or do not ask for HTML.
 */
import { sessionName } from "@octavo/core/people/sign-in/Sessions"
import { Effect } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { escaped, page, pageHeaders, pageText, pageType } from "./pages.ts"

/** Whether what is answered is shown to a person: who opens an address, or sends a form. */
export const isFromBrowser = (headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>): boolean =>
  headers["authorization"] === undefined &&
  headers[sessionName] === undefined &&
  /\btext\/html\b/i.test(String(headers["accept"] ?? ""))

/** The message of an error in the contract's shape. */
const messageOf = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): string | undefined => {
  if (status < 400 || body._tag !== "Uint8Array") return undefined
  if (!(headers["content-type"] ?? body.contentType).startsWith("application/json")) return undefined
  const message: unknown = JSON.parse(new TextDecoder().decode(body.body)).error?.message
  return typeof message === "string" ? message : undefined
}

const titles: Readonly<Record<number, string>> = {
  401: "An address for programs",
  403: "Not allowed",
  404: "Nothing here",
  405: "An address for programs",
  410: "Too late",
  413: "Too long",
  429: "Too many requests",
  503: "Try again in a moment"
}

const otherTitle = "This can't be shown"

/** Headers of what stood there before. */
const ofBody = new Set(["content-type", "content-length", "cache-control", "etag"])

/** An error as a page, for who answers without the router. */
export const errorPage = (status: number, message: string) => ({
  text: pageText(titles[status] ?? otherTitle, `<p>${escaped(message)}</p>`),
  headers: { ...pageHeaders, "content-type": pageType, vary: "accept" }
})

export const errorPages = HttpRouter.middleware(
  (app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      isFromBrowser(request.headers)
        ? Effect.map(app, (response) => {
            const message = messageOf(response)
            if (message === undefined) return response
            const { status } = response
            const api = request.url.startsWith("/v1")
              ? '<p>Programs read the API of this server here. People find it described in <a href="/docs">its reference</a>.</p>'
              : ""
            const kept = Object.entries(response.headers).filter(([name]) => !ofBody.has(name))
            return HttpServerResponse.setHeaders(
              page(status, titles[status] ?? otherTitle, `<p>${escaped(message)}</p>${api}`),
              { ...Object.fromEntries(kept), vary: "accept" }
            )
          })
        : app
    ),
  { global: true }
)
