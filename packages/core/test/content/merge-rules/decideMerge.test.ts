/** The table of merge rules: what holds, and what is said when it does not. */
import {
  decideMerge,
  type MergeFacts,
  type Person,
  refusalOf,
  type StandingReview
} from "@octavo/core/content/merge-rules/decideMerge"
import type { MergeRule } from "@octavo/core/people/organizations/Organization"
import { describe, expect, it } from "vitest"

const person = (displayName: string): Person => {
  const id = displayName.toLowerCase()
  return { id, displayName, email: `${id}@octavo.test` }
}
const [ada, ben, cy] = [person("Ada"), person("Ben"), person("Cy")]

const review = (reviewer: Person, status: "approved" | "changes-requested", outdated = false): StandingReview => ({
  reviewer,
  status,
  outdated,
  revision: outdated ? "r1" : "r2",
  createdAt: "2026-01-01T00:00:00.000Z"
})
const yes = (reviewer: Person) => review(reviewer, "approved")
const old = (reviewer: Person) => review(reviewer, "approved", true)
const no = (reviewer: Person) => review(reviewer, "changes-requested")
const oldNo = (reviewer: Person) => review(reviewer, "changes-requested", true)

const described = (text: string) => ({
  object: "document" as const,
  data: {},
  nodes: [{ object: "block", type: "paragraph", nodes: [{ object: "text", leaves: [{ object: "leaf", text }] }] }]
})

interface Given {
  readonly reviews?: ReadonlyArray<StandingReview>
  readonly requested?: ReadonlyArray<Person>
  readonly actor?: Person
  readonly outdated?: boolean
  readonly subject?: string
  readonly description?: string
  readonly gone?: ReadonlyArray<string>
  readonly brokenLinks?: MergeFacts["brokenLinks"]
}

const facts = (rules: ReadonlyArray<MergeRule>, given: Given = {}): MergeFacts => ({
  rules,
  changeRequest: {
    id: "c1",
    number: 7,
    status: "open",
    subject: given.subject ?? "",
    description: given.description === undefined ? null : described(given.description),
    createdBy: { ...ada, photoURL: null, createdAt: "", verifiedAt: null },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    comments: 2
  },
  space: { id: "s1", title: "Guide", organizationId: "o1", visibility: "public", language: null },
  outdated: given.outdated ?? false,
  brokenLinks: given.brokenLinks,
  actor: { person: given.actor ?? ben, role: "review" },
  reviews: given.reviews ?? [],
  requested: given.requested ?? [],
  names: new Map([ada, ben, cy].map(({ displayName, id }) => [id, displayName])),
  gone: new Set(given.gone)
})

const specific: MergeRule = { rule: "require_specific_reviewers", users: ["ada", "ben"] }
const oneOf: MergeRule = { rule: "require_one_of_specific_reviewers", users: ["ada", "ben"] }
const anyReview: MergeRule = { rule: "require_at_least_one_review" }
const approval: MergeRule = { rule: "require_at_least_one_approved_review" }
const all: MergeRule = { rule: "require_all_reviews_approved" }
const agent: MergeRule = { rule: "require_agent_review" }
const upToDate: MergeRule = { rule: "require_up_to_date_change_request" }
const noNewBroken: MergeRule = { rule: "require_no_new_broken_links" }
const subject: MergeRule = { rule: "require_change_request_subject" }
const description: MergeRule = { rule: "require_change_request_description" }
const author: MergeRule = { rule: "require_author_to_merge" }
const custom = (expression: string, message?: string): MergeRule => ({
  rule: "custom",
  expression,
  ...(message === undefined ? {} : { message })
})

