/**
 * Where requests that write begin one after the other, each in a turn of the event loop of its own: between two of them,
 * whoever reads is answered. So many writers at once delay a read by one piece of work, not by one of each.
 */
import type { Step } from "./pipeline.ts"

const reads: ReadonlySet<string | undefined> = new Set(["GET", "HEAD", "OPTIONS"])

/** @param next takes every request, those that write in their turn */
export const makeTurnstile = (next: Step): Step => {
  const waiting: Array<() => void> = []
  const turn = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(turn)
  }
  return (request, response) => {
    if (reads.has(request.method)) return next(request, response)
    waiting.push(() => next(request, response))
    if (waiting.length === 1) setImmediate(turn)
    return true
  }
}
