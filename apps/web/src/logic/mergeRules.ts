/** Merge rules in words, and as a form has them. Pure. */
import type { MergeRule, SpaceMergeRules } from "./api.ts"

type Kind = MergeRule["rule"]

/** What each asks of a change request. */
const names: Readonly<Record<Kind, string>> = {
  require_at_least_one_approved_review: "Somebody approves it",
  require_at_least_one_review: "Somebody has reviewed it as it is now",
  require_all_reviews_approved: "Everybody who reviewed it, or was asked to, approves it",
  require_specific_reviewers: "Each of these people approves it",
  require_one_of_specific_reviewers: "One of these people approves it",
  require_up_to_date_change_request: "It is up to date with the live content",
  require_no_new_broken_links: "It breaks no links",
  require_change_request_subject: "It has a subject",
  require_change_request_description: "It has a description",
  require_author_to_merge: "Whoever made it merges it",
  custom: "A rule of your own holds",
  require_agent_review: "An agent has reviewed it, which never holds here",
  allow_bypass: "These people may merge it all the same"
}

export const ruleName = ({ rule }: MergeRule): string => names[rule]

/** The people that a rule is about; `undefined` where it is about nobody in particular. */
export const peopleOf = (rule: MergeRule): ReadonlyArray<string> | undefined =>
  "users" in rule ? rule.users : undefined

/** A rule before anything is said of it. */
export const newRule = (kind: Kind): MergeRule =>
  kind === "custom"
    ? { rule: kind, expression: "" }
    : kind === "require_specific_reviewers" || kind === "require_one_of_specific_reviewers" || kind === "allow_bypass"
      ? { rule: kind, users: [] }
      : { rule: kind }

/** Rules that can be added: each once, those of one's own as often as one likes; not one that never holds. */
export const addable = (rules: ReadonlyArray<MergeRule>): ReadonlyArray<readonly [Kind, string]> =>
  (Object.entries(names) as ReadonlyArray<readonly [Kind, string]>).filter(
    ([kind]) => kind !== "require_agent_review" && (kind === "custom" || !rules.some(({ rule }) => rule === kind))
  )

/** Whether a rule says all that it needs: people who have to approve, an expression. */
export const isWhole = (rule: MergeRule): boolean =>
  rule.rule === "custom" ? rule.expression.trim() !== "" : peopleOf(rule)?.length !== 0

/** Rules as they are sent: without spaces around what is typed, and without a message that says nothing. */
export const written = (rules: SpaceMergeRules): SpaceMergeRules =>
  rules.type !== "rules"
    ? rules
    : {
        type: "rules",
        rules: rules.rules.map((one) => {
          if (one.rule !== "custom") return one
          const message = one.message?.trim() ?? ""
          return { rule: "custom", expression: one.expression.trim(), ...(message === "" ? {} : { message }) }
        })
      }

/** What an organization asks of every merge, in one sentence. */
export const rulesInWords = (rules: Exclude<SpaceMergeRules, { readonly type: "inherit" }>): string =>
  rules.type === "none" || rules.rules.length === 0
    ? "The organization asks nothing of a merge."
    : `The organization asks: ${rules.rules
        .map((rule) => (rule.rule === "custom" && rule.message ? rule.message : ruleName(rule).toLowerCase()))
        .join("; ")}.`
