/**
 * Work that takes the processor for milliseconds goes on in turns of the event loop, in the order in which it asks: what is
 * short and comes meanwhile does not wait for all of it.
 */
import { Effect } from "effect"

export interface Turns {
  /** Something came that waits for no turn. */
  readonly came: () => void
  /** Calls `go` when its turn has come. @returns takes it back */
  readonly take: (go: () => void) => () => void
  /** Until a turn has come. */
  readonly next: Effect.Effect<void>
}

export interface TurnsOptions {
  /** How many go on in a turn in which so many others came; one always does. */
  readonly allowed: (came: number) => number
  /** Who comes while nobody waits, and as long as the turn has room, goes on at once, and not after what the loop reads next. */
  readonly atOnce: boolean
}

export const makeTurns = ({ allowed, atOnce }: TurnsOptions): Turns => {
  const waiting: Array<() => void> = []
  /** How many may still go on in this turn. */
  let free = 0
  let others = 0
  let isTurning = false

  const turn = (): void => {
    free = Math.max(1, allowed(others))
    others = 0
    isTurning = waiting.length > 0
    if (!isTurning) return
    setImmediate(turn)
    const next = waiting.splice(0, free)
    free -= next.length
    for (const go of next) go()
  }

  const take = (go: () => void) => {
    if (!isTurning) {
      isTurning = true
      free = 1
      setImmediate(turn)
    }
    if (atOnce && free > 0 && waiting.length === 0) {
      free--
      go()
      return () => undefined
    }
    waiting.push(go)
    return () => {
      const at = waiting.indexOf(go)
      if (at >= 0) waiting.splice(at, 1)
    }
  }

  return {
    came: () => {
      if (isTurning) others++
    },
    take,
    next: Effect.callback((resume) => Effect.sync(take(() => resume(Effect.void))))
  }
}
