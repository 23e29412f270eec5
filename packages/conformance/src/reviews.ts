import { describe, expect, layer } from "@effect/vitest"
import { Audit } from "@octavo/core/audit/Audit"
import { ChangeRequestContent } from "@octavo/core/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/change-requests/ChangeRequests"
import { Comments } from "@octavo/core/comments/Comments"
import type { ContentChange } from "@octavo/core/content/changes/input"
import { Grants } from "@octavo/core/grants/Grants"
import { Members } from "@octavo/core/members/Members"
import { Organizations } from "@octavo/core/organizations/Organizations"
import { ReviewStore } from "@octavo/core/reviews/ReviewStore"
import { Reviews } from "@octavo/core/reviews/Reviews"
import type { CurrentActor } from "@octavo/core/shared/Actor"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  newUser,
  refusal,
  type StoreUnderTest,
  services
} from "./harness.ts"

const insert = (markdown: string): ContentChange => ({ operation: "insert_page", document: { markdown } })
const edit = { changes: [insert("# A page")] }
const ok = "nothing refused it"

/** A space with a draft in it, made by an admin. */
const newDraft = Effect.fnUntraced(function* () {
  const spaces = yield* Spaces
  const changeRequests = yield* ChangeRequests
  const contents = yield* ChangeRequestContent
  const { admin, id: organization } = yield* newOrganization()
  const { id: space } = yield* spaces.create(organization, {}).pipe(as(admin))
  const { id } = yield* changeRequests.create(space, {}).pipe(as(admin))
  yield* contents.edit(space, id, edit).pipe(as(admin))
  return { admin, organization, space, id }
})

