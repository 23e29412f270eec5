/** Pictures of people who gave none: `photoURL` of the API's User objects. */

import type { NotFound, StorageError } from "@octavo/core/kernel/shared/errors"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Users } from "@octavo/core/people/users/Users"
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { etagMatches } from "./conditional.ts"
import { fileHeaders } from "./files.ts"
import { errorResponse, storageFailed } from "./requests.ts"

const contentType = "image/svg+xml"

/** In seconds: names change seldom. */
const lifetime = 3600

const picture = (users: Users["Service"]) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const { name = "" } = yield* HttpRouter.params
    const id = /^([\w-]{1,128})\.svg$/.exec(name)?.[1] ?? ""
    const body = utf8.encode(yield* users.avatar(id))
    const etag = `"${contentHash(body).slice(0, 22)}"`
    const all = {
      ...fileHeaders(contentType),
      etag,
      "accept-ranges": "none",
      "cache-control": `public, max-age=${lifetime}`
    }
    return etagMatches(headers["if-none-match"], etag)
      ? HttpServerResponse.empty({ status: 304, headers: all })
      : HttpServerResponse.uint8Array(body, { contentType, headers: all })
  }).pipe(
    Effect.catchTags({
      NotFound: (_: NotFound) => Effect.succeed(errorResponse(404, "There is no such picture")),
      StorageError: (error: StorageError) => Effect.succeed(storageFailed(error))
    })
  )

export const avatarRoutes = Layer.unwrap(
  Effect.map(Users, (users) => HttpRouter.add("GET", "/~avatars/:name", picture(users)))
)
