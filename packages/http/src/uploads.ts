/** URLs that files are uploaded to: asked for with a token, used without one. */
import { StorageUploadUrl } from "@octavo/core/content/uploads/Upload"
import { type UploadRefused, Uploads } from "@octavo/core/content/uploads/Uploads"
import { RateLimiting } from "@octavo/core/kernel/rate-limits/RateLimiting"
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { optionsResponse } from "./apiHeaders.ts"
import { groupHandlers } from "./groupHandlers.ts"
import { guard } from "./guard.ts"
import { notKept, reply } from "./reply.ts"
import { errorResponse, storageFailed } from "./requests.ts"

const one = reply(StorageUploadUrl)

export const storageHandlers = groupHandlers(
  "storage",
  Effect.fn(function* (handlers) {
    const uploads = yield* Uploads
    return handlers.handleAll({
      generateStorageUploadURL: ({ params, payload }) =>
        Effect.map(uploads.create(params.organizationId, payload), (made) => notKept(one(made, 201)))
    })
  })
)

const statuses: Readonly<Record<UploadRefused["reason"], number>> = {
  expired: 410,
  used: 409,
  "too-large": 413,
  "too-small": 400,
  "wrong-type": 415
}

const receive = (uploads: Uploads["Service"]) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { signed = "" } = yield* HttpRouter.params
    const length = request.headers["content-length"]
    const size = length === undefined ? undefined : Number(length)
    const file = yield* uploads.receive(signed, { type: request.headers["content-type"], size }, request.stream)
    return HttpServerResponse.jsonUnsafe(file)
  }).pipe(
    Effect.catchTags({
      // what is not read of a body that is refused can't be followed by another request
      UploadRefused: ({ message, reason }) =>
        Effect.succeed(errorResponse(statuses[reason], message, { connection: "close" })),
      NotFound: ({ message }) => Effect.succeed(errorResponse(404, message, { connection: "close" })),
      StorageError: (error) => Effect.succeed(storageFailed(error, { connection: "close" })),
      HttpServerError: () => Effect.succeed(errorResponse(400, "The body broke off", { connection: "close" }))
    })
  )

export const uploadRoutes = Layer.unwrap(
  Effect.map(Effect.all([Uploads, RateLimiting]), ([uploads, limits]) =>
    HttpRouter.addAll([
      HttpRouter.route("PUT", "/~uploads/:signed", receive(uploads).pipe(guard(limits, "upload"))),
      HttpRouter.route("OPTIONS", "/~uploads/:signed", Effect.succeed(optionsResponse("PUT, OPTIONS")))
    ])
  )
)
