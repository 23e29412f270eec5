/**
 * The server: the engine behind a socket. It listens at once and says in `/healthz` what it waits for, so that an
 * unreachable database does not keep it from starting; it recovers by itself.
 */
import * as http from "node:http"
import * as net from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Events } from "@octavo/core/connections/events/Events"
import { RateLimiting } from "@octavo/core/kernel/rate-limits/RateLimiting"
import { whileAway } from "@octavo/core/kernel/shared/backoff"
import { Epoch } from "@octavo/core/kernel/shared/Epoch"
import { ofRequests } from "@octavo/core/kernel/shared/reference"
import { withRequestId } from "@octavo/core/kernel/shared/requestId"
import { apiDocument, ContentCache, DirectReads, KeptAnswers, routes } from "@octavo/http"
import { Account, HomePages, ObjectPages, Previews, ReferencePages, SitePages } from "@octavo/site"
import {
  Cause,
  Context,
  Effect,
  Fiber,
  type FileSystem,
  Layer,
  Option,
  type Path,
  Redacted,
  References,
  Scope,
  type Stdio,
  type Terminal
} from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as SqlError from "effect/sql/SqlError"
import { makeApiLane } from "./apiLane.ts"
import { applicationRoutes } from "./application.ts"
import { type AddressReader, proxyReader } from "./clientAddress.ts"
import { compressing } from "./compression.ts"
import { isTraced, type OctavoConfig, redacted } from "./config.ts"
import { CountedResponse } from "./countedResponse.ts"
import { type Octavo, octavoLayer } from "./layer.ts"
import { formatMetrics, mayScrape } from "./metrics.ts"
import { type ApplicationParts, pipeline } from "./pipeline.ts"
import { answerProbe, type Checks, describe, makeChecks, sendError } from "./probes.ts"
import { isStarted, shareMetrics, tellReady } from "./processes.ts"
import { makePublishedLane } from "./publishedLane.ts"
import { makeRateLimits } from "./rateLimits.ts"
import { remoteImagesOf } from "./settingKinds.ts"
import { settings } from "./settings.ts"
import { siteRoutes, sitesAlone } from "./site.ts"
import { makeBodyWatch, makeStallWatch, maxHeadBytes, onClientError, type Patience, patience } from "./slowClients.ts"
import { webApplicationLayer } from "./webApplication.ts"
import { writeTurns } from "./writeTurns.ts"

export interface ServerOptions extends OctavoConfig {
  readonly port: number
  readonly host: string
  /** How long slow clients are waited for, where it is not as usual. */
  readonly patience?: Partial<Patience> | undefined
  /** Serves the only site and nothing of the API or the application. */
  readonly onlyPages?: OnlyPages | undefined
}

/** How the pages of the only site are served. */
export interface OnlyPages {
  /** Stands before all that answers, also while there is no application yet. */
  readonly lane: (request: http.IncomingMessage, response: http.ServerResponse) => boolean
  /** A page's HTML as it is sent. */
  readonly shown: (html: string) => string
}

export interface RunningServer {
  /** The port that is listened on. */
  readonly port: number
  /** The services of the application, when it answers; fails when it never will (a store that is too new, a wrong setting). */
  readonly ready: Effect.Effect<Context.Context<Octavo>, unknown>
  /** Refuses new work and waits for what runs, at most `milliseconds`. */
  readonly drain: (milliseconds: number) => Effect.Effect<void>
}

type Server = http.Server<typeof http.IncomingMessage, typeof CountedResponse>

/** How long connections without a request are kept open when other processes go on, in milliseconds. */
const lastRequestsMs = 1000

/** Page paths and signed names of files are one segment each: as long as Node lets a request's target be. */
const maxParamLength = maxHeadBytes

/** What pages load of other hosts. */
const pagesLoad = ({ remoteImages }: OctavoConfig) => ({ remoteImages: remoteImagesOf(remoteImages) === "load" })

/** Every route, for the router of the context. */
export const allRoutes = (config: OctavoConfig) =>
  Layer.mergeAll(routes, siteRoutes, applicationRoutes(pagesLoad(config)))

/** What Node gives. By Effect's names: those who install the engine have Effect alone to look its types up in. */
const nodeLayer: Layer.Layer<
  ChildProcessSpawner | FileSystem.FileSystem | Path.Path | Stdio.Stdio | Terminal.Terminal
> = NodeServices.layer

/** All of the application: its services and routes. */
export const applicationLayer = (config: OctavoConfig) =>
  allRoutes(config).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        ContentCache.layer,
        DirectReads.layer,
        KeptAnswers.layer,
        SitePages.layer(pagesLoad(config)),
        ReferencePages.layer(apiDocument),
        Layer.provideMerge(
          Layer.mergeAll(Previews.layer(pagesLoad(config)), ObjectPages.layer, HomePages.layer),
          Account.layer
        )
      )
    ),
    Layer.provideMerge(webApplicationLayer(config.webApplication)),
    Layer.provideMerge(
      HttpRouter.layer.pipe(
        Layer.provide(Layer.succeed(HttpRouter.RouterConfig, { maxParamLength, caseSensitive: true }))
      )
    ),
    Layer.provideMerge(octavoLayer(config)),
    Layer.provideMerge(HttpServer.layerServices),
    Layer.provideMerge(nodeLayer)
  )

