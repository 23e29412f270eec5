/** Whether merge rules let a change request be merged (`docs/contributing/wire.md#merge-rules`). Pure; `test/merge-rules`. */
import { Result } from "effect"
import type { Value } from "../../kernel/expressions/Expression.ts"
import { evaluate, isTrue } from "../../kernel/expressions/evaluate.ts"
import { parseExpression } from "../../kernel/expressions/parseExpression.ts"
import { ifDefined } from "../../kernel/shared/defined.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import type { MergeRule } from "../../people/organizations/Organization.ts"
import type { ChangeRequestRecord } from "../change-requests/ChangeRequest.ts"
import type { ReviewStatus } from "../reviews/Review.ts"
import type { SpaceRecord } from "../spaces/Space.ts"

export interface Person {
  readonly id: string
  readonly displayName: string
  readonly email: string
}

/** The latest review of somebody who may review. An older one of the same person no longer counts. */
export interface StandingReview {
  readonly reviewer: Person
  readonly status: ReviewStatus
  readonly revision: string
  /** The draft has moved on since, or it was asked for again: it approves no more, but what it asks for still stands. */
  readonly outdated: boolean
  readonly createdAt: string
}

/** How many links a draft breaks. */
export interface BrokenLinks {
  readonly count: number
  /** Of these, in other spaces. */
  readonly elsewhere: number
}

export interface MergeFacts {
  readonly rules: ReadonlyArray<MergeRule>
  readonly changeRequest: Pick<
    ChangeRequestRecord,
    "id" | "number" | "status" | "subject" | "description" | "createdBy" | "createdAt" | "updatedAt" | "comments"
  >
  readonly space: Pick<SpaceRecord, "id" | "title" | "organizationId" | "visibility" | "language">
  /** Whether the primary content has moved on since the draft was last updated from it. */
  readonly outdated: boolean
  /** Links that the draft breaks, here and in other spaces; none known where no rule asks. */
  readonly brokenLinks?: BrokenLinks | undefined
  /** Who merges; no person for the operator of the installation. */
  readonly actor: { readonly person: Person | undefined; readonly role: Role }
  readonly reviews: ReadonlyArray<StandingReview>
  /** Who was asked for a review, and may give one. */
  readonly requested: ReadonlyArray<Person>
  /** What the people are called whom the rules name. */
  readonly names: ReadonlyMap<string, string>
  /** Those whom the rules name and who have left: nobody waits for them. */
  readonly gone: ReadonlySet<string>
}

/** A rule that does not hold, and who could make it hold. */
export interface UnmetRule {
  readonly rule: MergeRule["rule"]
  readonly message: string
}

export interface MergeDecision {
  readonly unmet: ReadonlyArray<UnmetRule>
  /** The caller merges all the same. */
  readonly bypassed: boolean
  /** Who may, by name. */
  readonly bypassers: ReadonlyArray<string>
}

export const decideMerge = (facts: MergeFacts): MergeDecision => {
  const unmet = facts.rules.flatMap((rule): ReadonlyArray<UnmetRule> => {
    const message = problemOf(rule, facts)
    return message === undefined ? [] : [{ rule: rule.rule, message }]
  })
  const bypassers = [...new Set(facts.rules.flatMap((rule) => (rule.rule === "allow_bypass" ? rule.users : [])))]
  const { person } = facts.actor
  return {
    unmet,
    bypassed: unmet.length > 0 && person !== undefined && bypassers.includes(person.id),
    bypassers: bypassers.map((id) => nameOf(facts, id))
  }
}

/** The refusal in words: which rules, who could satisfy them, and who need not. */
export const refusalOf = (from: "space" | "organization", { bypassers, unmet }: MergeDecision): string => {
  const rules = unmet.map(({ message, rule }) => `${rule}: ${message}`).join("; ")
  const others = bypassers.length === 0 ? "" : `. ${listed(bypassers, "and")} may merge it all the same`
  return unmet.length === 1
    ? `A merge rule of the ${from} is not met: ${rules}${others}`
    : `${unmet.length} merge rules of the ${from} are not met: ${rules}${others}`
}

const nameOf = (facts: MergeFacts, id: string): string => facts.names.get(id) ?? id

/** Longer lists of names are cut. */
const maxNames = 10

