/** The expressions that decide whether a visitor sees a part of a site. */
import { Effect } from "effect"
import { conditionProblem } from "../../kernel/conditions/conditionProblem.ts"
import { Invalid } from "../../kernel/shared/errors.ts"

/** Refuses a condition that cannot be read. Nothing, and the empty one, are none. */
export const checkCondition = (condition: string | null | undefined): Effect.Effect<void, Invalid> => {
  const message = conditionProblem(condition ?? "")
  return message === undefined
    ? Effect.void
    : Effect.fail(new Invalid({ message: `condition: ${message}`, details: [{ path: "condition", message }] }))
}
