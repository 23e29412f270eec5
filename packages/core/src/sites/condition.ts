/** The expressions that decide whether a visitor sees a part of a site. */
import { Effect, Result } from "effect"
import { parseExpression } from "../expressions/parseExpression.ts"
import { Invalid } from "../shared/errors.ts"

/** Refuses a condition that cannot be read. Nothing, and the empty one, are none. */
export const checkCondition = (condition: string | null | undefined): Effect.Effect<void, Invalid> => {
  if (condition == null || condition === "") return Effect.void
  const parsed = parseExpression(condition)
  if (Result.isSuccess(parsed)) return Effect.void
  const { at, message: problem } = parsed.failure
  const message = at === undefined ? problem : `${problem} (at character ${at + 1})`
  return Effect.fail(new Invalid({ message: `condition: ${message}`, details: [{ path: "condition", message }] }))
}
