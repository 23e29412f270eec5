import { Effect } from "effect"
import { Dialect } from "../Dialect.ts"

/** As in 0036. And lists that say when members were seen last end with that alone: nothing else is made of it. */
export const seenMembers = Effect.gen(function* () {
  const { track, untrack } = (yield* Dialect).changedParts
  yield* untrack("members")
  yield* track("members", { columns: ["role", "disabled", "sso"] })
  yield* track("members", { part: "organization_id", prefix: "seen", beside: true, columns: ["last_seen_at"] })
})
