/** Work in steps: a long computation that gives others their turn in between. Pure. */
import { Effect } from "effect"

/** A computation that pauses after each piece of work, a millisecond or so, and ends with its result. */
export type Steps<A> = Generator<void, A>

/** Runs it to the end without a pause. */
export const atOnce = <A>(steps: Steps<A>): A => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** How long a computation goes on before others have their turn, in milliseconds. */
const sliceMs = 10

/** Runs it with pauses, so that requests are answered meanwhile. */
export const inTurns = <A>(steps: Steps<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const until = performance.now() + sliceMs
    do {
      const { done, value } = steps.next()
      if (done === true) return Effect.succeed(value)
    } while (performance.now() < until)
    return Effect.andThen(Effect.yieldNow, inTurns(steps))
  })
