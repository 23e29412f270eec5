/** From the `Authorization` header, or from the session of the application's scripts, to the actor of the request. */
import { Authenticated } from "@octavo/api/shared"
import { type Actor, CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Unauthorized } from "@octavo/core/kernel/shared/errors"
import { RequestAddress } from "@octavo/core/kernel/shared/RequestAddress"
import { reference } from "@octavo/core/kernel/shared/reference"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { StillSignedIn } from "@octavo/core/people/users/StillSignedIn"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"

/** Who is in the session that a request was shown to be of; `undefined` for all that come with a token. */
export const SessionActor = reference<Actor | undefined>("@octavo/http/SessionActor", () => undefined)

export const authenticationLayer = Layer.effect(
  Authenticated,
  Effect.gen(function* () {
    const authentication = yield* Authentication
    const actorOf = (bearer: string) =>
      bearer === ""
        ? Effect.fail(
            new Unauthorized({ message: "An API token is needed: send it as `Authorization: Bearer <token>`" })
          )
        : authentication.authenticate(bearer)
    return Authenticated.of({
      user: (handler, { credential }) =>
        Effect.withFiber(({ context }) => {
          const session = Context.get(context, SessionActor)
          const authenticated = session === undefined ? actorOf(Redacted.value(credential)) : Effect.succeed(session)
          // of a session it is said where the session is known
          const again = session === undefined ? authenticated : Context.get(context, StillSignedIn)
          return Effect.flatMap(authenticated, (actor) =>
            Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
              handler.pipe(
                Effect.provideService(CurrentActor, actor),
                Effect.provideService(StillSignedIn, again),
                Effect.provideService(RequestAddress, Option.getOrNull(request.remoteAddress))
              )
            )
          )
        })
    })
  })
)
