/** A thread that reads one description and ends. */
import { parentPort, workerData } from "node:worker_threads"
import { readDescription } from "./read.ts"

const read = await readDescription(workerData as Uint8Array)
parentPort!.postMessage(read, read.kind === "description" ? [read.content.buffer as ArrayBuffer] : [])
