/**
 * Requests to a provider. The issuer's host is the operator's own setting, so it may be in a private network; what its
 * discovery document names besides is reached only at public addresses. Nothing is redirected, and answers are small.
 */
import { connectionFailure, pinnedRequest } from "@octavo/outbound/pinnedRequest"
import { resolvePublic } from "@octavo/outbound/resolver"
import { Effect } from "effect"

/** Bytes of an answer; sets of keys have some thousands. */
const mostBytes = 1024 * 1024

/** A provider that was not reached, or that failed. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"
}

export interface ProviderRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** @param trusted the host that may be anywhere; `undefined`: all may */
export const makeProviderFetch =
  (trusted: string | undefined) =>
  async (address: string, { body, headers, method, signal }: ProviderRequest): Promise<Response> => {
    const url = new URL(address)
    const addresses =
      trusted === undefined || url.host === trusted
        ? undefined
        : await Effect.runPromise(Effect.result(resolvePublic(url.hostname))).then((found) => {
            if (found._tag === "Failure") throw new Unreachable(found.failure.message)
            return found.success
          })
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        reject(new Unreachable(`${url.host} ${why}`))
        request.destroy()
      }
      const request = pinnedRequest(
        url,
        { addresses, method, headers: { ...headers, "user-agent": "Octavo", "accept-encoding": "identity" }, signal },
        (response) => {
          const status = response.statusCode ?? 0
          if (status >= 500) return fail(`answers ${status}`)
          const pieces: Array<Uint8Array> = []
          let size = 0
          response.on("data", (piece: Uint8Array) => {
            size += piece.length
            if (size > mostBytes) return fail("answers with too much")
            pieces.push(piece)
          })
          response.on("error", () => fail("broke off"))
          response.on("end", () => {
            const told = Object.entries(response.headers).flatMap(([name, value]) =>
              value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as [string, string]]
            )
            const hasBody = size > 0 && status !== 204 && status !== 304
            resolve(new Response(hasBody ? Buffer.concat(pieces) : null, { status, headers: told }))
          })
        }
      )
      request.on("error", (error) => fail(connectionFailure(error)))
      request.end(body === undefined || body === null ? undefined : String(body))
    })
  }
