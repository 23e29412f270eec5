/** A thread that reads one description and ends. */
import { parentPort, workerData } from "node:worker_threads"
import { readDescription } from "./read.ts"

/** What a thread is given. */
export interface Order {
  readonly text: Uint8Array
  readonly check: boolean
}

const { check, text } = workerData as Order
const read = await readDescription(text, check)
parentPort!.postMessage(read, read.kind === "description" ? [read.content.buffer as ArrayBuffer] : [])
