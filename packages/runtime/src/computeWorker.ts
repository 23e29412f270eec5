/** A thread for tasks, as the pool begins it, and whoever knows that there will be work before there is a pool. */
import { Worker } from "node:worker_threads"
import type { ThreadData } from "./computeThread.ts"
import { threadEnvironment } from "./threadEnvironment.ts"

/** As that of a server: three times the 8 MB of `--max-semi-space-size`. */
const youngMegabytes = 24

/** Most memory of one, in MB. */
export const usualMemory = 1024

export interface BegunThread {
  readonly worker: Worker
  /** Whether it has loaded everything. */
  readonly isReady: () => boolean
}

/** @param memory most of it, in MB */
export const beginThread = (data: ThreadData, memory = usualMemory): BegunThread => {
  const worker = new Worker(new URL("./computeThread.ts", import.meta.url), {
    name: "octavo-compute",
    env: threadEnvironment(),
    workerData: data,
    // what is young is copied: more room for it is memory that stays
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: youngMegabytes }
  })
  let isReady = false
  worker.once("message", () => {
    isReady = true
  })
  worker.unref()
  return { worker, isReady: () => isReady }
}
