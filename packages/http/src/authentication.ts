/** From the `Authorization` header to the actor of the request. */
import { Authenticated } from "@octavo/api/shared"
import { CurrentActor } from "@octavo/core/shared/Actor"
import { Unauthorized } from "@octavo/core/shared/errors"
import { Authentication } from "@octavo/core/users/Authentication"
import { Effect, Layer, Redacted } from "effect"

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
        return Effect.flatMap(authentication.authenticate(bearer), (actor) =>
          Effect.provideService(handler, CurrentActor, actor)
        )
      }
    })
  })
)
