/** Handlers of the contract's groups, with the services that they need taken once, when they are made. */
import { Api } from "@octavo/api/Api"
import { Authenticated, Checked } from "@octavo/api/shared"
import { Context, Effect, Layer, Scope } from "effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"

type Id = typeof Api extends HttpApi.HttpApi<infer Id, infer _> ? Id : never
type Groups = typeof Api extends HttpApi.HttpApi<infer _, infer Groups> ? Groups : never

/**
 * The layer of a group's handlers. The library merges the context that they are made in into each request's; so they are
 * made with everything at hand, and give it the middleware of the contract alone.
 */
export const groupHandlers = <const Name extends HttpApiGroup.Identifier<Groups>, Return>(
  name: Name,
  build: (
    handlers: HttpApiBuilder.Handlers.FromGroup<HttpApiGroup.WithIdentifier<Groups, Name>>
  ) => HttpApiBuilder.Handlers.ValidateReturn<Return>
): ReturnType<typeof HttpApiBuilder.group<Id, Groups, Name, Return>> =>
  Layer.effectContext(
    Effect.contextWith((all: Context.Context<Authenticated | Checked | Scope.Scope>) =>
      Layer.build(
        HttpApiBuilder.group(
          Api,
          name,
          (handlers) => Effect.provideContext(build(handlers as never) as never, all) as never
        )
      ).pipe(Effect.updateContext(() => Context.pick(Authenticated, Checked, Scope.Scope)(all)))
    )
  ) as never
