/** Writes many files while others are made: a few at once, all that follow on a thread. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import type { FilesWritten, FileToWrite } from "./fileWriterThread.ts"

/** Files that are written before there is a thread: it takes as long to begin. */
const few = 100
/** Files that are sent to the thread together. */
const together = 16
/** Bytes that may wait to be written. */
const mostBytes = 32 * 1024 * 1024

export class FileWriter {
  private worker: Worker | undefined
  private count = 0
  private batch: Array<FileToWrite> = []
  private unwritten = 0
  private failure: unknown
  private waiting: Array<() => void> = []

  /** Writes a file, soon: who has written all waits for `drained`. A file that can't be written is a defect, here or there. */
  readonly write = (target: string, bytes: Uint8Array): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (++this.count <= few) {
        mkdirSync(dirname(target), { recursive: true })
        writeFileSync(target, bytes)
        return Effect.void
      }
      this.batch.push({ target, bytes })
      this.unwritten += bytes.length
      if (this.batch.length >= together) this.send()
      return this.unwritten > mostBytes || this.failure !== undefined ? this.until(mostBytes / 2) : Effect.void
    })

  /** Waits until all files are there. */
  readonly drained: Effect.Effect<void> = Effect.suspend(() => {
    this.send()
    return this.until(0)
  })

  /** Ends the thread, whatever it has still to write. */
  readonly close: Effect.Effect<void> = Effect.promise(async () => {
    await this.worker?.terminate()
  })

  private send(): void {
    if (this.batch.length === 0) return
    this.worker ??= this.start()
    this.worker.postMessage(this.batch)
    this.batch = []
  }

  private start(): Worker {
    const worker = new Worker(new URL("./fileWriterThread.ts", import.meta.url), {
      name: "octavo-files",
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 }
    })
    worker.on("message", (answer: FilesWritten) => {
      if ("error" in answer) this.failure ??= answer.error
      else this.unwritten -= answer.bytes
      this.tell()
    })
    worker.on("error", (error) => this.fail(error))
    worker.on("exit", () => this.fail(new Error("The thread that writes files has ended")))
    return worker
  }

  private fail(cause: unknown): void {
    this.failure ??= cause
    this.tell()
  }

  private tell(): void {
    const waiting = this.waiting
    this.waiting = []
    for (const look of waiting) look()
  }

  /** Waits until no more than so many bytes are unwritten. */
  private until(bytes: number): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const look = (): void => {
        if (this.failure !== undefined) resume(Effect.die(this.failure))
        else if (this.unwritten <= bytes) resume(Effect.void)
        else this.waiting.push(look)
      }
      look()
    })
  }
}
