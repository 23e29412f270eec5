/**
 * Where somebody can get in with what could be guessed, besides published sites: who failed too often at one of these,
 * from one address, is refused there (threat: share key guessing). What a try came to is seen from its answer.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { tooManyTries, triesFrom, waitOf } from "@octavo/core/kernel/rate-limits/failedTries"
import type { Meters } from "@octavo/core/kernel/rate-limits/RateLimiting"
import type { AddressReader } from "./clientAddress.ts"
import { refusals } from "./metrics.ts"

interface Door {
  readonly name: string
  readonly method: string
  readonly path: RegExp
  /** Answers to failures. */
  readonly failed: ReadonlyArray<number>
}

const doors: ReadonlyArray<Door> = [
  { name: "token", method: "POST", path: /^[^?]*\/app\/~\/sign-in(?:\?|$)/, failed: [401] },
  // the answer is the same for every address: each mail that is asked for counts
  { name: "mail", method: "POST", path: /^[^?]*\/app\/~\/sign-in-mail(?:\?|$)/, failed: [303] },
  { name: "link", method: "GET", path: /^[^?]*\/app\/~\/sign-in-link(?:\?|$)/, failed: [403] },
  { name: "link", method: "POST", path: /^[^?]*\/app\/~\/sign-in-link(?:\?|$)/, failed: [403] },
  { name: "program", method: "POST", path: /^[^?]*\/app\/~\/token(?:\?|$)/, failed: [400] },
  { name: "finish", method: "GET", path: /^[^?]*\/app\/~\/sign-in\/finish(?:\?|$)/, failed: [400, 403] },
  { name: "saml", method: "POST", path: /^[^?]*\/app\/~\/saml\/[\w-]+\/acs(?:\?|$)/, failed: [400, 403, 404] },
  { name: "oidc", method: "GET", path: /^[^?]*\/app\/~\/oidc\/callback(?:\?|$)/, failed: [400, 403, 404] },
  { name: "verify", method: "POST", path: /^\/auth\/verify(?:\?|$)/, failed: [404] },
  { name: "upload", method: "PUT", path: /^\/~uploads\//, failed: [404] },
  { name: "invite", method: "POST", path: /^\/v1\/orgs\/[^/?]+\/invites\/[^/?]+(?:\?|$)/, failed: [404] }
]

/** No other address has a door. */
const mayHaveDoor = /\/app\/~\/|^\/auth\/|^\/~uploads\/|\/invites\//

/** @returns whether the request is refused, and answered */
export const makeDoors =
  ({ tries }: Meters, addressOf: AddressReader) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url!
    if (tries === undefined || !mayHaveDoor.test(url)) return false
    const door = doors.find(({ method, path }) => method === request.method && path.test(url))
    if (door === undefined) return false
    const client = triesFrom(addressOf(request), door.name)
    const now = Date.now()
    const allowance = tries.look(client, now)
    if (!allowance.exceeded) {
      response.once("finish", () => {
        if (door.failed.includes(response.statusCode)) tries.take(client, Date.now())
      })
      return false
    }
    refusals.tries.value++
    const wait = waitOf(allowance, now)
    const body = JSON.stringify({ error: { code: 429, message: tooManyTries(wait) } })
    response
      .writeHead(429, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "cache-control": "no-store",
        "retry-after": String(wait),
        // what is not read of its body can't be followed by another request
        connection: "close"
      })
      .end(body)
    return true
  }
