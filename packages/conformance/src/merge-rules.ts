/** Stories of the rules of a merge: what they refuse, who may bypass them, and what changes while they are looked at. */
import { expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { ReviewStore } from "@octavo/core/content/reviews/ReviewStore"
import { Reviews } from "@octavo/core/content/reviews/Reviews"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Effect, Layer } from "effect"
import { as, asOperator, newMember, refusal, type StoreUnderTest, type Story, services } from "./harness.ts"
import { edit, newDraft, ok } from "./new-draft.ts"

export const interruptedMerges = (under: StoreUnderTest) => {
  // what happens right after the rules were looked at for the first time
  let meanwhile: Effect.Effect<unknown, unknown> = Effect.void
  const interrupted = Layer.effect(
    ReviewStore,
    Effect.map(ReviewStore, (store) => ({
      ...store,
      standing: (changeRequestId: string) =>
        Effect.tap(store.standing(changeRequestId), () => {
          const now = meanwhile
          meanwhile = Effect.void
          return Effect.orDie(now)
        })
    }))
  ).pipe(Layer.provideMerge(under.store))
  layer(services({ name: under.name, store: interrupted }))((it) => {
    it.effect("what was approved at first, and is not when it comes to the merge, is not merged", () =>
      Effect.gen(function* () {
        const changeRequests = yield* ChangeRequests
        const spaces = yield* Spaces
        const reviews = yield* Reviews
        const { admin, organization, space, id } = yield* newDraft()
        const ben = yield* newMember(organization, "review")
        const rules = [{ rule: "require_at_least_one_approved_review" }] as const
        yield* spaces.update(space, { mergeRules: { type: "rules", rules } }).pipe(as(admin))
        yield* reviews.submit(space, id, { status: "approved" }).pipe(as(ben))
        const before = yield* spaces.get(space).pipe(as(admin))
        meanwhile = reviews.submit(space, id, { status: "changes-requested" }).pipe(as(ben))
        expect(yield* refusal(changeRequests.merge(space, id).pipe(as(admin)))).toBe("PreconditionFailed")
        expect(yield* spaces.get(space).pipe(as(admin))).toEqual(before)
        // so are rules that came meanwhile
        yield* reviews.submit(space, id, { status: "approved" }).pipe(as(ben))
        const stricter = { type: "rules", rules: [{ rule: "require_agent_review" }] } as const
        meanwhile = spaces.update(space, { mergeRules: stricter }).pipe(as(admin))
        const refused = yield* Effect.flip(changeRequests.merge(space, id).pipe(as(admin)))
        expect(refused.message).toMatch(/require_agent_review/)
        yield* spaces.update(space, { mergeRules: { type: "rules", rules } }).pipe(as(admin))
        expect(yield* refusal(changeRequests.merge(space, id).pipe(as(admin)))).toBe(ok)
      })
    )
  })
}

