/** From the `Authorization` header to the actor of the request. */
import { Authenticated } from "@octavo/api/shared"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Unauthorized } from "@octavo/core/kernel/shared/errors"
import { RequestAddress } from "@octavo/core/kernel/shared/RequestAddress"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { StillSignedIn } from "@octavo/core/people/users/StillSignedIn"
import { Effect, Layer, Option, Redacted } from "effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"

export const authenticationLayer = Layer.effect(
  Authenticated,
  Effect.gen(function* () {
    const authentication = yield* Authentication
    return Authenticated.of({
      user: (handler, { credential }) => {
        const bearer = Redacted.value(credential)
        if (bearer === "") {
          return Effect.fail(
            new Unauthorized({ message: "An API token is needed: send it as `Authorization: Bearer <token>`" })
          )
        }
        const authenticated = authentication.authenticate(bearer)
        return Effect.flatMap(authenticated, (actor) =>
          Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
            handler.pipe(
              Effect.provideService(CurrentActor, actor),
              Effect.provideService(StillSignedIn, authenticated),
              Effect.provideService(RequestAddress, Option.getOrNull(request.remoteAddress))
            )
          )
        )
      }
    })
  })
)
