import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  maxReviewers,
  maxRules,
  mergeRulesProblem,
  reviewersOf,
  strangersIn,
  unreadableIn
} from "../../../src/people/organizations/mergeRules.ts"
import { SpaceMergeRules } from "../../../src/people/organizations/Organization.ts"

const rules = (...list: ReadonlyArray<unknown>) => ({ type: "rules", rules: list }) as SpaceMergeRules
const accepted = Schema.is(SpaceMergeRules)

describe("mergeRules", () => {
  it.each<readonly [unknown, boolean]>([
    [{ type: "inherit" }, true],
    [{ type: "none" }, true],
    [{ type: "rules", rules: [] }, true],
    [{ type: "rules" }, false],
    [{ type: "other" }, false],
    [{}, false],
    ...["require_specific_reviewers", "require_one_of_specific_reviewers", "allow_bypass"].flatMap((rule) => [
      [rules({ rule, users: ["u"] }), true] as const,
      [rules({ rule }), false] as const,
      [rules({ rule, users: "u" }), false] as const
    ]),
    ...[
      "require_at_least_one_review",
      "require_at_least_one_approved_review",
      "require_all_reviews_approved",
      "require_agent_review",
      "require_up_to_date_change_request",
      "require_no_new_broken_links",
      "require_change_request_subject",
      "require_change_request_description",
      "require_author_to_merge"
    ].map((rule) => [rules({ rule }), true] as const),
    [rules({ rule: "require_anything" }), false],
    // 1024 code points, not UTF-16 units
    [rules({ rule: "custom", expression: "😀".repeat(1024) }), true],
    [rules({ rule: "custom", expression: "x".repeat(1025) }), false],
    [rules({ rule: "custom", expression: "" }), false],
    [rules({ rule: "custom", expression: "true", message: "Ask first" }), true],
    [rules({ rule: "custom" }), false]
  ])("%o: %s", (value, expected) => {
    expect(accepted(value)).toBe(expected)
  })

  it("names each person once", () => {
    const both = rules(
      { rule: "require_specific_reviewers", users: ["a", "b"] },
      { rule: "require_agent_review" },
      { rule: "allow_bypass", users: ["b", "c"] }
    )
    expect(reviewersOf(both)).toEqual(["a", "b", "c"])
    expect(strangersIn(both, new Set(["a", "b", "c"]))).toEqual([])
    expect(strangersIn(both, new Set(["a", "c"]))).toMatchObject([
      { path: "mergeRules.rules.0.users.1" },
      { path: "mergeRules.rules.2.users.0" }
    ])
    expect(reviewersOf({ type: "none" })).toEqual([])
    expect(strangersIn({ type: "inherit" }, new Set())).toEqual([])
  })

  it("has expressions that can be read", () => {
    const both = rules({ rule: "custom", expression: "actor.id == 'a'" }, { rule: "custom", expression: "eval('1')" })
    expect(unreadableIn(both)).toEqual([
      { path: "mergeRules.rules.1.expression", message: "nothing can be called (at character 5)" }
    ])
    expect(unreadableIn({ type: "inherit" })).toEqual([])
  })

  it("has bounds", () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => `u${i}`)
    const reviewers = (n: number) => rules({ rule: "allow_bypass", users: many(n) })
    expect(mergeRulesProblem(reviewers(maxReviewers))).toBeUndefined()
    expect(mergeRulesProblem(reviewers(maxReviewers + 1))).toMatch(/500 people/)
    const list = (n: number) => rules(...many(n).map(() => ({ rule: "require_agent_review" })))
    expect(mergeRulesProblem(list(maxRules))).toBeUndefined()
    expect(mergeRulesProblem(list(maxRules + 1))).toMatch(/100 rules/)
  })
})
