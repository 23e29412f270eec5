/** Handlers of the contract's groups, with the services that they need taken once, when they are made. */
import { Api } from "@octavo/api/Api"
import { Authenticated, Checked } from "@octavo/api/shared"
import { Context, Effect, Layer, Scope } from "effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { DirectReads } from "./directReads.ts"

type Id = typeof Api extends HttpApi.HttpApi<infer Id, infer _> ? Id : never
type Groups = typeof Api extends HttpApi.HttpApi<infer _, infer Groups> ? Groups : never

/** Handlers of which those that may be asked without the router are told. */
const toldOf = <H extends object>(handlers: H, direct: DirectReads["Service"]): H =>
  Object.create(handlers, {
    handleAll: {
      value: (all: Readonly<Record<string, unknown>>) => {
        direct.add(all)
        return (handlers as unknown as { handleAll: (all: object) => unknown }).handleAll(all)
      }
    }
  })

type GroupLayer<Name extends HttpApiGroup.Identifier<Groups>, Return> =
  ReturnType<typeof HttpApiBuilder.group<Id, Groups, Name, Return>> extends Layer.Layer<infer A, infer E, infer R>
    ? Layer.Layer<A, E, R | DirectReads>
    : never

/**
 * The layer of a group's handlers. The library merges the context that they are made in into each request's; so they are
 * made with everything at hand, and give it the middleware of the contract alone.
 */
export const groupHandlers = <const Name extends HttpApiGroup.Identifier<Groups>, Return>(
  name: Name,
  build: (
    handlers: HttpApiBuilder.Handlers.FromGroup<HttpApiGroup.WithIdentifier<Groups, Name>>
  ) => HttpApiBuilder.Handlers.ValidateReturn<Return>
): GroupLayer<Name, Return> =>
  Layer.effectContext(
    Effect.contextWith((all: Context.Context<Authenticated | Checked | DirectReads | Scope.Scope>) =>
      Layer.build(
        HttpApiBuilder.group(
          Api,
          name,
          (handlers) =>
            Effect.provideContext(
              build(toldOf(handlers, Context.get(all, DirectReads)) as never) as never,
              all
            ) as never
        )
      ).pipe(Effect.updateContext(() => Context.pick(Authenticated, Checked, Scope.Scope)(all)))
    )
  ) as never
