/** What the operator of the installation does alone. */
import { Effect } from "effect"
import { CurrentActor } from "./Actor.ts"
import { Forbidden } from "./errors.ts"

/** Fails for every other actor. */
export const operatorOnly: Effect.Effect<void, Forbidden, CurrentActor> = Effect.flatMap(CurrentActor, ({ kind }) =>
  kind === "operator"
    ? Effect.void
    : Effect.fail(new Forbidden({ message: "Only the operator of this installation may do this" }))
)
