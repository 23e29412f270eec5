/**
 * When the write-ahead log is moved into the file. SQLite would do it within a commit, on the thread that answers, and
 * would wait for the disk twice; here a thread does it that lives while much is written.
 */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { Effect, Latch, type Scope, type Semaphore } from "effect"
import type { Checkpoint, CheckpointResult } from "./checkpointThread.ts"

export interface CheckpointConfig {
  /** After so many commits what is in the log is moved. */
  readonly commits: number
  /** A log of so many pages begins anew: for that, writers wait until it is moved. */
  readonly pages: number
}

const usual: CheckpointConfig = { commits: 200, pages: 4_096 }

/** Growth of the log after which it is moved, in bytes, however few commits made it. */
const mostBytes = 4_194_304

/** The thread ends when there was nothing to do for so long. */
const patience = "10 seconds"

export interface Checkpoints {
  /** Told after commits: how many there were, and the size of the log, in bytes. */
  readonly note: (commits: number, size: number) => void
}

/** @param writing held while nobody may write */
export const makeCheckpoints = (
  filename: string,
  writing: Semaphore.Semaphore,
  { commits: mostCommits, pages: mostPages } = usual
): Effect.Effect<Checkpoints, never, Scope.Scope> =>
  Effect.gen(function* () {
    const due = Latch.makeUnsafe(false)
    let commits = 0
    let known = 0
    let size = 0

    const whileMuchIsWritten = Effect.gen(function* () {
      const thread = yield* startThread(filename)
      for (;;) {
        due.closeUnsafe()
        commits = 0
        known = size
        const { log } = yield* thread("PASSIVE")
        if (log >= mostPages) yield* writing.withPermit(thread("RESTART"))
        const more = yield* Effect.timeoutOption(due.await, patience)
        if (more._tag === "None") return
      }
    }).pipe(Effect.scoped)

    yield* due.await.pipe(
      Effect.andThen(whileMuchIsWritten),
      Effect.catch((error) =>
        Effect.andThen(
          Effect.logWarning(`The log of the store was not moved into its file: ${error.message}`),
          Effect.sleep(patience)
        )
      ),
      Effect.forever,
      Effect.forkScoped
    )
    return {
      note: (more, now) => {
        commits += more
        size = now
        if (commits >= mostCommits || size >= known + mostBytes) due.openUnsafe()
      }
    }
  })

/** Asks a thread of its own, which ends with the scope. */
const startThread = (filename: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const worker = new Worker(new URL("./checkpointThread.ts", import.meta.url), {
          name: "octavo-checkpoints",
          workerData: filename,
          env: {},
          resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }
        })
        worker.unref()
        // who asks it is told
        worker.on("error", () => {})
        return { worker, ended: new Promise((resolve) => worker.once("exit", resolve)) }
      }),
      ({ ended, worker }) =>
        Effect.promise(() => {
          worker.ref()
          worker.postMessage("end")
          return ended
        })
    ),
    ({ worker }) =>
      (mode: Checkpoint) =>
        Effect.flatMap(
          Effect.tryPromise({
            try: async (signal) => {
              // somebody waits for it
              worker.ref()
              const answer = once(worker, "message", { signal })
              worker.postMessage(mode)
              const [result] = await answer
              worker.unref()
              return result as CheckpointResult
            },
            catch: (cause) => new Error(String(cause))
          }),
          (result) => ("error" in result ? Effect.fail(new Error(result.error)) : Effect.succeed(result))
        )
  )
