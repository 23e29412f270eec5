/**
 * The `Fetcher` port over Node's own HTTP client. A host's name is asked once and the connection goes to those addresses
 * only; every redirect is checked like the first address; the answer stops at the limit, unpacked.
 */
import type { Readable } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import { FetchError, type Fetched, Fetcher } from "@octavo/core/kernel/outbound/Fetcher"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Effect, Layer } from "effect"
import { observeCall } from "./observeCall.ts"
import { connectionFailure, pinnedRequest } from "./pinnedRequest.ts"
import { retryAfter } from "./postJson.ts"
import { resolveAny, resolvePublic } from "./resolver.ts"

export interface FetchConfig {
  /** Lets requests reach loopback and private addresses. */
  readonly allowPrivateNetworks: boolean
  /** For the whole of it, redirects included. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 20_000
const maxRedirects = 5

export const layer = (config: FetchConfig) => Layer.succeed(Fetcher, make(config))

export const make = ({ allowPrivateNetworks, timeoutMs = defaultTimeoutMs }: FetchConfig): Fetcher["Service"] =>
  Fetcher.of({
    fetch: (url, { etag, maxBytes }) =>
      Effect.gen(function* () {
        let at = url
        for (let hop = 0; hop <= maxRedirects; hop++) {
          const target = yield* parsed(at)
          const resolve = allowPrivateNetworks ? resolveAny : resolvePublic
          const addresses = yield* resolve(target.hostname).pipe(
            Effect.mapError(
              ({ message, reason }) =>
                new FetchError({
                  reason: reason === "refused" ? "refused" : "unreachable",
                  message: `cannot be reached. ${message}`
                })
            )
          )
          const answer = yield* ask(target, addresses, maxBytes, etag)
          if (answer.kind === "done") return { ...answer.fetched, url: target.href }
          if (!URL.canParse(answer.location, target.href)) return yield* failed("status", "redirects to no address")
          at = new URL(answer.location, target.href).href
        }
        return yield* failed("status", `redirects more than ${maxRedirects} times`)
      }).pipe(
        Effect.timeoutOrElse({
          duration: timeoutMs,
          orElse: () => failed("timeout", `did not answer within ${Math.round(timeoutMs / 1000)} seconds`)
        }),
        observeCall("fetch", url)
      )
  })

type Answer =
  | { readonly kind: "done"; readonly fetched: Fetched }
  | { readonly kind: "redirect"; readonly location: string }

const failed = (reason: FetchError["reason"], message: string) => Effect.fail(new FetchError({ reason, message }))

/** An address that may be asked: http or https, without a password. */
export const parsed = (text: string): Effect.Effect<URL, FetchError> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return failed("refused", "must be an address that starts with http:// or https://")
  }
  return url.username === "" && url.password === ""
    ? Effect.succeed(url)
    : failed("refused", "must not hold a user name or password")
}

const ask = (
  url: URL,
  addresses: ReadonlyArray<string>,
  maxBytes: number,
  etag: string | undefined
): Effect.Effect<Answer, FetchError> =>
  Effect.callback<Answer, FetchError>((resume) => {
    const end = (result: Effect.Effect<Answer, FetchError>) => {
      resume(result)
      request.destroy()
    }
    const request = pinnedRequest(
      url,
      {
        addresses,
        headers: {
          accept: "*/*",
          "accept-encoding": "gzip, br, deflate",
          ...defined({ "if-none-match": etag })
        }
      },
      (response) => {
        const status = response.statusCode ?? 0
        if (status >= 300 && status < 400 && response.headers.location !== undefined) {
          return end(Effect.succeed({ kind: "redirect", location: response.headers.location }))
        }
        if (status === 304 && etag !== undefined) {
          const fetched = { bytes: new Uint8Array(), contentType: undefined, etag, unchanged: true }
          return end(Effect.succeed({ kind: "done", fetched }))
        }
        if (status !== 200) {
          const wait = retryAfter(response.headers["retry-after"] ?? null)
          const message = `answers ${status}`
          return end(
            Effect.fail(new FetchError({ reason: "status", message, status, ...defined({ retryAfter: wait }) }))
          )
        }
        if (Number(response.headers["content-length"] ?? 0) > maxBytes) return end(tooLarge(maxBytes))
        const body = unpacked(response, response.headers["content-encoding"])
        if (body === undefined) return end(failed("status", "answers in an unknown encoding"))
        const pieces: Array<Uint8Array> = []
        let size = 0
        body.on("data", (piece: Uint8Array) => {
          size += piece.length
          if (size > maxBytes) return end(tooLarge(maxBytes))
          pieces.push(piece)
        })
        body.on("error", () => end(failed("unreachable", "broke off")))
        response.on("aborted", () => end(failed("unreachable", "broke off")))
        body.on("end", () =>
          end(
            Effect.succeed({
              kind: "done",
              fetched: {
                bytes: new Uint8Array(Buffer.concat(pieces)),
                contentType: (response.headers["content-type"] ?? "").split(";", 1)[0]!.trim() || undefined,
                etag: response.headers.etag
              }
            })
          )
        )
      }
    )
    request.on("error", (error) => end(failed("unreachable", connectionFailure(error))))
    request.end()
    return Effect.sync(() => void request.destroy())
  })

const tooLarge = (maxBytes: number) => failed("too-large", `is larger than ${maxBytes} bytes`)

const unpacked = (body: Readable, encoding: string | undefined): Readable | undefined => {
  switch (encoding?.toLowerCase() ?? "identity") {
    case "identity":
    case "":
      return body
    case "gzip":
    case "x-gzip":
      return body.pipe(createGunzip())
    case "br":
      return body.pipe(createBrotliDecompress())
    case "deflate":
      return body.pipe(createInflate())
    default:
      return undefined
  }
}