/** Reviews, requests for them, contributors, and what merge rules make of them. */
export const reviewsSuite = (under: StoreUnderTest) =>
  describe(`reviews on ${under.name}`, () => {
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

    layer(services(under))((it) => {
      it.effect("a review is of the draft as it is, and outdated by every new revision", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const spaces = yield* Spaces
          const reviews = yield* Reviews
          const { admin, organization, space, id } = yield* newDraft()
          const ben = yield* newMember(organization, "review")
          const { revision } = yield* changeRequests.get(space, id).pipe(as(admin))
          const first = yield* reviews.submit(space, "1", { status: "approved" }).pipe(as(ben))
          expect(first).toEqual({
            object: "change-request-review",
            id: first.id,
            revision,
            reviewer: expect.objectContaining({ object: "user", id: ben }),
            status: "approved",
            outdated: false,
            createdAt: first.createdAt,
            updatedAt: first.createdAt,
            urls: { location: `https://octavo.test/v1/spaces/${space}/change-requests/${id}/reviews/${first.id}` }
          })
          expect(yield* reviews.get(space, id, first.id).pipe(as(admin))).toEqual(first)
          const outdated = Effect.map(reviews.get(space, id, first.id).pipe(as(admin)), (one) => one.outdated)
          // what changes nothing of the draft outdates nothing
          yield* changeRequests.update(space, id, { subject: "Better", status: "open" }).pipe(as(admin))
          yield* contents.editSpace(space, edit).pipe(as(admin))
          expect(yield* outdated).toBe(false)
          yield* changeRequests.pull(space, id).pipe(as(admin))
          expect(yield* outdated).toBe(true)
          const second = yield* reviews.submit(space, id, { status: "changes-requested" }).pipe(as(ben))
          yield* contents.edit(space, id, edit).pipe(as(ben))
          const third = yield* reviews.submit(space, id, { status: "approved" }).pipe(as(admin))
          const listed = (filter: { readonly outdated?: boolean }, params = {}) =>
            Effect.map(reviews.list(space, id, filter, params).pipe(as(ben)), ({ count, items }) => [
              count,
              ...items.map((one) => one.id)
            ])
          expect(yield* listed({})).toEqual([3, third.id, second.id, first.id])
          expect(yield* listed({ outdated: true })).toEqual([2, second.id, first.id])
          expect(yield* listed({ outdated: false })).toEqual([1, third.id])
          const page = yield* reviews.list(space, id, {}, { limit: 2 }).pipe(as(ben))
          expect(yield* listed({}, { limit: 2, page: page.next!.page })).toEqual([3, first.id])
          const elsewhere = reviews.list(space, id, { outdated: true }, { page: page.next!.page }).pipe(as(ben))
          expect(yield* refusal(elsewhere)).toBe("Invalid")
          // the merge keeps what was said, of the draft that was merged
          yield* changeRequests.merge(space, id).pipe(as(admin))
          expect(yield* listed({ outdated: false })).toEqual([1, third.id])
          expect(yield* spaces.get(space).pipe(as(admin))).toMatchObject({ changeRequestsOpen: 0 })
        })
      )

      it.effect("a review is outdated by the next one of its reviewer, and by being asked again", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const spaces = yield* Spaces
          const reviews = yield* Reviews
          const { admin, organization, space, id } = yield* newDraft()
          const rules = [{ rule: "require_all_reviews_approved" }] as const
          yield* spaces.update(space, { mergeRules: { type: "rules", rules } }).pipe(as(admin))
          const ben = yield* newMember(organization, "review")
          yield* reviews.request(space, id, { users: [ben] }).pipe(as(admin))
          const answers = Effect.map(reviews.list(space, id, {}, {}).pipe(as(admin)), ({ items }) =>
            items.map(({ outdated, status }) => `${status}${outdated ? ", outdated" : ""}`)
          )
          yield* reviews.submit(space, id, { status: "changes-requested" }).pipe(as(ben))
          yield* reviews.submit(space, id, { status: "approved" }).pipe(as(admin))
          expect(yield* answers).toEqual(["approved", "changes-requested"])
          yield* reviews.submit(space, id, { status: "approved" }).pipe(as(ben))
          expect(yield* answers).toEqual(["approved", "approved", "changes-requested, outdated"])
          yield* reviews.request(space, id, { users: [ben] }).pipe(as(admin))
          expect(yield* answers).toEqual(["approved, outdated", "approved", "changes-requested, outdated"])
          const refused = yield* Effect.flip(changeRequests.merge(space, id).pipe(as(admin)))
          expect(refused.message).toMatch(/approved it earlier and must approve it again$/)
          yield* reviews.submit(space, id, { status: "approved" }).pipe(as(ben))
          expect((yield* answers)[0]).toBe("approved")
          expect((yield* changeRequests.merge(space, id).pipe(as(admin))).result).toBe("merge")
        })
      )

      it.effect("asking opens a draft, and finds it for those who were asked", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const spaces = yield* Spaces
          const reviews = yield* Reviews
          const { admin, organization, space, id } = yield* newDraft()
          const ben = yield* newMember(organization, "review")
          const cy = yield* newMember(organization, "create")
          const { revision } = yield* changeRequests.get(space, id).pipe(as(admin))
          const asked = yield* reviews.request(space, "1", { users: [ben, ben], subject: "Look" }).pipe(as(admin))
          expect(asked).toEqual([
            {
              object: "change-request-requested-reviewer",
              kind: "user",
              user: expect.objectContaining({ id: ben }),
              requestedBy: expect.objectContaining({ id: admin }),
              revision,
              createdAt: asked[0]!.createdAt
            }
          ])
          expect(yield* changeRequests.get(space, id).pipe(as(admin))).toMatchObject({
            status: "open",
            subject: "Look"
          })
          expect(yield* spaces.get(space).pipe(as(admin))).toMatchObject({
            changeRequestsOpen: 1,
            changeRequestsDraft: 0
          })
          yield* TestClock.adjust("1 second")
          yield* reviews.request(space, id, { users: [cy, ben] }).pipe(asOperator)
          const { count, items } = yield* reviews.listRequested(space, id, {}).pipe(as(ben))
          expect([count, ...items.map(({ user }) => user.id)]).toEqual([2, ...[ben, cy].sort()])
          expect(items.map(({ requestedBy }) => requestedBy.id)).toEqual(["operator", "operator"])
          const page = yield* reviews.listRequested(space, id, { limit: 1 }).pipe(as(ben))
          const rest = yield* reviews.listRequested(space, id, { limit: 1, page: page.next!.page }).pipe(as(ben))
          expect([...page.items, ...rest.items]).toEqual(items)
          expect(rest.next).toBeUndefined()
          const queue = (user: string) =>
            Effect.all([
              changeRequests.list(space, { requestedReviewer: user }, {}),
              changeRequests.listInOrganization(organization, { requestedReviewer: user }, {})
            ]).pipe(
              Effect.map((lists) => lists.map((list) => list.items.map((one) => one.id))),
              as(user)
            )
          expect(yield* queue(ben)).toEqual([[id], [id]])
          expect((yield* reviews.submit(space, id, { status: "approved" }).pipe(as(ben))).requestedBy?.id).toBe(
            "operator"
          )
          expect(yield* reviews.submit(space, id, { status: "approved" }).pipe(as(admin))).not.toHaveProperty(
            "requestedBy"
          )
          expect(yield* reviews.withdraw(space, id, ben).pipe(as(admin))).toBe(true)
          expect(yield* reviews.withdraw(space, id, ben).pipe(as(admin))).toBe(false)
          expect(yield* reviews.withdraw(space, id, "nobody").pipe(as(admin))).toBe(false)
          expect(yield* queue(ben)).toEqual([[], []])
          expect(yield* queue(cy)).toEqual([[id], [id]])
          // without anybody it only opens the draft
          const { id: other } = yield* changeRequests.create(space, {}).pipe(as(admin))
          expect(yield* reviews.request(space, other, { users: [] }).pipe(as(admin))).toEqual([])
          expect((yield* changeRequests.get(space, other).pipe(as(admin))).status).toBe("open")
        })
      )

      it.effect(
        "nobody is asked who could not review, and who is hidden is told like who is not there (threat 2)",
        () =>
          Effect.gen(function* () {
            const changeRequests = yield* ChangeRequests
            const reviews = yield* Reviews
            const { admin, organization, space, id } = yield* newDraft()
            const ben = yield* newMember(organization, "review")
            const strangers = [
              "nobody",
              "",
              (yield* newUser()).id,
              (yield* newDraft()).admin,
              yield* newMember(organization, "edit"),
              yield* newMember(organization, null)
            ]
            const messages = new Set<string>()
            for (const stranger of strangers) {
              const problem = yield* Effect.flip(
                reviews.request(space, id, { users: [ben, stranger], subject: "Look" }).pipe(as(admin))
              )
              expect(problem).toMatchObject({ _tag: "Invalid", details: [{ path: "users.1" }] })
              messages.add(problem.message)
            }
            expect(messages.size).toBe(1)
            expect((yield* reviews.listRequested(space, id, {}).pipe(as(admin))).count).toBe(0)
            expect(yield* changeRequests.get(space, id).pipe(as(admin))).toMatchObject({ status: "draft", subject: "" })
          })
      )

      it.effect("not more than 100 are asked about one change request, and none of those who would be too many", () =>
        Effect.gen(function* () {
          const reviews = yield* Reviews
          const { admin, organization, space, id } = yield* newDraft()
          const people = yield* Effect.forEach(Array.from({ length: 100 }), () => newMember(organization, "review"))
          yield* reviews.request(space, id, { users: people }).pipe(as(admin))
          expect(yield* refusal(reviews.request(space, id, { users: [admin] }).pipe(as(admin)))).toBe("Invalid")
          expect((yield* reviews.request(space, id, { users: people.slice(0, 2) }).pipe(as(admin))).length).toBe(2)
          expect((yield* reviews.listRequested(space, id, {}).pipe(as(admin))).count).toBe(100)
        })
      )

      it.effect("roles: read sees, edit asks, review reviews; people only", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const reviews = yield* Reviews
          const grants = yield* Grants
          const { admin, organization, space, id } = yield* newDraft()
          for (const role of ["read", "comment", "edit", "review", "create", "admin"] as const) {
            const member = yield* newMember(organization, role)
            const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, CurrentActor>> = [
              reviews.list(space, id, {}, {}),
              reviews.listRequested(space, id, {}),
              reviews.listContributors(space, id, {}),
              reviews.request(space, id, { users: [admin] }),
              reviews.withdraw(space, id, admin),
              reviews.submit(space, id, { status: "approved" })
            ]
            const answers = yield* Effect.forEach(attempts, (attempt) => refusal(attempt.pipe(as(member))))
            const edits = role === "read" || role === "comment" ? "Forbidden" : ok
            const judges = edits === ok && role !== "edit" ? ok : "Forbidden"
            expect([role, ...answers]).toEqual([role, ok, ok, ok, edits, edits, judges])
          }
          expect(yield* refusal(reviews.submit(space, id, { status: "approved" }).pipe(asOperator))).toBe("Forbidden")
          const scoped = reviews.submit(space, id, { status: "approved" }).pipe(as(admin, new Set()))
          expect(yield* refusal(scoped)).toBe("Forbidden")
          // a guest reviews where the guest was let in
          const guest = yield* newMember(organization, null)
          const attempt = reviews.submit(space, id, { status: "approved" }).pipe(as(guest))
          expect(yield* refusal(attempt)).toBe("NotFound")
          yield* grants.grant({ kind: "space", id: space }, { role: "review", users: [guest] }).pipe(as(admin))
          expect(yield* refusal(attempt)).toBe(ok)
          expect((yield* reviews.request(space, id, { users: [guest] }).pipe(as(admin))).length).toBe(1)
          yield* changeRequests.update(space, id, { status: "archived" }).pipe(as(admin))
          expect(yield* refusal(attempt)).toBe("PreconditionFailed")
          expect(yield* refusal(reviews.request(space, id, { users: [] }).pipe(as(admin)))).toBe("PreconditionFailed")
          expect((yield* changeRequests.get(space, id).pipe(as(admin))).status).toBe("archived")
        })
      )

      it.effect("what is of another organization, space or change request is not there (threats 1 and 3)", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const reviews = yield* Reviews
          const a = yield* newDraft()
          const b = yield* newDraft()
          const { id: sibling } = yield* changeRequests.create(a.space, {}).pipe(as(a.admin))
          const { id: review } = yield* reviews.submit(a.space, a.id, { status: "approved" }).pipe(as(a.admin))
          const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
            reviews.get(a.space, sibling, review).pipe(as(a.admin)),
            reviews.get(b.space, b.id, review).pipe(as(b.admin)),
            reviews.get(a.space, a.id, review).pipe(as(b.admin)),
            reviews.get(a.space, a.id, "none").pipe(as(a.admin)),
            reviews.list(b.space, a.id, {}, {}).pipe(as(b.admin)),
            reviews.submit(a.space, a.id, { status: "approved" }).pipe(as(b.admin)),
            reviews.submit(b.space, a.id, { status: "approved" }).pipe(as(b.admin)),
            reviews.request(b.space, a.id, { users: [b.admin] }).pipe(as(b.admin)),
            reviews.listRequested(a.space, a.id, {}).pipe(as(b.admin)),
            reviews.withdraw(a.space, a.id, a.admin).pipe(as(b.admin)),
            reviews.listContributors(a.space, "99", {}).pipe(as(a.admin))
          ]
          for (const attempt of attempts) expect(yield* refusal(attempt)).toBe("NotFound")
        })
      )

      it.effect("what is said with a review is a comment of the change request", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const changeRequests = yield* ChangeRequests
          const comments = yield* Comments
          const reviews = yield* Reviews
          const { admin, organization, space, id } = yield* newDraft()
          const ben = yield* newMember(organization, "review")
          const of = { spaceId: space, changeRequestId: id }
          const review = (markdown?: string) =>
            reviews
              .submit(space, id, { status: "approved", comment: markdown === undefined ? {} : { markdown } })
              .pipe(as(ben))
          expect(yield* review()).not.toHaveProperty("comment")
          expect(yield* review("")).not.toHaveProperty("comment")
          const said = yield* review("Well *said*")
          const { revision } = yield* changeRequests.get(space, id).pipe(as(ben))
          expect(said.comment).toMatchObject({
            object: "comment",
            body: { markdown: "Well *said*" },
            postedBy: { id: ben },
            target: { space, changeRequest: id, review: said.id, revision },
            status: "open",
            permissions: { view: true, edit: true, reply: true, delete: true }
          })
          const seen = yield* reviews.get(space, id, said.id).pipe(as(admin))
          expect(seen).toEqual(said)
          const reader = yield* newMember(organization, "read")
          expect((yield* reviews.get(space, id, said.id).pipe(as(reader))).comment?.permissions).toMatchObject({
            edit: false,
            reply: false
          })
          expect((yield* changeRequests.get(space, id).pipe(as(admin))).comments).toBe(1)
          const { items } = yield* comments.list(of, {}, {}).pipe(as(ben))
          expect(items).toEqual([said.comment])
          const listed = yield* reviews.list(space, id, {}, {}).pipe(as(ben))
          expect(listed.items.map(({ comment }) => comment?.id)).toEqual([said.comment!.id, undefined, undefined])
          const trail = yield* audit.list(organization, { target: said.comment!.id }, {}).pipe(as(admin))
          expect(trail.items.map(({ action }) => action)).toEqual(["comment.post"])
          expect(yield* comments.remove(of, said.comment!.id).pipe(as(ben))).toBe(true)
          expect(yield* reviews.get(space, id, said.id).pipe(as(admin))).not.toHaveProperty("comment")
        })
      )

      it.effect("contributors are those who made revisions of it, or talked about it", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const reviews = yield* Reviews
          const { admin, organization, space, id } = yield* newDraft()
          const editor = yield* newMember(organization, "edit")
          for (const _ of [1, 2]) {
            yield* TestClock.adjust("1 second")
            yield* contents.edit(space, id, edit).pipe(as(editor))
          }
          yield* contents.edit(space, id, edit).pipe(asOperator)
          const { count, items } = yield* reviews.listContributors(space, id, {}).pipe(as(admin))
          expect([count, ...items.map((one) => [one.user.id, one.actionType, one.count])]).toEqual([
            2,
            ...[
              [admin, "edit", 1],
              [editor, "edit", 2]
            ].sort()
          ])
          const last = items.find(({ user }) => user.id === editor)!
          expect(last.updatedAt > items.find(({ user }) => user.id === admin)!.updatedAt).toBe(true)
          const page = yield* reviews.listContributors(space, id, { limit: 1 }).pipe(as(admin))
          const rest = yield* reviews.listContributors(space, id, { limit: 1, page: page.next!.page }).pipe(as(admin))
          expect([...page.items, ...rest.items]).toEqual(items)
          const draftsOf = (contributor: string) =>
            Effect.map(changeRequests.list(space, { contributor, status: "draft" }, {}).pipe(as(admin)), (list) =>
              list.items.map((one) => one.id)
            )
          expect(yield* draftsOf(editor)).toEqual([id])
          const comments = yield* Comments
          const of = { spaceId: space, changeRequestId: id }
          const talker = yield* newMember(organization, "comment")
          const replier = yield* newMember(organization, "comment")
          const { id: comment } = yield* comments.post(of, { body: { markdown: "One" } }).pipe(as(talker))
          yield* comments.post({ spaceId: space }, { body: { markdown: "Elsewhere" } }).pipe(as(admin))
          yield* comments.reply(of, comment, { body: { markdown: "Two" } }).pipe(as(replier))
          yield* comments.reply(of, comment, { body: { markdown: "Three" } }).pipe(as(editor))
          const all = yield* reviews.listContributors(space, id, {}).pipe(as(admin))
          expect(all.items.map((one) => [one.actionType, one.user.id, one.count])).toEqual(
            [
              ["comment", editor, 1],
              ["comment", replier, 1],
              ["comment", talker, 1],
              ["edit", admin, 1],
              ["edit", editor, 2]
            ].sort()
          )
          for (const person of [talker, replier]) expect(yield* draftsOf(person)).toEqual([id])
        })
      )

      it.effect("a refused merge leaves nothing behind, and says who could change that", () =>
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
              const problem = yield* Effect.flip(merge)
              expect(problem._tag).toBe("PreconditionFailed")
              expect(problem.message).toMatch(words)
              expect([yield* spaces.get(space), yield* changeRequests.get(space, id)]).toEqual(before)
            }).pipe(as(admin))
          const rule = { rule: "require_specific_reviewers", users: [ben] } as const
          const rules = { type: "rules", rules: [rule] } as const
          yield* organizations.update(organization, { mergeRules: rules }).pipe(as(admin))
          const { displayName } = (yield* members.get(organization, ben).pipe(as(admin))).user
          const missing = new RegExp(
            `rule of the organization is not met: require_specific_reviewers: ${displayName} must`
          )
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
          // and while its author may review: a role that is gone takes it along (threat 5)
          yield* approve.pipe(as(ben))
          yield* members.put(organization, ben, "read").pipe(asOperator)
          yield* refusedWith(missing)
          yield* members.put(organization, ben, "review").pipe(asOperator)
          // the last word of a person counts
          yield* reviews.submit(space, id, { status: "changes-requested" }).pipe(as(ben))
          yield* refusedWith(missing)
          yield* approve.pipe(as(ben))
          const { revision } = yield* merge
          expect((yield* spaces.get(space).pipe(as(admin))).revision).toBe(revision)
          const { items } = yield* audit.list(organization, { target: id }, { limit: 100 }).pipe(as(admin))
          expect(items.filter(({ action }) => action === "change-request.merge").length).toBe(1)
          expect(items.filter(({ action }) => action === "review.submit").length).toBe(4)
          expect(items.filter(({ action }) => action === "change-request.bypass")).toEqual([])
        })
      )

      it.effect("one who may bypass the rules merges, and the trail says which rules", () =>
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

      it.effect("being behind, the description and the author are looked at as the merge finds them", () =>
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

      it.effect("expressions that cannot be read are refused when rules are set (threats 15 and 41)", () =>
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

      it.effect("an approval taken back at the same moment never slips through: one of the two comes first", () =>
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

      it.effect("rules that change at the same moment hold for the merges that come after (threat 49)", () =>
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

      it.effect("20 who review and ask at once: every review has its place, every request is one (threat 50)", () =>
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
    })
  })
