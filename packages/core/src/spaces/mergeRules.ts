/** Merge rules of a space beyond their shape. Pure; `test/spaces/mergeRules.test.ts`. */
import type { SpaceMergeRules } from "../organizations/Organization.ts"
import type { InvalidDetail } from "../shared/errors.ts"

/** Most people that the rules of a space name, and most rules. */
export const maxReviewers = 500
export const maxRules = 100

const rulesOf = (rules: SpaceMergeRules) => (rules.type === "rules" ? rules.rules : [])

/** Everyone whom the rules name, each once. */
export const reviewersOf = (rules: SpaceMergeRules): ReadonlyArray<string> => [
  ...new Set(rulesOf(rules).flatMap((rule) => ("users" in rule ? rule.users : [])))
]

/** What is too much of the rules, in words. */
export const mergeRulesProblem = (rules: SpaceMergeRules): string | undefined =>
  rulesOf(rules).length > maxRules
    ? `mergeRules: a space has at most ${maxRules} rules`
    : reviewersOf(rules).length > maxReviewers
      ? `mergeRules: the rules of a space name at most ${maxReviewers} people`
      : undefined

/** The places of the rules that name someone who is no member. */
export const strangersIn = (rules: SpaceMergeRules, members: ReadonlySet<string>): ReadonlyArray<InvalidDetail> =>
  rulesOf(rules).flatMap((rule, r) =>
    "users" in rule
      ? rule.users.flatMap((user, u) =>
          members.has(user)
            ? []
            : [{ path: `mergeRules.rules.${r}.users.${u}`, message: "names no member of this organization" }]
        )
      : []
  )