export const mergeRuleStories = (story: Story) => {
  story("a refused merge leaves nothing behind, and says who could change that", () =>
    Effect.gen(function* () {
      const audit = yield* Audit
      const changeRequests = yield* ChangeRequests
      const members = yield* Members
      const organizations = yield* Organizations
      const contents = yield* ChangeRequestContent
      const spaces = yield* Spaces
      const reviews = yield* Reviews
      const { admin, organization, space, id } = yield* newDraft()
      const ben = yield* newMember(organization, "review")
      const cy = yield* newMember(organization, "review")
      const approve = reviews.submit(space, id, { status: "approved" })
      const merge = changeRequests.merge(space, id).pipe(as(cy))
      const refusedWith = (words: RegExp) =>
        Effect.gen(function* () {
          const before = [yield* spaces.get(space), yield* changeRequests.get(space, id)]
          const told = yield* changeRequests.checks(space, id).pipe(as(cy))
          const problem = yield* Effect.flip(merge)
          expect(problem._tag).toBe("PreconditionFailed")
          expect(problem.message).toMatch(words)
          // what it is refused for is known before
          expect(told).toMatchObject({ bypassed: false, conflicts: [] })
          expect(told.rules).toHaveLength(1)
          for (const { message } of told.rules) expect(problem.message).toContain(message)
          expect([yield* spaces.get(space), yield* changeRequests.get(space, id)]).toEqual(before)
        }).pipe(as(admin))
      const rule = { rule: "require_specific_reviewers", users: [ben] } as const
      const rules = { type: "rules", rules: [rule] } as const
      yield* organizations.update(organization, { mergeRules: rules }).pipe(as(admin))
      const { displayName } = (yield* members.get(organization, ben).pipe(as(admin))).user
      const missing = new RegExp(`rule of the organization is not met: require_specific_reviewers: ${displayName} must`)
      yield* refusedWith(missing)
      // not even an admin, and not the operator
      expect(yield* refusal(changeRequests.merge(space, id).pipe(as(admin)))).toBe("PreconditionFailed")
      expect(yield* refusal(changeRequests.merge(space, id).pipe(asOperator))).toBe("PreconditionFailed")
      // the space's own rules come before those of the organization
      const custom = {
        rule: "custom",
        expression: "changeRequest.approvals >= 2",
        message: "Two must agree"
      } as const
      yield* spaces.update(space, { mergeRules: { type: "rules", rules: [custom] } }).pipe(as(admin))
      yield* refusedWith(/rule of the space is not met: custom: Two must agree$/)
      yield* spaces.update(space, { mergeRules: { type: "inherit" } }).pipe(as(admin))
      yield* refusedWith(missing)
      // an approval counts for the revision that was approved
      yield* approve.pipe(as(ben))
      yield* contents.edit(space, id, edit).pipe(as(admin))
      yield* refusedWith(missing)
      // and while its author may review: a role that is gone takes it along (threat: stale authority)
      yield* approve.pipe(as(ben))
      yield* members.put(organization, ben, "read").pipe(asOperator)
      yield* refusedWith(missing)
      // who has left is not waited for; that somebody agrees is
      yield* members.remove(organization, ben).pipe(as(admin))
      yield* refusedWith(/those whom the rule names have left: somebody with the role review must approve it/)
      yield* members.put(organization, ben, "review").pipe(asOperator)
      // the last word of a person counts
      yield* reviews.submit(space, id, { status: "changes-requested" }).pipe(as(ben))
      yield* refusedWith(missing)
      yield* approve.pipe(as(ben))
      expect((yield* changeRequests.checks(space, id).pipe(as(cy))).rules).toEqual([])
      const { revision } = yield* merge
      expect((yield* spaces.get(space).pipe(as(admin))).revision).toBe(revision)
      const { items } = yield* audit.list(organization, { target: id }, { limit: 100 }).pipe(as(admin))
      expect(items.filter(({ action }) => action === "change-request.merge").length).toBe(1)
      expect(items.filter(({ action }) => action === "review.submit").length).toBe(4)
      expect(items.filter(({ action }) => action === "change-request.bypass")).toEqual([])
    })
  )

  story("one who may bypass the rules merges, and the trail says which rules", () =>
    Effect.gen(function* () {
      const audit = yield* Audit
      const changeRequests = yield* ChangeRequests
      const spaces = yield* Spaces
      const { admin, organization, space, id } = yield* newDraft()
      const ben = yield* newMember(organization, "review")
      const editor = yield* newMember(organization, "edit")
      const rules = [
        { rule: "require_at_least_one_approved_review" },
        { rule: "require_change_request_subject" },
        { rule: "allow_bypass", users: [ben, editor] }
      ] as const
      yield* spaces.update(space, { mergeRules: { type: "rules", rules } }).pipe(as(admin))
      const refused = yield* Effect.flip(changeRequests.merge(space, id).pipe(as(admin)))
      expect(refused.message).toMatch(/^2 merge rules .* may merge it all the same$/)
      // a bypass takes no role away and gives none
      expect(yield* refusal(changeRequests.merge(space, id).pipe(as(editor)))).toBe("Forbidden")
      const checks = yield* changeRequests.checks(space, id).pipe(as(ben))
      expect(checks.bypassed).toBe(true)
      expect(checks.rules).toHaveLength(2)
      expect((yield* changeRequests.checks(space, id).pipe(as(admin))).bypassed).toBe(false)
      const { revision } = yield* changeRequests.merge(space, id).pipe(as(ben))
      const { items } = yield* audit.list(organization, { action: "change-request.bypass" }, {}).pipe(as(admin))
      expect(items.length).toBe(1)
      expect(yield* audit.get(organization, items[0]!.id).pipe(as(admin))).toMatchObject({
        actor: { type: "user", id: ben },
        target: { type: "change-request", id },
        payload: {
          space,
          revision,
          rules: ["require_at_least_one_approved_review", "require_change_request_subject"]
        }
      })
    })
  )

  story("being behind, the description and the author are looked at as the merge finds them", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const spaces = yield* Spaces
      const { admin, organization, space, id } = yield* newDraft()
      const ben = yield* newMember(organization, "review")
      const rules = [{ rule: "require_up_to_date_change_request" }, { rule: "require_author_to_merge" }] as const
      yield* spaces.update(space, { mergeRules: { type: "rules", rules } }).pipe(as(admin))
      yield* contents.editSpace(space, edit).pipe(as(admin))
      const behind = yield* Effect.flip(changeRequests.merge(space, id).pipe(as(admin)))
      expect(behind.message).toMatch(/^A merge rule .* require_up_to_date_change_request: the space has moved on/)
      yield* changeRequests.pull(space, id).pipe(as(ben))
      const other = yield* Effect.flip(changeRequests.merge(space, id).pipe(as(ben)))
      expect(other.message).toMatch(/require_author_to_merge: only its author Admin \d+ may merge it$/)
      expect((yield* changeRequests.merge(space, id).pipe(as(admin))).result).toBe("merge")
    })
  )

  story("expressions that cannot be read are refused when rules are set (threats: condition escape, body abuse)", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const spaces = yield* Spaces
      const { organization, space } = yield* newDraft()
      const before = [yield* spaces.get(space), yield* organizations.get(organization)]
      for (const expression of ["a.b()", "/(a+)+$/", "[".repeat(1024), "x => x", "while (1) {}", "'"]) {
        const mergeRules = { type: "rules", rules: [{ rule: "custom", expression }] } as const
        const attempts: ReadonlyArray<Effect.Effect<unknown, unknown, CurrentActor>> = [
          spaces.update(space, { mergeRules }),
          organizations.update(organization, { mergeRules })
        ]
        for (const attempt of attempts) {
          expect(yield* Effect.flip(attempt)).toMatchObject({
            _tag: "Invalid",
            details: [{ path: "mergeRules.rules.0.expression" }]
          })
        }
      }
      expect([yield* spaces.get(space), yield* organizations.get(organization)]).toEqual(before)
    }).pipe(asOperator)
  )

  story("an approval taken back at the same moment never slips through: one of the two comes first", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const spaces = yield* Spaces
      const reviews = yield* Reviews
      const { admin, organization, space } = yield* newDraft()
      const ben = yield* newMember(organization, "review")
      const rules = [{ rule: "require_at_least_one_approved_review" }] as const
      yield* spaces.update(space, { mergeRules: { type: "rules", rules } }).pipe(as(admin))
      const outcomes = { merged: 0, refused: 0 }
      for (let round = 0; round < 40; round++) {
        const { id } = yield* changeRequests.create(space, {}).pipe(as(admin))
        yield* reviews.submit(space, id, { status: "approved" }).pipe(as(ben))
        const merge = refusal(changeRequests.merge(space, id).pipe(as(admin)))
        const takeBack = refusal(reviews.submit(space, id, { status: "changes-requested" }).pipe(as(ben)))
        const both = round % 2 === 0 ? [merge, takeBack] : [takeBack, merge]
        const answers = yield* Effect.all(both, { concurrency: "unbounded" })
        // a merged one takes no review, and without the approval nothing is merged
        expect(answers.toSorted()).toEqual(["PreconditionFailed", ok])
        const { status } = yield* changeRequests.get(space, id).pipe(as(admin))
        const [last] = (yield* reviews.list(space, id, {}, { limit: 1 }).pipe(as(admin))).items
        expect([status, last!.status]).toEqual(
          status === "merged" ? ["merged", "approved"] : ["draft", "changes-requested"]
        )
        outcomes[status === "merged" ? "merged" : "refused"]++
      }
      expect(outcomes.merged + outcomes.refused).toBe(40)
    })
  )

  story("rules that change at the same moment hold for the merges that come after (threat: concurrent merges)", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const spaces = yield* Spaces
      const { space } = yield* newDraft()
      const strict = { type: "rules", rules: [{ rule: "require_agent_review" }] } as const
      for (let round = 0; round < 15; round++) {
        yield* spaces.update(space, { mergeRules: { type: "none" } })
        const { id } = yield* changeRequests.create(space, {})
        const answers = yield* Effect.all(
          [
            refusal(changeRequests.merge(space, id)),
            refusal(spaces.update(space, { mergeRules: strict })),
            refusal(changeRequests.merge(space, id))
          ],
          { concurrency: "unbounded" }
        )
        const { status } = yield* changeRequests.get(space, id)
        const merges = [answers[0], answers[2]].filter((answer) => answer === ok).length
        expect([answers[1], merges]).toEqual([ok, status === "merged" ? 1 : 0])
        expect(yield* refusal(changeRequests.merge(space, id))).toBe(
          status === "merged" ? "Conflict" : "PreconditionFailed"
        )
      }
    }).pipe(asOperator)
  )

  story("20 who review and ask at once: every review has its place, every request is one (threat: lost updates)", () =>
    Effect.gen(function* () {
      const reviews = yield* Reviews
      const { admin, organization, space, id } = yield* newDraft()
      const people = yield* Effect.all(Array.from({ length: 4 }, () => newMember(organization, "review")))
      yield* Effect.all(
        Array.from({ length: 20 }, (_, i) => [
          reviews
            .submit(space, id, { status: i % 2 === 0 ? "approved" : "changes-requested" })
            .pipe(as(people[i % 4]!)),
          reviews.request(space, id, { users: people }).pipe(as(admin)),
          reviews.withdraw(space, id, people[i % 4]!).pipe(as(admin))
        ]).flat(),
        { concurrency: "unbounded" }
      )
      const { count, items } = yield* reviews.list(space, id, {}, { limit: 100 }).pipe(as(admin))
      expect([count, new Set(items.map((one) => one.id)).size]).toEqual([20, 20])
      yield* reviews.request(space, id, { users: people }).pipe(as(admin))
      expect((yield* reviews.listRequested(space, id, {}).pipe(as(admin))).count).toBe(4)
      for (const person of people) expect(yield* reviews.withdraw(space, id, person).pipe(as(admin))).toBe(true)
    })
  )
}
