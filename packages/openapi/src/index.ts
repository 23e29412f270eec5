/**
 * The `DescriptionReader` port by the `yaml` parser, the OpenAPI schemas and Scalar's upgrader. Every description is read
 * in a thread of its own: a large one holds up nothing else, and one that is made to exhaust time or memory ends with it.
 */
import { Worker } from "node:worker_threads"
import { DescriptionReader, UnreadableDescription } from "@octavo/core/openapi/DescriptionReader"
import { type Duration, Effect, Layer } from "effect"
import type { Read } from "./read.ts"

export interface ReaderConfig {
  /** How long a description may take. */
  readonly patience?: Duration.Input
  /** Most memory of a thread, in MB. */
  readonly memory?: number
}

const unreadable = (message: string, code: string) => new UnreadableDescription({ problems: [{ message, code }] })

export const layer = ({ memory = 1024, patience = "60 seconds" }: ReaderConfig = {}): Layer.Layer<DescriptionReader> =>
  Layer.succeed(
    DescriptionReader,
    DescriptionReader.of({
      read: (text) =>
        Effect.callback<Read, UnreadableDescription>((resume) => {
          const worker = new Worker(new URL("./worker.ts", import.meta.url), {
            name: "octavo-openapi",
            workerData: text,
            // it needs nothing of the process' settings
            env: {},
            resourceLimits: { maxOldGenerationSizeMb: memory }
          })
          worker.on("message", (read: Read) => resume(Effect.succeed(read)))
          const fail = () =>
            resume(Effect.fail(unreadable("The description takes more memory than there is for one", "too-large")))
          worker.on("error", fail)
          worker.on("exit", fail)
          return Effect.promise(() => worker.terminate())
        }).pipe(
          Effect.timeoutOrElse({
            duration: patience,
            orElse: () => Effect.fail(unreadable("The description takes too long to read", "too-large"))
          }),
          Effect.flatMap((read) =>
            read.kind === "description"
              ? Effect.succeed(read)
              : Effect.fail(new UnreadableDescription({ problems: read.problems }))
          )
        )
    })
  )
