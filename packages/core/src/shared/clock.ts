import { Clock, Effect } from "effect"

/** The time now as ISO 8601 in UTC with milliseconds: how every timestamp is stored and sent. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms).toISOString())
