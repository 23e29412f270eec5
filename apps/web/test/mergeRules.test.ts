/** Merge rules as a form has them. */
import { expect, it } from "vitest"
import type { MergeRule } from "../src/logic/api.ts"
import { addable, isWhole, newRule, ruleName, rulesInWords, written } from "../src/logic/mergeRules.ts"

const everyKind = addable([]).map(([kind]) => kind)

it.each(everyKind)("%s can be added, is said in words, and is not offered again unless it is of one's own", (kind) => {
  const rule = newRule(kind)
  expect(rule.rule).toBe(kind)
  expect(ruleName(rule)).toMatch(/^[A-Z]/)
  expect(addable([rule]).some(([other]) => other === kind)).toBe(kind === "custom")
})

it("A rule that never holds is not offered", () => expect(everyKind).not.toContain("require_agent_review"))

it.each<[MergeRule, boolean]>([
  [{ rule: "require_at_least_one_review" }, true],
  [{ rule: "require_specific_reviewers", users: [] }, false],
  [{ rule: "allow_bypass", users: ["ada"] }, true],
  [{ rule: "custom", expression: " " }, false],
  [{ rule: "custom", expression: "true" }, true]
])("%o says all that it needs: %s", (rule, whole) => expect(isWhole(rule)).toBe(whole))

it("What is sent has no spaces around it, and no message that says nothing", () => {
  const rules: ReadonlyArray<MergeRule> = [
    { rule: "custom", expression: " true ", message: " " },
    { rule: "custom", expression: "true", message: " Not now " },
    { rule: "require_author_to_merge" }
  ]
  expect(written({ type: "rules", rules })).toEqual({
    type: "rules",
    rules: [
      { rule: "custom", expression: "true" },
      { rule: "custom", expression: "true", message: "Not now" },
      { rule: "require_author_to_merge" }
    ]
  })
  expect(written({ type: "inherit" })).toEqual({ type: "inherit" })
})

it("What an organization asks is one sentence", () => {
  expect(rulesInWords({ type: "none" })).toBe("The organization asks nothing of a merge.")
  const rules: ReadonlyArray<MergeRule> = [
    { rule: "require_change_request_subject" },
    { rule: "custom", expression: "true", message: "Two others must approve it" }
  ]
  expect(rulesInWords({ type: "rules", rules })).toBe(
    "The organization asks: it has a subject; Two others must approve it."
  )
})
