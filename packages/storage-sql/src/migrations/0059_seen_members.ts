import { Effect } from "effect"
import { Dialect } from "../Dialect.ts"

/** Lists that say when members were seen last end with that alone: nothing else that is kept is made of it. */
export const seenMembers = Effect.gen(function* () {
  const { track } = (yield* Dialect).changedParts
  yield* track("members", { part: "organization_id", prefix: "seen", beside: true, columns: ["last_seen_at"] })
})
