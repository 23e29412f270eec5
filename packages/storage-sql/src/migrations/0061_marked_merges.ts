import { Effect } from "effect"
import { Dialect } from "../Dialect.ts"

/** As in 0057. And a revision that merges a change request marks it: see `HeadMoves`. */
export const markedMerges = Effect.gen(function* () {
  yield* (yield* Dialect).headMoves.create
})
