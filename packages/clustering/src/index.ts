/**
 * The `Clustering` port by a thread that keeps the clusters: what takes seconds of a processor holds up nobody who waits
 * for an answer. The thread begins with the first clusters, and ends when nothing was asked of it for a while or it is out
 * of memory: its clusters are made anew of their examples when somebody next needs them.
 */
import { Worker } from "node:worker_threads"
import { Clustering, type Clusters } from "@octavo/core/connections/conversations/Clustering"
import { defined } from "@octavo/core/kernel/shared/defined"
import { StorageError } from "@octavo/core/kernel/shared/errors"
import { Effect, Layer } from "effect"
import type { OpenClusters } from "./clusters.ts"
import type { Answer, Method, Order } from "./worker.ts"

export interface ClusteringConfig {
  /** Milliseconds after which a thread that is asked nothing ends. */
  readonly idle?: number
  /** Most memory of the thread, in MB. */
  readonly memory?: number
  /** Environment of the thread; it needs nothing of the process' settings. */
  readonly environment?: Readonly<Record<string, string>>
}

/** What waits for an answer: the answer, or why there is none. */
type Wait = (outcome: Effect.Effect<unknown, StorageError>) => void

interface Thread {
  readonly worker: Worker
  readonly waits: Map<number, Wait>
  hasEnded: boolean
  timer: NodeJS.Timeout | undefined
}

const lost = (cause?: unknown) => new StorageError({ operation: "cluster", retryable: true, ...defined({ cause }) })

export const layer = (config: ClusteringConfig = {}): Layer.Layer<Clustering> =>
  Layer.effect(
    Clustering,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => makeThreads(config)),
        ({ end }) => Effect.promise(end)
      ),
      ({ open }) => Clustering.of({ open })
    )
  )

const makeThreads = ({ environment = {}, idle = 60_000, memory = 512 }: ClusteringConfig) => {
  let current: Thread | undefined
  let ids = 0

  const begin = (): Thread => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      name: "octavo-clustering",
      env: environment,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 }
    })
    const thread: Thread = { worker, waits: new Map(), hasEnded: false, timer: undefined }
    let fault: unknown
    worker.unref()
    worker.on("message", ({ id, value }: Answer) => {
      thread.waits.get(id)?.(Effect.succeed(value))
      settle(thread, id)
    })
    worker.on("error", (error) => {
      fault = error
    })
    worker.on("exit", () => {
      leave(thread)
      for (const wait of thread.waits.values()) wait(Effect.fail(lost(fault)))
      thread.waits.clear()
    })
    return thread
  }

  /** Nothing more is asked of it. */
  const leave = (thread: Thread): void => {
    thread.hasEnded = true
    clearTimeout(thread.timer)
    if (current === thread) current = undefined
  }

  const stop = (thread: Thread): Promise<unknown> => {
    leave(thread)
    return thread.worker.terminate()
  }

  /** Nobody waits for this any more. */
  const settle = (thread: Thread, id: number): void => {
    thread.waits.delete(id)
    if (thread.waits.size > 0 || thread.hasEnded) return
    thread.worker.unref()
    thread.timer = setTimeout(() => void stop(thread), idle).unref()
  }

  const ask = <A>(thread: Thread, makeOrder: (id: number) => Order): Effect.Effect<A, StorageError> =>
    Effect.callback<unknown, StorageError>((resume) => {
      if (thread.hasEnded) return resume(Effect.fail(lost()))
      const id = ++ids
      clearTimeout(thread.timer)
      thread.waits.set(id, resume)
      thread.worker.ref()
      thread.worker.postMessage(makeOrder(id))
      return Effect.sync(() => settle(thread, id))
    }) as Effect.Effect<A, StorageError>

  const open: Clustering["Service"]["open"] = (examples, counts) =>
    Effect.suspend(() => {
      current ??= begin()
      const thread = current
      const clusters = ++ids
      const call = <Name extends Method>(
        method: Name,
        ...args: Parameters<OpenClusters[Name]>
      ): Effect.Effect<ReturnType<OpenClusters[Name]>, StorageError> =>
        ask(thread, (id) => ({ kind: "call", id, clusters, method, args }))
      const close = Effect.sync(() => {
        if (!thread.hasEnded) thread.worker.postMessage({ kind: "close", clusters } satisfies Order)
      })
      return ask(thread, (id) => ({ kind: "open", id, clusters, examples, counts })).pipe(
        // one that nobody waits for any more is opened all the same
        Effect.onInterrupt(() => close),
        Effect.as<Clusters>({
          isOpen: () => !thread.hasEnded,
          take: (changes) => call("take", changes),
          nearest: (texts) => call("nearest", texts),
          describe: Effect.suspend(() => call("describe")),
          close
        })
      )
    })

  return {
    open,
    end: async () => {
      if (current !== undefined) await stop(current)
    }
  }
}
