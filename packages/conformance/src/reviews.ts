/** Stories of reviews: asking for them, giving them, and who may. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Comments } from "@octavo/core/content/comments/Comments"
import { Reviews } from "@octavo/core/content/reviews/Reviews"
import { SeenPages } from "@octavo/core/content/reviews/SeenPages"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asOperator, newMember, refusal, type StoreUnderTest, type Story, services } from "./harness.ts"
import { interruptedMerges, mergeRuleStories } from "./merge-rules.ts"
import { edit, newDraft } from "./new-draft.ts"
import { reviewAccessStories } from "./review-access.ts"

export const reviewsSuite = (under: StoreUnderTest) =>
  describe(`reviews on ${under.name}`, () => {
    interruptedMerges(under)
    layer(services(under))((it) => {
      const story: Story = it.effect
      reviewStories(story)
      reviewAccessStories(story)
      seenStories(story)
      mergeRuleStories(story)
    })
  })

const seenStories = (story: Story) => {
  story("a page is seen as it is: one that is edited after is not, for each person alone", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const seen = yield* SeenPages
      const { admin, organization, space, id } = yield* newDraft()
      const ben = yield* newMember(organization, "read")
      const added = yield* contents
        .edit(space, id, {
          changes: ["One", "Two"].map((title) => ({ operation: "insert_page", title, document: { markdown: "x" } }))
        })
        .pipe(as(admin))
      const [one, two] = added.changes.map((change) => (change as { page: { id: string } }).page.id) as [string, string]
      const pages = (who: string) =>
        Effect.map(seen.list(space, id).pipe(as(who)), (list) => list.map(({ page }) => page).toSorted())
      expect(yield* pages(ben)).toEqual([])
      yield* seen.mark(space, "1", one).pipe(as(ben))
      const marked = yield* seen.mark(space, id, two).pipe(as(ben))
      expect(marked).toEqual({ object: "seen-page", page: two, seenAt: expect.any(String) })
      expect(yield* pages(ben)).toEqual([one, two].toSorted())
      expect(yield* pages(admin)).toEqual([])
      yield* contents
        .edit(space, id, { changes: [{ operation: "update_page", page: one, document: { markdown: "y" } }] })
        .pipe(as(admin))
      expect(yield* pages(ben)).toEqual([two])
      // as it is again what was seen, it is seen
      yield* contents
        .edit(space, id, { changes: [{ operation: "update_page", page: one, document: { markdown: "x" } }] })
        .pipe(as(admin))
      expect(yield* pages(ben)).toEqual([one, two].toSorted())
      expect(yield* seen.unmark(space, id, two).pipe(as(ben))).toBe(true)
      expect(yield* seen.unmark(space, id, two).pipe(as(ben))).toBe(false)
      expect(yield* pages(ben)).toEqual([one])
      expect(yield* refusal(seen.mark(space, id, "none").pipe(as(ben)))).toBe("NotFound")
      expect(yield* refusal(asOperator(seen.mark(space, id, one)))).toBe("Forbidden")
      const stranger = yield* newMember(organization, null)
      expect(yield* refusal(seen.list(space, id).pipe(as(stranger)))).toBe("NotFound")
    })
  )

  story("a page that the draft deletes is seen as deleted", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const changeRequests = yield* ChangeRequests
      const seen = yield* SeenPages
      const { admin, space } = yield* newDraft()
      const made = yield* contents
        .editSpace(space, { changes: [{ operation: "insert_page", title: "Old", document: { markdown: "x" } }] })
        .pipe(as(admin))
      const page = (made.changes[0] as { page: { id: string } }).page.id
      const { id } = yield* changeRequests.create(space, {}).pipe(as(admin))
      yield* seen.mark(space, id, page).pipe(as(admin))
      yield* contents.edit(space, id, { changes: [{ operation: "delete_page", page }] }).pipe(as(admin))
      expect(yield* seen.list(space, id).pipe(as(admin))).toEqual([])
      yield* seen.mark(space, id, page).pipe(as(admin))
      expect(yield* seen.list(space, id).pipe(as(admin))).toMatchObject([{ page }])
    })
  )
}

const reviewStories = (story: Story) => {
  story("a review is of the draft as it is, and outdated by every new revision", () =>
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

  story("a review is outdated by the next one of its reviewer, and by being asked again", () =>
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

  story("nobody waits for somebody who left the organization, and what is merged keeps whom it had asked", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const members = yield* Members
      const reviews = yield* Reviews
      const { admin, organization, space, id: open } = yield* newDraft()
      const [ben, cy] = [yield* newMember(organization, "review"), yield* newMember(organization, "review")]
      const { id: merged } = yield* changeRequests.create(space, {}).pipe(as(admin))
      yield* contents.edit(space, merged, edit).pipe(as(admin))
      for (const id of [open, merged]) yield* reviews.request(space, id, { users: [ben, cy] }).pipe(as(admin))
      yield* changeRequests.merge(space, merged).pipe(as(admin))
      const asked = (id: string) =>
        Effect.map(reviews.listRequested(space, id, {}).pipe(as(admin)), ({ count, items }) => [
          count,
          ...items.map(({ user }) => user.id).sort()
        ])
      const foundBy = (requestedReviewer: string) =>
        Effect.map(
          changeRequests.list(space, { requestedReviewer, status: "open" }, {}).pipe(as(admin)),
          ({ count }) => count
        )
      expect([yield* asked(open), yield* foundBy(ben)]).toEqual([[2, ...[ben, cy].sort()], 1])
      yield* members.remove(organization, ben).pipe(as(admin))
      expect([yield* asked(open), yield* foundBy(ben), yield* foundBy(cy)]).toEqual([[1, cy], 0, 1])
      expect(yield* asked(merged)).toEqual([2, ...[ben, cy].sort()])
    })
  )

  story("asking opens a draft, and finds it for those who were asked", () =>
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
      expect((yield* reviews.submit(space, id, { status: "approved" }).pipe(as(ben))).requestedBy?.id).toBe("operator")
      expect(yield* reviews.submit(space, id, { status: "approved" }).pipe(as(admin))).not.toHaveProperty("requestedBy")
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

  story("what is said with a review is a comment of the change request", () =>
    Effect.gen(function* () {
      const audit = yield* Audit
      const changeRequests = yield* ChangeRequests
      const comments = yield* Comments
      const reviews = yield* Reviews
      const { admin, organization, space, id } = yield* newDraft()
      const ben = yield* newMember(organization, "review")
      const of = { spaceId: space, changeRequestId: id }
      const review = (markdown?: string) =>
        reviews.submit(space, id, { status: "approved", comment: defined({ markdown }) }).pipe(as(ben))
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
      const document = { document: expect.objectContaining({ object: "document" }) }
      expect((yield* reviews.get(space, id, said.id, "document").pipe(as(admin))).comment?.body).toEqual(document)
      const documents = yield* reviews.list(space, id, { format: "document" }, { limit: 1 }).pipe(as(admin))
      expect(documents.items[0]?.comment?.body).toEqual(document)
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

  story("contributors are those who made revisions of it, or talked about it", () =>
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
}
