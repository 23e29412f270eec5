/**
 * Requests that change something begin one in each turn of the event loop. A write takes a few milliseconds of the
 * processor before it waits for the disk, and those that wait for it end together, so that their clients send the next ones
 * together: without turns a read that comes with them waits for all of them.
 */
import type { IncomingMessage } from "node:http"
import type { CountedResponse } from "./countedResponse.ts"
import type { Step } from "./pipeline.ts"

/** Methods that change nothing (RFC 9110, 9.2.1). */
const safe: ReadonlySet<string | undefined> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"])

/** Hands on at once what only reads, and one of the others in each turn, in the order in which they came. */
export const writeTurns = (next: Step): Step => {
  const waiting: Array<readonly [IncomingMessage, CountedResponse]> = []
  const turn = (): void => {
    const [request, response] = waiting.shift()!
    if (waiting.length > 0) setImmediate(turn)
    // who has gone meanwhile has nothing done
    if (!response.closed) next(request, response)
  }
  return (request, response) => {
    if (safe.has(request.method)) return next(request, response)
    if (waiting.push([request, response]) === 1) setImmediate(turn)
    return true
  }
}
