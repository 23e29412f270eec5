/**
 * Rate limits over HTTP (threats: share key guessing, slow clients and floods): what is counted of a request, and what the
 * client is told.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Allowance } from "@octavo/core/kernel/rate-limits/Meter"
import { networkOf } from "@octavo/core/kernel/rate-limits/network"
import type { Meters } from "@octavo/core/kernel/rate-limits/RateLimiting"
import { sessionName } from "@octavo/core/people/sign-in/Sessions"
import { apiTargetOf, crossOriginHeaders, errorPage, isFromBrowser } from "@octavo/http"
import type { AddressReader } from "./clientAddress.ts"
import type { CountedResponse } from "./countedResponse.ts"
import { refusals } from "./metrics.ts"

/** An address as a router reads it: letters may be written as their codes. */
const decoded = (url: string): string =>
  url.replace(/%([4-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

const seconds = (ms: number): string => String(Math.ceil(ms / 1000))

/** What a client of the API is told with every answer (`docs/contributing/wire.md#rate-limits`). */
const allowanceHeaders = ({ limit, remaining, resetAt }: Allowance): ReadonlyArray<string> => [
  "x-ratelimit-limit",
  String(limit),
  "x-ratelimit-remaining",
  String(remaining),
  "x-ratelimit-reset",
  seconds(resetAt)
]

/** The key of a session, which is no token whatever it looks like. */
const keyOf = ({ [sessionName]: key }: IncomingMessage["headers"]): string | undefined =>
  typeof key === "string" ? `${sessionName} ${key}` : undefined

/** What makes work for others when strangers ask for it (threat: strangers make work), with a limit of its own. */
const dearPaths = [
  { limit: "note", method: "POST", path: /\/~insights(?:\?|$)/ },
  { limit: "pdf", method: "GET", path: /^[^?]*(?:\.pdf(?:\?|$)|\/~pdf\/)/ },
  { limit: "ask", method: "POST", path: /\/~ask(?:\?|$)/ }
] as const
/** The same of the API, where a token that is known is counted by itself. */
const askPath = /\/ask\/?(?:\?|$)/

/**
 * Counts requests: those to the API for their token or session, once it was seen to be good, else for their address; all others
 * for their address, and some besides for what they are.
 * @returns whether the request was too much, and is answered
 */
export const makeRateLimits = (meters: Meters, addressOf: AddressReader) => {
  const { address, page, token } = meters
  const client = (request: IncomingMessage): string => networkOf(addressOf(request))

  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    { limit, resetAt }: Allowance,
    now: number,
    more: Readonly<Record<string, string>>
  ): true => {
    const wait = seconds(Math.max(1, resetAt - now))
    const message = `More than ${limit} requests came in a minute; try again in ${wait} seconds`
    const { headers, text } = isFromBrowser(request.headers)
      ? errorPage(429, message)
      : {
          text: JSON.stringify({ error: { code: 429, message } }),
          headers: { "content-type": "application/json", "cache-control": "no-store" }
        }
    response
      .writeHead(429, {
        ...more,
        ...headers,
        "content-length": Buffer.byteLength(text),
        "retry-after": wait
      })
      .end(text)
    return true
  }

  /** A token, or the key of a session, is known by what it can do: guesses count for who makes them. */
  const learn = (request: IncomingMessage, response: ServerResponse, secret: string): void => {
    response.once("finish", () => {
      const { statusCode } = response
      if (statusCode >= 200 && statusCode < 300 && request.method !== "OPTIONS") token?.take(secret, Date.now())
    })
  }

  /** @param secret what the client shows that it may ask, if anything */
  const countApi = (
    request: IncomingMessage,
    response: CountedResponse,
    now: number,
    secret: string | undefined,
    more: Readonly<Record<string, string>>
  ): boolean => {
    const known = secret !== undefined && token?.knows(secret) === true
    const meter = known ? token : address
    if (meter === undefined) return false
    if (!known && secret !== undefined) learn(request, response, secret)
    const allowance = meter.take(known ? secret : client(request), now)
    response.allowance = allowanceHeaders(allowance)
    if (allowance.exceeded) {
      refusals[known ? "token" : "address"].value++
      return refuse(request, response, allowance, now, more)
    }
    if (request.method !== "POST" || !askPath.test(decoded(request.url!))) return false
    const questions = meters.ask?.take(known ? secret : client(request), now)
    if (questions?.exceeded !== true) return false
    refusals.ask.value++
    return refuse(request, response, questions, now, more)
  }

  return (request: IncomingMessage, response: CountedResponse): boolean => {
    const now = Date.now()
    const { headers, url } = request
    if (url!.startsWith("/v1/")) return countApi(request, response, now, headers.authorization, crossOriginHeaders)
    if (apiTargetOf(url!) !== undefined) return countApi(request, response, now, keyOf(headers), {})
    const allowance = page?.take(client(request), now)
    if (allowance?.exceeded === true) {
      refusals.page.value++
      return refuse(request, response, allowance, now, {})
    }
    const dear = dearPaths.find(({ method, path }) => method === request.method && path.test(url!))
    const left = dear === undefined ? undefined : meters[dear.limit]?.take(client(request), now)
    if (dear === undefined || left?.exceeded !== true) return false
    refusals[dear.limit].value++
    return refuse(request, response, left, now, {})
  }
}
