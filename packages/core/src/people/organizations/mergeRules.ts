/** Merge rules beyond their shape, of spaces and of organizations; `test/people/organizations/mergeRules.test.ts`. */
import { Effect, Result } from "effect"
import { parseExpression } from "../../kernel/expressions/parseExpression.ts"
import { Invalid, type InvalidDetail, type StorageError } from "../../kernel/shared/errors.ts"
import type { MemberStore } from "../members/MemberStore.ts"
import type { SpaceMergeRules } from "./Organization.ts"

/** Most people that rules name, and most rules. */
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
    ? `mergeRules: there are at most ${maxRules} rules`
    : reviewersOf(rules).length > maxReviewers
      ? `mergeRules: the rules name at most ${maxReviewers} people`
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

/** The places of the custom rules whose expression cannot be read. */
export const unreadableIn = (rules: SpaceMergeRules): ReadonlyArray<InvalidDetail> =>
  rulesOf(rules).flatMap((rule, r) => {
    const parsed = rule.rule === "custom" ? parseExpression(rule.expression) : undefined
    if (parsed === undefined || Result.isSuccess(parsed)) return []
    const { at, message } = parsed.failure
    const place = at === undefined ? "" : ` (at character ${at + 1})`
    return [{ path: `mergeRules.rules.${r}.expression`, message: `${message}${place}` }]
  })

/**
 * Refuses rules that are too many, name somebody who is no member of the organization, or hold an expression that cannot
 * be read.
 */
export const checkMergeRules = (
  members: MemberStore["Service"],
  organizationId: string,
  rules: SpaceMergeRules
): Effect.Effect<void, Invalid | StorageError> =>
  Effect.gen(function* () {
    const problem = mergeRulesProblem(rules)
    if (problem !== undefined) return yield* new Invalid({ message: problem })
    const unreadable = unreadableIn(rules)
    const [first] = unreadable
    if (first !== undefined) {
      return yield* new Invalid({ message: `${first.path}: ${first.message}`, details: unreadable })
    }
    const details = strangersIn(rules, yield* members.among(organizationId, reviewersOf(rules)))
    if (details.length === 0) return
    return yield* new Invalid({ message: "mergeRules must name members of this organization", details })
  })
