/**
 * The `DescriptionReader` port by the `yaml` parser, the OpenAPI schemas and Scalar's upgrader. A description is read in a
 * thread of its own: a large one holds up nothing else, and one that is made to exhaust time or memory ends with it. Only
 * a small one that is not checked either is read here, which is done sooner than a thread begins.
 */
import { Worker } from "node:worker_threads"
import { DescriptionReader, UnreadableDescription } from "@octavo/core/content/openapi/DescriptionReader"
import { type Duration, Effect, Layer, Semaphore } from "effect"
import type { Read } from "./read.ts"
import type { Order } from "./worker.ts"

export interface ReaderConfig {
  /** How long a description may take. */
  readonly patience?: Duration.Input
  /** Most memory of a thread, in MB. */
  readonly memory?: number
  /** Environment of a thread; it needs nothing of the process' settings. */
  readonly environment?: Readonly<Record<string, string>>
}

/** The longest description that is read without a thread, in bytes. */
const smallest = 64 * 1024

const unreadable = (message: string, code: string) => new UnreadableDescription({ problems: [{ message, code }] })

export const layer = ({
  environment = {},
  memory = 1024,
  patience = "60 seconds"
}: ReaderConfig = {}): Layer.Layer<DescriptionReader> =>
  Layer.sync(DescriptionReader, () => {
    // one at a time: each thread has libraries and a heap of its own
    const turn = Semaphore.makeUnsafe(1)
    const here = async (text: Uint8Array) => (await import("./read.ts")).readDescription(text, false)
    const inThread = (order: Order) =>
      Effect.callback<Read, UnreadableDescription>((resume) => {
        const worker = new Worker(new URL("./worker.ts", import.meta.url), {
          name: "octavo-openapi",
          workerData: order,
          env: environment,
          resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 }
        })
        let outcome: Effect.Effect<Read, UnreadableDescription> = Effect.fail(
          unreadable("The description takes more memory than there is for one", "too-large")
        )
        worker.on("message", (read: Read) => {
          outcome = Effect.succeed(read)
        })
        // says that it ran out of memory, which its end tells too
        worker.on("error", () => {})
        // the next one begins when its memory is free
        worker.on("exit", () => resume(outcome))
        return Effect.promise(() => worker.terminate())
      }).pipe(
        Effect.timeoutOrElse({
          duration: patience,
          orElse: () => Effect.fail(unreadable("The description takes too long to read", "too-large"))
        })
      )
    return DescriptionReader.of({
      read: (text, check = true) =>
        (check || text.length > smallest ? inThread({ text, check }) : Effect.promise(() => here(text))).pipe(
          Effect.flatMap((read) =>
            read.kind === "description"
              ? Effect.succeed(read)
              : Effect.fail(new UnreadableDescription({ problems: read.problems }))
          ),
          turn.withPermit
        )
    })
  })
