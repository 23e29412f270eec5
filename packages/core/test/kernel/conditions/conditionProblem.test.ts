import { conditionProblem } from "@octavo/core/kernel/conditions/conditionProblem"
import { expect, it } from "vitest"

it.each<readonly [condition: string, problem: RegExp | undefined]>([
  ["", undefined],
  ["  ", undefined],
  ["visitor.claims.beta", undefined],
  ['visitor.claims.plan == "pro" && "a" in visitor.claims.groups', undefined],
  // wrong for some visitors only: it can be read
  ["visitor.claims.plan < 3", undefined],
  ["visitor.claims.beta(", /called.*at character 20/],
  ['visitor.claims.groups.includes("a")', /called/],
  ["visitor.claims.", /at character 16|end/i],
  ["a = b", /./],
  [`${"(".repeat(500)}1${")".repeat(500)}`, /./]
])("of %j: %s", (condition, problem) => {
  const found = conditionProblem(condition)
  if (problem === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(problem)
})
