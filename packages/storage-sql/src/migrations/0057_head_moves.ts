import { Effect } from "effect"
import type { Tracking } from "../changedParts.ts"
import { Dialect } from "../Dialect.ts"

/** Where a space stands: see 0050. */
const places = ["organization_id", "deleted_at", "parent_id", "default_level"]

/** As in 0050, but for how many comments it has, which changes nothing else of it. */
const trackedOfSpaces: ReadonlyArray<Tracking> = [
  { part: "id", except: "comments" },
  { part: "id", prefix: "comments", beside: true, columns: ["comments"] },
  { prefix: "spaces", beside: true, columns: ["organization_id", "deleted_at"] },
  { part: "organization_id", prefix: "tree", beside: true, columns: places },
  { part: "organization_id", beside: true, columns: [...places, "position", "title"] }
]

/**
 * A revision that comes after a head moves it, and that is noted for those who listen: see `RevisionStore.advance`. And a
 * comment leaves kept what a space is otherwise.
 */
export const headMoves = Effect.gen(function* () {
  const { changedParts, headMoves } = yield* Dialect
  yield* headMoves.create
  yield* changedParts.untrack("spaces")
  for (const one of trackedOfSpaces) yield* changedParts.track("spaces", one)
})
