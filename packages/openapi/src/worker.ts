/** A thread that reads descriptions, one after the other, until it is ended. */
import { parentPort } from "node:worker_threads"
import { readDescription } from "./read.ts"

/** What a thread is given. */
export interface Order {
  readonly text: Uint8Array
  readonly check: boolean
}

parentPort!.on("message", async ({ check, text }: Order) => {
  const read = await readDescription(text, check)
  parentPort!.postMessage(read, read.kind === "description" ? [read.content.buffer as ArrayBuffer] : [])
})
