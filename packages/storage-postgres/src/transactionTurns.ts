/**
 * Transactions go on one in each turn of the event loop, or some where many requests come: between two answers of the
 * database a write takes up to a millisecond of the processor, and the answers to several come together. Without turns a
 * read that comes with them, and then its own answer, waits for all of them.
 */
import { Effect } from "effect"

/** Of all clients in this process: they share its event loop. */
const waiting: Array<() => void> = []
/** How many may still go on in this turn. */
let free = 1
let isTurning = false
let arrived = 0

/** A request has come. As many transactions go on in a turn as came in it: whoever writes does not wait for all who read. */
export const requestArrived = (): void => {
  arrived++
}

const turn = (): void => {
  free = Math.max(1, arrived)
  arrived = 0
  isTurning = waiting.length > 0
  if (!isTurning) return
  setImmediate(turn)
  const next = waiting.splice(0, free)
  free -= next.length
  for (const go of next) go()
}

/** Until a transaction may go on, in the order in which they ask. */
export const transactionTurn: Effect.Effect<void> = Effect.suspend(() => {
  if (!isTurning) {
    isTurning = true
    setImmediate(turn)
  }
  if (free > 0 && waiting.length === 0) {
    free--
    return Effect.void
  }
  return Effect.callback<void>((resume) => {
    const go = () => resume(Effect.void)
    waiting.push(go)
    return Effect.sync(() => {
      const at = waiting.indexOf(go)
      if (at >= 0) waiting.splice(at, 1)
    })
  })
})