describe("merge rules", () => {
  const asItIs = "must approve it as it is now"
  it.each<[string, MergeRule, Given, string | undefined]>([
    ["nobody approved", specific, {}, `Ada and Ben ${asItIs}`],
    ["one of two approved", specific, { reviews: [yes(ada)] }, `Ben ${asItIs}`],
    ["one approval is outdated", specific, { reviews: [yes(ada), old(ben)] }, `Ben ${asItIs}`],
    ["one asked for changes", specific, { reviews: [yes(ada), no(ben)] }, `Ben ${asItIs}`],
    ["both approved", specific, { reviews: [yes(ada), yes(ben)] }, undefined],
    ["nobody is named", { rule: "require_specific_reviewers", users: [] }, {}, undefined],
    ["a stranger approved", oneOf, { reviews: [yes(cy)] }, `Ada or Ben ${asItIs}`],
    ["one of them approved", oneOf, { reviews: [yes(ben)] }, undefined],
    ["none can be", { rule: "require_one_of_specific_reviewers", users: [] }, {}, "the rule names nobody"],
    ["one who left is not waited for", specific, { gone: ["ada"] }, `Ben ${asItIs}`],
    ["one who left is not waited for", specific, { gone: ["ada"], reviews: [yes(ben)] }, undefined],
    ["one who left is not waited for", oneOf, { gone: ["ada"] }, `Ben ${asItIs}`],
    ["all have left: others may", specific, { gone: ["ada", "ben"] }, "somebody with the role review must approve it"],
    ["all have left: others may", oneOf, { gone: ["ada", "ben"], reviews: [yes(cy)] }, undefined],
    ["none", anyReview, {}, "somebody with the role review must review it as it is now"],
    ["only an outdated one", anyReview, { reviews: [old(ben)] }, "somebody with the role review"],
    ["one that asks for changes", anyReview, { reviews: [no(ben)] }, undefined],
    ["one that asks for changes", approval, { reviews: [no(ben)] }, "somebody with the role review must approve it"],
    ["an outdated approval", approval, { reviews: [old(ben)] }, "somebody with the role review must approve it"],
    ["an approval among others", approval, { reviews: [no(ben), yes(cy)] }, undefined],
    ["none, and nobody was asked", all, {}, undefined],
    ["all approve", all, { reviews: [yes(ben), yes(cy)], requested: [ben] }, undefined],
    ["one is against", all, { reviews: [no(ben), yes(cy)] }, "Ben asked for changes and must approve it"],
    ["being against stays after an edit", all, { reviews: [oldNo(ben)] }, "Ben asked for changes"],
    ["an approval does not", all, { reviews: [old(ben)] }, "Ben approved it earlier and must approve it again"],
    ["one who was asked is silent", all, { reviews: [yes(ben)], requested: [ben, cy] }, "Cy must review it"],
    ["never", agent, { reviews: [yes(ben)] }, "only an agent can review it"],
    ["it is behind", upToDate, { outdated: true }, "the space has moved on"],
    ["it is not", upToDate, {}, undefined],
    ["it breaks none", noNewBroken, { brokenLinks: { count: 0, elsewhere: 0 } }, undefined],
    ["it breaks one", noNewBroken, { brokenLinks: { count: 1, elsewhere: 0 } }, "it breaks a link: somebody"],
    ["it breaks one of others", noNewBroken, { brokenLinks: { count: 1, elsewhere: 1 } }, "a link in other spaces:"],
    ["it breaks both", noNewBroken, { brokenLinks: { count: 3, elsewhere: 1 } }, "3 links, 1 of them in other spaces:"],
    ["they were not looked at", noNewBroken, {}, "its links have to be looked at once more: try again"],
    ["none", subject, { subject: "  " }, "must give it a subject"],
    ["one", subject, { subject: "Why" }, undefined],
    ["none", description, {}, "must give it a description"],
    ["an empty one", description, { description: " " }, "must give it a description"],
    ["one", description, { description: "Why" }, undefined],
    ["another", author, { actor: ben }, "only its author Ada may merge it"],
    ["the author", author, { actor: ada }, undefined],
    ["holds", custom("changeRequest.subject != ''"), { subject: "Why" }, undefined],
    ["does not hold", custom("false"), {}, "this must hold: false"],
    ["does not hold, with words", custom("false", "Ask Cy first"), {}, "Ask Cy first"],
    ["counts approvals", custom("changeRequest.approvals >= 2"), { reviews: [yes(ada), old(ben)] }, "this must hold"],
    ["counts approvals", custom("changeRequest.approvals >= 2"), { reviews: [yes(ada), yes(ben)] }, undefined],
    ["four eyes", custom("changeRequest.approvalsByOthers >= 1"), { reviews: [yes(ada)] }, "this must hold"],
    ["four eyes", custom("changeRequest.approvalsByOthers >= 1"), { reviews: [yes(ben)] }, undefined],
    ["sees reviews", custom("!('changes-requested' in reviews.status)"), { reviews: [no(ben)] }, "this must hold"],
    ["sees who merges", custom("actor.id == changeRequest.createdBy.id"), { actor: ada }, undefined],
    ["sees the space", custom("space.title == 'Guide' && actor.role == 'review'"), {}, undefined],
    ["sees who was asked", custom("'cy' in changeRequest.requestedReviewers.id"), { requested: [cy] }, undefined],
    ["cannot be read", custom("a b"), {}, "an admin must change the expression a b"],
    ["comes to nothing", custom("1 < 'a'"), {}, "an admin must change the expression 1 < 'a': < compares"],
    [
      "sees nothing else (threat: condition escape)",
      custom("space.constructor || reviews.__proto__[0] || process"),
      {},
      "this must"
    ]
  ])("%s: %j", (_, rule, given, message) => {
    const { unmet } = decideMerge(facts([rule], given))
    if (message === undefined) expect(unmet).toEqual([])
    else expect(unmet).toEqual([{ rule: rule.rule, message: expect.stringContaining(message) }])
  })

  it("all must hold, and all that do not are told in their order", () => {
    const decision = decideMerge(facts([approval, subject, upToDate, description]))
    expect(decision.unmet.map(({ rule }) => rule)).toEqual([
      "require_at_least_one_approved_review",
      "require_change_request_subject",
      "require_change_request_description"
    ])
    expect(refusalOf("organization", decision)).toBe(
      "3 merge rules of the organization are not met: require_at_least_one_approved_review: somebody with the role " +
        "review must approve it as it is now; require_change_request_subject: somebody with the role edit must give it " +
        "a subject; require_change_request_description: somebody with the role edit must give it a description"
    )
  })

  it("one who may bypass them merges all the same, wherever that rule stands; others are told who it is", () => {
    const rules: ReadonlyArray<MergeRule> = [approval, { rule: "allow_bypass", users: ["cy", "ada"] }]
    for (const order of [rules, rules.toReversed()]) {
      expect(decideMerge(facts(order, { actor: cy }))).toMatchObject({ bypassed: true, unmet: [{}] })
      expect(decideMerge(facts(order, { actor: cy, reviews: [yes(ben)] }))).toMatchObject({
        bypassed: false,
        unmet: []
      })
      const refused = decideMerge(facts(order, { actor: ben }))
      expect(refused).toMatchObject({ bypassed: false, unmet: [{}] })
      expect(refusalOf("space", refused)).toMatch(/^A merge rule of the space is not met: .* Cy and Ada may merge it/)
    }
    expect(decideMerge(facts([{ rule: "allow_bypass", users: [] }]))).toMatchObject({ unmet: [], bypassed: false })
  })

  it("the operator of the installation is nobody whom a rule can name", () => {
    const operator = { ...facts([author, custom("actor.id == undefined && actor.role == 'review'")]) }
    const decision = decideMerge({ ...operator, actor: { person: undefined, role: "review" } })
    expect(decision.unmet.map(({ rule }) => rule)).toEqual(["require_author_to_merge"])
  })

  it("long lists of names are cut", () => {
    const users = Array.from({ length: 13 }, (_, i) => `u${i}`)
    const { unmet } = decideMerge(facts([{ rule: "require_specific_reviewers", users }]))
    expect(unmet[0]?.message).toContain("u8, u9 and 3 more must approve it")
  })
})
