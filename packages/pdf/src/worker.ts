/** A thread that prints one book and ends. It asks for content, and has no other way to anything. */
import { parentPort, workerData } from "node:worker_threads"
import type { FileRecord } from "@octavo/core/content/revisions/model/Records"
import { printBook } from "./book.ts"
import type { Answer, FromWorker, Question, Work } from "./protocol.ts"

/** Bytes are sent in pieces of about this size. */
const pieceSize = 64 * 1024

const port = parentPort!
const send = (message: FromWorker): void => port.postMessage(message)

let pieces: Array<Uint8Array> = []
let held = 0
const flush = (): void => {
  if (held > 0) send({ kind: "bytes", bytes: Buffer.concat(pieces) })
  pieces = []
  held = 0
}

const waiting = new Map<number, PromiseWithResolvers<never>>()
let asked = 0
port.on("message", (answer: Answer) => {
  const waiter = waiting.get(answer.id)
  waiting.delete(answer.id)
  if ("value" in answer) waiter?.resolve(answer.value as never)
  else waiter?.reject(new Error("The content could not be read"))
})

const ask = <A>(question: Question, about?: string | FileRecord, part = 0): Promise<A> => {
  const waiter = Promise.withResolvers<never>()
  const id = ++asked
  waiting.set(id, waiter)
  send({ kind: "ask", id, question, about, part })
  return waiter.promise
}

const { book } = workerData as Work
const { missing } = await printBook(
  book,
  {
    text: (hash, part) => ask("text", hash, part),
    bytes: (file) => ask("bytes", file),
    address: (file, part) => ask("address", file, part),
    taken: () => {
      flush()
      return ask("taken")
    }
  },
  (bytes) => {
    pieces.push(bytes)
    held += bytes.length
    if (held >= pieceSize) flush()
  }
)
flush()
send({ kind: "end", missing: missing.map(({ name }) => name) })
port.close()
