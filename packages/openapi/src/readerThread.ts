/**
 * The thread that descriptions are read in. It has libraries and compiled schemas of its own, which take longer than most
 * descriptions: it is kept for the next one, unless what it read has left much in its memory.
 */
import { Worker } from "node:worker_threads"
import { UnreadableDescription } from "@octavo/core/content/openapi/DescriptionReader"
import { Effect, type Scope } from "effect"
import type { Read } from "./read.ts"
import type { Order } from "./worker.ts"

export interface ThreadConfig {
  /** Milliseconds after which a thread that is given nothing ends. */
  readonly idle?: number
  /** Most memory of the thread, in MB. */
  readonly memory?: number
  /** Environment of the thread; it needs nothing of the process' settings. */
  readonly environment?: Readonly<Record<string, string>>
}

/** The longest description after which a thread is kept, in bytes. */
const longestKept = 1024 * 1024

/** A description that is not read: it would take more than there is for one. */
export const tooLarge = (message: string) => new UnreadableDescription({ problems: [{ message, code: "too-large" }] })

/** Reads one description at a time; whoever is interrupted ends the thread, and with it what it was at. */
export const makeReaderThread = ({
  environment = {},
  idle = 1_000,
  memory = 1024
}: ThreadConfig): Effect.Effect<(order: Order) => Effect.Effect<Read, UnreadableDescription>, never, Scope.Scope> => {
  let thread: Worker | undefined
  let timer: NodeJS.Timeout | undefined

  const begin = (): Worker => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      name: "octavo-openapi",
      env: environment,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 }
    })
    // says that it ran out of memory, which its end tells too
    worker.on("error", () => {})
    worker.once("exit", () => {
      if (thread === worker) thread = undefined
    })
    return worker
  }

  const end = (): Promise<unknown> => {
    clearTimeout(timer)
    const worker = thread
    thread = undefined
    return worker?.terminate() ?? Promise.resolve()
  }

  const read = (order: Order) =>
    Effect.callback<Read, UnreadableDescription>((resume) => {
      clearTimeout(timer)
      thread ??= begin()
      const worker = thread
      let outcome: Effect.Effect<Read, UnreadableDescription> = Effect.fail(
        tooLarge("The description takes more memory than there is for one")
      )
      // the next one begins when the memory of this one is free
      const ended = () => resume(outcome)
      worker.once("exit", ended)
      worker.once("message", (read: Read) => {
        outcome = Effect.succeed(read)
        if (order.text.length > longestKept) return void end()
        worker.off("exit", ended).unref()
        timer = setTimeout(() => void end(), idle).unref()
        resume(outcome)
      })
      worker.ref()
      worker.postMessage(order)
      return Effect.promise(end)
    })

  return Effect.as(
    Effect.addFinalizer(() => Effect.promise(end)),
    read
  )
}
