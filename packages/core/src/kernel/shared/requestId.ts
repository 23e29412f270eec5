/** Which request work is done for: told to the caller, and in every line of the log about it. */
import { Effect } from "effect"
import { reference } from "./reference.ts"

/** Of the request that runs, or that asked for the job that runs. */
export const CurrentRequestId = reference<string | undefined>(
  "@octavo/core/kernel/shared/CurrentRequestId",
  () => undefined
)

/** A caller's own id is taken when it can stand in a header, a log line and a URL as it is. */
const sane = /^[\w.:+/=@-]{1,128}$/

const prefix = `r${crypto.randomUUID().slice(0, 13).replace("-", "")}`
let made = 0

/** The caller's id, or a new one that no other request of any process has. */
export const requestIdOf = (given: string | ReadonlyArray<string> | undefined): string =>
  typeof given === "string" && sane.test(given) ? given : `${prefix}-${(++made).toString(36)}`

/** Runs with the id known to what it calls, and in its log lines. */
export const withRequestId = <A, E, R>(effect: Effect.Effect<A, E, R>, id: string): Effect.Effect<A, E, R> =>
  Effect.annotateLogs(Effect.provideService(effect, CurrentRequestId, id), "requestId", id)
