/**
 * The `DescriptionReader` port by the `yaml` parser, the OpenAPI schemas and Scalar's upgrader. A description is read in a
 * thread: a large one holds up nothing else, and one that is made to exhaust time or memory ends with it. Only a small one
 * that is not checked either is read here, which is done sooner than a thread begins.
 */
import { DescriptionReader, UnreadableDescription } from "@octavo/core/content/openapi/DescriptionReader"
import { type Duration, Effect, Layer, Semaphore } from "effect"
import { makeReaderThread, type ThreadConfig, tooLarge } from "./readerThread.ts"

export interface ReaderConfig extends ThreadConfig {
  /** How long a description may take. */
  readonly patience?: Duration.Input
}

/** The longest description that is read without a thread, in bytes. */
const smallest = 64 * 1024

export const layer = ({ patience = "60 seconds", ...config }: ReaderConfig = {}): Layer.Layer<DescriptionReader> =>
  Layer.effect(
    DescriptionReader,
    Effect.map(makeReaderThread(config), (readInThread) => {
      // one at a time: each has a heap of its own
      const turn = Semaphore.makeUnsafe(1)
      const here = async (text: Uint8Array) => (await import("./read.ts")).readDescription(text, false)
      const inThread = (text: Uint8Array, check: boolean) =>
        Effect.timeoutOrElse(readInThread({ text, check }), {
          duration: patience,
          orElse: () => Effect.fail(tooLarge("The description takes too long to read"))
        })
      return DescriptionReader.of({
        read: (text, check = true) =>
          (check || text.length > smallest ? inThread(text, check) : Effect.promise(() => here(text))).pipe(
            Effect.flatMap((read) =>
              read.kind === "description"
                ? Effect.succeed(read)
                : Effect.fail(new UnreadableDescription({ problems: read.problems }))
            ),
            turn.withPermit
          )
      })
    })
  )