/** `Ada, Ben and Cy`. */
const listed = (all: ReadonlyArray<string>, word: "and" | "or"): string => {
  const names = all.length > maxNames ? [...all.slice(0, maxNames), `${all.length - maxNames} more`] : all
  const last = names.at(-1) ?? ""
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${word} ${last}`
}

const approves = ({ outdated, status }: StandingReview): boolean => status === "approved" && !outdated

/** Whether a rule names people, and none of them is there any more. */
const haveLeft = (users: ReadonlyArray<string>, { gone }: MergeFacts): boolean =>
  users.length > 0 && users.every((id) => gone.has(id))

/** Somebody must agree all the same. */
const successorProblem = ({ reviews }: MergeFacts): string | undefined =>
  reviews.some(approves)
    ? undefined
    : "those whom the rule names have left: somebody with the role review must approve it as it is now"

/** Why a rule does not hold; `undefined` when it does. */
const problemOf = (rule: MergeRule, facts: MergeFacts): string | undefined => {
  const { actor, changeRequest, reviews } = facts
  const approvedBy = (id: string) => reviews.some((review) => review.reviewer.id === id && approves(review))
  switch (rule.rule) {
    case "allow_bypass":
      return undefined
    case "require_specific_reviewers": {
      if (haveLeft(rule.users, facts)) return successorProblem(facts)
      const missing = rule.users.filter((id) => !facts.gone.has(id) && !approvedBy(id)).map((id) => nameOf(facts, id))
      return missing.length === 0 ? undefined : `${listed(missing, "and")} must approve it as it is now`
    }
    case "require_one_of_specific_reviewers":
      if (rule.users.some(approvedBy)) return undefined
      if (haveLeft(rule.users, facts)) return successorProblem(facts)
      return rule.users.length === 0
        ? "the rule names nobody: an admin must change it"
        : `${listed(
            rule.users.filter((id) => !facts.gone.has(id)).map((id) => nameOf(facts, id)),
            "or"
          )} must approve it as it is now`
    case "require_at_least_one_review":
      return reviews.some(({ outdated }) => !outdated)
        ? undefined
        : "somebody with the role review must review it as it is now"
    case "require_at_least_one_approved_review":
      return reviews.some(approves) ? undefined : "somebody with the role review must approve it as it is now"
    case "require_all_reviews_approved":
      return disapproval(facts)
    case "require_agent_review":
      return "only an agent can review it, and this installation has none: an admin can take the rule away"
    case "require_up_to_date_change_request":
      return facts.outdated
        ? "the space has moved on: somebody with the role edit must update the change request from it"
        : undefined
    case "require_no_new_broken_links":
      return brokenLinksProblem(facts.brokenLinks)
    case "require_change_request_subject":
      return changeRequest.subject.trim() === "" ? "somebody with the role edit must give it a subject" : undefined
    case "require_change_request_description":
      return hasText(changeRequest.description?.nodes ?? [])
        ? undefined
        : "somebody with the role edit must give it a description"
    case "require_author_to_merge": {
      const author = changeRequest.createdBy
      if (author?.id === actor.person?.id) return undefined
      return author === null
        ? "only the operator of the installation, who made it, may merge it"
        : `only its author ${author.displayName} may merge it`
    }
    case "custom": {
      const outcome = Result.flatMap(parseExpression(rule.expression), (expression) =>
        evaluate(expression, scopeOf(facts))
      )
      if (Result.isFailure(outcome)) {
        return `an admin must change the expression ${rule.expression}: ${outcome.failure.message}`
      }
      if (isTrue(outcome.success)) return undefined
      return rule.message === undefined || rule.message === "" ? `this must hold: ${rule.expression}` : rule.message
    }
  }
}

const brokenLinksProblem = (links: BrokenLinks | undefined): string | undefined => {
  if (links === undefined) return "its links have to be looked at once more: try again"
  const { count, elsewhere } = links
  if (count === 0) return undefined
  const where =
    elsewhere === 0 ? "" : elsewhere === count ? " in other spaces" : `, ${elsewhere} of them in other spaces`
  return `it breaks ${count === 1 ? "a link" : `${count} links`}${where}: somebody with the role edit must mend them`
}

/** Everyone who reviewed it or was asked to must approve it as it is now. */
const disapproval = ({ requested, reviews }: MergeFacts): string | undefined => {
  const against = reviews.filter(({ status }) => status === "changes-requested")
  const old = reviews.filter(({ outdated, status }) => status === "approved" && outdated)
  const silent = requested.filter(({ id }) => !reviews.some(({ reviewer }) => reviewer.id === id))
  const parts = [
    [against.map(({ reviewer }) => reviewer), "asked for changes and must approve it"],
    [old.map(({ reviewer }) => reviewer), "approved it earlier and must approve it again"],
    [silent, "must review it"]
  ] as const
  const words = parts.flatMap(([people, what]) =>
    people.length === 0
      ? []
      : [
          `${listed(
            people.map(({ displayName }) => displayName),
            "and"
          )} ${what}`
        ]
  )
  return words.length === 0 ? undefined : words.join(", ")
}

/** Whether there is any text below the nodes of a rich document. */
const hasText = (nodes: ReadonlyArray<unknown>): boolean =>
  nodes.some((node) => {
    if (node === null || typeof node !== "object") return false
    const { fragments, leaves, nodes, text } = node as Readonly<Record<string, unknown>>
    return (
      (typeof text === "string" && text.trim() !== "") ||
      [fragments, leaves, nodes].some((inner) => Array.isArray(inner) && hasText(inner))
    )
  })

const shown = ({ displayName, email, id }: Person) => ({ id, displayName, email })

/** What a custom expression sees. */
const scopeOf = (facts: MergeFacts): { readonly [name: string]: Value } => {
  const { actor, changeRequest, requested, reviews, space } = facts
  const author = changeRequest.createdBy
  const approvals = reviews.filter(approves)
  return {
    space: {
      id: space.id,
      title: space.title,
      organization: space.organizationId,
      visibility: space.visibility,
      language: space.language
    },
    changeRequest: {
      id: changeRequest.id,
      number: changeRequest.number,
      status: changeRequest.status,
      subject: changeRequest.subject,
      createdBy: author === null ? null : shown(author),
      createdAt: changeRequest.createdAt,
      updatedAt: changeRequest.updatedAt,
      comments: changeRequest.comments,
      outdated: facts.outdated,
      requestedReviewers: requested.map(shown),
      approvals: approvals.length,
      approvalsByOthers: approvals.filter(({ reviewer }) => reviewer.id !== author?.id).length
    },
    reviews: reviews.map(({ createdAt, outdated, reviewer, revision, status }) => ({
      status,
      outdated,
      revision,
      reviewer: shown(reviewer),
      createdAt
    })),
    actor: { ...ifDefined(actor.person, shown), role: actor.role }
  }
}
