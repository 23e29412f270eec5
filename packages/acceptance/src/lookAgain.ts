/** Waiting for what another process, or a job, does meanwhile. */
import { setTimeout as sleep } from "node:timers/promises"

/** Milliseconds between two looks. */
const [soon, late] = [15, 250]

/**
 * What is waited for between two looks, longer each time: what comes at once is found at once, and what takes seconds is
 * not slowed down by being asked for it.
 */
export const lookAgain = (): (() => Promise<void>) => {
  let ms = soon
  return async () => {
    await sleep(ms)
    ms = Math.min(late, ms * 1.3)
  }
}
