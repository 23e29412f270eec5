import { Effect, Layer, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { jobQueueLayer } from "../src/index.ts"
import type { Store } from "./client-suite.ts"

export const fastQueue = {
  lockExpiration: "2 seconds",
  lockRefreshInterval: "500 millis",
  pollInterval: "100 millis"
} as const

export const crashQueue = { name: "crash", schema: Schema.Struct({ n: Schema.Int }) }

/** A worker process that takes one job, says so and never finishes it. */
export const runHangingWorker = (layer: Layer.Layer<Store, unknown>): Promise<void> =>
  Effect.gen(function* () {
    const queue = yield* PersistedQueue.make(crashQueue)
    yield* queue.take((job) =>
      Effect.andThen(
        Effect.sync(() => console.log(`taken ${job.n}`)),
        Effect.never
      )
    )
  }).pipe(Effect.scoped, Effect.provide(jobQueueLayer(fastQueue).pipe(Layer.provideMerge(layer))), Effect.runPromise)
