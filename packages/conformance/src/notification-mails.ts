/** Stories of what is mailed of notifications: to whom, when, with what words, and how that ends. */
import { describe, expect, layer } from "@effect/vitest"
import { NotificationMails } from "@octavo/core/connections/notifications/NotificationMails"
import { Notifications } from "@octavo/core/connections/notifications/Notifications"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Comments } from "@octavo/core/content/comments/Comments"
import { MailError } from "@octavo/core/people/mail/Mailer"
import { Members } from "@octavo/core/people/members/Members"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { at } from "./comments.ts"
import { as, asOperator, mailProblem, newMember, outbox, refusal, type StoreUnderTest, services } from "./harness.ts"
import { newDraft } from "./new-draft.ts"

/** A change request of Ann's, and Cy who may comment. */
const newScene = Effect.fnUntraced(function* () {
  const changeRequests = yield* ChangeRequests
  const { admin, organization, space } = yield* newDraft()
  const ann = yield* newMember(organization, "edit")
  const cy = yield* newMember(organization, "comment")
  const { id } = yield* changeRequests.create(space, { subject: "Cats" }).pipe(as(ann))
  return { admin, ann, cy, of: { spaceId: space, changeRequestId: id }, organization, space }
})

/** Lets so much time go by, and answers what is mailed then. */
const after = (time: Parameters<typeof TestClock.adjust>[0]) =>
  Effect.gen(function* () {
    yield* TestClock.adjust(time)
    const before = outbox.length
    yield* (yield* NotificationMails).sweep
    return outbox.slice(before).map(({ subject, to, unsubscribe = "", text }) => ({ subject, to, unsubscribe, text }))
  })

export const notificationMailsSuite = (under: StoreUnderTest) =>
  describe(`mails of notifications on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("go out together after two minutes, once, without what was read", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { list, update } = yield* Notifications
          const { ann, cy, of } = yield* newScene()
          yield* after("0 seconds")
          yield* comments.post(of, at("One\nline")).pipe(as(cy))
          yield* TestClock.adjust("30 seconds")
          yield* comments.post(of, at("Two")).pipe(as(cy))
          expect(yield* after("60 seconds")).toEqual([])
          const [mail, ...others] = yield* after("60 seconds")
          expect(others).toEqual([])
          expect(mail!.subject).toMatch(/^2 notifications: .+ commented on Cats$/)
          expect(mail!.text).toMatch(
            / commented on Cats \(.*\)\n {2}One line\n {2}https:.*\/s\/[\w-]+\/~\/changes\/2#comment-[\w-]+\n\n/
          )
          expect(mail!.text).toContain("  Two\n")
          expect(yield* after("1 day")).toEqual([])
          yield* comments.post(of, at("Three")).pipe(as(cy))
          const { items } = yield* list({}, { limit: 1 }).pipe(as(ann))
          yield* update(items[0]!.id, { read: true }).pipe(as(ann))
          expect(yield* after("5 minutes")).toEqual([])
        })
      )

      it.effect("go out as the person chose: at once, once a day at six, never", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { change, settings } = yield* NotificationMails
          const { ann, cy, of } = yield* newScene()
          const mine = as(ann)
          expect((yield* settings.pipe(mine)).mail).toMatchObject({ commented: "at-once", merged: "daily" })
          const changed = yield* change({ mail: { commented: "daily" } }).pipe(mine)
          expect(changed.mail).toMatchObject({ commented: "daily", merged: "daily", answered: "at-once" })
          expect(yield* settings.pipe(mine)).toEqual(changed)
          const day = 86_400_000
          const midnight = day - ((yield* Clock.currentTimeMillis) % day)
          yield* TestClock.adjust(midnight + 7 * 3_600_000)
          yield* comments.post(of, at("Morning")).pipe(as(cy))
          yield* TestClock.adjust("13 hours")
          yield* comments.post(of, at("Evening")).pipe(as(cy))
          expect(yield* after("9 hours")).toEqual([])
          const [digest, ...others] = yield* after("1 hour")
          expect(others).toEqual([])
          expect(digest!.text.indexOf("Morning")).toBeLessThan(digest!.text.indexOf("Evening"))
          yield* comments.post(of, at("Later")).pipe(as(cy))
          yield* change({ mail: { commented: "none" } }).pipe(mine)
          expect(yield* after("1 day")).toEqual([])
          yield* comments.post(of, at("Never")).pipe(as(cy))
          expect(yield* after("1 day")).toEqual([])
          expect(yield* refusal(settings.pipe(asOperator))).toBe("Forbidden")
        })
      )

      it.effect("go to nobody who may not see it any more (threat: stale authority)", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const members = yield* Members
          const { ann, cy, of, organization, admin } = yield* newScene()
          yield* comments.post(of, at("Secret")).pipe(as(cy))
          yield* members.remove(organization, ann).pipe(as(admin))
          expect(yield* after("5 minutes")).toEqual([])
          // nor when the person is back: it was decided then
          yield* members.put(organization, ann, "edit").pipe(asOperator)
          expect(yield* after("5 minutes")).toEqual([])
        })
      )

      it.effect("are sent again with the same id when the mail server is away, for two days", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { cy, of } = yield* newScene()
          yield* comments.post(of, at("Wait")).pipe(as(cy))
          const ids = new Set<string>()
          mailProblem.current = new MailError({ message: "away", retryable: true })
          mailProblem.seen = (id) => ids.add(id)
          expect(yield* after("3 minutes")).toEqual([])
          expect(yield* after("5 minutes")).toEqual([])
          expect(yield* after("6 minutes")).toEqual([])
          expect(ids.size).toBe(1)
          mailProblem.current = undefined
          expect(yield* after("11 minutes")).toHaveLength(1)
          expect(ids.size).toBe(1)
          mailProblem.current = new MailError({ message: "away", retryable: true })
          yield* comments.post(of, at("Gone")).pipe(as(cy))
          yield* after("1 day")
          mailProblem.current = undefined
          mailProblem.seen = () => {}
          expect(yield* after("25 hours")).toEqual([])
        })
      )

      it.effect("end with the address that each of them has, whoever opens it (threat: token misuse)", () =>
        Effect.gen(function* () {
          const comments = yield* Comments
          const { isToken, settings, unsubscribe } = yield* NotificationMails
          const { ann, cy, of } = yield* newScene()
          yield* comments.post(of, at("One")).pipe(as(cy))
          const [mail] = yield* after("3 minutes")
          expect(mail!.text).toContain(mail!.unsubscribe)
          const token = /\/~\/unsubscribe\?token=(.+)$/.exec(mail!.unsubscribe)![1]!
          expect(isToken(token)).toBe(true)
          for (const wrong of ["", "x", `${token}x`, token.replace(/^./, "A"), token.split(".")[0]!]) {
            expect(isToken(wrong), wrong).toBe(false)
            expect(yield* unsubscribe(wrong), wrong).toBe(false)
          }
          yield* comments.post(of, at("Waits")).pipe(as(cy))
          expect(yield* unsubscribe(token)).toBe(true)
          expect(new Set(Object.values((yield* settings.pipe(as(ann))).mail))).toEqual(new Set(["none"]))
          expect((yield* settings.pipe(as(cy))).mail.answered).toBe("at-once")
          yield* comments.post(of, at("Two")).pipe(as(cy))
          expect(yield* after("1 day")).toEqual([])
        })
      )
    })
  })
