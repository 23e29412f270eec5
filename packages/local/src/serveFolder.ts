/** `octavo dev`: a folder as the site it will be, from memory, and the page in the browser as soon as a file is saved. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Neighbours } from "@octavo/core/content/spaces/Neighbours"
import type { Fault } from "@octavo/reader"
import { describeError } from "@octavo/runtime/errorMessages"
import { startServer } from "@octavo/runtime/server"
import { Cause, Effect, Latch, Option } from "effect"
import { formatFault } from "./faults.ts"
import { followFolder, type Shown, siteName, WrongProject } from "./followFolder.ts"
import { makeLive, withLive } from "./live.ts"
import { Folders } from "./neighbours.ts"
import { watchFolder } from "./watch.ts"

export interface FolderOptions {
  /** Absolute path. */
  readonly directory: string
  readonly port: number
  readonly host: string
  /** What paths begin with in the terminal. */
  readonly prefix?: string
  /** A line for the person at the terminal. */
  readonly say: (line: string) => void
}

/** Who is called with the address. */
export interface Told {
  /** Once requests are taken; while there is nothing to show, a page says so. */
  readonly listening?: (url: string) => void
  /** Once the folder is shown. */
  readonly ready?: (url: string) => void
}

/** How long nothing changes before it is looked for what is wrong, in milliseconds: longer where that takes longer. */
const quietFor = (pages: number): number => Math.max(250, pages / 10)

/** How long the news of a change may be on its way, in milliseconds. */
const newsWithin = 100

/** Why a folder could not be read. */
const failureOf = (directory: string, cause: Cause.Cause<unknown>): ReadonlyArray<Fault> => {
  const error = Cause.squash(cause)
  return error instanceof WrongProject
    ? error.faults
    : [{ path: directory, message: describeError(cause), severity: "error" }]
}

/** What nobody limits on a laptop. */
const unlimited = 1_000_000_000

/** Serves until it is interrupted. Nothing is written to the folder, or beside it. */
export const serveFolder = Effect.fnUntraced(function* (
  { directory, host, port, prefix, say }: FolderOptions,
  { listening, ready }: Told = {}
) {
  const dataDirectory = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "octavo-dev-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  const live = makeLive()
  const folders = new Folders()
  const server = yield* startServer({
    database: "sqlite::memory:",
    dataDirectory,
    host,
    port,
    onlySite: siteName,
    worker: false,
    tasks: { patience: unlimited },
    remoteImages: true,
    tokenLimit: unlimited,
    addressLimit: unlimited,
    pageLimit: unlimited,
    noteLimit: unlimited,
    onlyPages: { lane: live.lane, shown: withLive }
  }).pipe(Effect.provideService(Neighbours, folders))
  yield* Effect.addFinalizer(() => Effect.sync(live.close))
  const url = `http://localhost:${server.port}/`
  listening?.(url)
  const services = yield* server.ready

  const changed = yield* Latch.make(false)
  const watch = yield* Effect.acquireRelease(
    Effect.promise(() => watchFolder(directory, () => changed.openUnsafe())),
    ({ stop }) => Effect.promise(stop)
  )

  yield* Effect.gen(function* () {
    const begun = performance.now()
    const read = yield* followFolder(directory, (message) => Effect.sync(() => live.say(message)), folders)
    let told: ReadonlyArray<string> = []
    /** Says what is wrong that was not wrong before. */
    const sayFaults = (faults: ReadonlyArray<Fault>): void => {
      const lines = faults.map((fault) => formatFault(fault, prefix))
      for (const line of lines) if (!told.includes(line)) say(line)
      if (lines.length === 0 && told.length > 0) say("No problems any more")
      told = lines
    }
    let isFirst = true
    let isWhole = true
    /** Shows what was read, and tells what is wrong in it when nobody writes for a moment. */
    const show = Effect.fnUntraced(function* (shown: Shown) {
      live.show(shown)
      isWhole = false
      if (isFirst) {
        const seconds = ((performance.now() - begun) / 1000).toFixed(1)
        say(`${shown.pages} ${shown.pages === 1 ? "page" : "pages"} in ${seconds} s: ${url}`)
        ready?.(url)
      }
      isFirst = false
      // readers of the site find what is in the index so far; who goes on writing comes first
      yield* Effect.raceFirst(shown.indexed, changed.await)
      // the page that was saved is asked for first; who goes on writing is told when they pause
      const isQuiet = Option.isNone(yield* Effect.timeoutOption(changed.await, quietFor(shown.pages)))
      if (!isQuiet) return
      const faults = yield* shown.faults
      live.tell(faults)
      sayFaults(faults)
    })
    while (true) {
      yield* changed.close
      const taken = watch.take()
      yield* read(isWhole ? "whole" : taken).pipe(
        Effect.flatMap((shown) => show(shown)),
        // a file may go in the moment in which it is read, or looked through: what is shown stays, the rest comes with its news
        Effect.catchCause((cause) =>
          Effect.gen(function* () {
            isWhole = true
            if (Option.isSome(yield* Effect.timeoutOption(changed.await, newsWithin))) return
            const failure = failureOf(directory, cause)
            live.fail(failure)
            sayFaults(failure)
          })
        )
      )
      yield* changed.await
    }
  }).pipe(Effect.provideContext(services))
}, Effect.scoped)
