/**
 * The server: the engine behind a socket. It listens at once and says in `/healthz` what it waits for, so that an
 * unreachable database does not keep it from starting; it recovers by itself.
 */
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { whileAway } from "@octavo/core/kernel/shared/backoff"
import { RateLimiting } from "@octavo/core/kernel/rate-limits/RateLimiting"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Epoch } from "@octavo/core/kernel/shared/Epoch"
import { requestIdOf, withRequestId } from "@octavo/core/kernel/shared/requestId"
import { Authentication } from "@octavo/core/people/users/Authentication"
import {
  apiDocument,
  ContentAnswers,
  crossOriginHeaders,
  normalizeUrl,
  operationOf,
  revalidate,
  routes
} from "@octavo/http"
import { Account, HomePages, ObjectPages, Previews, ReferencePages, SitePages } from "@octavo/site"
import { StoreVersion } from "@octavo/storage-sql"
import {
  Cause,
  Context,
  Effect,
  Exit,
  Fiber,
  type FileSystem,
  Layer,
  Option,
  type Path,
  type Scope,
  type Stdio,
  type Terminal
} from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import { applicationRoutes } from "./application.ts"
import { type AddressReader, proxyReader } from "./clientAddress.ts"
import { codingOf, compressed, compressFrom, compressing, tagOf } from "./compression.ts"
import { isTraced, type OctavoConfig } from "./config.ts"
import { CountedResponse } from "./countedResponse.ts"
import { octavoLayer } from "./layer.ts"
import { countRequest, formatMetrics, mayScrape, noteInFlight } from "./metrics.ts"
import { makePublishedLane } from "./publishedLane.ts"
import { makeRateLimits } from "./rateLimits.ts"
import { settings } from "./settings.ts"
import { siteRoutes } from "./site.ts"
import { makeBodyWatch, makeStallWatch, maxHeadBytes, onClientError, type Patience, patience } from "./slowClients.ts"

export interface ServerOptions extends OctavoConfig {
  readonly port: number
  readonly host: string
  /** How long slow clients are waited for, where it is not as usual. */
  readonly patience?: Partial<Patience> | undefined
}

export interface RunningServer {
  /** The port that is listened on. */
  readonly port: number
  /** Succeeds when the application answers; fails when it never will (a store that is too new, a wrong setting). */
  readonly ready: Effect.Effect<void, unknown>
  /** Refuses new work and waits for what runs, at most `milliseconds`. */
  readonly drain: (milliseconds: number) => Effect.Effect<void>
}

type Server = http.Server<typeof http.IncomingMessage, typeof CountedResponse>
type Listener = (request: http.IncomingMessage, response: CountedResponse) => void

/** Page paths and signed names of files are one segment each: as long as Node lets a request's target be. */
const maxParamLength = maxHeadBytes

/** Every route, for the router of the context. */
export const allRoutes = (config: OctavoConfig) => Layer.mergeAll(routes, siteRoutes, applicationRoutes(config))

/** What Node gives. By Effect's names: those who install the engine have Effect alone to look its types up in. */
const nodeLayer: Layer.Layer<
  ChildProcessSpawner | FileSystem.FileSystem | Path.Path | Stdio.Stdio | Terminal.Terminal
> = NodeServices.layer

/** All of the application: its services and routes. */
export const applicationLayer = (config: OctavoConfig) =>
  allRoutes(config).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        ContentAnswers.layer,
        SitePages.layer({ remoteImages: config.remoteImages }),
        ReferencePages.layer(apiDocument),
        Layer.provideMerge(
          Layer.mergeAll(Previews.layer({ remoteImages: config.remoteImages }), ObjectPages.layer, HomePages.layer),
          Account.layer
        )
      )
    ),
    Layer.provideMerge(
      HttpRouter.layer.pipe(
        Layer.provide(Layer.succeed(HttpRouter.RouterConfig, { maxParamLength, caseSensitive: true }))
      )
    ),
    Layer.provideMerge(octavoLayer(config)),
    Layer.provideMerge(HttpServer.layerServices),
    Layer.provideMerge(nodeLayer)
  )

/** Loaded where traces are to be sent. */
const tracing = ({ telemetry }: OctavoConfig): Layer.Layer<never> =>
  isTraced(telemetry)
    ? Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./tracing.ts")),
          ({ tracingLayer }) => tracingLayer(telemetry ?? {})
        )
      )
    : Layer.empty

