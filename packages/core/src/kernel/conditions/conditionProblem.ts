/** What is wrong with a condition that somebody writes. Pure; `test/kernel/conditions/conditionProblem.test.ts`. */
import * as Result from "effect/Result"
import { parseExpression } from "../expressions/parseExpression.ts"

/** Why a condition cannot be read, with the place; `undefined` when it can. The empty one is none. */
export const conditionProblem = (condition: string): string | undefined => {
  if (condition.trim() === "") return undefined
  const parsed = parseExpression(condition)
  if (Result.isSuccess(parsed)) return undefined
  const { at, message } = parsed.failure
  return at === undefined ? message : `${message} (at character ${at + 1})`
}
