/**
 * Octavo inside a program: no socket, no HTTP in between. Opens a store and calls the services directly; the whole
 * HTTP application is there as one function for programs that want it too.
 */

import { type Actor, CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import type { StorageError, Unauthorized } from "@octavo/core/kernel/shared/errors"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { StillSignedIn } from "@octavo/core/people/users/StillSignedIn"
import { normalizeUrl } from "@octavo/http"
import type { OctavoConfig } from "@octavo/runtime/config"
import { readOptions } from "@octavo/runtime/environment"
import { logLayer } from "@octavo/runtime/process"
import { applicationLayer } from "@octavo/runtime/server"
import { servedApplication } from "@octavo/runtime/webApplication"
import { Context, Effect, Layer, type LogLevel, ManagedRuntime, type Scope } from "effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { areas, type OctavoAreas } from "./areas.ts"
import type { Run } from "./promiseService.ts"

export interface OctavoOptions extends OctavoConfig {
  /** JSON lines on stderr from this level on; `Warn` when left out. */
  readonly logLevel?: LogLevel.LogLevel | undefined
  /** Serves the web application too, with `fetch`: at `/app`, or at another path below `url`. */
  readonly app?: boolean | { readonly path?: string | undefined } | undefined
}

/** Everything that an Effect can ask of an open engine. */
export type OctavoServices = Layer.Success<ReturnType<typeof applicationLayer>>

/** An open engine; its own areas act as the operator, who may do everything. */
export interface Octavo extends OctavoAreas {
  /** The same areas as the user of an API token. The token is looked at on every call. */
  readonly as: (token: string) => OctavoAreas
  /** Answers a request like the server: the API, published sites, files. Mount it in any framework. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The services of this engine for programs in Effect: the same store, the same caches. */
  readonly layer: Layer.Layer<OctavoServices>
  /** Runs an effect on the engine, as the operator unless it provides another actor. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, OctavoServices | CurrentActor>) => Promise<A>
  /** Ends background work and closes the store. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export const Octavo = {
  /**
   * Opens a store, which is made or migrated where need be. Rejects with a `ConfigError` for a setting that cannot be
   * used or an application that is not built, a `StoreTooNew` for a store of a newer version, an `SqlError` for a database that can't be reached.
   */
  open: async (options: OctavoOptions): Promise<Octavo> => {
    const { app = false, logLevel = "Warn", ...others } = options
    const path = typeof app === "object" ? app.path : undefined
    const config = app === false ? others : { ...others, ...servedApplication(path) }
    const runtime = ManagedRuntime.make(Layer.provideMerge(applicationLayer(readOptions(config)), logLayer(logLevel)))
    try {
      return make(runtime, await runtime.context())
    } catch (error) {
      await runtime.dispose()
      throw error
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------------

type Runtime = ManagedRuntime.ManagedRuntime<OctavoServices, unknown>

const make = (runtime: Runtime, context: Context.Context<OctavoServices>): Octavo => {
  let closed = false
  const whileOpen = <A>(work: () => Promise<A>): Promise<A> =>
    closed ? Promise.reject(new Error("This Octavo is closed; open the store again to go on")) : work()
  const runAs =
    (actor: Effect.Effect<Actor, Unauthorized | StorageError, OctavoServices>): Run =>
    (effect) =>
      whileOpen(() =>
        runtime.runPromise(
          Effect.flatMap(Effect.context<OctavoServices>(), (context) =>
            Effect.flatMap(actor, (now) =>
              effect.pipe(
                Effect.provideService(CurrentActor, now),
                Effect.provideService(StillSignedIn, Effect.provideContext(actor, context))
              )
            )
          )
        )
      )
  const authenticate = (token: string) => Effect.flatMap(Authentication, (service) => service.authenticate(token))
  const asOperator = runAs(Effect.succeed(operator))
  const answer = fetchOf(context)
  const close = () => {
    closed = true
    return runtime.dispose()
  }
  return {
    ...areas(context, asOperator),
    as: (token) => areas(context, runAs(authenticate(token))),
    fetch: (request) => whileOpen(() => answer(request)),
    layer: Layer.succeedContext(context),
    run: asOperator,
    close,
    [Symbol.asyncDispose]: close
  }
}

const fetchOf = (context: Context.Context<OctavoServices>): Octavo["fetch"] => {
  const router = Context.get(context, HttpRouter.HttpRouter)
  const handle = HttpEffect.toWebHandlerWith<OctavoServices, HttpServerRequest.HttpServerRequest | Scope.Scope>(
    context
  )(router.asHttpEffect())
  return (request) => {
    const { host, origin } = new URL(request.url)
    const copy = new Request(origin + normalizeUrl(request.url.slice(origin.length)), request)
    // a request that was made and not received has no such header; sites are found by it
    if (!copy.headers.has("host")) copy.headers.set("host", host)
    return handle(copy)
  }
}
