/** Mails of notifications: what came together goes in one, at least once, to who may still see it. */
import { Clock, Context, Effect, Layer } from "effect"
import { type Actor, CurrentActor } from "../../kernel/shared/Actor.ts"
import type { Forbidden, StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { SigningKey, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Mailer } from "../../people/mail/Mailer.ts"
import { composeMail } from "./composeMail.ts"
import { type NotificationSettings, type NotificationSettingsPatch, usualMail } from "./MailSettings.ts"
import { NotificationKinds } from "./Notification.ts"
import { type NotificationMail, NotificationMailStore } from "./NotificationMailStore.ts"
import { makeSeen, makeSelf } from "./seen.ts"

/** Below the application's path; the token is in the query, which no log keeps. */
export const unsubscribePath = "/~/unsubscribe"

const purpose = "unsubscribe"

export class NotificationMails extends Context.Service<
  NotificationMails,
  {
    /** What the caller is mailed. */
    readonly settings: Effect.Effect<NotificationSettings, Forbidden | StorageError, CurrentActor>
    readonly change: (
      patch: NotificationSettingsPatch
    ) => Effect.Effect<NotificationSettings, Forbidden | StorageError, CurrentActor>
    /** Whether the token is of an address to unsubscribe with. */
    readonly isToken: (token: string) => boolean
    /** Nothing is mailed any more to the person whom the token is of; `false` when it is none. */
    readonly unsubscribe: (token: string) => Effect.Effect<boolean, StorageError>
    /** Sends what is to be mailed; nothing without a mail server. */
    readonly sweep: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/connections/notifications/NotificationMails") {
  static readonly layer = Layer.effect(
    NotificationMails,
    Effect.gen(function* () {
      const store = yield* NotificationMailStore
      const self = yield* makeSelf
      const mailer = yield* Mailer
      const instance = yield* Instance
      const key = yield* SigningKey
      const transaction = yield* Transaction
      const seen = yield* makeSeen

      const settingsOf = (userId: string) =>
        Effect.map(store.chosen(userId), (chosen): NotificationSettings => ({ mail: { ...usualMail, ...chosen } }))

      const change = traced("NotificationMails.change")(function* ({ mail }: NotificationSettingsPatch) {
        const userId = yield* self("notifications.edit")
        yield* transaction.run(store.choose(userId, mail))
        return yield* settingsOf(userId)
      })

      const userOf = (token: string): string | undefined => {
        const userId = verifyValue(key, purpose, token)
        return typeof userId === "string" ? userId : undefined
      }

      const unsubscribe = traced("NotificationMails.unsubscribe")(function* (token: string) {
        const userId = userOf(token)
        if (userId === undefined) return false
        const none = Object.fromEntries(NotificationKinds.map((kind) => [kind, "none" as const]))
        yield* transaction.run(store.choose(userId, none))
        return true
      })

      const send = Effect.fnUntraced(function* (mail: NotificationMail) {
        const reader: Actor = { kind: "user", userId: mail.userId, tokenId: null, scopes: null }
        const shown = yield* seen(mail.notifications).pipe(Effect.provideService(CurrentActor, reader))
        const left = shown.filter(({ readAt }) => readAt === undefined)
        if (left.length > 0) {
          const unsubscribe = app(instance, `${unsubscribePath}?token=${signValue(key, purpose, mail.userId)}`)
          const settings = app(instance, "/account/notifications")
          const words = composeMail(left, { unsubscribe, settings })
          yield* mailer.send({ id: mail.id, to: mail.email, unsubscribe, ...words })
        }
        yield* store.sent(mail)
      })

      const sweep = Effect.gen(function* () {
        if (mailer.shownIn !== undefined) return
        for (;;) {
          const time = yield* Clock.currentTimeMillis
          const at = (offset: number) => new Date(time + offset).toISOString()
          const mail = yield* transaction.run(
            store.take({ now: at(0), since: at(-tooOld), again: at(retryAfter), id: makeId() })
          )
          if (mail === undefined) return
          yield* send(mail).pipe(
            Effect.catchTag("MailError", ({ message }) =>
              Effect.logWarning("A mail of notifications was not sent").pipe(
                Effect.annotateLogs({ mail: mail.id, reason: message })
              )
            )
          )
          yield* Effect.yieldNow
        }
      }).pipe(Effect.withSpan("NotificationMails.sweep"))

      return NotificationMails.of({
        settings: Effect.flatMap(self("notifications.view"), settingsOf),
        change,
        isToken: (token) => userOf(token) !== undefined,
        unsubscribe,
        sweep
      })
    })
  )
}

/** In milliseconds: when a mail that was not taken is sent once more, and when that is given up. */
const retryAfter = 600_000
const tooOld = 2 * 86_400_000
