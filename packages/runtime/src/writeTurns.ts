/**
 * Requests that change something begin one in each turn of the event loop, or some where many read. A write takes a few
 * milliseconds of the processor before it waits for the disk, and those that wait for it end together, so that their clients
 * send the next ones together: without turns a read that comes with them waits for all of them.
 */
import type { IncomingMessage } from "node:http"
import { makeTurns } from "@octavo/core/kernel/shared/turns"
import type { Step } from "./pipeline.ts"

/** Methods that change nothing (RFC 9110, 9.2.1). */
const safe: ReadonlySet<string | undefined> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"])

/** One more write begins in a turn for so many reads that came in it: whoever writes does not wait for all who read. */
const readsForWrite = 4

export interface WriteTurns {
  /** A request has come, and may be answered anywhere. */
  readonly came: (request: IncomingMessage) => void
  /** Hands on at once what only reads, and the others in their turns, in the order in which they came. */
  readonly step: Step
}

/** @param next where requests go on */
export const writeTurns = (next: Step): WriteTurns => {
  const turns = makeTurns({ allowed: (reads) => Math.floor(reads / readsForWrite), atOnce: false })
  return {
    came: ({ method }) => {
      if (safe.has(method)) turns.came()
    },
    step: (request, response) => {
      if (safe.has(request.method)) return next(request, response)
      turns.take(() => {
        // who has gone meanwhile has nothing done
        if (!response.closed) next(request, response)
      })
      return true
    }
  }
}
