/** A thread that moves what is in the write-ahead log into the file: it waits for the disk, and nobody for it. */
import { parentPort, workerData } from "node:worker_threads"
import Database from "better-sqlite3"

/** What the thread is asked for: as much as can be moved, or all of it, so that the log begins anew. */
export type Checkpoint = "PASSIVE" | "RESTART"

/** What it answers: pages in the log, or why nothing was moved. */
export type CheckpointResult = { readonly log: number } | { readonly error: string }

/** For so long it waits for who reads or writes, in milliseconds: nobody writes meanwhile. */
const patience = 100

const database = new Database(workerData as string, { timeout: patience, fileMustExist: true })

const checkpoint = (mode: Checkpoint): CheckpointResult => {
  try {
    const [moved] = database.pragma(`wal_checkpoint(${mode})`) as [{ readonly log: number }]
    return { log: moved.log }
  } catch (cause) {
    return { error: String(cause) }
  }
}

parentPort!.on("message", (mode: Checkpoint | "end") => {
  if (mode !== "end") parentPort!.postMessage(checkpoint(mode))
  else {
    database.close()
    parentPort!.close()
  }
})
