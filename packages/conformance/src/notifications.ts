/** Stories of what people are told: who hears of what, once, as long as they may see it. */
import { describe, expect, layer } from "@effect/vitest"
import { Notifications } from "@octavo/core/connections/notifications/Notifications"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Comments } from "@octavo/core/content/comments/Comments"
import { Reviews } from "@octavo/core/content/reviews/Reviews"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { at } from "./comments.ts"
import { as, asOperator, newMember, refusal, type StoreUnderTest, services, siteReader } from "./harness.ts"
import { edit, newDraft } from "./new-draft.ts"

/** A change request of Ann's, with people of other roles beside her. */
const newScene = Effect.fnUntraced(function* () {
  const changeRequests = yield* ChangeRequests
  const contents = yield* ChangeRequestContent
  const { admin, organization, space } = yield* newDraft()
  const ann = yield* newMember(organization, "edit")
  const ben = yield* newMember(organization, "review")
  const cy = yield* newMember(organization, "comment")
  const { id } = yield* changeRequests.create(space, { subject: "Cats" }).pipe(as(ann))
  yield* contents.edit(space, id, edit).pipe(as(ann))
  return { admin, ann, ben, cy, id, of: { spaceId: space, changeRequestId: id }, organization, space }
})

/** Kinds of what somebody was told, the latest first. */
const told = (user: string) =>
  Effect.gen(function* () {
    yield* TestClock.adjust("1 second")
    const { items } = yield* (yield* Notifications).list({}, {})
    return items.map(({ kind }) => kind)
  }).pipe(as(user))

const mention = (user: string) => `[Somebody](https://app.gitbook.com/u/${user} "mention")`

export const notificationsSuite = (under: StoreUnderTest) =>
  describe(`notifications on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("tell those whom it concerns, each once, and never who did it", () =>
        Effect.gen(function* () {
          const reviews = yield* Reviews
          const comments = yield* Comments
          const changeRequests = yield* ChangeRequests
          const { admin, ann, ben, cy, id, of, space } = yield* newScene()
          const all = Effect.all([told(ann), told(ben), told(cy), told(admin)])
          expect(yield* all).toEqual([[], [], [], []])

          yield* reviews.request(space, id, { users: [ben] }).pipe(as(ann))
          expect(yield* all).toEqual([[], ["review-requested"], [], []])
          // its words are told of with the review, but who is named there is told so
          const words = { markdown: `Nice, ${mention(cy)}` }
          yield* reviews.submit(space, id, { status: "approved", comment: words }).pipe(as(ben))
          expect(yield* all).toEqual([["reviewed"], ["review-requested"], ["mentioned"], []])

          const { id: comment } = yield* comments.post(of, at(`Look, ${mention(ben)} ${mention(ann)}`)).pipe(as(cy))
          expect(yield* told(ann)).toEqual(["mentioned", "reviewed"])
          expect(yield* told(ben)).toEqual(["mentioned", "review-requested"])
          yield* comments.reply(of, comment, at("I see")).pipe(as(ben))
          expect(yield* told(cy)).toEqual(["answered", "mentioned"])
          expect(yield* told(ann)).toEqual(["commented", "mentioned", "reviewed"])
          yield* comments.reply(of, comment, at("Thanks")).pipe(as(ann))
          expect(yield* told(ben)).toEqual(["answered", "mentioned", "review-requested"])
          expect(yield* told(cy)).toEqual(["answered", "answered", "mentioned"])

          // an edit tells only whom it names anew
          const edited = (text: string) => comments.update(of, comment, at(text)).pipe(as(cy))
          yield* edited(`Look, ${mention(ben)} ${mention(ann)} ${mention(admin)}`)
          yield* edited(`Look there, ${mention(ben)} ${mention(ann)} ${mention(admin)}`)
          expect(yield* told(admin)).toEqual(["mentioned"])
          expect(yield* told(ben)).toHaveLength(3)
          yield* comments.update(of, comment, { resolved: true, addedReactions: ["👍"] }).pipe(as(ann))
          expect(yield* told(cy)).toHaveLength(3)

          yield* changeRequests.merge(space, id).pipe(as(admin))
          expect((yield* told(ann))[0]).toBe("merged")
          expect((yield* told(ben))[0]).toBe("merged")
          expect(yield* told(cy)).toHaveLength(3)
          expect(yield* told(admin)).toEqual(["mentioned"])

          const { items } = yield* (yield* Notifications).list({}, { limit: 1 }).pipe(as(cy))
          expect(items[0]).toMatchObject({
            object: "notification",
            kind: "answered",
            space: { id: space },
            changeRequest: { id, subject: "Cats" },
            comment,
            actor: { id: ann },
            words: "Thanks",
            urls: { app: expect.stringMatching(new RegExp(`/s/[\\w-]+/~/changes/2#comment-${comment}$`)) }
          })
        })
      )

      it.effect("tell of comments on live pages those who talk there", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { ann, ben, cy, space } = yield* newScene()
          const { id } = yield* comments.post({ spaceId: space }, at("A typo")).pipe(as(cy))
          yield* comments.reply({ spaceId: space }, id, at(`Yes, ${mention("nobody")}`)).pipe(as(ben))
          expect(yield* told(cy)).toEqual(["answered"])
          expect(yield* told(ann)).toEqual([])
          const [one] = (yield* (yield* Notifications).list({}, {}).pipe(as(cy))).items
          expect(one).not.toHaveProperty("changeRequest")
          expect(one?.urls.app.endsWith(`/s/${space}?comment=${id}`)).toBe(true)
          // what is deleted is told of no more
          yield* comments.remove({ spaceId: space }, id).pipe(as(cy))
          expect(yield* told(cy)).toEqual([])
        })
      )

      it.effect(
        "tell nothing of what was taken back, or of what the person may not see any more (threat: stale authority)",
        () =>
          Effect.gen(function* () {
            const comments = yield* Comments
            const changeRequests = yield* ChangeRequests
            const members = yield* Members
            const life = yield* SpaceLifecycle
            const spaces = yield* Spaces
            const { list, update } = yield* Notifications
            const { admin, ann, ben, cy, id, of, organization, space } = yield* newScene()
            const rules = [{ rule: "require_agent_review" }] as const
            yield* spaces.update(space, { mergeRules: { type: "rules", rules } }).pipe(as(admin))
            expect(yield* refusal(changeRequests.merge(space, id).pipe(as(admin)))).toBe("PreconditionFailed")
            expect(yield* told(ann)).toEqual([])

            const stranger = (yield* newDraft()).admin
            yield* comments.post(of, at(`${mention(cy)} ${mention(stranger)}`)).pipe(as(ben))
            expect(yield* told(stranger)).toEqual([])
            expect(yield* told(cy)).toEqual(["mentioned"])
            const [one] = (yield* list({}, {}).pipe(as(cy))).items
            const seen = Effect.map(list({}, {}).pipe(as(cy)), ({ count, unread }) => [count, unread])
            expect(yield* seen).toEqual([1, 1])
            yield* members.remove(organization, cy).pipe(as(admin))
            expect(yield* seen).toEqual([0, 0])
            expect(yield* refusal(update(one!.id, { read: true }).pipe(as(cy)))).toBe("NotFound")
            yield* members.put(organization, cy, "comment").pipe(asOperator)
            expect(yield* seen).toEqual([1, 1])
            yield* life.remove(space).pipe(as(admin))
            expect(yield* seen).toEqual([0, 0])
            yield* life.restore(space).pipe(as(admin))
            expect(yield* seen).toEqual([1, 1])
          })
      )

      it.effect("are read one by one or all at once, by the person alone (threats: foreign ids, list abuse)", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { list, readUntil, update } = yield* Notifications
          const { ann, ben, cy, of, organization } = yield* newScene()
          for (const text of ["1", "2", "3", "4", "5"]) {
            yield* comments.post(of, at(text)).pipe(as(cy))
            yield* TestClock.adjust("1 second")
          }
          const mine = as(ann)
          const words: Array<string | undefined> = []
          let page: string | undefined
          do {
            const some = yield* list({}, { limit: 2, page }).pipe(mine)
            expect([some.count, some.unread]).toEqual([5, 5])
            words.push(...some.items.map((item) => item.words))
            page = some.next?.page
          } while (page !== undefined)
          expect(words).toEqual(["5", "4", "3", "2", "1"])
          const { items, next } = yield* list({}, { limit: 2 }).pipe(mine)
          expect(yield* refusal(list({ unread: true }, { limit: 2, page: next!.page }).pipe(mine))).toBe("Invalid")
          expect(yield* refusal(list({}, { limit: 2, page: next!.page }).pipe(as(ben)))).toBe("Invalid")

          const [last] = items
          expect(yield* refusal(update(last!.id, { read: true }).pipe(as(ben)))).toBe("NotFound")
          const { readAt } = yield* update(last!.id, { read: true }).pipe(mine)
          yield* TestClock.adjust("1 second")
          expect((yield* update(last!.id, { read: true }).pipe(mine)).readAt).toBe(readAt)
          expect((yield* list({ unread: false }, {}).pipe(mine)).items.map(({ id }) => id)).toEqual([last!.id])
          expect(yield* update(last!.id, { read: false }).pipe(mine)).not.toHaveProperty("readAt")
          yield* readUntil(items[1]!.createdAt).pipe(mine)
          expect(yield* list({ unread: true }, {}).pipe(mine)).toMatchObject({ count: 1, unread: 1 })
          yield* readUntil(items[0]!.createdAt).pipe(mine)
          expect(yield* list({ unread: true }, {}).pipe(mine)).toMatchObject({ count: 0, unread: 0 })
          // the operator is no person, and no visitor is told anything
          expect(yield* refusal(list({}, {}).pipe(asOperator))).toBe("Forbidden")
          const visitor = Effect.provideService(CurrentActor, siteReader(organization, "none"))
          expect(yield* refusal(list({}, {}).pipe(visitor))).toBe("Forbidden")
        })
      )

      it.effect("are kept for 180 days", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { list, sweep } = yield* Notifications
          const { ann, cy, of } = yield* newScene()
          yield* comments.post(of, at("old")).pipe(as(cy))
          yield* TestClock.adjust("100 days")
          yield* comments.post(of, at("new")).pipe(as(cy))
          yield* TestClock.adjust("90 days")
          yield* sweep
          expect((yield* list({}, {}).pipe(as(ann))).items.map((item) => item.words)).toEqual(["new"])
        })
      )
    })
  })