type Application = Layer.Success<ReturnType<typeof applicationLayer>>

/** Starts to listen and to build the application; both end with the scope. */
export const startServer = Effect.fnUntraced(function* (options: ServerOptions) {
  const scope = yield* Effect.scope
  let state: "starting" | "ready" | "draining" | "failed" = "starting"
  let waitsFor = "The application is starting"
  let app: Listener | undefined
  let services: Context.Context<Application> | undefined
  let checks: Checks = { healthy: Effect.undefined, ready: Effect.undefined }

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
  const server = http.createServer(serverOptions, (request, response) => {
    const url = normalizeUrl(request.url ?? "/")
    request.url = url
    bodies.watch(request, response)
    response.requestId = requestIdOf(request.headers["x-request-id"])
    stalls.answering(request.socket, response)
    noteInFlight(1)
    const begun = performance.now()
    response.once("close", () => {
      noteInFlight(-1)
      if (!response.writableFinished) return
      const { operation, statusCode: status } = response
      countRequest({ method: request.method ?? "", url, status, operation }, performance.now() - begun)
      // a kept-alive connection that has nothing more to do does not hold the stop
      if (state === "draining") setImmediate(() => server.closeIdleConnections())
    })
    if (url === "/healthz" || url === "/readyz") {
      if (state !== "ready") return sendError(response, 503, state === "draining" ? "The server is stopping" : waitsFor)
      Effect.runFork(url === "/readyz" ? checks.ready : checks.healthy).addObserver((exit) => {
        const problem = Exit.isSuccess(exit) ? exit.value : "The check failed"
        if (problem === undefined) sendJson(response, 200, { status: url === "/readyz" ? "ready" : "ok" })
        else sendError(response, 503, problem)
      })
      return
    }
    if (url === "/metrics") {
      if (!mayScrape(options.metricsToken, request.headers.authorization)) {
        response.setHeader("www-authenticate", "Bearer")
        return sendError(response, 401, "The metrics of this server are for those who have their token")
      }
      formatMetrics(services).then(
        (text) => sendText(response, text),
        () => sendError(response, 500, "The metrics could not be read")
      )
      return
    }
    if (app === undefined) return sendError(response, 503, waitsFor)
    if (state === "draining") response.setHeader("connection", "close")
    app(request, response)
  })
  // bodies are watched one by one
  server.requestTimeout = 0
  server.timeout = times.progress
  server.on("timeout", stalls.onTimeout)
  server.on("clientError", onClientError)
  server.maxConnections = options.maxConnections ?? Number(settings.maxConnections.default)
  yield* Effect.addFinalizer(() => Effect.sync(bodies.stop))
  yield* Effect.acquireRelease(listen(server, options), () => close(server))
  const port = (server.address() as AddressInfo).port
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
      makeListener(context, scope, addressOf, options.trustedProxies !== undefined, isTraced(options.telemetry)).pipe(
        Effect.map((listener) => ({ context, listener }))
      )
    ),
    Effect.tap(({ context, listener }) =>
      Effect.sync(() => {
        app = listener
        services = context
        checks = makeChecks(context)
        state = "ready"
      })
    ),
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
    ready: Effect.asVoid(Fiber.join(building)),
    drain: (milliseconds: number) =>
      Effect.callback<void>((resume) => {
        state = "draining"
        const done = () => resume(Effect.void)
        server.close(done)
        server.closeIdleConnections()
        setTimeout(() => {
          server.closeAllConnections()
          done()
        }, milliseconds).unref()
      })
  } satisfies RunningServer
})

const unreachable = (error: unknown): boolean => error instanceof SqlError.SqlError && error.isRetryable

const describe = (error: unknown): string =>
  error instanceof SqlError.SqlError
    ? `The database can't be reached: ${error.reason.message}`
    : error instanceof Error
      ? error.message
      : String(error)

/** What keeps a server that has started from doing its work; `undefined` when nothing does. */
interface Checks {
  /** The database does not answer within two seconds, or is of a newer program. */
  readonly healthy: Effect.Effect<string | undefined>
  /** The database is of a newer program, as far as it can be asked: one that is away comes back by itself. */
  readonly ready: Effect.Effect<string | undefined>
}

