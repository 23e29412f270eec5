/**
 * Files that a thread hashes and writes, and pages that it makes files of: that is a tenth of a build's time, of whoever
 * draws the pages. They are written one after the other, since threads that make files at the same time wait for each other
 * in the system.
 */
import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import type { FileToWrite, FromWriter, PageToWrite, ToWriter, WriterData, WrittenFile } from "./fileWriterThread.ts"
import type { FoundInPages, SitePaths, TakenPages } from "./pagesAsFiles.ts"

export interface FileWriter {
  /** Has a file written. Bytes without a hash are given away: they were made for this file alone. */
  readonly put: (file: FileToWrite) => Effect.Effect<void>
  /** Makes files of the pages of a site. */
  readonly takePages: (site: SitePaths) => TakenPages<never, never>
  /** What became of each file, in their order, when all are written. */
  readonly written: Effect.Effect<ReadonlyArray<WrittenFile>>
  /** Ends the thread, whatever it has still to write. */
  readonly end: Effect.Effect<void>
}

/** So many bytes go as one message; of pages their letters count. */
const together = 512 * 1024

/** So many bytes may wait for the disk before whoever makes them does. */
const mostWaiting = 64 * 1024 * 1024

/** The thread begins with the first files. Whoever gives them waits for one before the next. */
export const makeWriter = (data: WriterData): FileWriter => {
  let thread: Worker | undefined
  let batch: Array<FileToWrite | PageToWrite> = []
  /** What the thread is to know with the next files. */
  let site: SitePaths | undefined
  let size = 0
  let waiting = 0
  const written: Array<WrittenFile> = []
  let found: Array<FoundInPages> = []
  /** Why nothing more is written. */
  let fault: unknown
  /** Whoever waits for the disk. */
  let resume: (() => void) | undefined

  const goOn = (): void => {
    const wake = resume
    // who goes on may wait again at once
    resume = undefined
    wake?.()
  }
  const fail = (error: unknown): void => {
    fault ??= error
    goOn()
  }
  const begin = (): Worker => {
    const worker = new Worker(new URL("./fileWriterThread.ts", import.meta.url), {
      name: "octavo-files",
      env: {},
      workerData: data
    })
    worker.unref()
    worker.on("message", (message: FromWriter) => {
      if ("problem" in message) return fail(Object.assign(new Error(message.problem), { code: message.code }))
      written.push(...message.written)
      if (message.found !== undefined) found.push(message.found)
      waiting -= message.bytes
      goOn()
    })
    worker.on("error", fail)
    worker.on("exit", () => fail(new Error("The thread that writes files has ended")))
    return worker
  }

  const send = (): void => {
    if (batch.length === 0) return
    const given = batch.flatMap((one) => ("html" in one ? [] : ownBuffer(one)))
    waiting += size
    thread ??= begin()
    thread.postMessage({ site, files: batch, bytes: size } satisfies ToWriter, given)
    site = undefined
    batch = []
    size = 0
  }
  /** Until no more than so many bytes wait for the disk. */
  const until = (most: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (fault !== undefined) return Effect.die(fault)
      if (waiting <= most) return Effect.void
      return Effect.andThen(
        Effect.callback<void>((done) => {
          // somebody waits for it
          thread?.ref()
          resume = () => {
            thread?.unref()
            done(Effect.void)
          }
        }),
        until(most)
      )
    })

  const take = (one: FileToWrite | PageToWrite, bytes: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      batch.push(one)
      // an empty file is waited for, too
      size += bytes + 1
      if (size < together) return Effect.void
      send()
      return until(mostWaiting)
    })

  const all = Effect.suspend(() => {
    send()
    return until(0)
  })

  return {
    put: (file) => take(file, file.bytes.length),
    takePages: (paths) => {
      site = paths
      return {
        put: (path, html) => take({ path, html }, html.length),
        found: Effect.map(all, () => {
          const told = found
          found = []
          return { wanted: told.flatMap(({ wanted }) => wanted), letters: told.flatMap(({ letters }) => letters) }
        })
      }
    },
    written: Effect.as(all, written),
    end: Effect.promise(async () => thread?.terminate())
  }
}

/** The buffer of bytes that were made for a file alone, to be given away. */
const ownBuffer = ({ bytes, hash }: FileToWrite): ReadonlyArray<ArrayBuffer> =>
  hash === undefined && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : []
