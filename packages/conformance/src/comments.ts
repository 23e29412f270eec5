import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Comments } from "@octavo/core/content/comments/Comments"
import type { CommentsOf } from "@octavo/core/content/comments/posts"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asOperator, newMember, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"

export const at = (markdown: string) => ({ body: { markdown } })
const tick = TestClock.adjust("1 second")

/** A space with a page, a change request in it, and two people who may comment. */
export const newScene = Effect.fnUntraced(function* () {
  const spaces = yield* Spaces
  const contents = yield* ChangeRequestContent
  const changeRequests = yield* ChangeRequests
  const { admin, id: organization } = yield* newOrganization()
  const { id: spaceId } = yield* spaces.create(organization, {}).pipe(as(admin))
  yield* contents
    .editSpace(spaceId, { changes: [{ operation: "insert_page", document: { markdown: "# Page" } }] })
    .pipe(as(admin))
  const [page] = yield* Effect.flatMap(SpaceContent, (content) => content.open(spaceId)).pipe(
    Effect.flatMap((open) => open.pages({})),
    as(admin)
  )
  const { id: changeRequestId } = yield* changeRequests.create(spaceId, { subject: "Draft" }).pipe(as(admin))
  const ann = yield* newMember(organization, "comment")
  const ben = yield* newMember(organization, "comment")
  return { admin, ann, ben, organization, page: page!.id, spaceId, changeRequestId }
})

/** How many comments are open, as the space and the change request show it. */
export const opened = Effect.fnUntraced(function* (scene: Effect.Success<ReturnType<typeof newScene>>) {
  const space = yield* (yield* Spaces).get(scene.spaceId).pipe(as(scene.admin))
  const request = yield* (yield* ChangeRequests).get(scene.spaceId, scene.changeRequestId).pipe(as(scene.admin))
  return [space.comments, request.comments]
})

const texts = (comments: Comments["Service"], of: CommentsOf, user: string, listing = {}) =>
  comments.list(of, listing, {}).pipe(
    as(user),
    Effect.map(({ count, items }) => [count, ...items.map(({ body }) => body.markdown)])
  )

/** Comments, replies and reactions, on spaces and on change requests. */
export const commentsSuite = (under: StoreUnderTest) =>
  describe(`comments on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("a comment tells who said what about what, and when", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { admin, ann, changeRequestId, page, spaceId } = yield* newScene()
          const tableCell = { record: "r", definition: "d" }
          const { revision } = yield* (yield* ChangeRequests).get(spaceId, changeRequestId).pipe(as(admin))
          const made = yield* comments
            .post({ spaceId, changeRequestId: "1" }, { ...at("Why **so**?"), page, node: "n", tableCell })
            .pipe(as(ann))
          expect(made).toEqual({
            object: "comment",
            id: made.id,
            postedBy: expect.objectContaining({ object: "user", id: ann }),
            postedAt: made.postedAt,
            reactions: [],
            replies: 0,
            repliers: [],
            body: { markdown: "Why **so**?" },
            target: {
              space: spaceId,
              revision,
              changeRequest: changeRequestId,
              page: { id: page },
              node: { id: "n" },
              tableCell
            },
            status: "open",
            urls: {
              location: `https://octavo.test/v1/spaces/${spaceId}/change-requests/${changeRequestId}/comments/${made.id}`
            },
            permissions: { view: true, edit: true, reply: true, delete: true }
          })
          expect(yield* comments.get({ spaceId, changeRequestId }, made.id).pipe(as(ann))).toEqual(made)
          const bare = yield* comments.post({ spaceId }, { body: {} }).pipe(asOperator)
          expect(bare).toMatchObject({ body: { markdown: "" }, postedBy: { id: "operator" } })
          expect(bare.target).toEqual({ space: spaceId, revision: expect.any(String) })
        })
      )

      it.effect("what it is about must be there", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { ann, changeRequestId, organization, page, spaceId } = yield* newScene()
          const post = (of: CommentsOf, more: object) =>
            refusal(comments.post(of, { ...at("x"), ...more }).pipe(as(ann)))
          expect(yield* post({ spaceId }, { page: "nowhere" })).toBe("Invalid")
          expect(yield* post({ spaceId }, { node: "n" })).toBe("Invalid")
          expect(yield* post({ spaceId }, { tableCell: { record: "r", definition: "d" } })).toBe("Invalid")
          expect(yield* post({ spaceId, changeRequestId: "99" }, {})).toBe("NotFound")
          expect(yield* post({ spaceId: organization }, {})).toBe("NotFound")
          // a page of the draft alone
          const contents = yield* ChangeRequestContent
          const edited = yield* contents
            .edit(spaceId, changeRequestId, {
              changes: [{ operation: "insert_page", document: { markdown: "# New" }, ref: "new" }]
            })
            .pipe(asOperator)
          const drafted = edited.changes.flatMap((change) =>
            "page" in change && typeof change.page === "object" ? [change.page.id] : []
          )[0]!
          expect(yield* post({ spaceId }, { page: drafted })).toBe("Invalid")
          expect(yield* post({ spaceId, changeRequestId }, { page: drafted })).toBe("nothing refused it")
          expect(yield* post({ spaceId, changeRequestId }, { page })).toBe("nothing refused it")
        })
      )

      it.effect("a space's and its change requests' are apart, and so are their counts of open ones", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const scene = yield* newScene()
          const { ann, changeRequestId, spaceId } = scene
          const inSpace = yield* comments.post({ spaceId }, at("space")).pipe(as(ann))
          const inDraft = yield* comments.post({ spaceId, changeRequestId }, at("draft")).pipe(as(ann))
          expect(yield* texts(comments, { spaceId }, ann)).toEqual([1, "space"])
          expect(yield* texts(comments, { spaceId, changeRequestId: "1" }, ann)).toEqual([1, "draft"])
          expect(yield* opened(scene)).toEqual([1, 1])
          // the id of one in the place of the other is absent
          expect(yield* refusal(comments.get({ spaceId }, inDraft.id).pipe(as(ann)))).toBe("NotFound")
          expect(yield* refusal(comments.get({ spaceId, changeRequestId }, inSpace.id).pipe(as(ann)))).toBe("NotFound")
          yield* comments.update({ spaceId }, inSpace.id, { resolved: true }).pipe(as(ann))
          expect(yield* opened(scene)).toEqual([0, 1])
          yield* comments.update({ spaceId }, inSpace.id, { resolved: true }).pipe(as(ann))
          yield* comments.remove({ spaceId, changeRequestId }, inDraft.id).pipe(as(ann))
          expect(yield* opened(scene)).toEqual([0, 0])
          yield* comments.update({ spaceId }, inSpace.id, { resolved: false }).pipe(as(ann))
          expect(yield* opened(scene)).toEqual([1, 0])
        })
      )

      it.effect("lists filter, order and page, and a cursor is bound to them", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { admin, ann, ben, page, spaceId } = yield* newScene()
          const of = { spaceId }
          const first = yield* comments.post(of, { ...at("a"), page }).pipe(as(ann))
          yield* tick
          yield* comments.post(of, at("b")).pipe(as(ben))
          yield* tick
          yield* comments.post(of, { ...at("c"), page }).pipe(as(ben))
          yield* comments.update(of, first.id, { resolved: true }).pipe(as(ben))
          expect(yield* texts(comments, of, ann)).toEqual([3, "c", "b", "a"])
          expect(yield* texts(comments, of, ann, { order: "asc" })).toEqual([3, "a", "b", "c"])
          expect(yield* texts(comments, of, ann, { status: "open" })).toEqual([2, "c", "b"])
          expect(yield* texts(comments, of, ann, { status: "resolved" })).toEqual([1, "a"])
          expect(yield* texts(comments, of, ann, { page })).toEqual([2, "c", "a"])
          expect(yield* texts(comments, of, ann, { authors: [ben] })).toEqual([2, "c", "b"])
          expect(yield* texts(comments, of, ann, { authors: [ann, ben], status: "open", page })).toEqual([1, "c"])
          expect(yield* texts(comments, of, ann, { authors: ["nobody"] })).toEqual([0])
          const seen: Array<string | undefined> = []
          let next: string | undefined
          do {
            const list = yield* comments.list(of, { order: "asc" }, { limit: 1, page: next }).pipe(as(admin))
            seen.push(...list.items.map(({ body }) => body.markdown))
            expect(list.count).toBe(3)
            next = list.next?.page
          } while (next !== undefined)
          expect(seen).toEqual(["a", "b", "c"])
          const { next: cursor } = yield* comments.list(of, {}, { limit: 1 }).pipe(as(admin))
          const foreign = comments.list(of, { status: "open" }, { limit: 1, page: cursor!.page }).pipe(as(admin))
          expect(yield* refusal(foreign)).toBe("Invalid")
        })
      )

      it.effect("the text is its author's and the admins'; whoever may comment may resolve and react", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { admin, ann, ben, organization, spaceId } = yield* newScene()
          const reader = yield* newMember(organization, "read")
          const of = { spaceId }
          const { id, postedAt } = yield* comments.post(of, at("first")).pipe(as(ann))
          expect(yield* refusal(comments.post(of, at("x")).pipe(as(reader)))).toBe("Forbidden")
          const asReader = yield* comments.get(of, id).pipe(as(reader))
          expect(asReader.permissions).toEqual({ view: true, edit: false, reply: false, delete: false })
          const asBen = yield* comments.get(of, id).pipe(as(ben))
          expect(asBen.permissions).toEqual({ view: true, edit: false, reply: true, delete: false })
          for (const user of [ben, reader]) {
            expect(yield* refusal(comments.update(of, id, at("theirs")).pipe(as(user)))).toBe("Forbidden")
            expect(yield* refusal(comments.remove(of, id).pipe(as(user)))).toBe("Forbidden")
          }
          expect(yield* refusal(comments.update(of, id, { resolved: true }).pipe(as(reader)))).toBe("Forbidden")
          yield* tick
          const edited = yield* comments.update(of, id, at("second")).pipe(as(ann))
          expect(edited).toMatchObject({ body: { markdown: "second" }, postedAt })
          expect(edited.editedAt! > postedAt).toBe(true)
          // the same words again are no edit
          const { editedAt } = yield* comments.update(of, id, at("second")).pipe(as(admin))
          expect(editedAt).toBe(edited.editedAt)
          const resolved = yield* comments.update(of, id, { resolved: true }).pipe(as(ben))
          expect(resolved).toMatchObject({ status: "resolved", resolvedBy: { id: ben } })
          expect(yield* comments.update(of, id, { resolved: true }).pipe(as(ann))).toEqual({
            ...resolved,
            permissions: edited.permissions
          })
          const reopened = yield* comments.update(of, id, { resolved: false }).pipe(as(ann))
          expect(reopened).toMatchObject({ status: "open" })
          expect("resolvedAt" in reopened || "resolvedBy" in reopened).toBe(false)
          expect((yield* comments.update(of, id, at("third")).pipe(as(admin))).body.markdown).toBe("third")
          // who lost the role has lost the text, too
          yield* (yield* Members).setRole(organization, ann, "read").pipe(as(admin))
          expect(yield* refusal(comments.update(of, id, at("late")).pipe(as(ann)))).toBe("Forbidden")
          expect(yield* comments.remove(of, id).pipe(as(admin))).toBe(true)
          expect(yield* comments.remove(of, id).pipe(as(admin))).toBe(false)
        })
      )

      it.effect("replies hang on their comment and go with it", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { admin, ann, ben, organization, spaceId } = yield* newScene()
          const of = { spaceId }
          const { id } = yield* comments.post(of, at("question")).pipe(as(ann))
          const { id: other } = yield* comments.post(of, at("another")).pipe(as(ann))
          const first = yield* comments.reply(of, id, at("one")).pipe(as(ben))
          expect(first).toEqual({
            object: "comment-reply",
            id: first.id,
            postedBy: expect.objectContaining({ id: ben }),
            postedAt: first.postedAt,
            reactions: [],
            body: { markdown: "one" },
            urls: { location: `https://octavo.test/v1/spaces/${spaceId}/comments/${id}/replies/${first.id}` },
            permissions: { view: true, edit: true, reply: true, delete: true }
          })
          yield* tick
          const second = yield* comments.reply(of, id, at("two")).pipe(as(ben))
          yield* comments.reply(of, id, at("three")).pipe(as(ann))
          const { items } = yield* comments.replies(of, id, {}).pipe(as(ann))
          expect(items.map(({ body }) => body.markdown)).toEqual(["one", "two", "three"])
          const { replies, repliers } = yield* comments.get(of, id).pipe(as(ann))
          expect([replies, repliers.map(({ count, updatedAt, user }) => [user.id, count, updatedAt])]).toEqual([
            3,
            [
              [ben, 2, second.postedAt],
              [ann, 1, expect.any(String)]
            ]
          ])
          // a reply in the place of another comment's is absent
          expect(yield* refusal(comments.getReply(of, other, first.id).pipe(as(ann)))).toBe("NotFound")
          expect(yield* comments.removeReply(of, other, first.id).pipe(as(admin))).toBe(false)
          expect(yield* refusal(comments.updateReply(of, id, first.id, at("mine")).pipe(as(ann)))).toBe("Forbidden")
          const edited = yield* comments.updateReply(of, id, first.id, at("uno")).pipe(as(ben))
          expect(edited).toMatchObject({ body: { markdown: "uno" }, editedAt: expect.any(String) })
          expect(yield* comments.removeReply(of, id, first.id).pipe(as(ben))).toBe(true)
          expect(yield* comments.removeReply(of, id, first.id).pipe(as(ben))).toBe(false)
          expect((yield* comments.get(of, id).pipe(as(ann))).replies).toBe(2)
          const people = yield* comments.commenters(of, {}).pipe(as(ann))
          expect([people.count, people.items.map(({ id }) => id).sort()]).toEqual([2, [ann, ben].sort()])
          yield* (yield* Members).remove(organization, ben).pipe(as(admin))
          expect((yield* comments.commenters(of, {}).pipe(as(ann))).items.map(({ id }) => id)).toEqual([ann])
          yield* comments.remove(of, id).pipe(as(ann))
          expect(yield* refusal(comments.replies(of, id, {}).pipe(as(ann)))).toBe("NotFound")
          const { items: events } = yield* (yield* Audit).list(organization, { target: id }, {}).pipe(as(admin))
          expect(events.map(({ action }) => action).sort()).toEqual(["comment.delete", "comment.post"])
        })
      )

      it.effect("reactions are a set for each person, whoever else reacts at the same moment", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { ann, ben, spaceId } = yield* newScene()
          const of = { spaceId }
          const { id } = yield* comments.post(of, at("x")).pipe(as(ann))
          const { id: replyId } = yield* comments.reply(of, id, at("y")).pipe(as(ann))
          const react = (user: string, change: object) => comments.update(of, id, change).pipe(as(user))
          const attempts = Array.from({ length: 20 }, (_, n) => [
            react(ann, { addedReactions: ["1f44d", "1f680"] }),
            react(ben, { addedReactions: ["1f44d"], removedReactions: n % 2 === 0 ? ["1f680"] : [] })
          ]).flat()
          yield* Effect.all(attempts, { concurrency: "unbounded", discard: true })
          const shown = (reactions: ReadonlyArray<{ emoji: string; count: number; users: ReadonlyArray<any> }>) =>
            Object.fromEntries(
              reactions.map(({ count, emoji, users }) => [emoji, [count, ...users.map(({ user }) => user.id).sort()]])
            )
          const { reactions } = yield* comments.get(of, id).pipe(as(ben))
          expect(shown(reactions)).toEqual({ "1f44d": [2, ...[ann, ben].sort()], "1f680": [1, ann] })
          // what is not there is not missed, and other people's stay
          yield* react(ben, { removedReactions: ["1f680", "1f525"] })
          expect(shown((yield* react(ann, { removedReactions: ["1f44d"] })).reactions)).toEqual({
            "1f44d": [1, ben],
            "1f680": [1, ann]
          })
          const reply = yield* comments.updateReply(of, id, replyId, { addedReactions: ["1f44d"] }).pipe(as(ben))
          expect(shown(reply.reactions)).toEqual({ "1f44d": [1, ben] })
          expect(yield* refusal(react(ann, { addedReactions: ["a"], removedReactions: ["a"] }))).toBe("Invalid")
          const operators = comments.update(of, id, { addedReactions: ["a"] }).pipe(asOperator)
          expect(yield* refusal(operators)).toBe("Forbidden")
        })
      )

      it.effect("the counts of open ones are right after all at once", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const scene = yield* newScene()
          const { ann, spaceId } = scene
          const of = { spaceId }
          const made = yield* Effect.all(
            Array.from({ length: 10 }, (_, n) => comments.post(of, at(`${n}`)).pipe(as(ann))),
            { concurrency: "unbounded" }
          )
          expect((yield* opened(scene))[0]).toBe(10)
          yield* Effect.all(
            made.flatMap(({ id }, n) => [
              Effect.ignore(comments.update(of, id, { resolved: true }).pipe(as(ann))),
              n % 2 === 0
                ? Effect.ignore(comments.remove(of, id).pipe(as(ann)))
                : Effect.ignore(comments.update(of, id, { resolved: false }).pipe(as(ann)))
            ]),
            { concurrency: "unbounded", discard: true }
          )
          const { items } = yield* comments.list(of, { status: "open" }, {}).pipe(as(ann))
          expect((yield* opened(scene))[0]).toBe(items.length)
          expect((yield* comments.list(of, {}, {}).pipe(as(ann))).count).toBe(5)
        })
      )

      it.effect("go with the space, come back with it, and are not copied", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const life = yield* SpaceLifecycle
          const { admin, ann, spaceId } = yield* newScene()
          const { id } = yield* comments.post({ spaceId }, at("here")).pipe(as(ann))
          const copy = yield* life.duplicate(spaceId).pipe(as(admin))
          expect(copy.comments).toBe(0)
          expect(yield* texts(comments, { spaceId: copy.id }, ann)).toEqual([0])
          yield* life.remove(spaceId).pipe(as(admin))
          expect(yield* refusal(comments.get({ spaceId }, id).pipe(as(ann)))).toBe("NotFound")
          yield* life.restore(spaceId).pipe(as(admin))
          expect(yield* texts(comments, { spaceId }, ann)).toEqual([1, "here"])
        })
      )
    })
  })
