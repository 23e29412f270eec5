/**
 * The `Receiver` port over Node's own HTTP client, by the same rules as `Fetcher`: a host's name is asked once, its
 * addresses are public, and the connection goes to them only. Redirects are not followed, and little is read of answers.
 */
import { type Received, Receiver, ReceiverError } from "@octavo/core/connections/webhooks/Receiver"
import { Effect } from "effect"
import { type FetchConfig, parsed } from "./fetcher.ts"
import { connectionFailure, pinnedRequest } from "./pinnedRequest.ts"
import { retryAfter } from "./postJson.ts"
import { resolveAny, resolvePublic } from "./resolver.ts"

const defaultTimeoutMs = 10_000
const keptBytes = 4096

export const make = ({ allowPrivateNetworks, timeoutMs = defaultTimeoutMs }: FetchConfig): Receiver["Service"] =>
  Receiver.of({
    post: (url, body, headers) =>
      Effect.gen(function* () {
        const target = yield* parsed(url)
        const addresses = yield* (allowPrivateNetworks ? resolveAny : resolvePublic)(target.hostname)
        return yield* send(target, addresses, Buffer.from(body), headers)
      }).pipe(
        Effect.timeoutOrElse({
          duration: timeoutMs,
          orElse: () => failed(`did not answer within ${timeoutMs / 1000} seconds`)
        }),
        Effect.catchTags({
          FetchError: ({ message }) => failed(message),
          HostError: ({ message }) => failed(`cannot be reached. ${message}`)
        })
      )
  })

const failed = (message: string) => Effect.fail(new ReceiverError({ message }))

const send = (
  url: URL,
  addresses: ReadonlyArray<string>,
  body: Buffer,
  headers: Readonly<Record<string, string>>
): Effect.Effect<Received, ReceiverError> =>
  Effect.callback<Received, ReceiverError>((resume) => {
    const request = pinnedRequest(
      url,
      {
        addresses,
        method: "POST",
        headers: {
          "content-type": "application/json",
          "content-length": body.length,
          "accept-encoding": "identity",
          ...headers
        }
      },
      (response) => {
        const pieces: Array<Buffer> = []
        let size = 0
        const end = () => {
          resume(
            Effect.succeed({
              status: response.statusCode ?? 0,
              body: textOf(Buffer.concat(pieces).subarray(0, keptBytes)),
              retryAfter: retryAfter(response.headers["retry-after"] ?? null)
            })
          )
          request.destroy()
        }
        response.on("data", (piece: Buffer) => {
          pieces.push(piece)
          size += piece.length
          if (size >= keptBytes) end()
        })
        response.on("end", end)
        response.on("aborted", () => resume(failed("broke off its answer")))
      }
    )
    request.on("error", (error) => resume(failed(connectionFailure(error))))
    request.end(body)
    return Effect.sync(() => void request.destroy())
  })

/** As every store can keep it. A letter that the end cuts through is left out. */
const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "\ufffd")