/** Loaded where traces are to be sent; where none are, no spans are made. */
const tracing = ({ telemetry }: OctavoConfig): Layer.Layer<never> =>
  isTraced(telemetry)
    ? Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./tracing.ts")),
          ({ tracingLayer }) => tracingLayer(Redacted.value(redacted(telemetry ?? {})))
        )
      )
    : Layer.succeed(References.TracerEnabled, false)

type Application = Layer.Success<ReturnType<typeof applicationLayer>>

/** Starts to listen and to build the application; both end with the scope. */
export const startServer = Effect.fnUntraced(function* (options: ServerOptions) {
  const scope = yield* Effect.scope
  let state: "starting" | "ready" | "draining" | "failed" = "starting"
  let waitsFor = "The application is starting"
  let app: ApplicationParts | undefined
  let services: Context.Context<Application> | undefined
  let checks: Checks = { healthy: Effect.undefined, ready: Effect.undefined }

  const started = isStarted(options)
  const ownMetrics = () => formatMetrics(services)
  const metrics = started ? shareMetrics(ownMetrics) : ownMetrics
  const times = { ...patience, ...options.patience }
  const bodies = makeBodyWatch(times)
  const stalls = makeStallWatch()
  const serverOptions = {
    ServerResponse: CountedResponse,
    maxHeaderSize: maxHeadBytes,
    headersTimeout: times.head,
    keepAliveTimeout: times.idle,
    connectionsCheckingInterval: times.check
  }
  const steps = pipeline(
    {
      bodies,
      stalls,
      // a kept-alive connection that has nothing more to do does not hold the stop
      sent: () => {
        if (state === "draining" && !started) setImmediate(() => server.closeIdleConnections())
      },
      probes: ({ url }, response) => {
        if (url !== "/healthz" && url !== "/readyz") return false
        if (state === "ready") answerProbe(url, checks, response)
        else sendError(response, 503, state === "draining" ? "The server is stopping" : waitsFor)
        return true
      },
      metrics: ({ headers, url }, response) => {
        if (url !== "/metrics") return false
        if (!mayScrape(options.metricsToken, headers.authorization)) {
          response.setHeader("www-authenticate", "Bearer")
          sendError(response, 401, "The metrics of this server are for those who have their token")
          return true
        }
        metrics().then(
          (text) => sendText(response, text),
          () => sendError(response, 500, "The metrics could not be read")
        )
        return true
      },
      starting: (request, response) => {
        if (options.onlyPages?.lane(request, response) === true) return true
        if (app !== undefined) return false
        sendError(response, 503, waitsFor)
        return true
      },
      draining: (_, response) => {
        if (state === "draining") response.setHeader("connection", "close")
        return false
      }
    },
    () => app!
  )
  const server = http.createServer(serverOptions, (request, response) => {
    for (const step of steps) if (step(request, response)) return
  })
  // bodies are watched one by one
  server.requestTimeout = 0
  server.timeout = times.progress
  server.on("timeout", stalls.onTimeout)
  server.on("clientError", onClientError)
  server.maxConnections = options.maxConnections ?? settings.maxConnections.fallback
  yield* Effect.addFinalizer(() => Effect.sync(bodies.stop))
  const listening = Effect.acquireRelease(listen(server, options), () => close(server))
  // requests that another process hands on are for one that can answer them
  if (!started) yield* listening
  const port = started ? options.port : (server.address() as net.AddressInfo).port
  const config = { ...options, url: options.url ?? `http://localhost:${port}` }
  const run = Effect.runForkWith(yield* Effect.context<never>())
  let warned = false
  const addressOf = proxyReader(options.trustedProxies, (peer) => {
    if (warned) return
    warned = true
    run(
      Effect.logWarning(
        `A request from ${peer} says in X-Forwarded-For whom it is for, which does not count. If a proxy of yours is at this address, name it in --trusted-proxies (OCTAVO_TRUSTED_PROXIES): until then all that come through it share the limits of one address`
      )
    )
  })

  const application = applicationLayer(config).pipe(Layer.provideMerge(tracing(config)))
  const build = Layer.buildWithScope(application, scope).pipe(
    Effect.tapError((error) =>
      Effect.suspend(() => {
        waitsFor = describe(error)
        return Effect.logWarning(`not ready: ${waitsFor}`)
      })
    ),
    Effect.retry({ while: unreachable, schedule: whileAway }),
    Effect.flatMap((context) =>
      partsOf(context, scope, addressOf, options).pipe(Effect.map((parts) => ({ context, parts })))
    ),
    Effect.tap(({ context, parts }) =>
      Effect.sync(() => {
        app = parts
        services = context
        checks = makeChecks(context)
        state = "ready"
      })
    ),
    Effect.tap(() => (started ? Effect.andThen(Scope.provide(listening, scope), tellReady) : Effect.void)),
    Effect.tapCause((cause) =>
      Effect.sync(() => {
        state = "failed"
        waitsFor = describe(Cause.squash(cause))
      })
    )
  )
  const building = yield* Effect.forkIn(build, scope)

  return {
    port,
    ready: Effect.map(Fiber.join(building), ({ context }) => context),
    drain: (milliseconds: number) =>
      Effect.callback<void>((resume) => {
        state = "draining"
        // who listens comes back to another server
        if (services !== undefined) run(Context.get(services, Events).end)
        const done = () => resume(Effect.void)
        if (started) {
          // others listen on: who has a connection may just be sending, and is told to come back on another one
          net.Server.prototype.close.call(server, done)
          setTimeout(() => server.closeIdleConnections(), lastRequestsMs)
        } else {
          server.close(done)
          server.closeIdleConnections()
        }
        setTimeout(() => {
          server.closeAllConnections()
          done()
        }, milliseconds).unref()
      })
  } satisfies RunningServer
})

