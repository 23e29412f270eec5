import { once } from "node:events"
import { Effect, Layer, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql"
import { JobQueue, jobQueueLayer } from "../src/index.ts"
import type { Store } from "./client-suite.ts"

export const fastQueue = {
  lockExpiration: "2 seconds",
  lockRefreshInterval: "500 millis",
  pollInterval: "100 millis"
} as const

/** Jobs whose outcome is a row of the table `outcomes`. */
export const crashQueue = { name: "crash", schema: Schema.Struct({ n: Schema.Int }) }

/** Writes the outcome of a job of `crashQueue`, while it is still this worker's. */
export const writeOutcome = (job: { readonly id: string; readonly attempts: number }, worker: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { assertHeld } = yield* JobQueue
    const outcome = sql`INSERT INTO outcomes ${sql.insert({ job: job.id, worker })}`
    yield* sql.withTransaction(Effect.andThen(assertHeld(crashQueue.name, job), outcome))
  })

/** A worker process that takes one job, says so, and writes its outcome only when it hears something. */
export const runHangingWorker = (layer: Layer.Layer<Store, unknown>): Promise<void> =>
  Effect.gen(function* () {
    const queue = yield* PersistedQueue.make(crashQueue)
    yield* queue.take(({ n }, job) =>
      Effect.gen(function* () {
        console.log(`taken ${n}`)
        yield* Effect.promise(() => once(process.stdin, "data"))
        const written = yield* Effect.result(writeOutcome(job, "child"))
        console.log(written._tag === "Success" ? "written" : `refused: ${written.failure._tag}`)
      })
    )
    process.stdin.destroy()
  }).pipe(Effect.scoped, Effect.provide(jobQueueLayer(fastQueue).pipe(Layer.provideMerge(layer))), Effect.runPromise)
