/**
 * The `PdfRenderer` port by pdfkit. Every book is printed in a thread of its own: a page that is expensive to lay out
 * holds up nothing else, and what goes wrong ends with the thread.
 */
import { Worker } from "node:worker_threads"
import type { FileRecord } from "@octavo/core/content/revisions/model/Records"
import { type PdfBook, PdfError, type PdfReads, PdfRenderer } from "@octavo/core/delivery/pdf/PdfRenderer"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { howToInstall, optionalFonts } from "@octavo/render/optionalFonts"
import { type Duration, Effect, Layer, Queue, Semaphore, Stream } from "effect"
import type { Answer, FromWorker, Work } from "./protocol.ts"

export interface PdfConfig {
  /** Books that are printed at the same time. */
  readonly atOnce?: number
  /** Books that may wait for their turn; more are refused. */
  readonly waiting?: number
  /** How long a page may take, reading it included, and how long a reader may take nothing. */
  readonly patience?: Duration.Input
  /** Most memory of one thread, in MB. */
  readonly memory?: number
  /** Environment of a thread; it needs nothing of the process' settings. */
  readonly environment?: Readonly<Record<string, string>>
}

type Message = FromWorker | { readonly kind: "failed"; readonly message: string }

/** Pieces that are kept for a reader who is slower than the printing. */
const ahead = 4

const failed = (message: string): PdfError => new PdfError({ reason: "failed", message })

export const layer = ({
  atOnce = 2,
  environment = {},
  memory = 1024,
  patience = "60 seconds",
  waiting = 16
}: PdfConfig = {}): Layer.Layer<PdfRenderer> =>
  Layer.effect(
    PdfRenderer,
    Effect.gen(function* () {
      const turns = yield* Semaphore.make(atOnce)
      let open = 0
      const enter = Effect.suspend(() => {
        if (open < atOnce + waiting) return Effect.void
        return Effect.fail(
          new PdfError({ reason: "busy", message: "Too many PDFs are being made; try again in a minute" })
        )
      })
      const seat = Effect.acquireRelease(
        Effect.tap(enter, () => Effect.sync(() => open++)),
        () => Effect.sync(() => open--)
      )

      const told = new Set<string>()
      /** Says once of each font that it is not installed. */
      const tell = (missing: ReadonlyArray<string>) =>
        Effect.forEach(
          optionalFonts.filter(({ name }) => missing.includes(name) && !told.has(name)),
          ({ languages, name }) => {
            told.add(name)
            return Effect.logWarning(
              `A PDF has boxes where its characters are ${languages}: no font for them is installed. To have it: ${howToInstall([name])}`
            )
          },
          { discard: true }
        )

      const print = (book: PdfBook, reads: PdfReads) =>
        Stream.callback<Uint8Array, PdfError | StorageError>(
          (out) =>
            Effect.gen(function* () {
              yield* seat
              yield* turns.takeScoped(1)
              const inbox = yield* Queue.unbounded<Message>()
              const worker = yield* start(book, inbox, memory, environment)
              const post = (answer: Answer): void => worker.postMessage(answer)
              for (;;) {
                const message = yield* Queue.take(inbox).pipe(
                  Effect.timeoutOrElse({
                    duration: patience,
                    orElse: () => Effect.fail(failed("A page took too long to print"))
                  })
                )
                switch (message.kind) {
                  case "bytes":
                    // what comes after waits until there is room: the thread is never far ahead of its reader
                    yield* Queue.offer(out, message.bytes).pipe(
                      Effect.timeoutOrElse({
                        duration: patience,
                        orElse: () => Effect.fail(failed("The PDF was not read to its end"))
                      })
                    )
                    break
                  case "ask": {
                    const value = yield* answer(message, reads).pipe(
                      Effect.timeoutOrElse({
                        duration: patience,
                        orElse: () => Effect.fail(failed("The content could not be read in time"))
                      })
                    )
                    post({ id: message.id, value })
                    break
                  }
                  case "failed":
                    return yield* failed(message.message)
                  case "end":
                    yield* tell(message.missing)
                    return yield* Queue.end(out)
                }
              }
              // the turn ends here, also when the reader never comes back
            }).pipe(Effect.scoped),
          { bufferSize: ahead, strategy: "suspend" }
        )

      return PdfRenderer.of({ render: (book, reads) => Effect.as(enter, print(book, reads)) })
    })
  )

/** A thread at work; it ends with the scope. */
const start = (
  book: PdfBook,
  inbox: Queue.Queue<Message>,
  memory: number,
  environment: Readonly<Record<string, string>>
) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), {
        name: "octavo-pdf",
        workerData: { book } satisfies Work,
        env: environment,
        resourceLimits: { maxOldGenerationSizeMb: memory }
      })
      const put = (message: Message): void => void Queue.offerUnsafe(inbox, message)
      worker.on("message", put)
      worker.on("error", (error) =>
        put({ kind: "failed", message: `The content could not be printed: ${String(error)}` })
      )
      worker.on("exit", () => put({ kind: "failed", message: "The content could not be printed" }))
      return worker
    }),
    (worker) => Effect.promise(() => worker.terminate())
  )

const answer = (
  { about, part, question }: Extract<FromWorker, { kind: "ask" }>,
  reads: PdfReads
): Effect.Effect<unknown, StorageError> => {
  switch (question) {
    case "text":
      return reads.text(about as string, part)
    case "bytes":
      return reads.bytes(about as FileRecord)
    case "address":
      return Effect.sync(() => reads.address(about as FileRecord, part))
    case "taken":
      return Effect.succeed(true)
  }
}
