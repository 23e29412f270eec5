/** Files by signed URL: `downloadURL` of the API's File objects. */

import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import type { NotFound, StorageError } from "@octavo/core/kernel/shared/errors"
import { Effect, Layer, type Stream } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { etagMatches } from "./conditional.ts"
import { errorResponse, storageFailed } from "./requests.ts"

/** Shown in the browser; everything else is saved. SVG is shown without the right to run anything. */
const inline = /^(?:image\/(?:png|jpeg|gif|webp|avif|svg\+xml|bmp|x-icon)|application\/pdf|text\/plain|video\/|audio\/)/

/** Headers that keep a file from being active, whatever it holds (threat: stored scripts). */
export const fileHeaders = (contentType: string): Record<string, string> => ({
  "content-type": contentType,
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "content-disposition": inline.test(contentType) ? "inline" : "attachment",
  "cross-origin-resource-policy": "cross-origin",
  "accept-ranges": "bytes"
})

export interface Download {
  readonly contentType: string
  readonly size: number
  readonly hash: string
  readonly bytes: (range?: { readonly start: number; readonly end: number }) => Stream.Stream<Uint8Array, StorageError>
}

/** Sends a file: immutable, by range when asked (RFC 9110, 14), 304 when the caller has it. */
export const sendFile = (request: HttpServerRequest.HttpServerRequest, file: Download, cacheControl: string) => {
  const etag = `"${file.hash}"`
  const headers = { ...fileHeaders(file.contentType), etag, "cache-control": cacheControl }
  if (etagMatches(request.headers["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers })
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers["range"] ?? "")
  if (range !== null && (range[1] !== "" || range[2] !== "")) {
    const start = range[1] === "" ? Math.max(0, file.size - Number(range[2])) : Number(range[1])
    const end = range[1] === "" || range[2] === "" ? file.size : Math.min(file.size, Number(range[2]) + 1)
    if (start >= file.size || start >= end) {
      return HttpServerResponse.empty({ status: 416, headers: { "content-range": `bytes */${file.size}` } })
    }
    return HttpServerResponse.stream(file.bytes({ start, end }), {
      status: 206,
      contentType: file.contentType,
      contentLength: end - start,
      headers: { ...headers, "content-range": `bytes ${start}-${end - 1}/${file.size}` }
    })
  }
  return HttpServerResponse.stream(file.bytes(), { contentType: file.contentType, contentLength: file.size, headers })
}

/** The bytes are what they are; the address ends with its space, and nobody keeps them for others. */
const askedAgain = "private, max-age=3600"
const forever = "public, max-age=31536000, immutable"

export const filesRoutes = Layer.unwrap(
  Effect.map(SpaceContent, (content) => HttpRouter.add("GET", "/~files/:signed/:name", download(content)))
)

const download = (content: SpaceContent["Service"]) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { signed } = yield* HttpRouter.params
    const file = yield* content.download(signed ?? "")
    return sendFile(request, file, file.isOfSpace ? askedAgain : forever)
  }).pipe(
    Effect.catchTags({
      NotFound: (error: NotFound) => Effect.succeed(errorResponse(404, error.message)),
      StorageError: (error: StorageError) => Effect.succeed(storageFailed(error))
    })
  )
