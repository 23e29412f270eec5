/**
 * Gives back what V8 has not collected yet, when nobody asks anything: V8 itself collects when memory is asked for, so that
 * what a start or a burst of requests left behind would stay for hours. Only where Node was started with `--expose-gc`.
 */
import { performance } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"
import { Effect } from "effect"

/** How often it is looked whether there is something to do, in milliseconds. */
const lookMs = 10_000

/** Of the time between two looks; below this share of it at work, the thread that answers is idle. */
const idleBelow = 0.05

/** Less is not worth it, in bytes. */
const leastGrowth = 8_000_000

/** Above this a collection takes half a second, which somebody who comes meanwhile would wait: V8 does it in steps then. */
const largestHeap = 200_000_000

/**
 * What to do at each look.
 * @param used bytes of the heap that are in use, garbage among them
 * @param collect collects all garbage at once
 */
export const makeIdleCollection = (used: () => number, collect: () => void): ((utilization: number) => void) => {
  let left = 0
  return (utilization) => {
    const now = used()
    // V8 has collected by itself
    left = Math.min(left, now)
    if (utilization >= idleBelow || now - left < leastGrowth || now > largestHeap) return
    collect()
    left = used()
  }
}

type Collect = (options: { readonly type: "major"; readonly flavor: "last-resort" }) => void

/** For as long as the scope is open. */
export const collectingWhenIdle = Effect.gen(function* () {
  const { gc } = globalThis as { readonly gc?: Collect }
  if (gc === undefined) return
  const look = makeIdleCollection(
    () => getHeapStatistics().used_heap_size,
    // others leave the pages that they have emptied with the process
    () => gc({ type: "major", flavor: "last-resort" })
  )
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    look(utilization)
  }, lookMs).unref()
  yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(timer)))
})
