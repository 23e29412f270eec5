/**
 * Trying again. A write that is worked out beside what is there, and then put in its place if nobody was faster, is tried
 * again when somebody was: soon at first, then after longer and longer, and not for ever. What a server cannot do without
 * is waited for until it is there.
 */
import { Clock, Effect, Schedule } from "effect"
import { StorageError } from "./errors.ts"

/** For what comes back by itself, like a database: after longer and longer, up to five seconds, for as long as it takes. */
export const whileAway = Schedule.min([Schedule.exponential("250 millis"), Schedule.spaced("5 seconds")])

/** So many times somebody else may be faster: of hundreds who write at once each has its turn by then. */
export const mostRaces = 200

/** The longest pause, in milliseconds: in a quarter of a second many others come to an end. */
const longestPause = 250

/** The most that is waited after so many lost races, in milliseconds. The first ones cost less than a timer. */
export const pauseAfter = (lost: number): number => (lost < 3 ? 0 : Math.min(2 ** (lost - 2), longestPause))

/**
 * To be called before each try of a write.
 * @param lost how many tries were lost before
 * @returns after a pause, of a length that differs between those who race; fails as a store that is busy when there were
 *   too many
 */
export const afterRaces = (operation: string, lost: number): Effect.Effect<void, StorageError> => {
  if (lost === 0) return Effect.void
  if (lost >= mostRaces) return Effect.fail(new StorageError({ operation, retryable: true }))
  const most = pauseAfter(lost)
  if (most === 0) return Effect.yieldNow
  return Effect.suspend(() => Effect.sleep(Math.random() * most)).pipe(
    // others work in the time that passes, whatever clock is asked what time it is
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
}

/** Tries a write until it is not lost to others. @param between what is done after each that was */
export const untilWon = Effect.fnUntraced(function* <E, R, E2, R2>(
  operation: string,
  attempt: Effect.Effect<boolean, E, R>,
  between: Effect.Effect<unknown, E2, R2>
) {
  for (let lost = 0; ; lost++) {
    yield* afterRaces(operation, lost)
    if (yield* attempt) return
    yield* between
  }
})