const makeChecks = (context: Context.Context<Application>): Checks => {
  const { check } = Context.get(context, StoreVersion)
  const sql = Context.get(context, SqlClient.SqlClient)
  const within = <A, E>(effect: Effect.Effect<A, E>, failed: (error: E) => string | undefined, late?: string) =>
    effect.pipe(
      Effect.match({ onSuccess: () => undefined, onFailure: failed }),
      Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => Effect.succeed(late) })
    )
  return {
    healthy: within(Effect.andThen(sql`SELECT 1`, check), describe, "The database did not answer within two seconds"),
    ready: within(check, (error) => (error._tag === "StoreTooNew" ? error.message : undefined))
  }
}

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

const hotOperation = operationOf("GET", "/v1/spaces/a/content/page/b")?.id
const hotPage = /^\/v1\/spaces\/([\w-]+)\/content\/page\/([\w-]+)$/

/**
 * The application as a Node listener. Published pages and the API's hottest read have lanes of their own in front of the
 * router: the same services, without the router's and the contract's work; whatever is not a plain success goes the
 * ordinary way.
 */
const makeListener = Effect.fnUntraced(function* (
  context: Context.Context<Application>,
  scope: Scope.Scope,
  addressOf: AddressReader,
  behindProxy: boolean,
  traced: boolean
) {
  const router = yield* Effect.provideContext(HttpRouter.HttpRouter, context)
  const app = identified(compressing(router.asHttpEffect()))
  const cold: Listener = yield* Effect.provideContext(
    NodeHttpServer.makeHandler(behindProxy ? forwarded(addressOf, app) : app, { scope }),
    context
  )
  const run = Effect.runForkWith(context)
  const { authenticate } = yield* Effect.provideContext(Authentication, context)
  const { encoded } = yield* Effect.provideContext(ContentAnswers, context)
  const published = makePublishedLane(yield* Effect.provideContext(SitePages, context))
  const meters = yield* Effect.provideContext(RateLimiting, context)
  const count = makeRateLimits(meters, addressOf)

  const { reading } = yield* Effect.provideContext(Epoch, context)

  const page = (bearer: string, spaceId: string, pageId: string) =>
    reading(
      Effect.flatMap(authenticate(bearer), (actor) =>
        Effect.provideService(
          encoded(spaceId, undefined, ["page", pageId, true, true, false], (open) => open.page(pageId, {})),
          CurrentActor,
          actor
        )
      )
    )

  const listener: Listener = (request, response) => {
    if (count(request, response)) return
    // lanes leave no trace
    const followed = traced && (request.headers["traceparent"] !== undefined || request.url!.startsWith("/v1/"))
    if (followed) return cold(request, response)
    if (request.method === "GET" && !request.url!.startsWith("/v1/") && published(request, response)) return
    const authorization = request.headers.authorization
    const hot =
      request.method === "GET" &&
      authorization?.startsWith("Bearer ") === true &&
      request.headers["if-none-match"] === undefined
        ? hotPage.exec(request.url!)
        : null
    if (hot === null) return cold(request, response)
    const send = (exit: Exit.Exit<{ readonly body: Uint8Array; readonly etag: string }, unknown>) => {
      if (Exit.isFailure(exit)) return cold(request, response)
      const { body, etag } = exit.value
      if (body.length < compressFrom) return write(body, { etag })
      const coding = codingOf(request.headers["accept-encoding"])
      if (coding === undefined) return write(body, { etag, vary: "accept-encoding" })
      const headers = { etag: tagOf(etag, coding), vary: "accept-encoding", "content-encoding": coding }
      const bytes = compressed(body, coding)
      if (bytes instanceof Uint8Array) return write(bytes, headers)
      bytes.then((made) => write(made, headers)).catch(() => cold(request, response))
    }
    const write = (bytes: Uint8Array, headers: Record<string, string>): void => {
      response.operation = hotOperation
      response.writeHead(200, {
        ...crossOriginHeaders,
        "content-type": "application/json",
        "content-length": bytes.length,
        "cache-control": revalidate,
        ...headers
      })
      response.end(bytes)
    }
    const fiber = run(page(authorization!.slice(7), hot[1]!, hot[2]!))
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) send(exit)
    else fiber.addObserver(send)
  }
  return listener
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

const sendJson = (response: http.ServerResponse, status: number, value: unknown): void => {
  const body = JSON.stringify(value)
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body)
}

const sendError = (response: http.ServerResponse, status: number, message: string): void =>
  sendJson(response, status, { error: { code: status, message } })

const sendText = (response: http.ServerResponse, text: string): void => {
  response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text)
}