const unreachable = (error: unknown): boolean => error instanceof SqlError.SqlError && error.isRetryable

/** With the id of the request known to whatever it asks for. */
const identified = <A, E, R>(app: Effect.Effect<A, E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const { requestId } = NodeHttpServerRequest.toServerResponse(request) as CountedResponse
    return requestId === undefined ? app : withRequestId(app, requestId)
  })

/** With the address that proxies tell, where some are trusted. */
const forwarded = <A, E, R>(addressOf: AddressReader, app: Effect.Effect<A, E, R>) =>
  Effect.updateService(app, HttpServerRequest.HttpServerRequest, (request) =>
    request.modify({ remoteAddress: Option.some(addressOf(NodeHttpServerRequest.toIncomingMessage(request))) })
  )

/** A page as it is sent, which no browser keeps. */
const asShown = (response: HttpServerResponse.HttpServerResponse, shown: (html: string) => string) => {
  const { body, headers, status } = response
  if (body._tag !== "Uint8Array" || headers["content-type"]?.startsWith("text/html") !== true) return response
  // the frame of diagrams is no page
  if (headers["content-security-policy"]?.includes("; sandbox") === true) return response
  const { "content-length": _, etag: __, ...rest } = headers
  return HttpServerResponse.text(shown(new TextDecoder().decode(body.body)), {
    status,
    contentType: headers["content-type"],
    headers: { ...rest, "cache-control": "no-store" }
  })
}

/** What of the pipeline is made of the application. */
const partsOf = Effect.fnUntraced(function* (
  context: Context.Context<Application>,
  scope: Scope.Scope,
  addressOf: AddressReader,
  { onlyPages, telemetry, trustedProxies }: ServerOptions
) {
  const traced = isTraced(telemetry)
  const behindProxy = trustedProxies !== undefined
  const routes = (yield* Effect.provideContext(HttpRouter.HttpRouter, context)).asHttpEffect()
  const pages = yield* Effect.provideContext(SitePages, context)
  const app = identified(
    compressing(
      onlyPages === undefined ? routes : Effect.map(sitesAlone(pages), (response) => asShown(response, onlyPages.shown))
    )
  )
  const handle = yield* Effect.provideContext(
    NodeHttpServer.makeHandler(behindProxy ? forwarded(addressOf, app) : app, { scope }),
    ofRequests(context)
  )
  const { came, step: router } = writeTurns((request, response) => {
    handle(request, response)
    return true
  })
  const { arrived } = yield* Effect.provideContext(Epoch, context)
  return {
    arrived: (request) => {
      arrived()
      came(request)
      return false
    },
    limits: makeRateLimits(yield* Effect.provideContext(RateLimiting, context), addressOf),
    traced: (request, response) =>
      traced &&
      (request.headers["traceparent"] !== undefined || request.url!.startsWith("/v1/")) &&
      router(request, response),
    publishedPages: onlyPages === undefined ? makePublishedLane(pages) : () => false,
    api: onlyPages === undefined ? yield* makeApiLane(context, router) : () => false,
    router
  } satisfies ApplicationParts
})

/** The port is in use, or may not be used: in words. */
export class ListenError extends Error {
  override readonly name = "ListenError"
}

const listen = (server: Server, { port, host }: ServerOptions) =>
  Effect.callback<Server, ListenError>((resume) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      resume(
        Effect.fail(
          new ListenError(
            error.code === "EADDRINUSE"
              ? `Port ${port} on ${host} is in use; choose another with --port ${port + 1} (OCTAVO_PORT=${port + 1})`
              : `Can't listen on ${host}:${port}: ${error.message}`
          )
        )
      )
    })
    server.listen(port, host, () => resume(Effect.succeed(server)))
  })

const close = (server: Server) =>
  Effect.callback<void>((resume) => {
    server.closeAllConnections()
    server.close(() => resume(Effect.void))
  })

const sendText = (response: http.ServerResponse, text: string): void => {
  response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text)
}
