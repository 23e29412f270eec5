/** A server that runs until the process is told to stop. */
import { Effect } from "effect"
import { collectingWhenIdle } from "./idleCollection.ts"
import type { Octavo } from "./layer.ts"
import { Stopped, untilSignal } from "./process.ts"
import { type RunningServer, type ServerOptions, startServer } from "./server.ts"

/** How long running requests may take to end; the process has 10 s in all. */
const drainMs = 8000

/**
 * Serves until SIGTERM or SIGINT, then drains. Fails when the port can't be had or the application never will answer.
 * @param onReady runs once the application answers, with its services
 */
export const serve = <E>(options: ServerOptions, onReady: (server: RunningServer) => Effect.Effect<void, E, Octavo>) =>
  Effect.gen(function* () {
    const server = yield* startServer(options)
    yield* Effect.logInfo(`listening on http://${options.host}:${server.port}`)
    yield* Effect.gen(function* () {
      const services = yield* server.ready
      yield* Effect.logInfo("ready")
      yield* collectingWhenIdle
      yield* onReady(server).pipe(Effect.provideContext(services))
      return yield* Effect.never
    }).pipe(
      // before the scope closes: the services must live as long as the requests that use them
      Effect.ensuring(
        Effect.andThen(Effect.logInfo("stopping: no new requests, waiting for those that run"), server.drain(drainMs))
      )
    )
  }).pipe(
    Effect.scoped,
    untilSignal,
    Effect.catch((error) => (error instanceof Stopped ? Effect.logInfo("stopped") : Effect.fail(error)))
  )
